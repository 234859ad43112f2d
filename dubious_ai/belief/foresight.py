"""How many of a table's readers would name a card, with a range.

Readers share the text: where one is misled, so are the others, and one who reads the hint is not alone. So the doubt is about the text, and
common to all of them; given the text they pick independently.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, log, sqrt
from statistics import NormalDist

DOUBT = 0.36
"""Standard deviation, in logits, by which two readers who each know half of the texts differ from what both together read, for one answer; it grows
with the root of their number (`python -m benchmarks.meter` prints it)."""
LEAST_DOUBT = 0.25
"""The same before anything is said."""
RANGE = (0.1, 0.9)
"""The range leaves out one case in ten on either side."""
STEPS = 25
"""Points at which the common doubt is looked at."""
ALMOST = 0.02
"""Shares are kept this far from 0 and 1 when doubt is added."""


@dataclass(frozen=True)
class Foreseen:
    """What is foreseen for one card: the share (0 to 1) with which each reader would name it, weakest reader first, after `answers` answers."""

    by_reader: tuple[float, ...]
    answers: int

    @cached_property
    def share(self) -> float:
        """The part of the readers expected to name it."""
        alike = self.by_reader[0] == self.by_reader[-1] and len(set(self.by_reader)) == 1
        return self.by_reader[0] if alike else sum(self.by_reader) / len(self.by_reader)

    @property
    def readers(self) -> int:
        """How many there are."""
        return len(self.by_reader)

    @property
    def number(self) -> float:
        """How many are expected to name it."""
        return sum(self.by_reader)

    @property
    def sharpest(self) -> float:
        """The share of the strongest reader."""
        return self.by_reader[-1]

    @cached_property
    def doubt(self) -> float:
        """The standard deviation, in logits, of what all readers make of the text."""
        return max(LEAST_DOUBT, DOUBT * sqrt(self.answers))

    @cached_property
    def range(self) -> tuple[float, float]:
        """Between which shares eight cases in ten lie."""
        return self._shifted(RANGE[0]), self._shifted(RANGE[1])

    def _shifted(self, quantile: float) -> float:
        shift = NormalDist().inv_cdf(quantile) * self.doubt
        return sum(shifted(p, shift) for p in self.by_reader) / self.readers

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """The chance that exactly 0, 1, 2 … of the readers name it."""
        total = [0.0] * (self.readers + 1)
        for step in range(STEPS):
            shift = NormalDist().inv_cdf((step + 0.5) / STEPS) * self.doubt
            for k, chance in enumerate(_exactly([shifted(p, shift) for p in self.by_reader])):
                total[k] += chance / STEPS
        return tuple(total)

    @cached_property
    def numbers(self) -> tuple[int, int]:
        """Between how many readers eight cases in ten lie."""
        return self._quantile(RANGE[0]), self._quantile(RANGE[1])

    def _quantile(self, wanted: float) -> int:
        reached = 0.0
        for k, chance in enumerate(self.chances):
            reached += chance
            if reached >= wanted:
                return k
        return self.readers


def shifted(share: float, by: float) -> float:
    """A share moved by some logits."""
    kept = min(max(share, ALMOST), 1 - ALMOST)
    return 1 / (1 + exp(-(log(kept / (1 - kept)) + by)))


def _exactly(shares: Sequence[float]) -> list[float]:
    """The chance that exactly 0, 1, 2 … of independent readers name a card."""
    found = [1.0]
    for p in shares:
        found = [
            (found[k] * (1 - p) if k < len(found) else 0.0) + (found[k - 1] * p if k else 0.0)
            for k in range(len(found) + 1)
        ]
    return found
