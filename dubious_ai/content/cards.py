"""A card with everything written about it: what it is read by, and what is said for it in each voice."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from dubious_ai.content.voices import FIRST_VOICE, Voice
from dubious_ai.core.model import Card, Kind, Strength, Value

Angle = Literal[
    "tool", "place", "time", "trace", "habit", "others", "fear", "grudge", "debt", "myth", "missing"
]
Tone = Literal["gruff", "polite", "gossip", "proud", "dry", "warm", "odd"]


class Prepared(Value):
    """An answer written beforehand for one card and one question (slug), in one voice.

    `by` names what carries the hint, `clue` the exact words that do, `why` the step from them to the card, and `also` the other cards of
    the kind (slugs) that could honestly have said it. `claims` ("topic:value") say about the speaker what another answer could contradict.
    """

    to: str
    strength: Strength
    by: Angle
    tone: Tone
    text: str
    claims: tuple[str, ...] = ()
    why: str = ""
    clue: str = ""
    also: tuple[str, ...] = ()
    voice: Voice = FIRST_VOICE


class AnswersFile(Value):
    """One file under `answers/`: what is said for one card in one voice, told from one sketch of who says it."""

    card: str
    voice: Voice
    sketch: str = ""
    answers: tuple[Prepared, ...]

    def told(self) -> tuple[Prepared, ...]:
        """The answers, each with the voice of the file."""
        return tuple(answer.model_copy(update={"voice": self.voice}) for answer in self.answers)


class CardTexts(Value):
    """One file under `cards/`: a card and what it is read by.

    Each by another pen: `cues` (running text), `gist` (the same in brief), `hints` (how ordinary players hint at it) and `associations` (lists of words).
    """

    slug: str
    name: str
    kind: Kind
    number: int
    flavour: str
    risque: bool = False
    aliases: tuple[str, ...] = ()
    cues: str
    gist: str = ""
    hints: tuple[str, ...] = ()
    associations: tuple[str, ...] = ()

    def card(self) -> Card:
        """The card itself, as the rules know it."""
        return Card(slug=self.slug, name=self.name, kind=self.kind, number=self.number)


class CardFile(CardTexts):
    """A card with all its texts: what it is read by, and the prepared answers of every voice. `sketches` by voice."""

    answers: tuple[Prepared, ...] = ()
    sketches: dict[Voice, str] = Field(default_factory=dict)


def answer_id(card: str, prepared: Prepared) -> str:
    """What a prepared answer is called in a record, e.g. "dry/potter/hands/subtle"."""
    return f"{prepared.voice}/{card}/{prepared.to}/{prepared.strength}"
