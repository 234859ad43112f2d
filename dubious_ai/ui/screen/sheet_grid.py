"""The ruled part of the record sheet: a line for each card, a column for each opponent, a pencil for keys and mouse.

Draws the marks of an observation and says where the pencil touches; what a touch means is the sheet's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Observation
from dubious_ai.ui.screen.drawing import mark
from dubious_ai.ui.screen.widgets import program
from dubious_ai.ui.views.record_sheet import marks
from dubious_ai.ui.views.table_views import NAMED

LIKELIEST, CANDIDATE, CROSSED, NOTHING, MINE = "!", "?", "✕", "·", "─"
"""What stands in a cell: the guess as it would be handed in, another candidate, ruled out, nothing yet, dealt to the owner of the sheet."""
SIDE_BY_SIDE = 76
"""Columns from which Occupations and Secrets stand beside each other."""
GAP, NUMBER, CELL = 2, 4, 2


@dataclass(frozen=True)
class Spot:
    """A place on the sheet: a card, and the opponent whose column it is."""

    kind: Kind
    row: int
    seat: int


class Grid(ScrollView, can_focus=True):
    """See module. `spot` is where the pencil is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "line(-1)", show=False),
        Binding("down,j", "line(1)", show=False),
        Binding("pageup", "line(-7)", show=False),
        Binding("pagedown", "line(7)", show=False),
        Binding("home", "kind('occupation')", show=False),
        Binding("end", "kind('secret')", show=False),
        Binding("left,h", "column(-1)", show=False),
        Binding("right,l", "column(1)", show=False),
    ]

    class Touched(Message):
        """The mouse has touched a cell."""

        def __init__(self, spot: Spot) -> None:
            super().__init__()
            self.spot = spot

    class Moved(Message):
        """The pencil is somewhere else."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._seen: Observation | None = None
        self.spot = Spot("occupation", 0, 0)

    def show(self, seen: Observation) -> None:
        """Draw the marks of this observation."""
        self._seen = seen
        if self.spot.seat not in seen.opponents:
            self.spot = Spot("occupation", 0, min(seen.opponents))
        self._measure()
        self.refresh()

    @property
    def card(self) -> str:
        """The slug of the card the pencil is at."""
        seen = self._seen
        return "" if seen is None else seen.setting.cards(self.spot.kind)[self.spot.row].slug

    # --- moving ---

    def go(self, spot: Spot) -> None:
        """Move the pencil there and into view."""
        self._to(spot)
        line, _ = self._place(spot)
        self.scroll_to_region(Region(0, max(0, line - 1), 1, 3), animate=False, force=True)

    def _to(self, spot: Spot) -> None:
        self.spot = spot
        self.refresh()
        self.post_message(self.Moved())

    def action_line(self, step: int) -> None:
        """Up and down: through the Occupations into the Secrets and back."""
        seen = self._seen
        if seen is None:
            return
        counts = {kind: len(seen.setting.cards(kind)) for kind in KINDS}
        at = self.spot.row + (counts["occupation"] if self.spot.kind == "secret" else 0)
        at = min(max(at + step, 0), sum(counts.values()) - 1)
        if at < counts["occupation"]:
            self.go(Spot("occupation", at, self.spot.seat))
        else:
            self.go(Spot("secret", at - counts["occupation"], self.spot.seat))

    def action_kind(self, kind: Kind) -> None:
        """To the first card of a kind."""
        self.go(Spot(kind, 0, self.spot.seat))

    def action_column(self, step: int) -> None:
        """The next opponent; beyond the last column the other kind, where it stands beside."""
        seen = self._seen
        if seen is None:
            return
        seats = sorted(seen.opponents)
        at = seats.index(self.spot.seat) + step
        kind: Kind = self.spot.kind
        if self._beside and not 0 <= at < len(seats):
            kind = "secret" if kind == "occupation" else "occupation"
        self.go(Spot(kind, self.spot.row, seats[at % len(seats)]))

    # --- where things stand ---

    @property
    def _room(self) -> int:
        return self.scrollable_content_region.width

    @property
    def _beside(self) -> bool:
        return self._room >= SIDE_BY_SIDE

    @property
    def _half(self) -> int:
        return (self._room - GAP) // 2 if self._beside else self._room

    def _place(self, spot: Spot) -> tuple[int, int]:
        """Line and first column of a spot's card."""
        seen = self._seen
        first = 1
        if self._beside:
            return first + spot.row, 0 if spot.kind == "occupation" else self._half + GAP
        if spot.kind == "secret" and seen is not None:
            first += len(seen.setting.cards("occupation")) + 1
        return first + spot.row, 0

    def _measure(self) -> None:
        seen = self._seen
        if seen is None:
            return
        counts = [len(seen.setting.cards(kind)) + 1 for kind in KINDS]
        self.virtual_size = Size(self._room, max(counts) if self._beside else sum(counts))

    def on_resize(self) -> None:
        """Another width, another arrangement."""
        self._measure()

    def spot_at(self, x: int, y: int) -> Spot | None:
        """What stands at a column and a line of the whole sheet; the pencil's own opponent where it is a name."""
        seen = self._seen
        if seen is None or y < 0:
            return None
        kind: Kind = "occupation"
        if self._beside:
            if x >= self._half + GAP:
                kind, x = "secret", x - self._half - GAP
        elif y > len(seen.setting.cards(kind)):
            kind, y = "secret", y - len(seen.setting.cards("occupation")) - 1
        seats = sorted(seen.opponents)
        column = (x - (self._half - CELL * len(seats))) // CELL
        seat = seats[column] if 0 <= column < len(seats) else self.spot.seat
        if y == 0:
            return Spot(kind, -1, seat)
        return Spot(kind, y - 1, seat) if y <= len(seen.setting.cards(kind)) else None

    def on_click(self, event: Click) -> None:
        """A click marks; on a head it chooses the opponent."""
        event.stop()
        self.focus()
        at = self.spot_at(event.x, event.y + self.scroll_offset.y)
        if at is None:
            return
        if at.row < 0:
            self.go(Spot(at.kind, 0, at.seat))
            return
        # a sheet that moves under the mouse would take the second click for another card
        self._to(at)
        self.post_message(self.Touched(at))

    # --- drawing ---

    def render_line(self, y: int) -> Strip:
        """One line of the sheet."""
        line = self._line(y + self.scroll_offset.y)
        segments = line.render(program(self).console, end="")
        strip = Strip(segments).adjust_cell_length(self.size.width)
        return strip.apply_style(self.rich_style)

    def _line(self, y: int) -> Text:
        seen = self._seen
        if seen is None:
            return Text()
        if self._beside:
            left = self._row(seen, "occupation", y - 1)
            return Text.assemble(left, " " * GAP, self._row(seen, "secret", y - 1))
        many = len(seen.setting.cards("occupation"))
        return self._row(seen, "occupation", y - 1) if y <= many else self._row(seen, "secret", y - many - 2)

    def _row(self, seen: Observation, kind: Kind, row: int) -> Text:
        """A card, or (row -1) the head of a kind."""
        cards, seats = seen.setting.cards(kind), sorted(seen.opponents)
        room = self._half - CELL * len(seats)
        if row >= len(cards):
            return Text(" " * self._half)
        if row < 0:
            text = Text(f"{NAMED[kind]}s", kind)
            text.truncate(room, pad=True)
            for seat in seats:
                text.append(mark(seat), f"player{seat}").append(" ")
                if seat == self.spot.seat:
                    text.stylize("reverse", len(text) - CELL, len(text) - 1)
            return text
        card, mine = cards[row], cards[row].slug in seen.excluded(kind)
        here = self.has_focus and (kind, row) == (self.spot.kind, self.spot.row)
        name = Text(card.name, "struck" if mine else "bold" if here else "")
        name.truncate(room - NUMBER - 1, overflow="ellipsis")
        number = f"{'▸' if here else ' '}{card.number:>2} "
        text = Text.assemble(
            (number, "title" if here else "quiet"), name, " " * (room - NUMBER - name.cell_len)
        )
        for seat in seats:
            sign, style = self._cell(seen, kind, card.slug, seat, mine=mine)
            text.append(sign, style).append(" ")
            if here and seat == self.spot.seat:
                text.stylize("reverse", len(text) - CELL, len(text) - 1)
        return text

    def _cell(self, seen: Observation, kind: Kind, slug: str, seat: int, *, mine: bool) -> tuple[str, str]:
        noted = marks(seen, seat, kind)
        if slug in noted:
            return LIKELIEST if noted[0] == slug else CANDIDATE, f"player{seat}"
        if mine:
            return MINE, "quiet"
        if slug in seen.now.crossed(seat, kind):
            return CROSSED, "quiet"
        return NOTHING, "quiet"
