"""What tells do: how much readers name under open, fair and sly tells, how far fitted ones reach, and whether they find a person's measure.

    python -m benchmarks.tells [--games 40]

Tables of four. First the share of cards that readers of each level, and a reader without blur, name. Then simulated people who name 40, 60, 80 and 95 of 100
at fair tells play twelve games under fitted tells, 50 people each, with their estimate renewed after every game.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Mapping
from dataclasses import dataclass

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from benchmarks.selfplay import play
from dubious_ai.analysis.reading_estimate import GAMES_BEFORE, LEAST_AIM, MOST_AIM, Guessed, estimate
from dubious_ai.belief.posterior import Heard, Said
from dubious_ai.belief.readers import Readers
from dubious_ai.belief.skill import FLOOR, temperature
from dubious_ai.content.library import setting_slugs
from dubious_ai.core.model import KINDS, LEVELS, READING_STRENGTH, Kind, Options, Tells
from dubious_ai.core.state import State
from dubious_ai.game.seating import Plan

READERS = Readers()


Floats = NDArray[np.float64]
AIMS = (0.10, 0.2, 0.3, 0.42, 0.54, 0.66, 0.78, 0.88, 0.96)
PEOPLE, GAMES, FROM = 50, 12, 8
"""Simulated people of each kind, games each plays, and the game from which they are counted."""


@dataclass(frozen=True)
class Seen:
    """What one reader (seat 1) may believe of the other three: log probabilities of the legal cards with the true one first, by target and kind."""

    logs: tuple[Floats, ...]

    def named(self, t: float) -> list[float]:
        """The chance of each right pick at a temperature."""
        found: list[float] = []
        for logs in self.logs:
            raised = np.exp((logs - logs.max()) / t)
            found.append(float((1 - FLOOR) * raised[0] / raised.sum() + FLOOR / len(logs)))
        return found


def seen(state: State) -> Seen:
    """What seat 1 may believe at the end of a round."""
    now = state.round
    others = [s for s in state.seats if s != 1]
    heard = [
        Heard(tuple(Said(a.question.text, n[s].text) for a, n in zip(now.asked, now.answers, strict=True)))
        for s in others
    ]
    dealt = now.dealt[1]
    excluded: dict[Kind, tuple[str, ...]] = {"occupation": dealt.occupations, "secret": dealt.secrets}
    beliefs = READERS.of(state.setting.slug).read(heard, excluded=excluded)
    logs: list[Floats] = []
    for belief, seat in zip(beliefs.opponents, others, strict=True):
        for kind in KINDS:
            chances = belief.of(kind)
            kept = now.kept[seat]
            true = chances.pop(kept.occupation if kind == "occupation" else kept.secret)
            legal = [p for p in chances.values() if p > 0]
            logs.append(np.log(np.maximum([true, *legal], 1e-12)))
    return Seen(tuple(logs))


def games(options: Options, count: int, name: str) -> list[Seen]:
    """Games of the house under some options, as seat 1 reads them."""
    return [
        seen(
            play(
                Plan(
                    setting=setting_slugs()[n % len(setting_slugs())],
                    seats=4,
                    seed=f"{name}-{n}",
                    options=options,
                )
            )
        )
        for n in range(count)
    ]


def mean(some: list[Seen], t: float) -> float:
    """The share of cards a reader names."""
    return float(np.mean([p for s in some for p in s.named(t)]))


def person(fair: list[Seen], share: float) -> float:
    """The temperature at which a reader names a share of cards at fair tells, or the least there is."""
    low, high = 0.02, 60.0
    for _ in range(40):
        t = (low * high) ** 0.5
        low, high = (t, high) if mean(fair, t) > share else (low, t)
    return (low * high) ** 0.5


def fitted(fair: list[Seen], by_aim: Mapping[float, list[Seen]], t: float, rng: random.Random) -> list[float]:
    """The shares named in each game by one person whose tells are fitted as they play."""
    past: list[Guessed] = []
    shares: list[float] = []
    for number in range(GAMES):
        near = _nearest(by_aim, estimate(past).aim) if number >= GAMES_BEFORE else None
        table = rng.choice(by_aim[near] if near else fair)
        right = sum(rng.random() < p for p in table.named(t))
        past.append(Guessed(len(table.logs), right, "auto" if near else "fair", near))
        shares.append(right / len(table.logs))
    return shares


def _nearest(by_aim: Mapping[float, list[Seen]], aim: float) -> float:
    return min(by_aim, key=lambda a: abs(_logit(a) - _logit(aim)))


def _logit(p: float) -> float:
    return float(np.log(p / (1 - p)))


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description="What tells do.")
    parser.add_argument("--games", type=int, default=40)
    count = parser.parse_args().games
    levels = [(level, temperature(READING_STRENGTH[level])) for level in LEVELS]
    named: tuple[Tells, ...] = ("open", "fair", "sly")
    by_tells = {tells: games(Options(tells=tells), count, tells) for tells in named}
    for tells, some in by_tells.items():
        told = ", ".join(f"{level} {mean(some, t):.2f}" for level, t in (*levels, ("without blur", 1.0)))
        print(f"{tells}: share of cards named: {told}")
    by_aim = {aim: games(Options(tells="auto", aim=aim), count, f"aim{aim}") for aim in AIMS}
    for aim, some in by_aim.items():
        told = ", ".join(f"{level} {mean(some, t):.2f}" for level, t in (*levels, ("without blur", 1.0)))
        print(f"aim {aim:.2f}: share of cards named: {told}")
    print(f"aims are kept between {LEAST_AIM} and {MOST_AIM}")
    fair = by_tells["fair"]
    for share in (0.40, 0.60, 0.80, 0.95):
        t = person(fair, share)
        rng = random.Random(f"people {share}")
        shares = np.array([fitted(fair, by_aim, t, rng) for _ in range(PEOPLE)])
        late = shares[:, FROM - 1 :].mean(axis=1)
        print(
            f"people who name {mean(fair, t):.2f} at fair tells (T {t:.2f}): in games {FROM} to {GAMES} {late.mean():.2f} "
            f"(of people {np.quantile(late, 0.1):.2f} to {np.quantile(late, 0.9):.2f}); reach "
            f"{mean(by_aim[AIMS[0]], t):.2f} to {mean(by_aim[AIMS[-1]], t):.2f}"
        )


if __name__ == "__main__":
    main()
