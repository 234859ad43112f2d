"""The desk in a scrolling terminal: shows what is asked, reads lines, and hands in.

In-game commands work at every prompt and never count as an answer; nothing typed is lost when something is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dubious_ai.belief.reader import Reader
from dubious_ai.brains.protocol import Answer, Cast, Guesses, Refused
from dubious_ai.content.card_names import resolve_card
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, Kind, Setting
from dubious_ai.core.observe import Observation
from dubious_ai.core.rules import LINE_LIMIT, NAME_LIMIT
from dubious_ai.errors import UnknownCard
from dubious_ai.game.desk import Chair
from dubious_ai.game.listener import Choice
from dubious_ai.storage.home import Draft
from dubious_ai.ui import answer_doubts
from dubious_ai.ui.coaching import Coaching
from dubious_ai.ui.commands import Commands
from dubious_ai.ui.lines.asking import Asker
from dubious_ai.ui.lines.marking import Marking
from dubious_ai.ui.lines.show import Show
from dubious_ai.ui.lines.terminal import Terminal
from dubious_ai.ui.typed import command_of, number_typed
from dubious_ai.ui.views import table_views

if TYPE_CHECKING:
    from dubious_ai.brains.llm.brain import LLMBrain

HANDED_IN = "Enter reads on, /undo takes it back ›"


class LinesDesk:
    """One person at a terminal. See Desk for the contract."""

    def __init__(
        self,
        terminal: Terminal,
        reader: Reader,
        show: Show,
        *,
        game: str,
        draft: Draft | None = None,
        clocks: bool = False,
        opinion: LLMBrain | None = None,
        used: Callable[[], str] = str,
    ) -> None:
        self._terminal = terminal
        self._reader = reader
        self._texts = reader.library
        self._show = show
        self._game = game
        self._clocks = clocks
        self._opinion = opinion
        self._used = used
        self._asker = Asker(terminal, draft)
        self._commands: Commands | None = None
        self._marking: Marking | None = None
        self._typed_ahead = ""
        self._aliases = {file.slug: file.aliases for file in reader.library.files}

    # --- Desk ---

    def sit(self, chair: Chair) -> None:
        """See Desk. A game gone on with is told so far, and whoever read last can still be marked."""
        self._chair = chair
        self._commands = Commands(self._terminal, chair, self._texts)
        Coaching(self._terminal, chair, self._reader, self._opinion).connect(self._commands)
        self._asker.commands = self._commands
        self._marking = Marking(self._terminal, self._asker, chair, self._texts, clocks=self._clocks)
        self._terminal.on_typed = self._typed_meanwhile
        seen = chair.seen()
        if not seen.rounds or seen.now.kept is None:
            return
        self._show.recap(seen, self._game)
        if seen.phase == "guessing" and not seen.now.guesses and seen.now.reread:
            last = seen.now.reread[-1]
            noted = {note.kind for note in seen.now.notes if note.target == last}
            if last != chair.seat and not noted.issuperset(KINDS):
                self._show.reread(seen, last)
                self._marking.after_reread(last)

    def choose(self, seen: Observation, refused: tuple[Refused, ...]) -> Cast:
        """See Desk."""
        dealt = seen.now.dealt
        if dealt is None:
            raise ValueError("no cards are dealt yet")
        for refusal in refused:
            self._terminal.say(refusal.reason, "problem")
        self._terminal.gap()
        self._terminal.show(
            table_views.round_head(seen, self._texts, self._game),
            table_views.hand(seen, self._texts, plain=self._terminal.plain),
        )
        self._terminal.say("Keep one of each. Nobody else can hold the two you reject.")
        occupation = self._one_of(seen.setting, "occupation", dealt.occupations)
        secret = self._one_of(seen.setting, "secret", dealt.secrets)
        name = self._short("Your character's name (Enter for none) ›", NAME_LIMIT)
        line = self._short("How do you introduce yourself? (Enter for nothing) ›", LINE_LIMIT)
        return Cast(occupation, secret, name, line)

    def answer(self, seen: Observation, refused: tuple[Refused, ...]) -> Answer:
        """See Desk. A refused text comes back to be changed."""
        asked = seen.question
        if asked is None:
            raise ValueError("there is no question to answer")
        place = f"{seen.now.number}.{asked.number}"
        if refused:
            self._terminal.say(refused[-1].reason, "problem")
            standing = refused[-1].value
        else:
            self._show.question(seen)
            if used := self._used():
                self._terminal.say(used, "quiet")
            standing = self._asker.stored(place) or self._typed_ahead
            self._typed_ahead = ""
            if standing:
                self._terminal.say("This is what you were writing.", "quiet")
        warned = ""
        while True:
            text = self._asker.line("You ›", standing=standing, place=place)
            standing = text
            if told := answer_doubts.problem(text):
                self._terminal.say(told, "problem")
                continue
            if text != warned and self._doubted(seen, text):
                warned = text
                continue
            if self._final(text, place):
                return Answer(text)

    def guess(self, seen: Observation) -> Guesses:
        """See Desk."""
        del seen
        return self.marking.guesses()

    def look(self, seen: Observation, event: ev.Event) -> None:
        """See Desk."""
        if isinstance(event, ev.AnswersOpened):
            self._asker.handed_in()
        self._show.look(seen, event)
        if isinstance(event, ev.AnswersReread) and event.seat != seen.seat:
            self.marking.after_reread(event.seat)
        if isinstance(event, ev.GameEnded):
            self._show.opened(seen, self._chair.opened())

    def wait(self, seats: tuple[int, ...]) -> Choice:
        """See Desk."""
        return self._show.wait(seats)

    def interrupted(self, seats: tuple[int, ...]) -> Choice:
        """See Desk."""
        return self._show.interrupted(seats)

    def leave(self) -> None:
        """See Desk."""
        self._terminal.on_typed = None

    @property
    def marking(self) -> Marking:
        """The pencil. Raises ValueError before anybody sits here."""
        if self._marking is None:
            raise ValueError("nobody has sat down yet")
        return self._marking

    # --- lines ---

    def _typed_meanwhile(self, text: str) -> None:
        """A line typed while others read: a command is carried out, anything else waits for the next answer line."""
        command = command_of(text)
        if command and self._commands:
            self._commands.run(command)
        else:
            self._typed_ahead = text

    def _doubted(self, seen: Observation, text: str) -> bool:
        """Say what speaks against an answer; True when the person shall be asked whether it is meant. In a pipe it always is."""
        command = self._commands.ends_in_one(text) if self._commands else ""
        found = answer_doubts.doubts(self._reader, seen, text, command)
        for told in found:
            self._terminal.say(told, "warning")
        if found and self._terminal.live:
            self._terminal.say("Enter hands it in all the same.", "warning")
        return bool(found) and self._terminal.live

    def _final(self, text: str, place: str) -> bool:
        """At a terminal, a moment to take an answer back before anybody hears it; until then its draft is kept."""
        if not self._terminal.live:
            return True
        writing = self._chair.writing()
        if writing:
            names = table_views.listed(self._show.label(seat) for seat in writing)
            self._terminal.say(f"{names} still {'writes' if len(writing) == 1 else 'write'}.", "quiet")
        while True:
            typed = self._asker.line(HANDED_IN, standing=text, place=place, own="/undo")
            if typed == text:
                return True
            if typed in ("/undo", "u", "U"):
                return False
            self._terminal.say("Your answer lies on the table. /undo takes it back to be written anew.")

    def _short(self, label: str, limit: int) -> str:
        standing = ""
        while True:
            text = self._asker.line(label, standing=standing)
            if len(text) <= limit:
                return text
            self._terminal.say(f"That has {len(text)} characters; {limit} is the limit.", "problem")
            standing = text if self._terminal.live else ""

    def _one_of(self, setting: Setting, kind: Kind, slugs: tuple[str, str]) -> str:
        """Ask for one of two cards, by number (1 or 2), or any part of the name."""
        names = [self._texts.file(slug).name for slug in slugs]
        narrowed = setting.model_copy(
            update={f"{kind}s": tuple(card for card in setting.cards(kind) if card.slug in slugs)}
        )
        while True:
            typed = self._asker.line(f"{table_views.NAMED[kind]} ›", completions=names)
            if number := number_typed(typed):
                if number <= len(slugs):
                    return slugs[number - 1]
            else:
                try:
                    return resolve_card(narrowed, kind, typed, self._aliases).slug
                except UnknownCard:
                    pass
            self._terminal.say(f"Type 1 for {names[0]} or 2 for {names[1]}.", "problem")
