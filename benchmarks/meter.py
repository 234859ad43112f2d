"""Whether the meter foresees what readers do: predicted and simulated shares at each level, and how far readers differ by what they know.

    python -m benchmarks.meter

Simulated readers hold two other cards of each kind, read the development set's characters after one to five answers, and pick at their level.
They know what the meter knows, or a random half of everything written about the cards. Intervals are 95 % bootstrap intervals over characters.
The last lines give the doubt that two halves have about each other, in logits by the number of answers (belief.foresight.DOUBT).
"""

from __future__ import annotations

import os
import random
import tempfile
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from benchmarks.coach import Character, cases, halved
from dubious_ai.belief.posterior import Heard
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.readers import Readers
from dubious_ai.belief.skill import temper
from dubious_ai.content.library import setting_slugs
from dubious_ai.core.model import LEVELS, Kind, Level

READERS = Readers()


Floats = NDArray[np.float64]
DRAWS = 12
"""Hands of other cards that each simulated reader is given in turn."""


def simulated(reader: Reader, character: Character, kind: Kind, k: int, level: Level, seed: str) -> float:
    """The share of simulated readers who pick the true card."""
    rng = random.Random(seed)
    belief = reader.read([Heard(character.heard(k))])[0]
    slugs, chances = belief.slugs[kind], list(belief.alone[kind])
    true = slugs.index(character.pair.of(kind))
    found: list[float] = []
    for _ in range(DRAWS):
        held = rng.sample([n for n in range(len(slugs)) if n != true], 2)
        found.append(temper([0.0 if n in held else p for n, p in enumerate(chances)], level)[true])
    return float(np.mean(found))


def interval(values: Floats, characters: int) -> str:
    """Mean over characters with its interval; `values` are by case, in the order of `cases`."""
    rows = values.reshape(characters, -1).mean(axis=1)
    rng = np.random.default_rng(3)
    means = np.sort(rows[rng.integers(0, len(rows), (2000, len(rows)))].mean(axis=1))
    return f"{rows.mean():+.3f} ({means[50]:+.3f} to {means[1949]:+.3f})"


def main() -> None:
    """Print everything."""
    everything = cases()
    characters = len(everything) // 10
    with tempfile.TemporaryDirectory() as empty:
        halves = [
            {
                s: Reader(halved("everything", half, 0)(s), READERS.encoder, Path(empty))
                for s in setting_slugs()
            }
            for half in (0, 1)
        ]
        _ = [reader.meanings for half in halves for reader in half.values()]
    for level in LEVELS:
        predicted = np.array(
            [
                READERS.of(c.setting).share(c.heard(k), c.pair.of(kind), kind, level)
                for c, kind, k in everything
            ]
        )
        for name, readers in (("all texts", [None]), ("half of them", halves)):
            seen = np.mean(
                [
                    [
                        simulated(r[c.setting] if r else READERS.of(c.setting), c, kind, k, level, f"{n}")
                        for n, (c, kind, k) in enumerate(everything)
                    ]
                    for r in readers
                ],
                axis=0,
            )
            gap = predicted - seen
            print(
                f"{level:8} readers who know {name:13} predicted {predicted.mean():.3f} seen {seen.mean():.3f}  "
                f"gap {interval(gap, characters)}  absolute {interval(abs(gap), characters)}"
            )
    logits = [
        [_logit(half[c.setting].share(c.heard(k), c.pair.of(kind), kind)) for c, kind, k in everything]
        for half in halves
    ]
    apart = np.array(logits[0]) - np.array(logits[1])
    numbers = np.array([k for _, _, k in everything])
    doubt = [float(apart[numbers == k].std() / 2**0.5) for k in range(1, 6)]
    print(
        "doubt of a reader with half the texts:", ", ".join(f"{k}: {d:.2f}" for k, d in enumerate(doubt, 1))
    )
    roots = np.sqrt(np.arange(1, 6))
    print(
        f"  times the root of the number of answers: {float(np.dot(doubt, roots) / np.dot(roots, roots)):.2f}"
    )


def _logit(share: float) -> float:
    return float(np.log(share / (1 - share)))


if __name__ == "__main__":
    main()
