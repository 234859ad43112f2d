"""The frame of the table on the screen: what stands where, how it is drawn, help over it. What the game asks is `table`'s."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, OptionList

from dubious_ai.belief.reader import Reader
from dubious_ai.coach.hint.meter import check_draft
from dubious_ai.core import events as ev
from dubious_ai.core.observe import Observation
from dubious_ai.game.desk import Chair
from dubious_ai.game.listener import Choice
from dubious_ai.storage.home import Draft
from dubious_ai.ui.commands import Commands
from dubious_ai.ui.screen import drawing
from dubious_ai.ui.screen.bridge import DeskRequest
from dubious_ai.ui.screen.sheet import Sheet
from dubious_ai.ui.screen.widgets import Collected, Drawn, Editor, Offer, Pages, keys, program
from dubious_ai.ui.typed import command_of
from dubious_ai.ui.views.coach_views import percent_view
from dubious_ai.ui.views.table_views import NAMED

if TYPE_CHECKING:
    from dubious_ai.brains.llm.brain import LLMBrain

ROOM_FOR_SHEET = 96
"""Columns from which the sheet stands beside the talk."""
LOW = 22
"""Lines below which the points are left to the reveal."""
ROOMY = 116
"""Columns from which the sheet has room for long names."""
REST = 0.5
"""Seconds without a key after which the meter looks at the draft."""
SAVED = 0.5


def _nowhere(told: str) -> None:
    del told


class TableFrame(Screen[None]):
    """See module."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "keys", "keys"),
        Binding("f2", "command('/hint')", "hint"),
        Binding("f3", "meter", "meter"),
        Binding("f4", "command('/guess')", "guess coach"),
        Binding("tab", "sheet", "sheet", priority=True),
        Binding("f5", "command('/sheet')", "sheet as a page"),
        Binding("f6", "command('/cards')", "cards"),
        Binding("f7", "command('/rules')", "rules"),
        Binding("escape", "back", "back"),
        Binding("enter", "read_on", show=False),
        Binding("space", "hear", show=False),
        Binding("u", "undo", show=False),
        Binding("m", "later", show=False),
        Binding("r", "in_wait('retry')", show=False),
        Binding("h", "in_wait('house')", show=False),
    ]

    def __init__(
        self,
        chair: Chair,
        reader: Reader,
        draft: Draft | None,
        *,
        pace: float,
        clocks: bool = False,
        model: LLMBrain | None = None,
    ) -> None:
        super().__init__()
        self.chair = chair
        self._reader = reader
        self._texts = reader.library
        self._draft = draft
        self._pace = pace
        self._clocks = clocks
        self._model = model
        self._helped: set[str] = set()
        self._at = ""
        self._page = Collected(80)
        self.commands = Commands(self._page, chair, reader.library)
        self.request: DeskRequest | None = None
        self._unread: list[RenderableType] = []
        self._breath: Timer | None = None
        self._chosen: dict[str, str] = {}
        self._sealed = ""
        self._waiting_since = 0.0
        self._doubted = ""
        self._metered = False
        self._resting: Timer | None = None
        self._tab = False
        self._last_answers: tuple[ev.Spoken, ...] = ()
        self.on_place: Callable[[str], None] = _nowhere
        self.on_choice: Callable[[Choice], None] = _nowhere

    def compose(self) -> ComposeResult:
        """Head, question, talk and sheet, desk."""
        yield Drawn(id="head")
        yield Drawn(id="score")
        yield Drawn(id="question")
        with Horizontal(id="middle"):
            with VerticalScroll(id="talk"):
                pass
            yield Sheet()
        with Vertical(id="desk"):
            yield Drawn(id="ask")
            yield OptionList(id="choices")
            yield Input(id="short", compact=True)
            yield Editor(id="editor")
            yield Drawn(id="meter")
            yield Drawn(id="status")

    # --- help ---

    def action_command(self, line: str) -> None:
        """Carry out a command; what it says is a page over the table."""
        draft = self.query_one("#editor", Editor).line

        def run() -> None:
            new = self.commands.run(line, draft)
            program(self).call_from_thread(self._commanded, line, new)

        self._page.width = max(40, min(self.size.width - 8, 96))
        self.run_worker(run, thread=True, exclusive=True, group="coach", exit_on_error=False)

    def _commanded(self, line: str, new: str | None) -> None:
        said = self._page.take()
        if said:
            program(self).push_screen(Pages(line, said))
        editor = self.query_one("#editor", Editor)
        if new is not None and not editor.read_only:
            editor.text = new
            editor.move_cursor(editor.document.end)
        self.query_one(Sheet).renew()

    def action_meter(self) -> None:
        """Open or close the meter below the draft."""
        self._metered = not self._metered
        self.query_one("#meter", Drawn).display = self._metered
        if self._metered:
            self._meter()

    def _meter(self) -> None:
        editor = self.query_one("#editor", Editor)
        seen = self.chair.seen()
        text = editor.line
        asked = seen.question if seen.phase == "answering" else None
        if not text or asked is None or asked.answers or editor.read_only or command_of(text):
            return

        def weigh() -> None:
            told = check_draft(self._reader, seen, text)
            line = Text("Meter: ", "quiet")
            for gauge in told.gauges:
                line.append(
                    f"{NAMED[gauge.kind]} {percent_view(gauge.before)} → {percent_view(gauge.after)}  ",
                    style=gauge.kind,
                )
            line.append(f"aim near {percent_view(told.goal.now)} now", style="quiet")
            program(self).call_from_thread(self._metered_draw, line)

        if self._where(seen) not in self._helped:
            self._helped.add(self._where(seen))
            self.chair.helped("check", asked.number)
        self.run_worker(weigh, thread=True, exclusive=True, group="meter", exit_on_error=False)

    def _metered_draw(self, line: Text) -> None:
        self.query_one("#meter", Drawn).draw(line)

    def action_keys(self) -> None:
        """The keys of this place."""
        rows = [
            ("Enter", "hands in; reads on"), ("u", "takes the answer back while nothing was read"), ("Tab", "the record sheet and back"),
            ("on the sheet", "arrows move, Space pencils in, x crosses off, ! the likeliest, n a note; a click goes round"), ("F2", "a hint; again: a sketch; again: whole answers"),
            ("F3", "the meter: what readers make of your draft"), ("F4", "who the others may be"), ("F5 F6 F7", "sheet, cards and rules as a page"),
            ("m", "marks the answer just heard for later"), ("/…", "commands, as in the scrolling table: /help lists them"),
            ("Ctrl-P", "everything, by name"), ("Ctrl-Q", "leaves; the game is saved at every step"),
        ]  # fmt: skip
        lines = [Text.assemble((f"{key:<14}", "title"), told) for key, told in rows]
        program(self).push_screen(Pages("Keys", lines))

    def action_sheet(self) -> None:
        """To the sheet and back; where there is no room beside the talk it takes its place."""
        sheet = self.query_one(Sheet)
        if sheet.has_focus_within:
            self.action_back()
            return
        if not self.chair.seen().rounds or self.chair.seen().now.kept is None:
            return
        self._tab = True
        self._sit()
        sheet.query_one("#sheet-cards").focus()

    def action_back(self) -> None:
        """Back to what is asked. Nothing is lost."""
        self._tab = False
        self._arrange()
        if self._sealed:
            self.set_focus(None)
            return
        for name in ("#editor", "#choices", "#short"):
            widget = self.query_one(name)
            if widget.display:
                widget.focus()
                return
        self.set_focus(None)

    # --- drawing ---

    def on_resize(self, event: Resize) -> None:
        """The sheet stands beside the talk where there is room, else it takes its place."""
        event.stop()
        self._arrange()

    def _arrange(self) -> None:
        width, height = self.size
        seen = self.chair.seen()
        tab = self._tab and width < ROOM_FOR_SHEET
        sheet = self.query_one(Sheet)
        sheet.set_class(tab, "-tab")
        sheet.set_class(width >= ROOMY, "-roomy")
        sheet.display = tab or (width >= ROOM_FOR_SHEET and bool(seen.rounds and seen.now.characters))
        self.query_one("#talk").display = not tab
        self.query_one("#question").display = not tab
        self.query_one("#desk").display = not tab
        self.query_one("#score").display = height >= LOW
        self._head(seen)

    def _sit(self) -> None:
        self.query_one(Sheet).sit(self.chair)
        self._arrange()

    def _head(self, seen: Observation) -> None:
        if not seen.rounds:
            return
        self.query_one("#head", Drawn).draw(drawing.head(seen, self._texts))
        self.query_one("#score", Drawn).draw(drawing.drawn_score(seen, self.size.width - 2))

    def _talk(self, *things: RenderableType) -> None:
        talk = self.query_one("#talk", VerticalScroll)
        talk.mount_all([Drawn(thing, classes="line") for thing in things])
        talk.scroll_end(animate=False)

    def _quiet(self) -> None:
        for name in ("#choices", "#short", "#editor"):
            self.query_one(name).display = False
        self.query_one("#meter").display = self._metered
        self._asks("")

    def _asks(self, ask: str | Text) -> None:
        line = self.query_one("#ask", Drawn)
        line.display = bool(ask)
        line.draw(ask)

    def _status(self, told: str, offers: Sequence[Offer] = (), style: str = "title") -> None:
        line = Text(told, style)
        if offers:
            line.append("  " if told else "").append_text(keys(offers))
        self.query_one("#status", Drawn).draw(line)

    def _where(self, seen: Observation) -> str:
        return f"{seen.now.number}.{seen.question.number if seen.question else 0}"

    def place(self, name: str) -> None:
        """Where the person stands now: what the next key is for. Others may wait for it."""
        self._at = name
        self.on_place(name)
