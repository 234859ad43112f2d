"""The record sheet: every card against every opponent, pencilled in or crossed off by key or click. The marks are the table's own notes."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input

from dubious_ai.core.model import KINDS
from dubious_ai.core.rules import NOTE_LIMIT
from dubious_ai.game.desk import Chair
from dubious_ai.ui.screen.drawing import person
from dubious_ai.ui.screen.sheet_grid import Grid
from dubious_ai.ui.screen.widgets import Drawn, keys
from dubious_ai.ui.views.record_sheet import marks, sheet_remarks

KEYS = (
    ("Space", "pencils in", ""), ("x", "crosses off", ""), ("!", "likeliest", ""), ("n", "note", "note"), ("← →", "opponent", ""),
)  # fmt: skip


class Sheet(Vertical):
    """See module."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pencil", "pencil in"),
        Binding("x,delete,minus", "cross", "cross off"),
        Binding("exclamation_mark,1", "likeliest", "the likeliest"),
        Binding("enter", "touch", "pencil, cross, nothing"),
        Binding("n", "note", "note"),
    ]

    def __init__(self) -> None:
        super().__init__(id="sheet")
        self._chair: Chair | None = None

    def compose(self) -> ComposeResult:
        """Head, cards, notes."""
        yield Drawn(id="sheet-head")
        yield Grid(id="sheet-cards")
        yield Drawn(id="sheet-notes")
        yield Input(
            placeholder="a note about them, Enter keeps it",
            id="sheet-note",
            compact=True,
            max_length=NOTE_LIMIT,
        )
        yield Drawn(id="sheet-keys")

    def on_mount(self) -> None:
        """The line for a note opens when one is written."""
        self.query_one("#sheet-note").display = False
        self.query_one("#sheet-keys", Drawn).draw(keys(KEYS))

    @property
    def _grid(self) -> Grid:
        return self.query_one("#sheet-cards", Grid)

    def sit(self, chair: Chair) -> None:
        """From now on this person's sheet."""
        self._chair = chair
        self.renew()

    def renew(self) -> None:
        """Draw the sheet as it stands."""
        if self._chair is None:
            return
        seen = self._chair.seen()
        self._grid.show(seen)
        target = self._grid.spot.seat
        head = Text()
        if seen.pair:
            for kind in KINDS:
                head.append(" · " if head else "You are ", "quiet")
                head.append(seen.setting.card(kind, seen.pair.of(kind)).name, kind)
            head.append("\n")
        head.append_text(person(seen, target, whole=True))
        if self._grid.has_focus and self._grid.card:
            head.append(" · ", "quiet").append(
                seen.setting.card(self._grid.spot.kind, self._grid.card).name, self._grid.spot.kind
            )
        self.query_one("#sheet-head", Drawn).draw(head)
        noted = "; ".join(sheet_remarks(seen, target))
        notes = self.query_one("#sheet-notes", Drawn)
        notes.display = bool(noted)
        notes.draw(Text(f"✎ {noted}", "flavour"))

    def on_descendant_focus(self) -> None:
        """The pencil is taken up: its card is named."""
        self.renew()

    def on_descendant_blur(self) -> None:
        """The pencil is put down."""
        self.renew()

    def on_grid_moved(self, event: Grid.Moved) -> None:
        """Another opponent's head and notes."""
        event.stop()
        self.renew()

    def on_grid_touched(self, event: Grid.Touched) -> None:
        """A click does what Enter does."""
        event.stop()
        self.action_touch()

    # --- the pencil ---

    def action_pencil(self) -> None:
        """Pencil the card in for this opponent, or take it out again."""
        noted, off, slug = self._marks()
        self._mark([s for s in noted if s != slug] if slug in noted else [*noted, slug], off)

    def action_cross(self) -> None:
        """Cross the card off for this opponent, or let it stand again."""
        noted, off, slug = self._marks()
        self._mark(
            [s for s in noted if s != slug], [s for s in off if s != slug] if slug in off else [*off, slug]
        )

    def action_likeliest(self) -> None:
        """This card before all others."""
        noted, off, slug = self._marks()
        self._mark([slug, *(s for s in noted if s != slug)], off)

    def action_touch(self) -> None:
        """Round in a circle: pencilled in, crossed off, nothing."""
        noted, off, slug = self._marks()
        if slug in noted or slug in off:
            self.action_cross()
        else:
            self.action_pencil()

    def _marks(self) -> tuple[list[str], list[str], str]:
        """The candidates and the crossed cards of the column the pencil is in, and the card it is at."""
        if self._chair is None:
            return [], [], ""
        seen, spot = self._chair.seen(), self._grid.spot
        noted = list(marks(seen, spot.seat, spot.kind))
        return noted, list(seen.now.crossed(spot.seat, spot.kind)), self._grid.card

    def _mark(self, noted: list[str], off: list[str]) -> None:
        slug, spot = self._grid.card, self._grid.spot
        if self._chair is None or not slug:
            return
        if slug in self._chair.seen().excluded(spot.kind):
            return
        self._chair.mark(spot.seat, spot.kind, noted, off)
        self.renew()

    # --- notes ---

    def action_note(self) -> None:
        """Write a note about this opponent."""
        line = self.query_one("#sheet-note", Input)
        line.display = True
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A note is finished."""
        event.stop()
        text = event.value.strip()[:NOTE_LIMIT]
        if text and self._chair:
            self._chair.note(self._grid.spot.seat, text)
        event.input.value = ""
        event.input.display = False
        self._grid.focus()
        self.renew()
