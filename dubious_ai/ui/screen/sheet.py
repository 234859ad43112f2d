"""The record sheet: all cards of the setting, pencilled in for one opponent at a time by key or click. The marks are the table's own notes."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Observation
from dubious_ai.core.rules import NOTE_LIMIT
from dubious_ai.game.desk import Chair
from dubious_ai.ui.screen.drawing import mark, person
from dubious_ai.ui.screen.widgets import Drawn
from dubious_ai.ui.views.record_sheet import marks, sheet_remarks
from dubious_ai.ui.views.table_views import NAMED


class Sheet(Vertical):
    """See module."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "other(-1)", "opponent"),
        Binding("right", "other(1)", "opponent"),
        Binding("space", "pencil", "pencil in"),
        Binding("n", "note", "note"),
    ]

    def __init__(self) -> None:
        super().__init__(id="sheet")
        self._chair: Chair | None = None
        self._target = 0

    def compose(self) -> ComposeResult:
        """Head, cards, notes."""
        yield Drawn(id="sheet-head")
        yield OptionList(id="sheet-cards", compact=True)
        yield Drawn(id="sheet-notes")
        yield Input(placeholder="a note about them, Enter keeps it", id="sheet-note", compact=True)

    def sit(self, chair: Chair) -> None:
        """From now on this person's sheet."""
        self._chair = chair
        self._target = min(chair.seen().opponents)
        self.renew()

    def renew(self) -> None:
        """Draw the sheet as it stands."""
        if self._chair is None:
            return
        seen = self._chair.seen()
        head = Text.assemble(("◂ ", "quiet"), person(seen, self._target), (" ▸", "quiet"))
        if seen.pair:
            names = " · ".join(seen.setting.card(kind, seen.pair.of(kind)).name for kind in KINDS)
            head = Text.assemble(("You are ", "quiet"), (names, "me"), "\n", head)
        self.query_one("#sheet-head", Drawn).draw(head)
        cards = self.query_one("#sheet-cards", OptionList)
        at = cards.highlighted
        cards.clear_options()
        for kind in KINDS:
            cards.add_option(Option(Text(f"{NAMED[kind]}s", kind), disabled=True))
            cards.add_options(self._options(seen, kind))
        if at is not None:
            cards.highlighted = at
        noted = "; ".join(sheet_remarks(seen, self._target))
        self.query_one("#sheet-notes", Drawn).draw(Text(noted, "flavour"))

    def _options(self, seen: Observation, kind: Kind) -> list[Option]:
        found: list[Option] = []
        mine = seen.excluded(kind)
        for card in seen.setting.cards(kind):
            text = Text.assemble(
                (f"{card.number:>2} ", "quiet"), (card.name, "struck" if card.slug in mine else "")
            )
            if card.slug in mine:
                text.append(" yours", style="quiet")
            for seat in sorted(seen.opponents):
                noted = marks(seen, seat, kind)
                if card.slug in noted:
                    text.append(
                        f" {mark(seat)}{'!' if noted[0] == card.slug else '?'}", style=f"player{seat}"
                    )
            found.append(Option(text, id=f"{kind}:{card.slug}"))
        return found

    def action_other(self, step: int) -> None:
        """The next opponent's marks."""
        if self._chair is None:
            return
        seats = sorted(self._chair.seen().opponents)
        self._target = seats[(seats.index(self._target) + step) % len(seats)]
        self.renew()

    def action_pencil(self) -> None:
        """Pencil the card in for this opponent, or take it out again."""
        cards = self.query_one("#sheet-cards", OptionList)
        if cards.highlighted is not None:
            self._toggle(cards.get_option_at_index(cards.highlighted).id or "")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click."""
        event.stop()
        self._toggle(event.option.id or "")

    def _toggle(self, what: str) -> None:
        kind: Kind = "occupation" if what.startswith("occupation:") else "secret"
        slug = what.partition(":")[2]
        if self._chair is None or not slug:
            return
        noted = list(marks(self._chair.seen(), self._target, kind))
        self._chair.mark(
            self._target, kind, [s for s in noted if s != slug] if slug in noted else [*noted, slug]
        )
        self.renew()

    def action_note(self) -> None:
        """Write a note about this opponent."""
        self.query_one("#sheet-note", Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A note is finished."""
        event.stop()
        text = event.value.strip()[:NOTE_LIMIT]
        if text and self._chair:
            self._chair.note(self._target, text)
        event.input.value = ""
        self.query_one("#sheet-cards").focus()
        self.renew()
