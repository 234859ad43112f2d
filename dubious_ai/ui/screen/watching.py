"""A game of the house among itself on the screen: watched, and guessed along without being at the table."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from rich.console import RenderableType
from rich.panel import Panel
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.timer import Timer

from dubious_ai.brains.protocol import Leave
from dubious_ai.core import events as ev
from dubious_ai.core.observe import Observation
from dubious_ai.errors import DubiousError
from dubious_ai.game.seating import Plan, lay
from dubious_ai.game.sitting import look_on
from dubious_ai.ui.guess_along import OwnPencil, along_told
from dubious_ai.ui.screen import drawing
from dubious_ai.ui.screen.bridge import DeskRequest, ScreenDesk, Seen
from dubious_ai.ui.screen.guessing import Marked, OpponentPage
from dubious_ai.ui.screen.revealing import Reveal
from dubious_ai.ui.screen.widgets import Drawn, Offer, Pages, keys

if TYPE_CHECKING:
    from dubious_ai.ui.screen.app import Evening

WATCHED: tuple[Offer, ...] = (
    ("Enter", "hears the next at once", "screen.further"),
    ("Esc", "leaves", "screen.leave"),
)


class Watching(Screen[None]):
    """The talk of a table one does not sit at. Before the reveal a page for everybody asks what the onlooker thinks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "further", "on"),
        Binding("escape", "leave", "leaves"),
        Binding("pagedown,down", "read(1)", show=False),
        Binding("pageup,up", "read(-1)", show=False),
    ]

    def __init__(self, app: Evening, plan: Plan) -> None:
        super().__init__()
        self._program = app
        self._plan = plan
        self._reader = app.backends.readers.of(plan.setting)
        self._pencil = OwnPencil()
        self._desk = ScreenDesk(self._post)
        self._unread: list[RenderableType] = []
        self._waiting: Callable[[], None] | None = None
        self._breath: Timer | None = None
        self._reveal: Reveal | None = None
        self._gone = False

    def compose(self) -> ComposeResult:
        """Head, question, talk, keys."""
        yield Drawn(id="head")
        yield Drawn(id="question")
        yield VerticalScroll(id="talk", can_focus=False)
        yield Drawn(keys(WATCHED), id="watch-keys")

    def on_mount(self) -> None:
        """The game begins, in a thread of its own."""
        self._program.watching = True

        def run() -> None:
            problem = ""
            try:
                game, _ = lay(self._plan)
                look_on(game, self._desk, self._program.backends, None).play()
            except Leave:
                pass
            except DubiousError as error:
                problem = str(error)
            self._program.call_later(self._over, problem)

        threading.Thread(target=run, name="watched", daemon=True).start()

    def on_unmount(self) -> None:
        """Nobody looks any more."""
        self._program.watching = False
        self._desk.go()

    # --- what happens ---

    def _post(self, request: DeskRequest) -> None:
        self._program.call_later(self._take, request)

    def _take(self, request: DeskRequest) -> None:
        seen, event = request.seen, request.event
        if seen is None or event is None or self._gone:
            request.give(Seen())
            return
        self._pencil.look(seen)

        def on() -> None:
            request.give(Seen())

        match event:
            case ev.AnswersReread():
                self._page(event.seat, on)
                return
            case ev.PlayerRevealed():
                self._show_reveal(seen, event, on)
                return
            case ev.AnswersOpened():
                self._unread = [drawing.drawn_answer(seen, answer) for answer in event.answers]
                self._waiting = on
                self._program.goto("watching")
                self.action_further()
                return
            case ev.RoundStarted() if self._reveal is not None:
                reveal, self._reveal = self._reveal, None
                reveal.ending(lambda: (reveal.dismiss(), on())[1])
                return
            case ev.Reacted() if self._reveal is not None:
                self._reveal.remark(drawing.remark(seen, event))
            case _:
                self._tell(seen, event)
        on()

    def _tell(self, seen: Observation, event: ev.Event) -> None:
        if seen.rounds:
            self.query_one("#head", Drawn).draw(drawing.head(seen, self._reader.library))
        match event:
            case ev.CharactersIntroduced():
                self._talk(*drawing.introductions(seen))
            case ev.QuestionRevealed():
                self.query_one("#question", Drawn).draw(
                    Panel(Text(event.question.text, "question"), padding=(0, 1))
                )
                self._talk(drawing.asked_line(event.number, event.question.text))
            case ev.Reacted():
                self._talk(drawing.remark(seen, event))
            case _:
                pass

    def _talk(self, *things: RenderableType) -> None:
        talk = self.query_one("#talk", VerticalScroll)
        talk.mount_all([Drawn(thing, classes="line") for thing in things])
        talk.scroll_end(animate=False)

    def action_further(self) -> None:
        """The next answer; after the last one the table goes on."""
        if self._breath:
            self._breath.stop()
            self._breath = None
        if self._unread:
            self._talk(self._unread.pop(0))
            if self._program.manners.pace and not self._program.manners.reduced_motion:
                self._breath = self.set_timer(2.5 * self._program.manners.pace, self.action_further)
        elif self._waiting:
            on, self._waiting = self._waiting, None
            on()

    def _page(self, seat: int, on: Callable[[], None]) -> None:
        def marked(found: Marked | None) -> None:
            del found
            self._program.goto("")
            on()

        page = OpponentPage(
            self._pencil, self._reader.library, seat, 0.0, lambda: self._program.goto("guess along")
        )
        self._program.goto("")
        self._program.push_screen(page, marked)

    def _show_reveal(self, seen: Observation, event: ev.PlayerRevealed, on: Callable[[], None]) -> None:
        def begin(reveal: Reveal) -> None:
            reveal.player(seen, event, on)
            self._program.goto("reveal")

        if self._reveal is not None:
            begin(self._reveal)
            return
        manners = self._program.manners
        paced = manners.pace > 0 and not manners.reduced_motion
        reveal = self._reveal = Reveal(self._reader.library, paced=paced)
        self._program.push_screen(reveal)
        self._program.call_after_refresh(begin, reveal)

    # --- the end ---

    def _over(self, problem: str) -> None:
        if self._gone:
            return
        if problem or self._reveal is None:
            self._close()
            if problem:
                self._program.tell(problem)
            return
        self._reveal.ending(self._close_with_worth)
        self._program.goto("revealed")

    def _close_with_worth(self) -> None:
        told = list(along_told(self._pencil, self._reader.library))
        self._close()
        self._program.push_screen(Pages("What you would have made of it", told))
        self._program.goto("watched")

    def _close(self) -> None:
        """Back to where one came from, whatever stands over this."""
        self._gone = True
        while self in self._program.screen_stack:
            self._program.pop_screen()

    def action_read(self, step: int) -> None:
        """On and back in the talk."""
        self.query_one("#talk").scroll_relative(y=3 * step, animate=False)

    def action_leave(self) -> None:
        """Enough: the game was nobody's and is not kept."""
        self._desk.go()
        self._close()
