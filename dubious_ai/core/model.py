"""The things the game is made of: cards, questions, settings, players, and what a seat may hand in.

Everything here is an immutable value. Cards and questions are named by frozen slugs; seats count from 1.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Kind = Literal["occupation", "secret"]
KINDS: tuple[Kind, Kind] = ("occupation", "secret")
Back = Literal["appearance", "assorted"]
BACKS: tuple[Back, Back] = ("appearance", "assorted")
Level = Literal["novice", "regular", "sharp"]
LEVELS: tuple[Level, Level, Level] = ("novice", "regular", "sharp")
Strength = Literal["subtle", "balanced", "obvious"]
Phase = Literal["set-up", "choosing", "answering", "guessing", "revealing", "between rounds", "over"]

Tells = Literal["open", "fair", "sly", "auto"]
"""How hard the others hint: plainly, at the best odds for their own points, slyly, or fitted to the person who reads."""
Action = Literal["keep", "answer", "guess"]
"""What a seat can be asked to do."""

READING_STRENGTH: dict[Level, float] = {"novice": 0.45, "regular": 0.63, "sharp": 0.80}
"""Share of cards (0 to 1) that a reader of each level names on characters nobody tuned to; levels are fitted to it."""

MIN_SEATS, MAX_SEATS = 3, 6
ANSWER_LIMIT = 1000
"""Longest answer, in characters after cleaning."""


class Value(BaseModel):
    """An immutable value with no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Card(Value):
    """An Occupation or Secret card. `number` is its place (from 1) on the reference sheet."""

    slug: str
    name: str
    kind: Kind
    number: int = Field(ge=1)


class Question(Value):
    """A question card; its back says which of the two piles it lies in."""

    slug: str
    back: Back
    text: str


class Setting(Value):
    """The cards and questions a game is played with."""

    slug: str
    name: str
    occupations: tuple[Card, ...]
    secrets: tuple[Card, ...]
    questions: tuple[Question, ...]

    def cards(self, kind: Kind) -> tuple[Card, ...]:
        """The cards of one kind in the order of the reference sheet."""
        return self.occupations if kind == "occupation" else self.secrets

    def card(self, kind: Kind, slug: str) -> Card:
        """The card with this slug. Raises KeyError if the setting has none of that kind."""
        for card in self.cards(kind):
            if card.slug == slug:
                return card
        raise KeyError(slug)

    def slugs(self, kind: Kind) -> tuple[str, ...]:
        """The slugs of one kind in the order of the reference sheet."""
        return tuple(card.slug for card in self.cards(kind))


class Player(Value):
    """Who sits at a seat, as everybody may know it."""

    name: str


class Options(Value):
    """What the table agreed on before the first deal.

    `hard` shuffles both piles together and draws blindly: then only the sum of `appearance` and `assorted` counts. `tells` says how hard
    the others hint; with "auto", `aim` is the share of regular readers (0 to 1) who should name a card. `talk` says whether they react to each other.
    """

    rounds: int = Field(default=1, ge=1)
    appearance: int = Field(default=2, ge=0)
    assorted: int = Field(default=3, ge=0)
    hard: bool = False
    tells: Tells = "fair"
    aim: float | None = Field(default=None, gt=0, lt=1)
    talk: bool = False

    @property
    def questions(self) -> int:
        """How many questions a round has."""
        return self.appearance + self.assorted


class Pair(Value):
    """One Occupation and one Secret, by slug."""

    occupation: str
    secret: str

    def of(self, kind: Kind) -> str:
        """The slug of one kind."""
        return self.occupation if kind == "occupation" else self.secret


class Guess(Value):
    """What a player announces about another. None is a slot left blank on purpose."""

    occupation: str | None = None
    secret: str | None = None

    def of(self, kind: Kind) -> str | None:
        """The guessed slug of one kind, or None for a blank."""
        return self.occupation if kind == "occupation" else self.secret


class Intent(Value):
    """What an answer was meant to hint at, known to its author only until the seat is revealed.

    `aim` names a kind, both, a false trail, or nothing new. `occupation_share` and `secret_share` are the parts of readers (0 to 1) the
    author expects to name each own card after this answer. `card` is the card meant, also that of a false trail, with `clue` (the exact
    words that carry the hint) and `why` (the step from the words to the card); `rivals` are cards that should still fit. `prepared` is
    true for a text out of the content's bank, and `source` is its id there.
    """

    aim: Literal["occupation", "secret", "both", "false-trail", "none"]
    occupation_share: float | None = Field(default=None, ge=0, le=1)
    secret_share: float | None = Field(default=None, ge=0, le=1)
    strength: Strength | None = None
    prepared: bool = False
    source: str = ""
    card: str | None = None
    clue: str = ""
    why: str = ""
    rivals: tuple[str, ...] = ()

    @property
    def share(self) -> float | None:
        """The share expected for the card aimed at; for both, the lower one."""
        known = [
            share
            for kind, share in (("occupation", self.occupation_share), ("secret", self.secret_share))
            if share is not None and self.aim in (kind, "both")
        ]
        return min(known, default=None)


class Usage(Value):
    """What one action of a model cost: the calls made for it, tokens, money in dollars (None if the price is unknown), seconds of waiting.

    `rung` is the way a structured reply was asked for, `counted_by` who counted the tokens, `raw` the beginning of the last reply.
    """

    model: str = ""
    server: str = ""
    prompt: str = ""
    rung: str = ""
    calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    counted_by: str = ""
    cost: float | None = None
    seconds: float = 0.0
    trimmed: int = 0
    raw: str = ""
