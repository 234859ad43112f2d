"""The shapes of the table document: what is written, and the shorter forms that are read as well.

Cards are written by their full names, in the order Occupation, Secret. The models say nothing about the game's contents: whether
a card exists and whether the people fit is checked while loading.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, model_validator

from dubious_ai.core.model import Back
from dubious_ai.errors import UsageError

VERSION = 1


class DocumentError(UsageError):
    """A table document cannot be used. `place` is where, e.g. "rounds[0].guesses.Ann.Bob"; empty for the whole."""

    def __init__(self, sentence: str, place: str = "") -> None:
        super().__init__(sentence)
        self.place = place


def _number_as_text(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _nothing_as_blanks(value: object) -> object:
    return (None, None) if value is None else value


CardName = Annotated[
    str, BeforeValidator(_number_as_text), Field(description="A card's name, part of it, or its number.")
]
Slot = Annotated[
    str | None,
    BeforeValidator(_number_as_text),
    Field(description="A card's name, part of it, or its number; null or an empty text is a blank."),
]
CardPair = Annotated[tuple[CardName, CardName], Field(description="Occupation, Secret.")]
GuessPair = Annotated[
    tuple[Slot, Slot],
    BeforeValidator(_nothing_as_blanks),
    Field(description="Guessed Occupation and Secret."),
]
Version = Annotated[
    Literal[1], Field(description="Version of this form; always written, optional when read.")
]


class TablePart(BaseModel):
    """Fields nobody knows are left alone, so that a document may carry remarks and expected totals of its own."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class QuestionAsked(TablePart):
    """A question of a round; a plain text stands for {"text": …}."""

    back: Back | None = Field(default=None, description="The pile; looked up for questions of the game.")
    text: str

    @model_validator(mode="before")
    @classmethod
    def _plain(cls, value: object) -> object:
        return {"text": value} if isinstance(value, str) else value


class MyCards(TablePart):
    """The cards dealt to the person who asks, when that person is not among the players."""

    occupations: tuple[CardName, ...] = Field(default=(), max_length=2)
    secrets: tuple[CardName, ...] = Field(default=(), max_length=2)


class RoundDocument(TablePart):
    """One round. Everything is keyed by the players' names; answers stand in the order of the questions ("" is none)."""

    reader: str | None = Field(default=None, description="Who read the questions.")
    characters: dict[str, tuple[str, str]] | None = Field(
        default=None, description="Name and introduction of each player's character."
    )
    kept: dict[str, CardPair] | None = None
    rejected: dict[str, CardPair] | None = None
    questions: tuple[QuestionAsked, ...] = ()
    answers: dict[str, tuple[str | None, ...]] | None = None
    guesses: dict[str, dict[str, GuessPair]] | None = Field(default=None, description="Guesser, then target.")


Names = Annotated[tuple[str, ...], Field(min_length=1, max_length=6)]


class TableDocument(TablePart):
    """The full form."""

    version: Version = VERSION
    setting: str
    players: Names
    me: str | MyCards | None = Field(
        default=None, description="Who asks: one of the players, or the cards dealt."
    )
    rounds: tuple[RoundDocument, ...] = Field(min_length=1)

    def to_json(self) -> str:
        """The document as indented JSON, without fields that say nothing."""
        return self.model_dump_json(indent=2, exclude_none=True) + "\n"


class FlatTable(RoundDocument):
    """Short form of a table with one round: its fields stand beside the setting and the players."""

    version: Version = VERSION
    setting: str
    players: Names
    me: str | MyCards | None = None


class TableReply(TablePart):
    """An answer with its question."""

    question: str
    text: str


class TableHeard(TablePart):
    """A player and what they said."""

    name: str
    answers: tuple[TableReply, ...] = ()


class GuessTable(TablePart):
    """Short form for asking who somebody is: the others with their answers, and the cards dealt to me."""

    version: Version = VERSION
    setting: str
    me: MyCards | None = None
    players: tuple[TableHeard, ...] = Field(min_length=1, max_length=6)


_FORMS: TypeAdapter[TableDocument | FlatTable | GuessTable] = TypeAdapter(
    TableDocument | FlatTable | GuessTable
)


def schema() -> dict[str, Any]:
    """The JSON Schema of the full form and both short ones, as it is shipped."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:dubious-ai:table:1",
        "title": "Dubious table document",
        "description": "A round, or several, of Dubious: New Realms. The full form is what is written; the others are read too.",
        **_FORMS.json_schema(),
    }
