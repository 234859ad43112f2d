"""Figures of reading: accuracy, log loss, calibration, tables of four, and the temperature of each level."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from dubious_ai.belief.marginals import table_marginals
from dubious_ai.belief.skill import FLOOR
from dubious_ai.content.library import SettingSlug

Floats = NDArray[np.float64]
Beliefs = Sequence[tuple[Floats, Floats]]
"""For each case the probabilities of the Occupations and of the Secrets."""
STRENGTHS = (0.15, 0.25, 0.35, 0.45, 0.55, 0.63, 0.72, 0.80, 0.86, 0.90)
"""Shares of right picks that temperatures are fitted to; those of the three levels among them."""
TABLES = 60


@dataclass(frozen=True)
class Case:
    """Somebody with known cards (places within their kinds)."""

    setting: SettingSlug
    grade: str
    cards: tuple[int, int]


C = TypeVar("C", bound=Case)


def own(people: Sequence[Case], beliefs: Beliefs) -> Floats:
    """The probability of the true cards (cases x 2)."""
    return np.array([[b[k][p.cards[k]] for k in (0, 1)] for p, b in zip(people, beliefs, strict=True)])


def interval(people: Sequence[Case], values: Floats, seed: int = 11) -> str:
    """Mean over characters (one read at several tables counts once) with its 95 % bootstrap interval."""
    grouped: dict[int, list[float]] = {}
    for p, value in zip(people, values.mean(axis=1), strict=True):
        grouped.setdefault(id(p), []).append(float(value))
    rows = np.array([np.mean(found) for found in grouped.values()])
    rng = np.random.default_rng(seed)
    means = np.sort(rows[rng.integers(0, len(rows), (2000, len(rows)))].mean(axis=1))
    return f"{rows.mean():.3f} ({means[50]:.3f} to {means[1949]:.3f})"


def figures(name: str, people: Sequence[Case], beliefs: Beliefs) -> None:
    """One line: first places, log loss, mean confidence."""
    if not people:
        return
    true = own(people, beliefs)
    first = np.array(
        [[float(b[k].max() <= t[k]) for k in (0, 1)] for b, t in zip(beliefs, true, strict=True)]
    )
    sure = np.array([[b[0].max(), b[1].max()] for b in beliefs])
    losses = -np.log(np.maximum(true, 1e-12))
    print(
        f"{name:28} top-1 {interval(people, first)}  log loss {interval(people, losses)}  confidence {sure.mean():.3f}  n = {first.size}"
    )


def reliability(people: Sequence[Case], beliefs: Beliefs) -> None:
    """Ten bins over all candidate probabilities, and the expected calibration error."""
    said = np.concatenate([b[k] for b in beliefs for k in (0, 1)])
    came = np.concatenate(
        [np.arange(len(b[k])) == p.cards[k] for p, b in zip(people, beliefs, strict=True) for k in (0, 1)]
    )
    bins = np.minimum((said * 10).astype(int), 9)
    error = 0.0
    for b in range(10):
        inside = bins == b
        if inside.any():
            error += float(inside.mean()) * abs(float(said[inside].mean()) - float(came[inside].mean()))
            print(
                f"  {b / 10:.1f} to {(b + 1) / 10:.1f}: {int(inside.sum()):5} said {said[inside].mean():.3f} came {came[inside].mean():.3f}"
            )
    print(f"  expected calibration error {error:.4f}")


def tables(
    people: Sequence[C], belief: Callable[[C], tuple[Floats, Floats]], seed: int = 7
) -> tuple[list[C], list[tuple[Floats, Floats]]]:
    """Everybody read by everybody at tables of four, with own cards excluded and no card twice."""
    rng = random.Random(seed)
    read: list[C] = []
    beliefs: list[tuple[Floats, Floats]] = []
    while len(beliefs) < TABLES * 12:
        four = rng.sample(list(people), 4)
        if any(len({p.cards[k] for p in four}) < 4 for k in (0, 1)):
            continue
        for me in four:
            others = [p for p in four if p is not me]
            seen: list[Floats] = []
            for k in (0, 1):
                alone = np.array([belief(p)[k] for p in others])
                free = [c for c in range(alone.shape[1]) if c not in {p.cards[k] for p in four}]
                alone[:, [me.cards[k], rng.choice(free)]] = 0.0
                seen.append(table_marginals(alone / alone.sum(axis=1, keepdims=True)))
            read += others
            beliefs += list(zip(*seen, strict=True))
    return read, beliefs


def temperatures(people: Sequence[Case], beliefs: Beliefs) -> None:
    """T of each reading strength: the mean chance of the right pick at the table meets it."""
    rows = [(b[k], p.cards[k]) for p, b in zip(people, beliefs, strict=True) for k in (0, 1)]
    found: list[str] = []
    for goal in STRENGTHS:
        low, high = 0.05, 60.0
        for _ in range(40):
            t = (low * high) ** 0.5
            right: list[float] = []
            for chances, card in rows:
                legal = chances > 0
                raised = np.where(legal, np.maximum(chances, 1e-300) ** (1 / t), 0.0)
                right.append(float((1 - FLOOR) * raised[card] / raised.sum() + FLOOR / legal.sum()))
            low, high = (t, high) if float(np.mean(right)) > goal else (low, t)
        found.append(f"({goal:.2f}, {(low * high) ** 0.5:.2f})")
    print(f"  reading strengths and their temperatures: {', '.join(found)}")
