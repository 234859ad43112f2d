"""Shows a game as it happens: answers read aloud, reveals, standings. The listener of every game in a terminal."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from dubious_ai.brains.house import persona_of
from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Pair
from dubious_ai.core.scoring import score_reveal
from dubious_ai.game.table import Choice
from dubious_ai.ui.lines.terminal import Interrupted, Prompt, Terminal
from dubious_ai.ui.views import reveal, table_views

STILL_WAITING = 15.0
"""Seconds between two words about a model that does not answer."""
CAUSES = {
    "network": "its server could not be reached",
    "timeout": "its server did not answer in time",
    "rate": "its server asked for a pause",
    "quota": "its account has no credit left",
    "auth": "its server refused the key",
    "model": "its server does not know the model",
    "refusal": "the model refused",
    "length": "the model ran out of room",
    "format": "the model's reply could not be used",
    "budget": "the budget is spent",
    "server": "its server failed",
    "cancelled": "you did not want to wait",
    "withheld": "the reason is told after the game",
}


def told_cause(cause: str) -> str:
    """Why the house spoke, in words."""
    return CAUSES.get(cause, "its brain broke down" if cause.startswith("broken") else cause)


class Show:
    """Draws what the audience may see. `seat` is the human's, None for a game that is only watched."""

    def __init__(
        self,
        terminal: Terminal,
        game: Game,
        texts: Library,
        seat: int | None,
        *,
        warn: Callable[[], str] = str,
        waits: Callable[[], tuple[str, ...]] = tuple,
    ) -> None:
        """`warn` gives a warning once; `waits` the calls to models under way, a line each."""
        self._terminal = terminal
        self._game = game
        self._texts = texts
        self._seat = seat
        self._since: float | None = None
        self._warn = warn
        self._waits = waits
        self._told_waits = 0.0
        self.on_reread: Callable[[int], None] | None = None
        self.on_retry: Callable[[], None] | None = None

    @property
    def names(self) -> list[str]:
        """Table names, seat 1 first."""
        return [player.name for player in self._game.state.players]

    def label(self, seat: int) -> str:
        """How a seat is called on the screen."""
        return "You" if seat == self._seat else self.names[seat - 1]

    # --- Listener ---

    def happened(self, event: ev.Event) -> None:
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
                self.question(event)
            case ev.AnswersOpened():
                self._answers(event)
            case ev.GuessingOpened():
                show.gap()
                show.say(
                    "The questions are answered. Everybody reads once more, and then it is time to guess.",
                    "title",
                )
            case ev.AnswersReread():
                self._reread(event.seat)
            case ev.Substituted():
                show.say(
                    f"The house spoke for {self.label(event.seat)}: {told_cause(event.cause)}.",
                    "warning",
                )
            case ev.PlayerRevealed():
                self._reveal(event)
            case ev.GameEnded():
                self._ending()
            case _:
                pass

    def progress(self) -> None:
        """Nothing to draw here: the line below the prompt asks for itself."""

    def waiting(self, seats: tuple[int, ...]) -> Choice:
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
        except (Interrupted, EOFError):
            return "quit"
        choices: dict[str, Choice] = {"r": "retry", "h": "house", "t": "take back", "q": "quit"}
        if typed == "r" and self.on_retry:
            self.on_retry()
        return choices.get(typed, "wait")

    # --- drawing ---

    def question(self, event: ev.QuestionRevealed) -> None:
        """The question card, and who reads it."""
        reader = self._game.state.round.reader
        told = "you read" if reader == self._seat else f"{self.names[reader - 1]} reads"
        self._terminal.gap()
        self._terminal.show(
            table_views.question(event, self._game.state.options.questions, told, plain=self._terminal.plain)
        )

    def _introductions(self, event: ev.CharactersIntroduced) -> None:
        self._terminal.gap()
        for character in event.characters:
            name = self.label(character.seat)
            if character.seat == self._seat:
                if character.name or character.introduction:
                    line = f"You are {character.name or 'nameless'} tonight."
                    self._terminal.say(line, "me")
                continue
            self._terminal.show(table_views.introduction(name, character, me=False))
            self._terminal.breathe(0.5)

    def _answers(self, event: ev.AnswersOpened) -> None:
        column = max(len(self.label(answer.seat)) for answer in event.answers)
        for answer in event.answers:
            self._terminal.show(
                table_views.spoken(
                    self.label(answer.seat),
                    answer,
                    me=answer.seat == self._seat,
                    plain=self._terminal.plain,
                    column=column,
                )
            )
            if answer.seat != self._seat:
                self._terminal.breathe(0.8 + len(answer.text) / 60)

    def _reread(self, seat: int) -> None:
        if seat == self._seat:
            self._terminal.say("You read yours once more; the others are thinking.", "quiet")
            return
        observer = self._seat or seat % len(self.names) + 1
        self._terminal.gap()
        self._terminal.say(f"{self.label(seat)}, once more:", "name")
        observation = self._game.observation(observer)
        self._terminal.show(
            table_views.indent(table_views.all_answers(observation, seat, plain=self._terminal.plain))
        )
        self._terminal.breathe(1.0)
        if self.on_reread:
            self.on_reread(seat)

    def _reveal(self, event: ev.PlayerRevealed) -> None:
        show = self._terminal
        show.gap()
        for line in reveal.announcements(event, self.names, self._texts, self._seat):
            show.show(line)
            show.breathe(0.4)
        show.breathe(0.8)
        show.show(reveal.cards(event, self.names, self._texts, self._seat))
        show.breathe(0.8)
        pair = Pair(occupation=event.occupation, secret=event.secret)
        for row in score_reveal(event.seat, pair, {h.seat: h.guess for h in event.guesses}):
            show.show(reveal.ticks(row, self.names, self._seat))
            show.breathe(0.9)
        state = self._game.state
        if state.phase == "between rounds" and len(state.rounds) < state.options.rounds:
            show.gap()
            show.say(f"After round {state.round.number}", "title")
            self._points(final=False)

    def _points(self, *, final: bool) -> None:
        self._terminal.show(
            table_views.standing(
                self.names,
                self._game.state.standing(),
                final=final,
                me=self._seat,
                plain=self._terminal.plain,
            )
        )

    def _ending(self) -> None:
        show = self._terminal
        show.gap()
        show.say("Final standing", "title")
        self._points(final=True)
        self._last_words()
        for line in after_the_game(self._game):
            show.say(line, "quiet")

    def _last_words(self) -> None:
        """The winner among the regulars, else the best placed of them, says what that person says."""
        points = self._game.state.standing()
        for seat in sorted(points.totals, key=lambda s: -points.totals[s]):
            persona = persona_of(self._game.observation(seat))
            if persona:
                words = persona.on_win if seat in points.winners else persona.on_loss
                self._terminal.show(
                    table_views.indent(table_views.Text.assemble((persona.name, "name"), f": “{words}”"))
                )
                return


def after_the_game(game: Game) -> list[str]:
    """What opens when a game is over: who really played, withheld reasons, and whether the coach helped."""
    lines: list[str] = []
    names = [player.name for player in game.state.players]
    acted = Counter(e.brain for e in game.events if isinstance(e, ev.TurnNoted) and e.brain != "human")
    if set(acted) - {"house"}:
        lines.append(
            "Actions by brain: " + ", ".join(f"{brain} {count}" for brain, count in sorted(acted.items()))
        )
    withheld = {
        (e.seat, e.action, e.number)
        for e in game.events
        if isinstance(e, ev.Substituted) and e.cause == "withheld"
    }
    for event in game.events:
        if not isinstance(event, ev.SubstitutionExplained):
            continue
        if (event.seat, event.action, event.number) in withheld:
            lines.append(
                f"The house spoke for {names[event.seat - 1]} at question {event.number}: {event.cause}"
            )
    helped = Counter(e.what for e in game.events if isinstance(e, ev.CoachUsed))
    if helped:
        times = ", ".join(f"{what} {count}×" for what, count in sorted(helped.items()))
        lines.append(f"With the coach's help: {times}.")
    return lines
