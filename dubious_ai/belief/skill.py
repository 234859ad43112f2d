"""How well a seat guesses: the same belief, sharpened or blurred, and a pick drawn from it.

A level's temperature is fixed by the share of right picks it gives on the development set (`benchmarks/guessing.py`
prints it), before anybody plays against anybody.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from dubious_ai.core.model import Level

TEMPERATURE: dict[Level, float] = {"novice": 3.99, "regular": 2.56, "sharp": 1.46}
"""T of a level: 45, 63 and 80 % right picks at tables of four drawn from the development set."""
FLOOR = 0.02
"""Part of the picks that falls on any legal card, however unlikely: people misread."""


def temper(probabilities: Sequence[float], level: Level) -> list[float]:
    """The chance that a seat of this level picks each card: p^(1/T), normalised, with a floor over legal cards (p > 0).

    Raises ValueError when no card is legal.
    """
    power = 1.0 / TEMPERATURE[level]
    raised = [p**power if p > 0.0 else 0.0 for p in probabilities]
    total = sum(raised)
    if not total > 0.0:
        raise ValueError("no legal card to pick from")
    spread = FLOOR / sum(p > 0.0 for p in probabilities)
    return [(1.0 - FLOOR) * r / total + spread if r > 0.0 else 0.0 for r in raised]


def pick(probabilities: Sequence[float], level: Level, rng: random.Random) -> int:
    """The index a seat of this level picks, drawn with `rng` (one draw). Never an illegal card (p = 0)."""
    chances = temper(probabilities, level)
    at = rng.random()
    last = 0
    for index, chance in enumerate(chances):
        if chance > 0.0:
            last = index
            at -= chance
            if at < 0.0:
                return index
    return last
