"""The person at the keyboard as a brain: shows what is asked, reads lines, and hands in.

In-game commands work at every prompt and never count as an answer; nothing typed is lost when something is refused.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from dubious_ai.brains.protocol import Answer, Ask, Cast, Guesses, Leave, Telemetry, Turn
from dubious_ai.content.card_names import resolve_card
from dubious_ai.content.library import Library
from dubious_ai.content.own_words import own_words
from dubious_ai.core import events as ev
from dubious_ai.core.model import ANSWER_LIMIT, KINDS, Kind, Setting
from dubious_ai.core.observe import Observation
from dubious_ai.core.rules import LINE_LIMIT, NAME_LIMIT
from dubious_ai.errors import UnknownCard
from dubious_ai.game.table import Table
from dubious_ai.storage.home import Draft
from dubious_ai.ui.lines.commands import Commands
from dubious_ai.ui.lines.show import Show
from dubious_ai.ui.lines.terminal import Interrupted, Prompt, Terminal, TimeUp
from dubious_ai.ui.views import record_sheet, table_views

REREAD_SECONDS, FINAL_SECONDS = 30.0, 120.0


class Human:
    """Plays one seat by asking the person at the terminal. See Brain for the contract."""

    spec = "human"

    def __init__(
        self,
        terminal: Terminal,
        texts: Library,
        show: Show,
        *,
        seat: int,
        draft: Draft | None,
        timers: bool,
        game: str,
        used: Callable[[], str] = str,
    ) -> None:
        self._terminal = terminal
        self._texts = texts
        self._show = show
        self._seat = seat
        self._draft = draft
        self._timers = timers and terminal.live
        self._game = game
        self._used = used
        self._table: Table | None = None
        self._commands: Commands | None = None
        self._typed_ahead = ""
        self._place = ""
        self._aliases = {file.slug: file.aliases for file in texts.files}
        show.on_reread = self._mark_after_reread

    def sit_down(self, table: Table, commands: Commands) -> None:
        """Connect to the table that will ask. Must come before the game begins."""
        self._table = table
        self._commands = commands
        self._terminal.on_typed = self._typed_meanwhile

    def catch_up(self) -> None:
        """After a break between reading once more and marking: read and ask again about whoever came last. Raises Leave."""
        observation = self.table.game.observation(self._seat)
        if observation.phase != "guessing" or observation.now.guesses or not observation.now.reread:
            return
        last = observation.now.reread[-1]
        noted = {note.kind for note in observation.now.notes if note.target == last}
        if last != self._seat and not noted.issuperset(KINDS):
            self._show.happened(ev.AnswersReread(seat=last))

    @property
    def table(self) -> Table:
        """The table this person sits at."""
        if self._table is None:
            raise ValueError("nobody has sat down yet")
        return self._table

    # --- Brain ---

    def cast(self, ask: Ask) -> Turn[Cast]:
        """Show the deal, ask for the two cards, a name and an introduction."""
        observation = ask.observation
        dealt = observation.now.dealt
        if dealt is None:
            raise ValueError("no cards are dealt yet")
        for refusal in ask.refused:
            self._terminal.say(refusal.reason, "problem")
        self._terminal.gap()
        self._terminal.show(
            table_views.round_head(observation, self._texts, self._game),
            table_views.hand(observation, self._texts, plain=self._terminal.plain),
        )
        self._terminal.say("Keep one of each. Nobody else can hold the two you reject.")
        occupation = self._one_of(observation.setting, "occupation", dealt.occupations)
        secret = self._one_of(observation.setting, "secret", dealt.secrets)
        name = self._short("Your character's name (Enter for none) ›", NAME_LIMIT)
        line = self._short("How do you introduce yourself? (Enter for nothing) ›", LINE_LIMIT)
        return Turn(Cast(occupation, secret, name, line), Telemetry(self.spec))

    def answer(self, ask: Ask) -> Turn[Answer]:
        """Show the question and ask for the answer; a refused one comes back to be changed."""
        observation = ask.observation
        asked = observation.question
        if asked is None:
            raise ValueError("there is no question to answer")
        if ask.refused:
            self._terminal.say(ask.refused[-1].reason, "problem")
            default = ask.refused[-1].value
        else:
            self._show.question(ev.QuestionRevealed(number=asked.number, question=asked.question))
            self._place = f"{observation.now.number}.{asked.number}"
            default = self._draft.read(self._place) if self._draft else ""
            default, self._typed_ahead = default or self._typed_ahead, ""
            if asked.mine is None and default:
                self._terminal.say("This is what you were writing.", "quiet")
        text = self._answer_line(observation, default)
        return Turn(Answer(text), Telemetry(self.spec))

    def guess(self, ask: Ask) -> Turn[Guesses]:
        """Show the guesses as marked while the others read, let them be changed, and lock them."""
        observation = ask.observation
        deadline = time.monotonic() + FINAL_SECONDS if self._timers else None
        self._terminal.gap()
        self._terminal.say("Your guesses", "title")
        while True:
            observation = self.table.game.observation(self._seat)
            guesses = {
                seat: record_sheet.standing_guess(observation, seat) for seat in sorted(observation.opponents)
            }
            narrow = self._terminal.plain or self._terminal.width < 2 * record_sheet.COLUMN
            self._terminal.show(record_sheet.guess_table(observation, self._texts, guesses, plain=narrow))
            for warning in record_sheet.guess_warnings(observation, self._texts, guesses):
                self._terminal.say(warning, "warning")
            try:
                typed = self._line(
                    "Enter to lock them, or whom to change ›",
                    completions=[observation.name(seat) for seat in guesses],
                    deadline=deadline,
                )
            except TimeUp:
                self._terminal.say("Time is up; your guesses stand as they are.")
                break
            if typed.casefold() in ("", "done", "lock"):
                break
            self._change(observation, typed, deadline)
        return Turn(Guesses(guesses), Telemetry(self.spec))

    # --- lines ---

    def _typed_meanwhile(self, text: str) -> None:
        """A line typed while others read: a command is carried out, anything else waits in the next answer line."""
        if text.startswith("/") and self._commands:
            self._commands.run(text)
        else:
            self._typed_ahead = text

    def _line(
        self,
        label: str,
        *,
        default: str = "",
        completions: Sequence[str] = (),
        toolbar: Callable[[], str] | None = None,
        deadline: float | None = None,
        keep: bool = False,
    ) -> str:
        """A line that is not a command. Ctrl-C keeps what was typed; a second one leaves. Raises Leave, TimeUp."""
        warned = False
        typed = default
        while True:
            try:
                text = self._terminal.read(Prompt(label, typed, completions, toolbar, deadline))
            except Interrupted as stop:
                typed = stop.typed
                if warned:
                    if keep and self._draft:
                        self._draft.keep(typed, self._place)
                    raise Leave from stop
                warned = True
                self._terminal.say(
                    "Ctrl-C once more leaves the table. The game and your line are kept.", "warning"
                )
                continue
            except EOFError as end:
                if keep and self._draft:
                    self._draft.keep(typed, self._place)
                raise Leave from end
            warned = False
            if text.startswith("/") and self._commands:
                replacement = self._commands.run(text, typed)
                typed = replacement if replacement is not None else typed
                continue
            return text

    def _short(self, label: str, limit: int) -> str:
        default = ""
        while True:
            text = self._line(label, default=default)
            if len(text) <= limit:
                return text
            self._terminal.say(f"That has {len(text)} characters; {limit} is the limit.", "problem")
            default = text if self._terminal.live else ""

    def _one_of(self, setting: Setting, kind: Kind, slugs: tuple[str, str]) -> str:
        """Ask for one of two cards, by number (1 or 2), or any part of the name."""
        names = [self._texts.file(slug).name for slug in slugs]
        narrowed = setting.model_copy(
            update={f"{kind}s": tuple(card for card in setting.cards(kind) if card.slug in slugs)}
        )
        while True:
            typed = self._line(f"{table_views.NAMED[kind]} ›", completions=names)
            if typed in ("1", "2"):
                return slugs[int(typed) - 1]
            try:
                return resolve_card(narrowed, kind, typed, self._aliases).slug
            except UnknownCard:
                self._terminal.say(f"Type 1 for {names[0]} or 2 for {names[1]}.", "problem")

    def _answer_line(self, observation: Observation, default: str) -> str:
        warned = ""
        while True:
            text = self._line("You ›", default=default, toolbar=self._toolbar, keep=True)
            default = text
            if not text:
                self._terminal.say(
                    "An answer needs at least one word. /help lists what else you can type here.", "problem"
                )
            elif len(text) > ANSWER_LIMIT:
                self._terminal.say(
                    f"That has {len(text)} characters; {ANSWER_LIMIT} is the limit. One or two sentences are enough.",
                    "problem",
                )
            elif text != warned and (said := self._says_own_card(observation, text)):
                self._terminal.say(f"“{said}” is a word of your own card: that may say too much.", "warning")
                if not self._terminal.live:
                    return text
                self._terminal.say("Press Enter to hand it in all the same, or change it.", "warning")
                warned = text
            else:
                return text

    def _says_own_card(self, observation: Observation, text: str) -> str:
        pair = observation.pair
        for kind in KINDS if pair else ():
            said = own_words(self._texts.file(pair.of(kind)).name, text) if pair else ()
            if said:
                return said[0]
        return ""

    def _toolbar(self) -> str:
        pending = self.table.waiting_for()
        marks = [
            f"{player.name} {'…' if seat in pending else '✓'}"
            for seat, player in enumerate(self.table.game.state.players, 1)
            if seat != self._seat
        ]
        used = self._used()
        return "  ".join(marks) + "      /hint  /check  /sheet  /help" + (f"      {used}" if used else "")

    # --- guesses ---

    def _mark_after_reread(self, seat: int) -> None:
        """After somebody has read once more: time for two marks about them."""
        deadline = time.monotonic() + REREAD_SECONDS if self._timers else None
        try:
            for kind in KINDS:
                self._ask_mark(seat, kind, deadline)
        except TimeUp:
            self._terminal.say("On to the next; you can still change it at the end.", "quiet")

    def _ask_mark(self, seat: int, kind: Kind, deadline: float | None) -> None:
        observation = self.table.game.observation(self._seat)
        now = record_sheet.standing_guess(observation, seat).of(kind)
        standing = f" [{self._texts.file(now).name}]" if now else ""
        label = f"{observation.name(seat)}'s {table_views.NAMED[kind]}{standing} ›"
        names = [card.name for card in observation.setting.cards(kind)]
        while True:
            typed = self._line(label, completions=names, deadline=deadline)
            if not typed:
                return
            if typed == "-":
                self._mark(seat, kind, ())
                return
            try:
                card = resolve_card(observation.setting, kind, typed, self._aliases)
            except UnknownCard as error:
                self._terminal.say(str(error), "problem")
                continue
            self._mark(seat, kind, (card.slug,))
            if card.slug in observation.excluded(kind):
                self._terminal.say(f"{card.name} was dealt to you, so that guess cannot be right.", "warning")
            elif card.name.casefold() != typed.casefold():
                self._terminal.say(card.name, "quiet")
            return

    def _mark(self, seat: int, kind: Kind, slugs: tuple[str, ...]) -> None:
        self.table.take(ev.NoteTaken(seat=self._seat, target=seat, kind=kind, candidates=slugs))

    def _change(self, observation: Observation, typed: str, deadline: float | None) -> None:
        """ "bruno" asks for both cards again, "bruno pirate" sets one."""
        word, _, rest = typed.partition(" ")
        seats = [
            s for s in observation.opponents if observation.name(s).casefold().startswith(word.casefold())
        ]
        if len(seats) != 1:
            names = table_views.listed((observation.name(s) for s in sorted(observation.opponents)), "or")
            self._terminal.say(
                f"{word!r} is not at the table. Name {names}, or press Enter to lock.", "problem"
            )
            return
        if not rest:
            try:
                for kind in KINDS:
                    self._ask_mark(seats[0], kind, deadline)
            except TimeUp:
                return
            return
        try:
            card = resolve_card(observation.setting, None, rest, self._aliases)
        except UnknownCard as error:
            self._terminal.say(str(error), "problem")
            return
        self._mark(seats[0], card.kind, (card.slug,))
