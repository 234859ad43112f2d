"""How well answers are read: accuracy, log loss and calibration on the development set, and where the reader's numbers come from.

    python -m benchmarks.guessing             figures, with weights fitted leaving one setting out
    python -m benchmarks.guessing --words     the same without the encoder
    python -m benchmarks.guessing --fit       prints weights and temperatures for the code, fitted on everything there is
    python -m benchmarks.guessing --fresh     looks at answers that nothing was chosen or fitted on (six characters: for looking only)

Weights are fitted on the development set and, at a fifth of its weight, on characters put together from prepared answers, which are read as at a table:
without the prepared answers in their own voice. A *table* is four characters of one setting with all-different cards; each seat in turn
reads the other three, with its own two cards and two more as rejected ones excluded. Intervals are 95 % bootstrap intervals over characters.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import resource
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from benchmarks.reading_figures import Case, figures, reliability, tables, temperatures
from dubious_ai.belief.encoder import Missing
from dubious_ai.belief.evidence import Measure, Weights, pair_up, weigh
from dubious_ai.belief.posterior import Heard, Said
from dubious_ai.belief.readers import Readers
from dubious_ai.content.library import SettingSlug, library, setting_slugs
from dubious_ai.core.model import KINDS

READERS = Readers()


Floats = NDArray[np.float64]
FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
PRIOR = 0.02
"""Pull of each log weight towards the start of the fit, in nats per squared log."""
PREPARED_WEIGHT = 0.2
"""What the mean log loss over prepared characters counts beside that over the development set."""
PREPARED_CHARACTERS = 120
"""Put together for each setting and voice."""


@dataclass(frozen=True)
class Person(Case):
    """A character with its answers and what they measure (answers x measures x cards)."""

    said: tuple[Said, ...]
    measured: Floats


def written(file: Path) -> list[Person]:
    """The characters of a file."""
    people: list[Person] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        raw = json.loads(line)
        texts = library(raw["setting"])
        held = [[f.name for f in texts.texts(kind)].index(raw[kind]) for kind in KINDS]
        said = tuple(Said(a["question"], a["text"]) for a in raw["answers"])
        people.append(person(raw["setting"], raw.get("grade", "fresh"), (held[0], held[1]), said))
    return people


def person(setting: SettingSlug, grade: str, cards: tuple[int, int], said: tuple[Said, ...]) -> Person:
    """A character with its answers measured."""
    measure = READERS.of(setting).measure
    return Person(setting, grade, cards, said, np.array([measure(a.question, a.text).values for a in said]))


def prepared(setting: SettingSlug, voice: str, rng: random.Random) -> list[Person]:
    """Characters as a bot would play them: five questions, each answered with a prepared hint at one of the two cards, all in one voice."""
    texts = library(setting)
    people: list[Person] = []
    for _ in range(PREPARED_CHARACTERS):
        held = tuple(rng.randrange(len(texts.texts(kind))) for kind in KINDS)
        said: list[Said] = []
        for n, question in enumerate(rng.sample(texts.questions, 5)):
            file = texts.texts(KINDS[n % 2])[held[n % 2]]
            fitting = [a.text for a in file.answers if (a.to, a.voice) == (question.slug, voice)]
            if fitting:
                said.append(Said(question.text, rng.choice(fitting)))
        if len(said) == 5:
            people.append(person(setting, voice, (held[0], held[1]), tuple(said)))
    return people


def chances(people: Sequence[Person], weights: Weights) -> list[tuple[Floats, Floats]]:
    """Probabilities of Occupations and of Secrets for each character alone."""
    found: list[tuple[Floats, Floats]] = []
    for p in people:
        cards = READERS.of(p.setting).cards
        pairs = pair_up(weigh(p.measured, weights), cards, weights.competition).sum(axis=0)
        raised = np.exp(pairs - pairs.max())
        found.append((raised.sum(axis=1) / raised.sum(), raised.sum(axis=0) / raised.sum()))
    return found


def loss(people: Sequence[Person], weights: Weights) -> float:
    """Mean log loss in nats."""
    own = [b[k][p.cards[k]] for p, b in zip(people, chances(people, weights), strict=True) for k in (0, 1)]
    return float(-np.log(np.maximum(own, 1e-12)).mean()) if people else 0.0


def fit(people: Sequence[Person], house: Sequence[Person], start: Weights) -> Weights:
    """The weights with the least log loss plus the pull towards the start; pattern search, deterministic."""
    count = len(start.measures)

    def made(x: Sequence[float]) -> Weights:
        measures: tuple[tuple[Measure, float], ...] = tuple(
            (n, w * math.exp(d)) for (n, w), d in zip(start.measures, x, strict=False)
        )
        return Weights(measures, 1 / (1 + math.exp(-x[count])))

    def cost(x: Sequence[float]) -> float:
        weights = made(x)
        missed = loss(people, weights) + PREPARED_WEIGHT * loss(house, weights)
        return missed + PRIOR * sum(d * d for d in x[:count])

    best = [0.0] * count + [math.log(start.competition / (1 - start.competition))]
    least, step = cost(best), 0.4
    while step > 0.03:
        tried = [
            [v + (step * sign if i == j else 0) for j, v in enumerate(best)]
            for i in range(count + 1)
            for sign in (1, -1)
        ]
        costs = [cost(x) for x in tried]
        if min(costs) < least - 1e-5:
            least = min(costs)
            best = tried[costs.index(least)]
        else:
            step /= 2
    return made(best)


def shown(weights: Weights) -> str:
    """Weights as they stand in the code."""
    parts = ", ".join(f'("{name}", {w:.2f})' for name, w in weights.measures)
    return f"({parts}), {weights.competition:.2f}"


def speed(people: Sequence[Person]) -> None:
    """Milliseconds for an answer never seen before, and for a warm look at readers; resident memory."""
    fresh = [
        tuple(Said(a.question, f"{b.text} {a.text}") for a, b in zip(p.said, p.said[1:], strict=False))
        for p in people
    ]
    start = time.perf_counter()
    for p, said in zip(people, fresh, strict=True):
        READERS.of(p.setting).read([Heard(said)])
    new = (time.perf_counter() - start) / sum(map(len, fresh))
    for p in people:
        READERS.of(p.setting).read([Heard(p.said)])
    start = time.perf_counter()
    for p in people:
        for n in range(5):
            READERS.of(p.setting).shares((*p.said[:n], p.said[-1]))
    look = (time.perf_counter() - start) / (5 * len(people))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"new answer (twice as long as usual) {1000 * new:.2f} ms, warm look {1e6 * look:.0f} µs, resident {peak:.0f} MB with {len(setting_slugs())} settings"
    )


def report(people: Sequence[Person], alone: Mapping[int, tuple[Floats, Floats]]) -> None:
    """Figures of the development set, alone and at tables of four."""
    print("\nalone")
    beliefs = [alone[id(p)] for p in people]
    figures("all", people, beliefs)
    for grade in ("obvious", "balanced", "subtle"):
        some = [p for p in people if p.grade == grade]
        figures(grade, some, [alone[id(p)] for p in some])
    for setting in setting_slugs():
        some = [p for p in people if p.setting == setting]
        figures(setting, some, [alone[id(p)] for p in some])
    reliability(people, beliefs)
    print("\nat tables of four")
    everybody: list[Case] = []
    seen: list[tuple[Floats, Floats]] = []
    for setting in setting_slugs():
        some, belief = tables([p for p in people if p.setting == setting], lambda p: alone[id(p)])
        figures(setting, some, belief)
        everybody += some
        seen += belief
    figures("all", everybody, seen)
    reliability(everybody, seen)
    temperatures(everybody, seen)


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--words", action="store_true", help="read without the encoder")
    parser.add_argument("--fit", action="store_true", help="print weights fitted on all characters")
    parser.add_argument("--fresh", action="store_true", help="look at answers nothing was fitted on")
    options = parser.parse_args()
    if options.words:
        READERS.encoder.use(Missing("left out to see what words alone say"))
    started = time.perf_counter()
    for setting in setting_slugs():
        READERS.of(setting).prepare()
    print(f"{len(setting_slugs())} settings prepared in {time.perf_counter() - started:.2f} s")
    start = READERS.of(setting_slugs()[0]).weights
    if options.fresh:
        fresh = written(FIXTURES / "fresh_answers.jsonl")
        figures("fresh, weights of the code", fresh, chances(fresh, start))
        return
    people = written(FIXTURES / "dev_answers.jsonl")
    voices = sorted({a.voice for s in setting_slugs() for f in library(s).files for a in f.answers})
    house = [p for s in setting_slugs() for v in voices for p in prepared(s, v, random.Random(3))]
    alone: dict[int, tuple[Floats, Floats]] = {}
    for setting in setting_slugs():
        others = [[p for p in some if p.setting != setting] for some in (people, house)]
        weights = fit(others[0], others[1], start)
        print(f"  fitted without {setting}: {shown(weights)}")
        mine = [p for p in (*people, *house) if p.setting == setting]
        alone |= {id(p): b for p, b in zip(mine, chances(mine, weights), strict=True)}
    report(people, alone)
    print("\nprepared answers, read without the bank of their own voice")
    for voice in voices:
        some = [p for p in house if p.grade == voice]
        figures(voice, some, [alone[id(p)] for p in some])
    figures("all", house, [alone[id(p)] for p in house])
    if options.fit:
        print(f"fitted on all: {shown(fit(people, house, start))}")
    speed(people)


if __name__ == "__main__":
    main()
