"""How well a person reads the house, estimated from their guesses, and the tells that would suit them.

The part of cards a person names is the share of regular readers that the tells aimed at, moved by some logits that are the person's own. That offset is
estimated from all earlier games, with a prior for those about whom little is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, sqrt

from dubious_ai.core.model import Tells
from dubious_ai.storage.history import Summary

WANTED = 0.60
"""Part of the cards that a person should name under tells of their own."""
PRIOR = 1.3
"""Standard deviation, in logits, of the offsets that people are expected to have before anything is known of them."""
FADING = 0.85
"""What a game counts for beside the one after it: people learn."""
LEAST_AIM, MOST_AIM = 0.10, 0.96
"""How far down and up tells are aimed; beyond, the prepared answers do not reach."""
GAMES_BEFORE = 3
"""Games without a seed after which tells are fitted by themselves."""
MEASURED: dict[Tells, float] = {"open": 0.73, "fair": 0.58, "sly": 0.35}
"""Share of cards that regular readers name under each kind of tells (`python -m benchmarks.tells`)."""


@dataclass(frozen=True)
class Guessed:
    """What a person guessed in one game: how many cards of the house, how many right, under which tells (with `aim` where they were fitted)."""

    made: int
    right: int
    tells: Tells = "fair"
    aim: float | None = None

    @property
    def expected(self) -> float:
        """The share a regular reader would have named."""
        return self.aim if self.aim is not None else MEASURED.get(self.tells, MEASURED["fair"])


@dataclass(frozen=True)
class Estimate:
    """How a person reads: `offset` from a regular reader in logits, with its standard deviation, from so many `games` and `guesses`."""

    offset: float
    deviation: float
    games: int
    guesses: int

    def named(self, tells: Tells = "fair") -> tuple[float, float, float]:
        """The part of cards (0 to 1) they would name under some tells: likeliest, and between which shares two cases in three lie."""
        middle = _logit(MEASURED.get(tells, MEASURED["fair"])) + self.offset
        low, high = (_share(middle + sign * self.deviation) for sign in (-1, 1))
        return _share(middle), low, high

    @property
    def aim(self) -> float:
        """The share of regular readers to aim at so that this person names WANTED of the cards."""
        return min(MOST_AIM, max(LEAST_AIM, _share(_logit(WANTED) - self.offset)))


def guessed(summary: Summary) -> Guessed | None:
    """What a person guessed in a saved game; None for one that is not over, or had nobody of the house in it."""
    if summary.sum is None or "house" not in summary.brains:
        return None
    made, right = (sum(by_kind.values()) for by_kind in (summary.sum.made, summary.sum.right))
    return Guessed(made, right, summary.tells, summary.aim) if made else None


def estimate_from(saved: Iterable[Summary]) -> Estimate:
    """The estimate from saved games, oldest first."""
    return estimate(g for summary in saved if (g := guessed(summary)))


def estimate(games: Iterable[Guessed]) -> Estimate:
    """The offset that explains the games best, oldest first, together with the prior; Newton's method."""
    played = [g for g in games if g.made > 0]
    weights = [FADING ** (len(played) - 1 - n) for n in range(len(played))]
    offset = 0.0
    curvature = 1 / PRIOR**2
    for _ in range(30):
        slope = -offset / PRIOR**2
        curvature = 1 / PRIOR**2
        for game, weight in zip(played, weights, strict=True):
            p = _share(_logit(game.expected) + offset)
            slope += weight * (game.right - game.made * p)
            curvature += weight * game.made * p * (1 - p)
        step = slope / curvature
        offset += max(-1.0, min(1.0, step))
        if abs(step) < 1e-9:
            break
    return Estimate(offset, 1 / sqrt(curvature), len(played), sum(g.made for g in played))


def _logit(share: float) -> float:
    kept = min(max(share, 0.005), 0.995)
    return log(kept / (1 - kept))


def _share(logit: float) -> float:
    return 1 / (1 + exp(-logit))
