"""What the regulars say to each other between the answers: short lines by person and occasion (`content/talk.toml`)."""

from __future__ import annotations

import string
from functools import cache
from typing import Literal, get_args

from pydantic import Field, field_validator

from dubious_ai.content import shipped
from dubious_ai.content.toml_files import parse
from dubious_ai.core.model import Value

Occasion = Literal[
    "start", "answer", "right", "wrong", "found", "missed", "loud", "tie", "win", "loss", "close"
]
"""When something is said: as the first question lies there; after somebody's answer; at a reveal by a guesser who was right or wrong, or by the
person revealed when some, none or all knew; at the end on a tie, a win, a loss, a loss by little."""
PLACEHOLDERS: dict[Occasion, frozenset[str]] = {
    "start": frozenset(),
    "answer": frozenset(["name", "word"]),
    "right": frozenset(["name", "card", "clue"]),
    "wrong": frozenset(["name", "card", "clue", "guess"]),
    "found": frozenset(["name", "card", "clue"]),
    "missed": frozenset(["name", "card", "clue"]),
    "loud": frozenset(["name", "card", "clue"]),
    "tie": frozenset(["name"]),
    "win": frozenset(["name"]),
    "loss": frozenset(["name"]),
    "close": frozenset(["name"]),
}
"""What a line of each occasion may have filled in."""


def placeholders(line: str) -> frozenset[str]:
    """The names in braces of a line. Raises ValueError for braces that do not match."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(line) if name is not None)


class Talk(Value):
    """The lines of one person."""

    persona: str
    start: tuple[str, ...] = Field(min_length=1)
    answer: tuple[str, ...] = Field(min_length=1)
    right: tuple[str, ...] = Field(min_length=1)
    wrong: tuple[str, ...] = Field(min_length=1)
    found: tuple[str, ...] = Field(min_length=1)
    missed: tuple[str, ...] = Field(min_length=1)
    loud: tuple[str, ...] = Field(min_length=1)
    tie: tuple[str, ...] = Field(min_length=1)
    win: tuple[str, ...] = Field(min_length=1)
    loss: tuple[str, ...] = Field(min_length=1)
    close: tuple[str, ...] = Field(min_length=1)

    @field_validator(*get_args(Occasion))
    @classmethod
    def _known_placeholders(cls, lines: tuple[str, ...]) -> tuple[str, ...]:
        for line in lines:
            placeholders(line)
        return lines

    def lines(self, occasion: Occasion) -> tuple[str, ...]:
        """What this person has to say on an occasion."""
        found: tuple[str, ...] = getattr(self, occasion)
        return found


class _Talks(Value):
    talk: tuple[Talk, ...]


@cache
def talk_of(persona: str) -> Talk | None:
    """The lines of a person; None for somebody who has none."""
    return next((talk for talk in all_talk() if talk.persona == persona), None)


@cache
def all_talk() -> tuple[Talk, ...]:
    """The lines of everybody. Raises ContentError for a damaged file."""
    return parse(shipped.shipped_text("content", "talk.toml"), "content/talk.toml", _Talks).talk
