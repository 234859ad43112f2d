"""From a model's three likeliest cards to a probability for every card, and from that to a pick.

What a model leaves open is filled with what the offline reader believes; own cards are impossible; models are surer than they are
right, so a temperature per model cools them; "no card twice" is taken into account over the whole table. The seat's level
then decides how well the pick follows the belief.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import exp, log

from dubious_ai.belief.marginals import table_marginals
from dubious_ai.belief.seat import believe
from dubious_ai.belief.skill import pick
from dubious_ai.brains.protocol import Shares
from dubious_ai.core.model import KINDS, Guess, Kind
from dubious_ai.core.observe import Observation

Ranked = Mapping[str, float]
"""Chances (0 to 1, together at most 1) by slug, for the cards a model named."""
OPEN = 0.12
"""The part of belief that is always left to cards the model did not name."""
TEMPERATURE = 1.4
"""Cooling of a model nobody has calibrated. `fit_temperature` finds a model's own; guess_temperature in the settings holds it."""


def beliefs(
    observation: Observation, ranked: Mapping[int, Mapping[Kind, Ranked]], temperature: float = TEMPERATURE
) -> dict[int, dict[Kind, Shares]]:
    """Probability of every card in play, by opponent and kind."""
    import numpy as np

    opponents, reading = believe(observation)
    result: dict[int, dict[Kind, Shares]] = {seat: {} for seat in opponents}
    for kind in KINDS:
        slugs = observation.setting.slugs(kind)
        rows = np.array(
            [
                _smoothed(slugs, ranked.get(seat, {}).get(kind, {}), reading[at].of(kind), temperature)
                for at, seat in enumerate(opponents)
            ]
        )
        together = np.asarray(table_marginals(rows), dtype=np.float64)
        for at, seat in enumerate(opponents):
            result[seat][kind] = dict(zip(slugs, (float(p) for p in together[at]), strict=True))
    return result


def _smoothed(slugs: Sequence[str], ranked: Ranked, reading: Shares, temperature: float) -> list[float]:
    """One opponent and kind: the model's chances where it gave them, the offline reading for the rest, cooled."""
    legal = {slug: reading.get(slug, 0.0) for slug in slugs if reading.get(slug, 0.0) > 0.0}
    named = {slug: chance for slug, chance in ranked.items() if slug in legal}
    total = sum(named.values())
    kept = min(total, 1.0 - OPEN)
    rest = 1.0 - kept
    mass = sum(legal.values())
    mixed = {
        slug: rest * p / mass + (named.get(slug, 0.0) / total * kept if total > 0.0 else 0.0)
        for slug, p in legal.items()
    }
    cooled = {slug: exp(log(p) / temperature) for slug, p in mixed.items() if p > 0.0}
    whole = sum(cooled.values())
    return [cooled.get(slug, 0.0) / whole for slug in slugs]


def picks(
    observation: Observation, believed: Mapping[int, Mapping[Kind, Shares]], rng: random.Random
) -> dict[int, Guess]:
    """What the seat announces about every opponent, as well as its level guesses."""
    level = observation.level
    drawn: dict[int, dict[Kind, str]] = {}
    for seat in sorted(believed):
        drawn[seat] = {}
        for kind in KINDS:
            slugs, chances = list(believed[seat][kind]), list(believed[seat][kind].values())
            drawn[seat][kind] = slugs[pick(chances, level, rng)]
    return {seat: Guess(occupation=d["occupation"], secret=d["secret"]) for seat, d in drawn.items()}


def fit_temperature(judged: Sequence[tuple[Sequence[float], int]]) -> float:
    """The temperature (0.5 to 5) under which these probabilities lose least, each given with the index of the true card.

    Minimises mean log loss of p^(1/T), normalised; at least 30 cases make sense. Raises ValueError for none.
    """
    if not judged:
        raise ValueError("nothing to calibrate on")

    def loss(temperature: float) -> float:
        total = 0.0
        for probabilities, true in judged:
            cooled = [max(p, 1e-9) ** (1 / temperature) for p in probabilities]
            total -= log(cooled[true] / sum(cooled))
        return total

    steps = [0.5 * 1.05**n for n in range(48)]
    return min(steps, key=loss)
