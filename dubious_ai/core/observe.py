"""What one seat knows: a fold over the events it may see, and nothing else. The game's state is never looked at, so nothing can leak."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from pydantic import TypeAdapter

from dubious_ai.core import events as ev
from dubious_ai.core.model import (
    READING_STRENGTH,
    Kind,
    Level,
    Options,
    Pair,
    Phase,
    Player,
    Question,
    Setting,
)
from dubious_ai.core.scoring import Row, Standing, score_reveal, standing


@dataclass(frozen=True, slots=True)
class Asked:
    """A revealed question. `mine` is what this seat has handed in; `answers` are open to all once everybody has."""

    number: int
    question: Question
    mine: ev.AnswerHandedIn | None
    answers: tuple[ev.Spoken, ...]


@dataclass(frozen=True)
class RoundSeen:
    """One round as a seat sees it."""

    number: int
    reader: int
    dealt: ev.CardsDealt | None
    kept: ev.CardsKept | None
    characters: tuple[ev.Introduced, ...]
    asked: tuple[Asked, ...]
    guessing: bool
    reread: tuple[int, ...]
    guesses: tuple[ev.Announced, ...]
    revealed: tuple[ev.PlayerRevealed, ...]
    notes: tuple[ev.NoteTaken, ...]
    reactions: tuple[ev.Reacted, ...]

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The scored rows of the players revealed so far."""
        return tuple(row for r in self.revealed for row in _rows(r))

    @cached_property
    def texts(self) -> frozenset[str]:
        """Every text this seat has said or heard in the round."""
        mine = {asked.mine.text for asked in self.asked if asked.mine}
        return frozenset(mine | {spoken.text for asked in self.asked for spoken in asked.answers})

    def heard(self, seat: int) -> list[tuple[Question, str]]:
        """Question and text of every opened answer of a player, in order."""
        return [(a.question, spoken.text) for a in self.asked for spoken in a.answers if spoken.seat == seat]

    def crossed(self, target: int, kind: Kind) -> tuple[str, ...]:
        """The cards (slugs) this seat has crossed off for an opponent."""
        return next((n.crossed for n in reversed(self.notes) if (n.target, n.kind) == (target, kind)), ())

    def character(self, seat: int) -> ev.Introduced | None:
        """How a player has introduced their character, if they did."""
        return next((c for c in self.characters if c.seat == seat), None)


def _rows(revealed: ev.PlayerRevealed) -> tuple[Row, Row]:
    kept = Pair(occupation=revealed.occupation, secret=revealed.secret)
    return score_reveal(revealed.seat, kept, {h.seat: h.guess for h in revealed.guesses})


@dataclass(frozen=True)
class Observation:
    """Everything a seat may know: the whole visible history, so that a player needs no memory of its own.

    `level` and `voice` are this seat's own; `strengths` are the reading strengths of all seats, sorted. `heard` are ids met in the latest games.
    `rounds` holds all rounds, the current one last. Which players are human, the seed, other hands, sealed answers and guesses are never in it.
    """

    seat: int
    setting: Setting
    players: tuple[Player, ...]
    options: Options
    strengths: tuple[float, ...]
    heard: tuple[str, ...]
    persona: str | None
    level: Level
    voice: str
    phase: Phase
    rounds: tuple[RoundSeen, ...]

    @property
    def now(self) -> RoundSeen:
        """The current round. Raises IndexError before the first."""
        return self.rounds[-1]

    @cached_property
    def opponents(self) -> tuple[int, ...]:
        """The other seats, from the one after this seat clockwise."""
        n = len(self.players)
        return tuple((self.seat - 1 + k) % n + 1 for k in range(1, n))

    @property
    def question(self) -> Asked | None:
        """The last revealed question of the current round."""
        return self.now.asked[-1] if self.rounds and self.now.asked else None

    @property
    def pair(self) -> Pair | None:
        """The pair this seat has kept in the current round."""
        kept = self.now.kept if self.rounds else None
        return Pair(occupation=kept.occupation, secret=kept.secret) if kept else None

    def excluded(self, kind: Kind) -> tuple[str, ...]:
        """The two cards of a kind that were dealt to this seat: nobody else can hold them in this round."""
        dealt = self.now.dealt if self.rounds else None
        if dealt is None:
            return ()
        return dealt.occupations if kind == "occupation" else dealt.secrets

    @property
    def readers(self) -> tuple[float, ...]:
        """The reading strengths (0 to 1) of the opponents, sorted: whose is whose is not known."""
        others = list(self.strengths)
        if others:
            others.remove(min(others, key=lambda strength: abs(strength - READING_STRENGTH[self.level])))
        return tuple(others)

    def name(self, seat: int) -> str:
        """The table name of a seat."""
        return self.players[seat - 1].name

    @cached_property
    def standing(self) -> Standing:
        """Points over everything revealed so far."""
        return standing(range(1, len(self.players) + 1), (row for r in self.rounds for row in r.rows))

    def to_json(self) -> bytes:
        """The observation as JSON, byte for byte equal for equal knowledge."""
        return _JSON.dump_json(self)


_JSON = TypeAdapter(Observation)


class Observer:
    """Folds the events one seat may see, one by one, into its observation. Events the seat may not see are ignored."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._setup: ev.GameSetUp | None = None
        self._persona: str | None = None
        self._level: Level = "regular"
        self._voice = ev.SeatPrepared.model_fields["voice"].default
        self._done: tuple[RoundSeen, ...] = ()
        self._now: _Round | None = None
        self._cached: Observation | None = None
        self._over = False

    def see(self, event: ev.Event) -> None:
        """Take in one event, if this seat may see it."""
        if not ev.may_see(event, self.seat):
            return
        self._cached = None
        match event:
            case ev.GameSetUp():
                self._setup = event
            case ev.SeatPrepared():
                self._persona, self._level, self._voice = event.persona, event.level, event.voice
            case ev.RoundStarted():
                if self._now:
                    self._done = (*self._done, self._now.seen())
                self._now = _Round(event)
            case ev.GameEnded():
                self._over = True
            case _:
                if self._now:
                    self._now.see(event)

    def observation(self) -> Observation:
        """What the seat knows now. Raises ValueError before the table is laid."""
        if self._setup is None:
            raise ValueError("the table is not laid yet")
        if self._cached is None:
            rounds = (*self._done, self._now.seen()) if self._now else ()
            self._cached = Observation(
                self.seat,
                self._setup.setting,
                self._setup.players,
                self._setup.options,
                self._setup.strengths,
                self._setup.heard,
                self._persona,
                self._level,
                self._voice,
                self._phase(),
                rounds,
            )
        return self._cached

    def _phase(self) -> Phase:
        if self._over or self._now is None:
            return "over" if self._over else "set-up"
        return self._now.phase(len(self._setup.players) if self._setup else 0)


class _Round:
    """The round in progress, while its events come in."""

    def __init__(self, started: ev.RoundStarted) -> None:
        self.started = started
        self.dealt: ev.CardsDealt | None = None
        self.kept: ev.CardsKept | None = None
        self.characters: tuple[ev.Introduced, ...] = ()
        self.asked: list[Asked] = []
        self.guessing = False
        self.reread: list[int] = []
        self.guesses: tuple[ev.Announced, ...] = ()
        self.revealed: list[ev.PlayerRevealed] = []
        self.notes: list[ev.NoteTaken] = []
        self.reactions: list[ev.Reacted] = []

    def see(self, event: ev.Event) -> None:
        match event:
            case ev.CardsDealt():
                self.dealt = event
            case ev.CardsKept():
                self.kept = event
            case ev.CharactersIntroduced():
                self.characters = event.characters
            case ev.QuestionRevealed():
                self.asked.append(Asked(event.number, event.question, None, ()))
            case ev.AnswerHandedIn():
                last = self.asked[-1]
                self.asked[-1] = Asked(last.number, last.question, event, last.answers)
            case ev.AnswerTakenBack():
                last = self.asked[-1]
                self.asked[-1] = Asked(last.number, last.question, None, last.answers)
            case ev.AnswersOpened():
                last = self.asked[-1]
                self.asked[-1] = Asked(last.number, last.question, last.mine, event.answers)
            case ev.GuessingOpened():
                self.guessing = True
            case ev.AnswersReread():
                self.reread.append(event.seat)
            case ev.GuessesHandedIn():
                self.guesses = event.guesses
            case ev.PlayerRevealed():
                self.revealed.append(event)
            case ev.NoteTaken():
                self.notes.append(event)
            case ev.Reacted():
                self.reactions.append(event)
            case _:
                pass

    def phase(self, seats: int) -> Phase:
        if not self.characters:
            return "choosing"
        if not self.guessing:
            return "answering"
        if not self.revealed:
            return "guessing"
        return "between rounds" if len(self.revealed) == seats else "revealing"

    def seen(self) -> RoundSeen:
        return RoundSeen(
            self.started.round,
            self.started.reader,
            self.dealt,
            self.kept,
            self.characters,
            tuple(self.asked),
            self.guessing,
            tuple(self.reread),
            self.guesses,
            tuple(self.revealed),
            tuple(self.notes),
            tuple(self.reactions),
        )


def observe(events: Iterable[ev.Event], seat: int) -> Observation:
    """The observation of one seat from a game's events; those it may not see are left out."""
    observer = Observer(seat)
    for event in events:
        observer.see(event)
    return observer.observation()
