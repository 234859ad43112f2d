"""The state of a game: a fold over all its events, kept incrementally.

Only the table and the record look at it; a seat gets an observation instead. `apply` trusts its event: `rules.check` judges first.
"""

from __future__ import annotations

from typing import assert_never

from dubious_ai.core import events as ev
from dubious_ai.core.model import Guess, Options, Pair, Phase, Player, Setting
from dubious_ai.core.scoring import Row, Standing, score_reveal, standing


class RoundState:
    """What has happened in one round."""

    def __init__(self, number: int, reader: int) -> None:
        self.number = number
        self.reader = reader
        self.dealt: dict[int, ev.CardsDealt] = {}
        self.deck: tuple[ev.Question, ...] = ()
        self.kept: dict[int, ev.CardsKept] = {}
        self.characters: tuple[ev.Introduced, ...] = ()
        self.asked: list[ev.QuestionRevealed] = []
        self.answers: list[dict[int, ev.AnswerHandedIn]] = []
        self.opened: list[ev.AnswersOpened] = []
        self.guessing = False
        self.reread: list[int] = []
        self.guesses: dict[int, ev.GuessesHandedIn] = {}
        self.revealed: list[ev.PlayerRevealed] = []
        self.rows: list[Row] = []
        self.reactions: list[ev.Reacted] = []

    def pair(self, seat: int) -> Pair:
        """The pair a seat has kept. Raises KeyError before it has chosen."""
        kept = self.kept[seat]
        return Pair(occupation=kept.occupation, secret=kept.secret)

    def guess(self, guesser: int, target: int) -> Guess:
        """What one seat guesses of another. Raises KeyError before the guesses are in."""
        return next(a.guess for a in self.guesses[guesser].guesses if a.target == target)


class State:
    """A game so far. Attributes are read-only for everybody but `apply`."""

    def __init__(self) -> None:
        self.setup: ev.GameSetUp | None = None
        self.prepared: dict[int, ev.SeatPrepared] = {}
        self.noted: ev.BrainsNoted | None = None
        self.rounds: list[RoundState] = []
        self.ended = False

    @property
    def setting(self) -> Setting:
        """The setting in play."""
        return self._setup.setting

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits at the table, seat 1 first."""
        return self._setup.players

    @property
    def options(self) -> Options:
        """What was agreed before the first deal."""
        return self._setup.options

    @property
    def heard(self) -> tuple[str, ...]:
        """Ids of answers and questions met in the latest games."""
        return self._setup.heard

    @property
    def _setup(self) -> ev.GameSetUp:
        if self.setup is None:
            raise ValueError("the table is not laid yet")
        return self.setup

    @property
    def seats(self) -> range:
        """All seat numbers."""
        return range(1, len(self.players) + 1)

    @property
    def round(self) -> RoundState:
        """The current (or last) round. Raises IndexError before the first."""
        return self.rounds[-1]

    @property
    def phase(self) -> Phase:
        """Where the game stands."""
        if self.ended:
            return "over"
        if not self.rounds:
            return "set-up"
        now = self.rounds[-1]
        if not now.characters:
            return "choosing"
        if not now.guessing:
            return "answering"
        if len(now.revealed) == len(self.players):
            return "between rounds"
        if len(now.guesses) < len(self.players) or len(now.reread) < len(self.players):
            return "guessing"
        return "revealing"

    def from_reader(self) -> list[int]:
        """All seats from the reader clockwise."""
        start, n = self.round.reader, len(self.players)
        return [(start - 1 + k) % n + 1 for k in range(n)]

    def standing(self) -> Standing:
        """Points over all rounds so far."""
        return standing(self.seats, (row for r in self.rounds for row in r.rows))

    def apply(self, event: ev.Event) -> None:
        """Fold one event in. It must have passed `rules.check`."""
        match event:
            case ev.GameSetUp():
                self.setup = event
            case ev.SeatPrepared():
                self.prepared[event.seat] = event
            case ev.BrainsNoted():
                self.noted = event
            case ev.RoundStarted():
                self.rounds.append(RoundState(event.round, event.reader))
            case ev.CardsDealt():
                self.round.dealt[event.seat] = event
            case ev.QuestionDeckDrawn():
                self.round.deck = event.questions
            case ev.CardsKept():
                self.round.kept[event.seat] = event
            case ev.CharactersIntroduced():
                self.round.characters = event.characters
            case ev.QuestionRevealed():
                self.round.asked.append(event)
                self.round.answers.append({})
            case ev.AnswerHandedIn():
                self.round.answers[-1][event.seat] = event
            case ev.AnswerTakenBack():
                del self.round.answers[-1][event.seat]
            case ev.AnswersOpened():
                self.round.opened.append(event)
            case ev.GuessingOpened():
                self.round.guessing = True
            case ev.AnswersReread():
                self.round.reread.append(event.seat)
            case ev.GuessesHandedIn():
                self.round.guesses[event.seat] = event
            case ev.PlayerRevealed():
                self.round.revealed.append(event)
                pair = Pair(occupation=event.occupation, secret=event.secret)
                self.round.rows += score_reveal(event.seat, pair, {h.seat: h.guess for h in event.guesses})
            case ev.Reacted():
                self.round.reactions.append(event)
            case ev.GameEnded():
                self.ended = True
            case (
                ev.NoteTaken()
                | ev.Substituted()
                | ev.SubstitutionExplained()
                | ev.AskedAgain()
                | ev.CoachUsed()
                | ev.TurnNoted()
            ):
                pass
            case _:
                assert_never(event)
