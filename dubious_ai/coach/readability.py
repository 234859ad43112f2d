"""How far the coach can read a text at all: the share of its words that are English words it knows.

Evidence for a card can be drawn out of any letters; whether it means something is a matter of knowing the language.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from dubious_ai.belief import words as words_of
from dubious_ai.content.library import SettingSlug, library

ENOUGH = 0.55
"""Answers of players in English, slips and slang included, lie above 0.85 over five answers and 0.6 in a single one; other languages below 0.45."""
FEWEST = 3
"""Words below which nothing can be said about the language."""


def readable(setting: SettingSlug, texts: Iterable[str]) -> float:
    """The share (0 to 1) of known words; 1 when there are too few words to tell."""
    found = [word for text in texts for word in words_of.reading_words(text)]
    if len(found) < FEWEST and all(word.isascii() for word in found):
        return 1.0
    stems = _stems(setting)
    known = sum(word in words_of.STOP or words_of.reading_stem(word) in stems for word in found)
    return known / len(found)


@cache
def _stems(setting: SettingSlug) -> frozenset[str]:
    """The stems of all words in the setting's own texts."""
    texts = (f"{f.name} {f.cues} {' '.join(a.text for a in f.answers)}" for f in library(setting).files)
    return frozenset(words_of.reading_stem(word) for text in texts for word in words_of.reading_words(text))


def hardly(share: float) -> bool:
    """Whether a readable share is so low that the reading deserves a warning."""
    return share < ENOUGH
