"""What a model replies, as it is written on the wire: small, flat, and forgiving about types, never about content.

Field order is the order of thinking: first the plan, then the words. Names of cards and players are text here and are read
strictly: case, article, quotes and a leading ordinal do not matter; a near miss might be another card, so it is asked again, never guessed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from dubious_ai.brains.llm.reply.lenient_json import is_list, is_object
from dubious_ai.content.card_names import folded, resolve_strict
from dubious_ai.core.model import Card, Kind, Setting
from dubious_ai.errors import UnknownCard

_ORDINAL = re.compile(r"^\W*\d{1,2}\s*[.):]\s*(?=\D)")
MAX_NAME = 120


def card_named(setting: Setting, kind: Kind, text: str) -> Card | None:
    """The one card of this kind that is meant, or None."""
    text = text[:MAX_NAME]
    for form in dict.fromkeys((text, _ORDINAL.sub("", text))):
        try:
            return resolve_strict(setting, kind, form)
        except UnknownCard:
            continue
    return None


def one_of(text: str, labels: Iterable[str]) -> str | None:
    """The one label (a player's name) that is meant, or None."""
    wanted = folded(text[:MAX_NAME])
    found = [label for label in labels if folded(label) == wanted]
    return found[0] if wanted and len(found) == 1 else None


Aim = Literal["occupation", "secret", "both", "false-trail", "none"]
_AIMS: dict[str, Aim] = {
    "occupation": "occupation",
    "secret": "secret",
    "both": "both",
    "false-trail": "false-trail",
    "none": "none",
}
DEFAULT_WEIGHTS = (50.0, 25.0, 15.0)
"""Weights of a first, second and third choice when a model gives none that can be used."""


def _text(value: object) -> object:
    """Null means nothing said; a number means its digits."""
    if value is None:
        return ""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def _number(value: object) -> float:
    """A number out of 60, "60", "60 %" or "0.6"; what is none, or no finite one, is -1."""
    if isinstance(value, str):
        value = value.strip().rstrip("%")
    elif not isinstance(value, int | float):
        return -1.0
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return -1.0
    return number if math.isfinite(number) else -1.0


def _aim(value: object) -> object:
    """The aim however it is spelled; the name of a card or anything else is left to validation."""
    if not isinstance(value, str):
        return value
    plain = value.strip().strip("\"'").casefold().replace("_", "-").replace(" ", "-")
    return _AIMS.get(plain, value)


def _names(value: object) -> object:
    """A list of names out of a list, of objects with a name, or of one name."""
    if isinstance(value, str):
        return [value]
    if not is_list(value):
        return value
    return [
        next((v for v in item.values() if isinstance(v, str)), "") if is_object(item) else _text(item)
        for item in value
    ]


def _weights(value: object) -> object:
    if not is_list(value):
        return [_number(value)]
    return [_number(next(iter(item.values()), None) if is_object(item) else item) for item in value]


Text = Annotated[str, BeforeValidator(_text)]
Names = Annotated[list[str], BeforeValidator(_names)]
Weights = Annotated[list[float], BeforeValidator(_weights)]


class _Reply(BaseModel):
    model_config = ConfigDict(extra="ignore")


class CastReply(_Reply):
    """Which cards a seat keeps and who its character is."""

    occupation: Text
    secret: Text
    name: Text = ""
    introduction: Text = ""


class AnswerReply(_Reply):
    """An answer with its private plan. Shares count in 100 readers; -1 where the model gave no number."""

    aim: Annotated[Aim, BeforeValidator(_aim)]
    rival_occupation: Text = ""
    rival_secret: Text = ""
    occupation_share: Annotated[float, BeforeValidator(_number)] = -1.0
    secret_share: Annotated[float, BeforeValidator(_number)] = -1.0
    text: Text = Field(min_length=1)
    clue: Text = ""
    why: Text = ""
    delivery: Text = ""


class GuessRow(_Reply):
    """The likeliest cards of one opponent with their weights, likeliest first."""

    player: Text
    occupations: Names
    occupation_weights: Weights = Field(default_factory=list[float])
    secrets: Names
    secret_weights: Weights = Field(default_factory=list[float])


class GuessReply(_Reply):
    """A row for every opponent."""

    guesses: list[GuessRow]


class ReactRow(_Reply):
    """What one player says at the reveal; "" for nothing."""

    player: Text
    line: Text = ""


class ReactReply(_Reply):
    """A row for every speaker."""

    lines: list[ReactRow]


REPLIES: dict[str, type[BaseModel]] = {
    "cast": CastReply,
    "answer": AnswerReply,
    "guess": GuessReply,
    "react": ReactReply,
}
"""The reply a prompt file may name, by its name."""


def chances(weights: Sequence[float], count: int) -> list[float]:
    """Chances (0 to 1, together at most 1) of `count` choices out of a model's weights, whether it meant per cent or parts.

    Useless weights (missing, negative, all zero) are replaced by those of a usual first, second and third choice.
    """
    given = [max(0.0, w) for w in weights[:count]]
    if len(given) < count or not any(given):
        given = [*DEFAULT_WEIGHTS, *([5.0] * count)][:count]
    largest = max(given)
    parts = [g / largest for g in given]
    total = sum(given)
    whole = total if total > 100.0 else 100.0 if total > 1.5 else max(total, 1.0)
    mass = min(1.0, total / whole)
    return [p / sum(parts) * mass for p in parts]
