"""The verdict on an answer, once: quiet, about right or loud; at which card; and the one thing to do about it.

Pure values from figures. Whoever speaks of an answer before or after it is given puts this into words and decides nothing anew, so that no two of
them can contradict each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from dubious_ai.belief.foresight import Foreseen
from dubious_ai.belief.readability import Unreadable
from dubious_ai.core.model import Kind

Loudness = Literal["quiet", "about right", "loud"]
Advice = Literal[
    "leave out the card's own word",
    "say it in your own words",
    "say something that can be read",
    "say something about a card",
    "leave out the loudest word",
    "it was out before",
    "a false trail brings no points",
    "a word more would do no harm",
    "think of the other card next",
    "hand it in",
]
AHEAD = 0.7
"""How far, in logits, a share may be from the plan and still be about right."""
BEYOND = 0.2
"""How far a share may lie above the aim of the whole round before it is loud whatever the plan."""
NOTICED = 0.03
"""Change of a share below which an answer has said nothing about a card."""
KNOWS, WONDERS = 0.75, 0.5
"""A reader who names a card with the first chance knows it; while the others are below the second, only that one does."""


def logit(share: float) -> float:
    """The log odds of a share, kept finite."""
    kept = min(max(share, 0.005), 0.995)
    return log(kept / (1 - kept))


def loudness(share: float, plan: float, aim: float) -> Loudness:
    """How a share (0 to 1) of readers who would name a card stands to the plan for this question and the aim of the round."""
    gap = logit(share) - logit(plan)
    if gap > AHEAD or share > aim + BEYOND:
        return "loud"
    return "quiet" if gap < -AHEAD else "about right"


@dataclass(frozen=True)
class CardVerdict:
    """One own card (slug) before and after an answer. `own_words` are words of the card itself in the answer."""

    kind: Kind
    card: str
    before: Foreseen
    after: Foreseen
    loudness: Loudness
    own_words: tuple[str, ...] = ()

    @property
    def moved(self) -> bool:
        """Whether the answer says something about the card."""
        return abs(self.after.share - self.before.share) >= NOTICED

    @property
    def louder(self) -> bool:
        """Whether the answer itself makes it loud or louder."""
        return self.loudness == "loud" and self.moved and self.after.share > self.before.share

    @property
    def out_before(self) -> bool:
        """Whether it was loud already and the answer makes it no louder."""
        return self.loudness == "loud" and not self.louder

    @property
    def only_the_sharpest(self) -> bool:
        """Whether the strongest reader would know it while the others would not."""
        others = self.after.by_reader[:-1]
        return bool(others) and self.after.sharpest >= KNOWS and max(others) < WONDERS


@dataclass(frozen=True)
class Verdict:
    """What an answer does for both own cards, Occupation first. `trail` is another card (slug) that it points to instead."""

    cards: tuple[CardVerdict, CardVerdict]
    trail: str | None
    unreadable: Unreadable | None
    advice: Advice

    @property
    def about(self) -> Kind | None:
        """The card that the answer moves most, if any."""
        moved = [c for c in self.cards if c.moved]
        most = max(moved, key=lambda c: abs(c.after.share - c.before.share), default=None)
        return most.kind if most else None


def verdict(
    cards: Sequence[CardVerdict],
    *,
    trail: str | None = None,
    unreadable: Unreadable | None = None,
    copied: bool = False,
) -> Verdict:
    """The verdict on an answer from what it does for both cards. `copied` answers repeat the question or somebody."""
    first, second = cards
    found = "say it in your own words" if copied else _advice(cards, trail, unreadable)
    if any(c.own_words for c in cards):
        found = "leave out the card's own word"
    return Verdict((first, second), trail, unreadable, found)


def _advice(cards: Sequence[CardVerdict], trail: str | None, unreadable: Unreadable | None) -> Advice:
    standing = {c.loudness for c in cards}
    if unreadable:
        return "say something that can be read"
    if any(c.louder for c in cards):
        return "leave out the loudest word"
    if "loud" in standing:
        return "think of the other card next" if "quiet" in standing else "it was out before"
    if standing == {"quiet"}:
        if trail:
            return "a false trail brings no points"
        moved = any(c.moved for c in cards)
        return "a word more would do no harm" if moved else "say something about a card"
    return "think of the other card next" if "quiet" in standing else "hand it in"
