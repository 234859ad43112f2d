"""Small things a lesson says over and over: lists, shares of readers, cards and kinds in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from dubious_ai.belief import words as words_of
from dubious_ai.content.library import Angle
from dubious_ai.core.model import Kind, Setting

ANGLES: dict[Angle, str] = {
    "tool": "a tool",
    "place": "a place",
    "time": "a time of the day or the year",
    "trace": "a trace on the body or the clothes",
    "habit": "a habit",
    "others": "what other people do",
    "fear": "a fear",
    "grudge": "a grudge",
    "debt": "a debt",
    "myth": "a myth or a piece of history",
    "missing": "something missing",
}
"""What carries a hint, as it is called in a lesson."""
KIND_NAMES: dict[Kind, str] = {"occupation": "Occupation", "secret": "Secret"}
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SMALL = ("no", "one", "two", "three", "four", "five", "six")


def listed(parts: Iterable[str], last: str = "and") -> str:
    """ "Ann, Ben and Cleo"; an empty text for nobody."""
    names = list(parts)
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}" if names else ""


def number(n: int) -> str:
    """Small numbers as words."""
    return _SMALL[n] if 0 <= n < len(_SMALL) else str(n)


def points(n: int) -> str:
    """ "1 point", "4 points"."""
    return f"{n} point{'' if n == 1 else 's'}"


def in_hundred(share: float) -> str:
    """A share (0 to 1) as "41 in 100"."""
    return f"{round(100 * share)} in 100"


def card(setting: Setting, kind: Kind, slug: str) -> str:
    """A card inside a sentence: an Occupation by its name, a Secret in quotation marks."""
    name = setting.card(kind, slug).name
    return name if kind == "occupation" else f"“{name}”"


def quoted(found: Sequence[str]) -> str:
    """Words out of an answer, each in quotation marks."""
    return listed(f"“{word}”" for word in found)


@lru_cache(maxsize=4096)
def _spoken(answer: str) -> dict[str, str]:
    """The words of an answer as the evidence names them, each with the token it stands in."""
    found: dict[str, str] = {}
    for token in _TOKEN.findall(answer):
        for word in words_of.words(token):
            found.setdefault(word, token)
    return found


def as_typed(answer: str, word: str) -> str:
    """A word the evidence names (lower case, without accents or endings) as it stands in the answer."""
    return _spoken(answer).get(word, word)
