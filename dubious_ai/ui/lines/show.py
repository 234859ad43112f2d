"""Shows a game as it happens in a scrolling terminal: answers read aloud, reveals, standings. Draws from observations and events of one seat, or of none."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from rich.text import Text

from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.observe import Observation
from dubious_ai.game.listener import Choice
from dubious_ai.ui.lines.terminal import HungUp, Interrupted, Prompt, Terminal
from dubious_ai.ui.views import reveal, table_views
from dubious_ai.ui.views.after_game import lost_by
from dubious_ai.ui.views.afterwards import last_words, opened_afterwards, told_cause

STILL_WAITING = 15.0
"""Seconds between two words about a model that does not answer."""


class Show:
    """Draws what the audience may see. See Onlooker for the contract. `seat` is the person's, None for a game that is only watched."""

    def __init__(
        self,
        terminal: Terminal,
        texts: Library,
        names: Sequence[str],
        seat: int | None,
        *,
        warn: Callable[[], str] = str,
        waits: Callable[[], tuple[str, ...]] = tuple,
    ) -> None:
        """`warn` gives a warning once; `waits` the calls to models under way, a line each."""
        self._terminal = terminal
        self._texts = texts
        self.names = list(names)
        self._seat = seat
        self._since: float | None = None
        self._warn = warn
        self._waits = waits
        self._told_waits = 0.0

    def label(self, seat: int) -> str:
        """How a seat is called on the screen."""
        return "You" if seat == self._seat else self.names[seat - 1]

    # --- Onlooker ---

    def look(self, seen: Observation, event: ev.Event) -> None:
        """Draw an event, if it is one for the table."""
        self._since = None
        show = self._terminal
        if warning := self._warn():
            show.say(warning, "warning")
        match event:
            case ev.RoundStarted() if self._seat is None:
                show.gap()
                show.say(
                    f"Round {event.round} · {self._texts.name} · {table_views.listed(self.names)}", "title"
                )
            case ev.CharactersIntroduced():
                self._introductions(event)
            case ev.QuestionRevealed() if self._seat is None:
                self.question(seen)
            case ev.AnswersOpened():
                self._answers(event)
            case ev.GuessingOpened():
                show.gap()
                show.say(
                    "The questions are answered. Everybody reads once more, and then it is time to guess.",
                    "title",
                )
            case ev.AnswersReread():
                self.reread(seen, event.seat)
            case ev.Reacted():
                show.show(table_views.reaction(self.label(event.seat), event, self.names, plain=show.plain))
                show.breathe(0.5)
            case ev.Substituted():
                show.say(
                    f"The house spoke for {self.label(event.seat)}: {told_cause(event.cause)}.", "warning"
                )
            case ev.PlayerRevealed():
                self._reveal(seen, event)
            case ev.GameEnded():
                self._ending(seen)
            case _:
                pass

    def wait(self, seats: tuple[int, ...]) -> Choice:
        """Say once whom we wait for; a person may type /undo or /quit meanwhile."""
        if self._since is None:
            self._since = time.monotonic()
        elif self._since > 0 and time.monotonic() - self._since > 1.0:
            self._since, self._told_waits = 0.0, time.monotonic()
            who = table_views.listed(self.label(seat) for seat in seats)
            more = (
                " Type /undo to take your answer back, /quit to leave."
                if self._seat and self._terminal.live
                else ""
            )
            self._terminal.say(f"Waiting for {who}.{more}", "quiet")
        elif self._since == 0.0 and time.monotonic() - self._told_waits > STILL_WAITING:
            self._told_waits = time.monotonic()
            for line in self._waits():
                self._terminal.say(f"Still waiting. {line}.", "quiet")
        self._terminal.listen(0.0)
        return "wait"

    def interrupted(self, seats: tuple[int, ...]) -> Choice:
        """Ctrl-C in the wait: ask what to do."""
        if not self._terminal.live:
            return "quit"
        who = table_views.listed(self.label(seat) for seat in seats)
        self._terminal.say(
            f"Still waiting for {who}. r: ask again · h: let the house speak · t: take my answer back · w: wait on · q: save and quit"
        )
        try:
            typed = self._terminal.read(Prompt("r, h, t, w or q ›")).casefold()[:1]
        except (Interrupted, HungUp, EOFError):
            return "quit"
        choices: dict[str, Choice] = {"r": "retry", "h": "house", "t": "take back", "q": "quit"}
        return choices.get(typed, "wait")

    # --- drawing ---

    def recap(self, seen: Observation, game: str) -> None:
        """Where a game that goes on stands: round, my cards, and everything said in it so far."""
        show = self._terminal
        show.gap()
        show.show(table_views.round_head(seen, self._texts, game), table_views.mine(seen, self._texts))
        for asked in seen.now.asked:
            if asked.answers:
                show.gap()
                show.say(f"{asked.number}. {asked.question.text}", "question")
                self._spoken(asked.answers)
        if seen.phase == "guessing":
            show.gap()
            show.say("The questions are answered; it is time to guess.", "title")

    def question(self, seen: Observation) -> None:
        """The question card on the table, and who reads it."""
        asked = seen.question
        if asked is None:
            return
        reader = seen.now.reader
        told = "you read" if reader == self._seat else f"{self.names[reader - 1]} reads"
        self._terminal.gap()
        self._terminal.show(
            table_views.question(asked, seen.options.questions, told, plain=self._terminal.plain)
        )

    def _introductions(self, event: ev.CharactersIntroduced) -> None:
        self._terminal.gap()
        for character in event.characters:
            name = self.label(character.seat)
            if character.seat == self._seat:
                if character.name or character.introduction:
                    self._terminal.say(f"You are {character.name or 'nameless'} tonight.", "me")
                continue
            self._terminal.show(table_views.introduction(name, character, me=False))
            self._terminal.breathe(0.5)

    def _answers(self, event: ev.AnswersOpened) -> None:
        self._spoken(event.answers, breath=True)

    def _spoken(self, answers: Sequence[ev.Spoken], *, breath: bool = False) -> None:
        column = max(len(self.label(answer.seat)) for answer in answers)
        for answer in answers:
            me = answer.seat == self._seat
            self._terminal.show(
                table_views.spoken_view(
                    self.label(answer.seat), answer, me=me, plain=self._terminal.plain, column=column
                )
            )
            if breath and not me:
                self._terminal.breathe(0.8 + len(answer.text) / 60)

    def reread(self, seen: Observation, seat: int) -> None:
        """All answers of one player once more."""
        if seat == self._seat:
            self._terminal.say("You read yours once more; the others are thinking.", "quiet")
            return
        self._terminal.gap()
        self._terminal.say(f"{self.label(seat)}, once more:", "name")
        self._terminal.show(
            table_views.indent(table_views.all_answers(seen, seat, plain=self._terminal.plain))
        )
        self._terminal.breathe(1.0)

    def _reveal(self, seen: Observation, event: ev.PlayerRevealed) -> None:
        show = self._terminal
        show.gap()
        who = self.label(event.seat)
        show.say(f"{who} {'are' if event.seat == self._seat else 'is'} revealed", "title")
        for line in reveal.announcements(event, self.names, self._texts, self._seat):
            show.show(line)
            show.breathe(0.4)
        show.breathe(0.8)
        for act in reveal.acts(seen, event):
            for line in reveal.act_in_lines(act, self.names, self._texts, self._seat, plain=show.plain):
                show.show(line)
                show.breathe(0.8)
        if seen.phase == "between rounds" and len(seen.rounds) < seen.options.rounds:
            show.gap()
            show.say(f"After round {seen.now.number}", "title")
            self._points(seen, final=False)

    def _points(self, seen: Observation, *, final: bool) -> None:
        self._terminal.show(
            table_views.standing_view(
                self.names, seen.standing, final=final, me=self._seat, plain=self._terminal.plain
            )
        )

    def _ending(self, seen: Observation) -> None:
        show = self._terminal
        show.gap()
        show.say("Final standing", "title")
        self._points(seen, final=True)
        if lost := lost_by(seen):
            show.say(lost)
        said = last_words(self.names, seen.standing)
        if said:
            show.show(table_views.indent(Text.assemble((said[0], "name"), f": “{said[1]}”")))

    def opened(self, seen: Observation, events: Sequence[ev.Event]) -> None:
        """What is told once a game is over."""
        for line in opened_afterwards(self.names, seen, events):
            self._terminal.say(line, "quiet")
