"""The pencil: marks about the others while they read once more, and the guesses before they are locked."""

from __future__ import annotations

import re

from dubious_ai.brains.protocol import Guesses
from dubious_ai.content.card_names import resolve_card
from dubious_ai.content.library import Library
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Observation
from dubious_ai.errors import UnknownCard
from dubious_ai.game.desk import Chair
from dubious_ai.ui.called import at_the_table
from dubious_ai.ui.lines.asking import Asker
from dubious_ai.ui.lines.terminal import Terminal
from dubious_ai.ui.views import record_sheet, table_views

YES = ("y", "yes")


class Marking:
    """Asks for marks and guesses of one round after the other."""

    def __init__(
        self, terminal: Terminal, asker: Asker, chair: Chair, texts: Library, *, clocks: bool
    ) -> None:
        self._terminal = terminal
        self._asker = asker
        self._chair = chair
        self._texts = texts
        self._clocks = clocks
        self._told_clock = False
        self._aliases = {file.slug: file.aliases for file in texts.files}

    def after_reread(self, seat: int) -> None:
        """Somebody has read once more: time for two marks about them. Raises Leave."""
        if self._clocks and not self._told_clock:
            self._told_clock = True
            self._terminal.say(
                "At a table you would have thirty seconds now. Here nobody takes the pencil from you.",
                "quiet",
            )
        for kind in KINDS:
            self._ask(seat, kind)

    def guesses(self) -> Guesses:
        """The marks as guesses, changed until the person locks them. Raises Leave."""
        self._terminal.gap()
        self._terminal.say("Your guesses", "title")
        if self._clocks:
            self._terminal.say("At a table there are two more minutes.", "quiet")
        sure: dict[int, int] = {}
        asked = False
        while True:
            seen = self._chair.seen()
            guesses = {seat: record_sheet.standing_guess(seen, seat) for seat in sorted(seen.opponents)}
            narrow = self._terminal.plain or self._terminal.width < 2 * record_sheet.COLUMN
            self._terminal.show(record_sheet.guess_table(seen, self._texts, guesses, plain=narrow))
            for warning in record_sheet.guess_warnings(seen, self._texts, guesses):
                self._terminal.say(warning, "warning")
            typed = self._asker.line(
                "Enter to lock them, or whom to change ›", completions=[seen.name(seat) for seat in guesses]
            )
            if typed.casefold() not in ("", "done", "lock"):
                self._change(seen, typed, sure)
                continue
            blank = record_sheet.blanks(seen, guesses)
            if blank and not asked and self._terminal.live:
                asked = True
                self._terminal.say(
                    f"{blank} Even a wrong guess can score. Enter once more locks them all the same.",
                    "warning",
                )
                continue
            return Guesses(guesses, sure=sure)

    def _ask(self, seat: int, kind: Kind) -> None:
        seen = self._chair.seen()
        now = record_sheet.standing_guess(seen, seat).of(kind)
        standing = f" [{self._texts.file(now).name}]" if now else ""
        label = f"{seen.name(seat)}'s {table_views.NAMED[kind]}{standing} ›"
        names = [card.name for card in seen.setting.cards(kind)]
        mine = frozenset(seen.setting.card(kind, slug).name for slug in seen.excluded(kind))
        meant, asked = "", False
        while True:
            typed = self._asker.line(label, completions=names, marked=mine)
            if not typed:
                if now or asked or not self._terminal.live:
                    return
                asked = True
                self._terminal.say(
                    f"{'y takes ' + meant + '; ' if meant else ''}Enter once more leaves it blank.", "warning"
                )
                continue
            if typed in ("-", "–", "−"):
                self._chair.mark(seat, kind, ())
                return
            if meant and typed.casefold() in YES:
                typed = meant
            try:
                card = resolve_card(seen.setting, kind, typed, self._aliases)
            except UnknownCard as error:
                meant = error.candidates[0] if len(error.candidates) == 1 else ""
                more = " y takes it." if meant and self._terminal.live else ""
                self._terminal.say(at_the_table(str(error)) + more, "problem")
                continue
            self._chair.mark(seat, kind, (card.slug,))
            if card.slug in seen.excluded(kind):
                self._terminal.say(
                    f"{card.name} was dealt to you, so that guess cannot be right; unlike a blank it scores when nobody knows.",
                    "warning",
                )
            elif card.name.casefold() != typed.casefold():
                self._terminal.say(card.name, "quiet")
            return

    def _change(self, seen: Observation, typed: str, sure: dict[int, int]) -> None:
        """ "bruno" asks for both cards again, "bruno pirate" sets one, "bruno sure 4" says how sure (1 to 5)."""
        word, _, rest = typed.partition(" ")
        seats = [seat for seat in seen.opponents if seen.name(seat).casefold().startswith(word.casefold())]
        if len(seats) != 1:
            names = table_views.listed((seen.name(seat) for seat in sorted(seen.opponents)), "or")
            self._terminal.say(
                f"{word!r} is not at the table. Name {names}, or press Enter to lock.", "problem"
            )
            return
        if not rest:
            for kind in KINDS:
                self._ask(seats[0], kind)
            return
        if level := re.fullmatch(r"sure ([1-5])", rest.casefold()):
            sure[seats[0]] = int(level[1])
            self._terminal.say(f"Noted: {sure[seats[0]]} of 5 sure about {seen.name(seats[0])}.", "quiet")
            return
        try:
            card = resolve_card(seen.setting, None, rest, self._aliases)
        except UnknownCard as error:
            self._terminal.say(at_the_table(str(error)), "problem")
            return
        self._chair.mark(seats[0], card.kind, (card.slug,))
