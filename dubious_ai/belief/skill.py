"""How well a seat guesses: the same belief, sharpened or blurred, and a pick drawn from it.

A reader's *strength* is the share of cards it names (0 to 1) on characters nobody tuned to. Blurring with a temperature brings the reader down to
a strength; which temperature does is measured on the development set (`python -m benchmarks.guessing` prints it) before anybody plays
against anybody.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from math import exp, log

from dubious_ai.core.model import READING_STRENGTH, Level

TEMPERATURES = (
    (0.15, 14.64),
    (0.25, 7.40),
    (0.35, 5.22),
    (0.45, 4.01),
    (0.55, 3.14),
    (0.63, 2.57),
    (0.72, 1.99),
    (0.80, 1.48),
    (0.86, 1.05),
    (0.90, 0.67),
)
"""Reading strengths and the temperature that gives each at tables of four drawn from the development set. Stronger readers are taken for the last."""
FLOOR = 0.02
"""Part of the picks that falls on any legal card, however unlikely: people misread."""


def strength_of(reader: Level | float) -> float:
    """The reading strength (0 to 1) of a level, or the strength itself."""
    return reader if isinstance(reader, int | float) else READING_STRENGTH[reader]


@lru_cache(maxsize=1024)
def temperature(strength: float) -> float:
    """The temperature for a reading strength, between the measured ones by their logarithms."""
    known = [s for s, _ in TEMPERATURES]
    at = bisect_left(known, strength)
    if at == 0 or at == len(known):
        return TEMPERATURES[min(at, len(known) - 1)][1]
    (weak, high), (strong, low) = TEMPERATURES[at - 1], TEMPERATURES[at]
    part = (strength - weak) / (strong - weak)
    return exp((1 - part) * log(high) + part * log(low))


def temper(probabilities: Sequence[float], reader: Level | float) -> list[float]:
    """The chance that a reader of this level or strength picks each card: p^(1/T), normalised, with a floor over legal cards (p > 0).

    Raises ValueError when no card is legal.
    """
    power = 1.0 / temperature(strength_of(reader))
    raised = [p**power if p > 0.0 else 0.0 for p in probabilities]
    total = sum(raised)
    if not total > 0.0:
        raise ValueError("no legal card to pick from")
    spread = FLOOR / sum(p > 0.0 for p in probabilities)
    return [(1.0 - FLOOR) * r / total + spread if r > 0.0 else 0.0 for r in raised]


def pick(probabilities: Sequence[float], reader: Level | float, rng: random.Random) -> int:
    """The index a reader of this level or strength picks, drawn with `rng` (one draw). Never an illegal card (p = 0)."""
    chances = temper(probabilities, reader)
    at = rng.random()
    last = 0
    for index, chance in enumerate(chances):
        if chance > 0.0:
            last = index
            at -= chance
            if at < 0.0:
                return index
    return last
