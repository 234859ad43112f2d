"""Guessing on the screen: one opponent to a page with everything they said."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from dubious_ai.content.card_names import folded
from dubious_ai.content.library import Library
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Observation
from dubious_ai.ui.guess_along import Pencil
from dubious_ai.ui.screen.drawing import asked_line, mark, person
from dubious_ai.ui.screen.widgets import Drawn, Offer, keys
from dubious_ai.ui.views import record_sheet
from dubious_ai.ui.views.table_views import NAMED, indent


@dataclass(frozen=True)
class Marked:
    """A page is done: how sure the person is of it, if they said so."""

    sure: int | None = None


CARD: tuple[Offer, ...] = (
    ("Enter", "takes it", "screen.enter"), ("-", "leaves it blank", "screen.blank"), ("Esc", "later", "screen.skip"),
)  # fmt: skip
SURE: tuple[Offer, ...] = (
    ("1", "a guess", "screen.sure(1)"), ("2", "", "screen.sure(2)"), ("3", "", "screen.sure(3)"), ("4", "", "screen.sure(4)"),
    ("5", "certain", "screen.sure(5)"), ("Enter", "says nothing", "screen.enter"),
)  # fmt: skip
FILTER_LIMIT = 60
WIDE = 96
"""Columns from which the cards stand beside the answers."""
LOW = 26
"""Lines below which the cards leave the room to the answers."""


class OpponentPage(Screen[Marked]):
    """Two marks about one opponent. The clock (seconds, 0 for none) starts when all answers stand there, and never throws away a line being typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "skip", "later"),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("pagedown", "read(1)", show=False, priority=True),
        Binding("pageup", "read(-1)", show=False, priority=True),
    ]

    def __init__(
        self, chair: Pencil, texts: Library, seat: int, clock: float, ready: Callable[[], None] | None = None
    ) -> None:
        super().__init__()
        self._ready = ready
        self._chair = chair
        self._texts = texts
        self.seat = seat
        self._clock = clock
        self._until = 0.0
        self._steps: list[Kind | None] = [*KINDS, None]
        self._blank_asked = False

    def compose(self) -> ComposeResult:
        """Answers above, cards below."""
        seen = self._chair.seen()
        said = [
            part
            for asked in seen.now.asked
            for answer in asked.answers
            if answer.seat == self.seat
            for part in (asked_line(asked.number, asked.question.text), indent(Text(f"“{answer.text}”")))
        ]
        yield Drawn(person(seen, self.seat, whole=True), id="guess-head")
        with Container(id="guess-middle"):
            with VerticalScroll(id="guess-said", can_focus=False):
                yield Drawn(Group(*said))
            with Vertical(id="guess-choice"):
                yield Drawn(id="guess-ask")
                yield Input(
                    placeholder="type to filter, a number, or ↑ ↓",
                    id="guess-filter",
                    compact=True,
                    max_length=FILTER_LIMIT,
                )
                yield OptionList(id="guess-cards", compact=True)
        yield Drawn(id="guess-keys")

    def on_mount(self) -> None:
        """The clock starts now, with all answers on the page."""
        self._ask()
        if self._ready:
            self.call_after_refresh(self._ready)
        if self._clock:
            self._until = time.monotonic() + self._clock
            self.set_interval(0.5, self._tick)
        self._tick()

    @property
    def asking(self) -> Kind | None:
        """Which card is asked for now; None for how sure."""
        return self._steps[0]

    def _tick(self) -> None:
        line = Text()
        if self._until:
            left = int(self._until - time.monotonic() + 0.99)
            typing = self.query_one("#guess-filter", Input).value
            if left <= 0 and not typing and self.is_current:
                self.dismiss(Marked())
                return
            clock = f"{left // 60}:{left % 60:02}" if left > 0 else "time is up, finish this one"
            line.append(f"{clock}  ", "title")
        offers = SURE if self.asking is None else CARD
        if self.query_one("#guess-said").max_scroll_y:
            offers = (*offers, ("PgDn", "reads on", "screen.read(1)"))
        self.query_one("#guess-keys", Drawn).draw(line.append_text(keys(offers)))

    def _ask(self) -> None:
        seen = self._chair.seen()
        box = self.query_one("#guess-filter", Input)
        box.value = ""
        kind = self.asking
        if kind is None:
            ask = Text("How sure are you of both?", "title")
            box.placeholder = "1 to 5"
        else:
            ask = Text.assemble("Their ", (NAMED[kind], kind), "?")
            standing = record_sheet.standing_guess(seen, self.seat).of(kind)
            if standing:
                ask.append(f" Marked: {self._texts.file(standing).name}", style="quiet")
        self.query_one("#guess-ask", Drawn).draw(ask)
        self._list("")
        box.focus()

    def _warn(self, told: str) -> None:
        self.query_one("#guess-ask", Drawn).draw(Text(told, "warning"))

    def _list(self, wanted: str) -> None:
        cards = self.query_one("#guess-cards", OptionList)
        cards.clear_options()
        kind = self.asking
        if kind is None:
            return
        cards.add_options(list(self._offered(self._chair.seen(), kind, wanted)))
        # nothing is chosen before a key says so: an Enter too many must not guess
        cards.highlighted = 0 if wanted and cards.option_count else None

    def _offered(self, seen: Observation, kind: Kind, wanted: str) -> list[Option]:
        short = record_sheet.marks(seen, self.seat, kind)
        mine, off = seen.excluded(kind), seen.now.crossed(self.seat, kind)
        order = sorted(
            seen.setting.cards(kind),
            key=lambda c: (
                c.slug in mine,
                c.slug in off,
                short.index(c.slug) if c.slug in short else len(short),
                c.number,
            ),
        )
        found: list[Option] = []
        for card in order:
            if wanted and not fits_typed(wanted, card.number, card.name):
                continue
            text = Text.assemble((f"{card.number:>2} ", "quiet"), card.name)
            if card.slug in short:
                text.append(" ✎", style="tick")
            if card.slug in off:
                text = Text.assemble((f"{card.number:>2} {card.name} ✕", "quiet"))
            if card.slug in mine:
                text.append("  yours: cannot be right, can score when nobody knows", style="quiet")
            for seat in sorted(seen.opponents):
                if seat != self.seat and card.slug in record_sheet.marks(seen, seat, kind)[:1]:
                    text.append(f"  {mark(seat)} {seen.name(seat)}?", style=f"player{seat}")
            found.append(Option(text, id=card.slug))
        return found

    def on_input_changed(self, event: Input.Changed) -> None:
        """Type to filter; a number is enough for how sure."""
        if self.asking is None:
            if event.value.strip() in tuple("12345"):
                self.action_sure(int(event.value))
            return
        self._blank_asked = False
        self._list(event.value)

    def action_move(self, step: int) -> None:
        """Arrows move in the list while the line keeps what was typed."""
        cards = self.query_one("#guess-cards", OptionList)
        if cards.option_count:
            at = cards.highlighted
            cards.highlighted = (
                (0 if step > 0 else -1) % cards.option_count
                if at is None
                else (at + step) % cards.option_count
            )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click."""
        event.stop()
        self._take(event.option.id or "")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter."""
        event.stop()
        self.action_enter()

    def action_enter(self) -> None:
        """Take the card that stands out; nothing where none does."""
        box = self.query_one("#guess-filter", Input)
        typed = box.value.strip()
        kind = self.asking
        if kind is None:
            if typed:
                self._warn("1 to 5, or Enter alone.")
                box.value = ""
                return
            self.dismiss(Marked())
            return
        if typed in ("-", "–", "−"):
            self.action_blank()
            return
        cards = self.query_one("#guess-cards", OptionList)
        if cards.option_count and cards.highlighted is not None:
            self._take(cards.get_option_at_index(cards.highlighted).id or "")
        elif typed:
            self._warn(f"No card fits {typed!r}.")
        elif self._blank_asked:
            self._next()
        else:
            self._blank_asked = True
            standing = record_sheet.standing_guess(self._chair.seen(), self.seat).of(kind)
            self._warn(
                "Enter once more leaves it as marked." if standing else "Enter once more leaves it blank."
            )

    def _take(self, slug: str) -> None:
        kind = self.asking
        if kind is None:
            return
        noted = [s for s in record_sheet.marks(self._chair.seen(), self.seat, kind) if s != slug]
        self._chair.mark(self.seat, kind, [slug, *noted])
        self._next()

    def _next(self) -> None:
        self._blank_asked = False
        self._steps.pop(0)
        self._ask()
        self._tick()

    def action_blank(self) -> None:
        """No guess at this card."""
        kind = self.asking
        if kind is not None:
            self._chair.mark(self.seat, kind, ())
            self._next()

    def action_sure(self, level: int) -> None:
        """How sure of both cards, 1 to 5."""
        if self.is_current:
            self.dismiss(Marked(level))

    def action_read(self, step: int) -> None:
        """On and back in their answers."""
        said = self.query_one("#guess-said")
        if step > 0:
            said.scroll_page_down(animate=False)
        else:
            said.scroll_page_up(animate=False)

    def on_resize(self, event: Resize) -> None:
        """In a low window the answers need the room; in a wide one the cards stand beside them."""
        self.set_class(event.size.width >= WIDE, "-wide")
        self.set_class(event.size.height < LOW, "-low")
        self.call_after_refresh(self._tick)

    def action_skip(self) -> None:
        """Later: what is marked stays marked."""
        self.dismiss(Marked())


def fits_typed(wanted: str, number: int, name: str) -> bool:
    """Whether a card is meant by what is typed: its number, or beginnings of its words."""
    text = folded(wanted)
    return text == str(number) or all(
        any(word.startswith(part) for word in folded(name).split()) for part in text.split()
    )
