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
    """Who sits at a seat, as everybody may know it. The level is that of the seat's guessing."""

    name: str
    level: Level = "regular"


class Options(Value):
    """What the table agreed on before the first deal.

    `hard` shuffles both piles together and draws blindly: then only the sum of `appearance` and `assorted` counts.
    """

    rounds: int = Field(default=1, ge=1)
    appearance: int = Field(default=2, ge=0)
    assorted: int = Field(default=3, ge=0)
    hard: bool = False

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
    """What an answer was meant to hint at, known to its author only.

    `share` is the part of readers (0 to 1) the author expects to name the card after this answer; `prepared` is true for a text out of the
    content's bank. `aim` names a kind, both, or a false trail.
    """

    aim: Literal["occupation", "secret", "both", "false-trail"]
    share: float | None = Field(default=None, ge=0, le=1)
    strength: Strength | None = None
    prepared: bool = False
