"""The house rules of writing: an answer may not name its own card, nor be copied from the question or from somebody else.

The rulebook leaves this to taste; the table holds bots to it, and the screen only warns a human.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from dubious_ai.core.model import KINDS
from dubious_ai.core.observe import Observation

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


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """A word without its commonest English ending, at least four letters long: "robbed" and "robber" meet, "read" and "ready" too."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 4 and word[-1] == word[-2] else word


def words(text: str) -> list[str]:
    """The lower-case words of a text, apostrophes dropped."""
    return re.findall(r"[^\W\d_]+", text.casefold().replace("'", "").replace("’", ""))


@lru_cache(maxsize=512)
def card_words(name: str) -> frozenset[str]:
    """The stems of a card name that would give the card away."""
    return frozenset(stem(w) for w in words(name) if w not in _IDLE and len(w) > 2)


@lru_cache(maxsize=50_000)
def own_words(name: str, text: str) -> tuple[str, ...]:
    """The words of `text` that are words of the card `name`, in order, without repetition."""
    forbidden = card_words(name)
    return tuple(dict.fromkeys(w for w in words(text) if stem(w) in forbidden))


def copied_from(text: str, source: str) -> bool:
    """Whether a text repeats another: at least six words, four fifths of them in the source's order."""
    # numbers count here: "question 1" and "question 2" are not the same answer
    mine, theirs = _in_order(text), _in_order(source)
    if len(mine) < 6 or len(theirs) < 6:
        return bool(mine) and mine == theirs
    pairs = set(pairwise(theirs))
    shared = sum(pair in pairs for pair in pairwise(mine))
    return shared >= 0.8 * (len(mine) - 1)


@lru_cache(maxsize=20_000)
def _in_order(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", text.casefold()))


def answer_problem(observation: Observation, text: str, delivery: str = "") -> str | None:
    """Why the house rules refuse this answer from this seat, as a sentence; None if they do not."""
    pair = observation.pair
    if pair is not None:
        for kind in KINDS:
            name = observation.setting.card(kind, pair.of(kind)).name
            for part, told in (("answer", text), ("delivery", delivery)):
                said = own_words(name, told)
                if said:
                    return f"The {part} uses “{said[0]}”, a word of the {kind.title()} card itself: that is too obvious."
    question = observation.question
    if question and copied_from(text, question.question.text):
        return "The answer only repeats the question."
    for asked in observation.now.asked if observation.rounds else ():
        for spoken in asked.answers:
            if copied_from(text, spoken.text):
                who = (
                    "an earlier answer of this seat"
                    if spoken.seat == observation.seat
                    else f"{observation.name(spoken.seat)}'s answer"
                )
                return f"The answer repeats {who}."
    return None
