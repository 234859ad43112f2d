"""Watching in a scrolling terminal with a pencil in hand: two guesses about everybody who has read once more, and their worth at the end."""

from __future__ import annotations

from dubious_ai.content.card_names import resolve_card
from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Observation
from dubious_ai.errors import UnknownCard
from dubious_ai.game.listener import Choice
from dubious_ai.ui.guess_along import OwnPencil, along_told
from dubious_ai.ui.lines.show import Show
from dubious_ai.ui.lines.terminal import HungUp, Interrupted, Prompt, Terminal
from dubious_ai.ui.views import table_views
from dubious_ai.ui.views.table_views import NAMED


class GuessingAlong:
    """An onlooker who shows what `show` shows and asks in between. See Onlooker for the contract. The end of input ends the asking, not the game."""

    def __init__(self, terminal: Terminal, show: Show, texts: Library) -> None:
        self._terminal = terminal
        self._show = show
        self._texts = texts
        self._pencil = OwnPencil()
        self._asking = True

    def look(self, seen: Observation, event: ev.Event) -> None:
        """See Onlooker."""
        self._show.look(seen, event)
        self._pencil.look(seen)
        if isinstance(event, ev.AnswersReread) and self._asking:
            self._ask(seen, event.seat)
        elif isinstance(event, ev.GameEnded):
            self._terminal.gap()
            self._terminal.show(*along_told(self._pencil, self._texts))

    def wait(self, seats: tuple[int, ...]) -> Choice:
        """See Onlooker."""
        return self._show.wait(seats)

    def interrupted(self, seats: tuple[int, ...]) -> Choice:
        """See Onlooker."""
        return self._show.interrupted(seats)

    def _ask(self, seen: Observation, seat: int) -> None:
        try:
            for kind in KINDS:
                if card := self._card(seen, seat, kind):
                    self._pencil.mark(seat, kind, (card,))
        except (EOFError, HungUp):
            self._asking = False

    def _card(self, seen: Observation, seat: int, kind: Kind) -> str | None:
        aliases = {file.slug: file.aliases for file in self._texts.files}
        names = tuple(file.name for file in self._texts.texts(kind))
        label = f"{seen.name(seat)}'s {NAMED[kind]}? - for no guess ›"
        while True:
            try:
                typed = self._terminal.read(Prompt(label, completions=names))
            except Interrupted as stop:
                raise KeyboardInterrupt from stop
            if typed in ("", "-"):
                return None
            if typed.casefold() == "/cards":
                self._terminal.show(table_views.reference(self._texts, plain=self._terminal.plain))
                continue
            try:
                return resolve_card(seen.setting, kind, typed, aliases).slug
            except UnknownCard as error:
                self._terminal.say(f"{error} /cards lists them.", "problem")
