"""A game understood: every answer with what it did, every card with its rows, every guess with what led there. Values only; `analyse` makes them.

Shares are parts of readers (0 to 1) with the reading strengths of this table who would name a card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from dubious_ai.analysis.clues import Aimed, Clue
from dubious_ai.analysis.verdict import CardVerdict, Loudness, Verdict, turning
from dubious_ai.belief.posterior import Said
from dubious_ai.belief.reader import Reader
from dubious_ai.content.library import Library
from dubious_ai.core.model import Intent, Kind, Level, Pair, Player, Question, Setting
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import Row, Standing
from dubious_ai.errors import UsageError
from dubious_ai.game.facts import Substitution, persons_seat


@dataclass(frozen=True)
class AnswerAnalysis:
    """One answer. `aim` is what it was meant for, `verdict` what it did for its speaker's cards, `words` what moved readers, as typed."""

    seat: int
    number: int
    question: Question
    text: str
    delivery: str
    intent: Intent | None
    aim: Aimed
    verdict: Verdict
    words: Mapping[Kind, tuple[str, ...]]

    @property
    def said(self) -> Said:
        """The answer as the reader takes it."""
        return Said(self.question.text, self.text)

    def rise(self, kind: Kind) -> float:
        """How many more readers (0 to 1) would name the card after this answer."""
        return self.verdict.of(kind).rise


@dataclass(frozen=True)
class CardAnalysis:
    """One card of one player. `shares` stand before the first answer and after each, `verdicts` are those on the answers and `stands` how it ended;
    `expected` are its owner's expected points, `row` is None while it is hidden."""

    kind: Kind
    slug: str
    name: str
    shares: tuple[float, ...]
    verdicts: tuple[CardVerdict, ...]
    stands: Loudness
    expected: float
    row: Row | None

    @property
    def turning(self) -> int | None:
        """The number of the answer that moved readers most, if one did."""
        return turning(self.verdicts)

    @property
    def earned(self) -> int | None:
        """The owner's points for this card."""
        if self.row is None:
            return None
        return sum(t.points for t in self.row.ticks if t.seat == self.row.target and not t.is_guess)


@dataclass(frozen=True)
class Sight:
    """One card of one opponent as it looked from a chair at one moment: of readers there, the part who would name the true card, the likeliest one and the one guessed.

    `best` is the likeliest card, `likely` the chance that a guesser of the seat's own level names the true one. None is a blank or a guess still out.
    """

    target: int
    kind: Kind
    truth: str
    truth_share: float
    best: str
    best_share: float
    guessed: str | None
    guessed_share: float
    likely: float

    @property
    def led(self) -> bool:
        """Whether the true card was the likeliest."""
        return self.best == self.truth


@dataclass(frozen=True)
class Trail:
    """How one card of one opponent looked to a seat, before the first answer and after each."""

    seen: tuple[Sight, ...]

    @property
    def last(self) -> Sight:
        """How it looked when it was time to guess."""
        return self.seen[-1]

    @property
    def leads_from(self) -> int | None:
        """The number of the answer (from 1) from which on the true card was the likeliest; None if it was not in the end."""
        at = len(self.seen)
        while at > 1 and self.seen[at - 1].led:
            at -= 1
        return at if at < len(self.seen) else None


@dataclass(frozen=True)
class GuessAnalysis:
    """One guess. `clues` speak for the guessed card, in the answers of the player guessed about; `owner` is whose card it really was."""

    guesser: int
    sight: Sight
    clues: tuple[Clue, ...]
    owner: int | None
    own_card: bool

    @property
    def guessed(self) -> str | None:
        """The card named, by slug."""
        return self.sight.guessed

    @property
    def right(self) -> bool:
        """Whether it was that card."""
        return self.sight.guessed == self.sight.truth


@dataclass(frozen=True)
class PlayerAnalysis:
    """One player in one round. `confidence` (0 to 1) is the part of what was said that could be read; `clues` speak for the player's own cards."""

    seat: int
    name: str
    character: str
    introduction: str
    pair: Pair
    rejected: Pair
    answers: tuple[AnswerAnalysis, ...]
    cards: tuple[CardAnalysis, CardAnalysis]
    clues: Mapping[Kind, tuple[Clue, ...]]
    guesses: tuple[GuessAnalysis, ...]
    confidence: float

    def card(self, kind: Kind) -> CardAnalysis:
        """The card of one kind."""
        return self.cards[0] if kind == "occupation" else self.cards[1]

    def row(self, kind: Kind) -> Row:
        """The scored row of one card. Raises ValueError while it is hidden."""
        row = self.card(kind).row
        if row is None:
            raise ValueError("this player has not been revealed")
        return row

    @property
    def rows(self) -> tuple[Row, Row]:
        """Both scored rows."""
        return self.row("occupation"), self.row("secret")

    def about(self, kind: Kind) -> tuple[GuessAnalysis, ...]:
        """The guesses about one card."""
        return tuple(g for g in self.guesses if g.sight.kind == kind)


@dataclass(frozen=True)
class RoundAnalysis:
    """One round; `order` is the order of reading aloud."""

    number: int
    reader: int
    order: tuple[int, ...]
    questions: tuple[Question, ...]
    players: tuple[PlayerAnalysis, ...]

    def player(self, seat: int) -> PlayerAnalysis:
        """The player at a seat."""
        return self.players[seat - 1]


@dataclass(frozen=True)
class GameAnalysis:
    """A whole game. `wrote` names for each seat the brains that took its actions; `seed` is empty for a game that was not drawn by one.

    `reader` is who read it, `aim` the share that pays a card's owner best, `best` what it then brings; `seats` holds what each seat knows in the end.
    """

    reader: Reader = field(repr=False)
    setting: Setting
    players: tuple[Player, ...]
    brains: tuple[str, ...]
    personas: tuple[str | None, ...]
    levels: tuple[Level, ...]
    wrote: tuple[tuple[str, ...], ...]
    substitutions: tuple[Substitution, ...]
    coached: Mapping[int, Counter[str]]
    seed: str
    finished: bool
    aim: float
    best: float
    rounds: tuple[RoundAnalysis, ...]
    standing: Standing
    seats: tuple[Observation, ...] = field(repr=False)

    @property
    def texts(self) -> Library:
        """The texts of its setting."""
        return self.reader.library

    @property
    def readers(self) -> int:
        """How many read each player."""
        return len(self.players) - 1

    @property
    def names(self) -> tuple[str, ...]:
        """Table names, seat 1 first."""
        return tuple(player.name for player in self.players)

    def name(self, seat: int) -> str:
        """The table name of a seat."""
        return self.players[seat - 1].name

    def human(self) -> int | None:
        """The seat played by a person; None if there is none, or more than one."""
        return persons_seat(self.brains)

    def seat_of(self, text: str) -> int:
        """The seat somebody means by (the beginning of) a name. Raises UsageError."""
        wanted, names = text.strip().casefold(), [name.casefold() for name in self.names]
        hits = [n for n, name in enumerate(names, 1) if name == wanted] or [
            n for n, name in enumerate(names, 1) if wanted and name.startswith(wanted)
        ]
        if len(hits) != 1:
            raise UsageError(
                f"{text!r} did not play in this game. At the table were {', '.join(self.names)}."
            )
        return hits[0]
