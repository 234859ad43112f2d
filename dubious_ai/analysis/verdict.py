"""The verdict on an answer, once: what it does for each own card, how loud that card then is, and the one thing to do about it.

Pure values from figures. Whoever speaks of an answer before or after it is given puts this into words and decides nothing anew, so that no two of
them can contradict each other. `judging` makes it from what a seat knows, `verdict_sentences` puts it into words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from dubious_ai.belief.foresight import Foreseen
from dubious_ai.belief.readability import Unreadable
from dubious_ai.core.model import Kind
from dubious_ai.core.scoring import best_pick_rate, expected_role_points

Loudness = Literal["quiet", "about right", "loud"]
Effect = Literal["quiet hint", "fine hint", "loud hint", "no hint", "led away"]
"""What one answer does for one card: it helps readers towards it and leaves it quiet, about right or loud; it does nothing; it leads them away."""
Advice = Literal[
    "leave out the card's own word",
    "say it in your own words",
    "say something that can be read",
    "say something about a card",
    "leave out the loudest word",
    "it was out before",
    "it leads away from you",
    "a word more would do no harm",
    "think of the other card next",
    "hand it in",
]
AHEAD = 0.7
"""How far, in logits, a share may be from the plan and still be about right."""
BEYOND = 0.2
"""How far a share may lie above the aim of the whole round before it is loud whatever the plan."""
NOTICED = 0.04
"""Change of a share below which an answer has said nothing about a card."""
TURNS = 0.1
"""Change of a share from which an answer can be the one that turned a round."""
KNOWS, WONDERS = 0.75, 0.5
"""A reader who names a card with the first chance knows it; while the others are below the second, only that one does."""


def logit(share: float) -> float:
    """The log odds of a share, kept finite."""
    kept = min(max(share, 0.005), 0.995)
    return log(kept / (1 - kept))


def loudness(share: float, plan: float, aim: float) -> Loudness:
    """How a share (0 to 1) of readers who would name a card stands to the plan for this question and the aim of the round.

    Ahead of the plan is loud only above the aim: a card that has come there early may rest.
    """
    gap = logit(share) - logit(plan)
    if (gap > AHEAD and share > aim) or share > aim + BEYOND:
        return "loud"
    return "quiet" if gap < -AHEAD else "about right"


def best_points(readers: int) -> float:
    """The most a row can be expected to bring its owner."""
    return expected_role_points(readers, best_pick_rate(readers))


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
    def rise(self) -> float:
        """How many more readers (0 to 1) would name the card; negative for fewer."""
        return self.after.share - self.before.share

    @property
    def moved(self) -> bool:
        """Whether the answer says something about the card."""
        return abs(self.rise) >= NOTICED

    @property
    def helped(self) -> bool:
        """Whether it helps readers towards the card."""
        return self.rise >= NOTICED

    @property
    def effect(self) -> Effect:
        """What the answer does for the card."""
        if not self.moved:
            return "no hint"
        if not self.helped:
            return "led away"
        return _HINTS[self.loudness]

    @property
    def gain(self) -> float:
        """The change in the points its owner can expect for the card."""
        readers = self.after.readers
        return expected_role_points(readers, self.after.share) - expected_role_points(
            readers, self.before.share
        )

    @property
    def louder(self) -> bool:
        """Whether the answer itself makes it loud or louder."""
        return self.effect == "loud hint"

    @property
    def only_the_sharpest(self) -> bool:
        """Whether the strongest reader would know it while the others would not."""
        others = self.after.by_reader[:-1]
        return bool(others) and self.after.sharpest >= KNOWS and max(others) < WONDERS


_HINTS: dict[Loudness, Effect] = {"quiet": "quiet hint", "about right": "fine hint", "loud": "loud hint"}


@dataclass(frozen=True)
class Verdict:
    """What an answer does for both own cards, Occupation first. `trail` is another card (slug) that it points to instead."""

    cards: tuple[CardVerdict, CardVerdict]
    trail: str | None
    unreadable: Unreadable | None
    advice: Advice

    def of(self, kind: Kind) -> CardVerdict:
        """The verdict on one card."""
        return self.cards[0] if kind == "occupation" else self.cards[1]

    @property
    def about(self) -> Kind | None:
        """The card that the answer moves most, if any."""
        moved = [c for c in self.cards if c.moved]
        most = max(moved, key=lambda c: abs(c.rise), default=None)
        return most.kind if most else None

    @property
    def loudest(self) -> CardVerdict:
        """Of the cards that the answer makes loud, else of both, the one most readers would name."""
        return max(self.cards, key=lambda c: (c.louder, c.after.share))


def verdict(
    cards: Sequence[CardVerdict],
    *,
    trail: str | None = None,
    unreadable: Unreadable | None = None,
    copied: bool = False,
) -> Verdict:
    """The verdict on an answer from what it does for both cards. `copied` answers repeat the question or somebody.

    A trail is none where the answer helps readers towards an own card.
    """
    first, second = cards
    elsewhere = None if first.helped or second.helped else trail
    found = "say it in your own words" if copied else _advice(cards, elsewhere, unreadable)
    if any(c.own_words for c in cards):
        found = "leave out the card's own word"
    return Verdict((first, second), elsewhere, unreadable, found)


def _advice(cards: Sequence[CardVerdict], trail: str | None, unreadable: Unreadable | None) -> Advice:
    standing = {c.loudness for c in cards}
    if unreadable:
        return "say something that can be read"
    if any(c.louder for c in cards):
        return "leave out the loudest word"
    if "loud" in standing:
        return "think of the other card next" if "quiet" in standing else "it was out before"
    helped, lost = (
        any(c.helped for c in cards),
        any(c.effect == "led away" and c.loudness == "quiet" for c in cards),
    )
    if lost and not helped:
        return "it leads away from you"
    if standing == {"quiet"}:
        if helped:
            return "a word more would do no harm"
        return "it leads away from you" if trail else "say something about a card"
    return "think of the other card next" if "quiet" in standing else "hand it in"


def turning(cards: Sequence[CardVerdict]) -> int | None:
    """The number (from 1) of the answer that moved readers most about a card, None where none moved them by a tenth."""
    moved = [abs(card.rise) for card in cards]
    if not moved or max(moved) < TURNS:
        return None
    return moved.index(max(moved)) + 1
