"""A card's own words: what an answer about the card may not say, in any form.

The forms stand in `content/general/word_families.toml`, one family for each word of the printed names. Words of other names (of a setting somebody
added) are judged by their endings. Checks, meter, drills, content tests and the replies of models all ask here.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from dubious_ai.content import shipped
from dubious_ai.content.toml_files import parse
from dubious_ai.core.model import Value

_IDLE = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "on",
        "at",
        "to",
        "from",
        "for",
        "by",
        "with",
        "and",
        "or",
        "that",
        "their",
        "they",
        "was",
        "were",
        "is",
        "are",
        "have",
        "has",
        "had",
        "be",
        "been",
        "did",
        "got",
        "his",
        "her",
        "its",
        "under",
        "who",
        "back",
        "through",
        "over",
        "up",
        "years",
        "later",
        "wants",
        "come",
        "life",
        "forms",
        "preparing",
        "prepares",
        "setting",
        "investigating",
        "witnessed",
        "worker",
        "specialist",
        "expert",
        "hears",
        "travels",
        "across",
        "down",
        "away",
    ]
)
"""Words in card names that tell nothing by themselves."""
_ENDINGS = [
    "ations",
    "ation",
    "ingly",
    "ings",
    "ing",
    "ists",
    "ist",
    "ers",
    "ies",
    "ied",
    "ors",
    "ial",
    "als",
    "ous",
    "ian",
    "er",
    "or",
    "ed",
    "es",
    "al",
    "ly",
    "s",
    "e",
    "y",
]


class _Families(Value):
    families: dict[str, tuple[str, ...]]


@cache
def _families() -> dict[str, tuple[str, ...]]:
    """The forms of each word. Raises ContentError when the file is missing or damaged."""
    place = ("content", "general", "word_families.toml")
    return parse(shipped.shipped_text(*place), "/".join(place), _Families).families


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """A word without its commonest English ending, at least three letters long: "robbed" and "robber" meet, "read" and "ready" too."""
    for ending in _ENDINGS:
        left = len(word) - len(ending)
        if word.endswith(ending) and left >= (3 if ending in ("s", "es", "ed", "ing") else 4):
            word = word[:left]
            break
    return word[:-1] if len(word) > 4 and word[-1] == word[-2] else word


def words(text: str) -> list[str]:
    """The lower-case words of a text, apostrophes dropped."""
    return re.findall(r"[^\W\d_]+", text.casefold().replace("'", "").replace("’", ""))


@lru_cache(maxsize=512)
def telling_words(name: str) -> tuple[str, ...]:
    """The words of a card name that would give the card away."""
    return tuple(dict.fromkeys(w for w in words(name) if w not in _IDLE and len(w) > 2))


def is_form_of(word: str, own: str) -> bool:
    """Whether a (lower-case) word is a form of a card's own word."""
    family = _families().get(own)
    return stem(word) == stem(own) if family is None else word in family


@lru_cache(maxsize=512)
def _whole_family(name: str) -> frozenset[str] | None:
    """Every form of every telling word of a card's name; None where the forms of one are not written down."""
    found: set[str] = set()
    for own in telling_words(name):
        family = _families().get(own)
        if family is None:
            return None
        found.update(family)
    return frozenset(found)


@lru_cache(maxsize=15_000)
def _distinct(text: str) -> frozenset[str]:
    return frozenset(words(text))


@lru_cache(maxsize=20_000)
def own_words(name: str, text: str) -> tuple[str, ...]:
    """The words of `text` that are words of the card `name`, in order, without repetition."""
    own = telling_words(name)
    if (known := _whole_family(name)) is not None and known.isdisjoint(_distinct(text)):
        return ()
    return tuple(dict.fromkeys(w for w in words(text) if any(is_form_of(w, o) for o in own)))
