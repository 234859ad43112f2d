"""How well answers are read: accuracy, log loss and calibration on the development set, and how levels get their temperature.

    python benchmarks/guessing.py                 figures with the constants in the code, fitted ones leaving one setting out
    python benchmarks/guessing.py --letters       the same without static vectors
    python benchmarks/guessing.py --fit           constants and temperatures for the code, fitted on all 60 characters

A *table* is four characters of one setting with all-different cards; each seat in turn reads the other three, with its own two cards and
two more as rejected ones excluded. Intervals are 95 % bootstrap intervals over characters.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dubious_ai.belief import evidence as model
from dubious_ai.belief import vectors
from dubious_ai.belief.features import measure
from dubious_ai.belief.index import index
from dubious_ai.belief.marginals import table_marginals
from dubious_ai.belief.posterior import CARDS_PER_KIND, Heard, Said, read, shares
from dubious_ai.content.library import SETTINGS, SettingSlug, library
from dubious_ai.core.model import KINDS, LEVELS, Level

Floats = NDArray[np.float64]
Constants = model.Constants
FILE = Path(__file__).resolve().parents[1] / "fixtures" / "dev_answers.jsonl"
GOALS: dict[Level, float] = {"novice": 0.45, "regular": 0.63, "sharp": 0.80}
TABLES = 60
PRIOR = 0.02
"""Pull of each log weight towards the start of the fit, in nats per squared log."""


@dataclass(frozen=True)
class Person:
    """A character with known cards (places 0 to 13) and what the answers measure (answers x features x cards)."""

    setting: SettingSlug
    grade: str
    cards: tuple[int, int]
    said: tuple[Said, ...]
    measured: Floats


def development() -> list[Person]:
    """The 60 characters of the development set."""
    people: list[Person] = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        raw = json.loads(line)
        texts = library(raw["setting"])
        held = [[f.name for f in texts.texts(kind)].index(raw[kind]) for kind in KINDS]
        said = tuple(Said(a["question"], a["text"]) for a in raw["answers"])
        people.append(person(raw["setting"], raw["grade"], (held[0], held[1]), said))
    return people


def person(setting: SettingSlug, grade: str, cards: tuple[int, int], said: tuple[Said, ...]) -> Person:
    """A character with its answers measured."""
    values = np.array([measure(setting, a.question, a.text).values for a in said])
    return Person(setting, grade, cards, said, values)


def prepared(setting: SettingSlug, count: int, rng: random.Random) -> list[Person]:
    """Characters as a bot would play them: five questions, each answered with a prepared hint at one of the two cards."""
    texts = library(setting)
    people: list[Person] = []
    for _ in range(count):
        held = (rng.randrange(CARDS_PER_KIND), rng.randrange(CARDS_PER_KIND))
        said: list[Said] = []
        for n, question in enumerate(rng.sample(texts.questions, 5)):
            file = texts.texts(KINDS[n % 2])[held[n % 2]]
            said.append(
                Said(question.text, rng.choice([a for a in file.answers if a.to == question.slug]).text)
            )
        people.append(person(setting, "prepared", held, tuple(said)))
    return people


def chances(people: Sequence[Person], constants: Constants) -> Floats:
    """Probabilities (people x 2 x 14), each character alone."""
    cards = np.einsum("f,pafc->pac", np.array(constants.weights), np.array([p.measured for p in people]))
    pairs = model.pair_up(cards, constants.competition).sum(axis=1)
    raised = np.exp(pairs - pairs.max(axis=(1, 2), keepdims=True))
    both = np.stack((raised.sum(axis=2), raised.sum(axis=1)), axis=1)
    return both / both.sum(axis=2, keepdims=True)


def losses(people: Sequence[Person], belief: Floats) -> Floats:
    """Log loss in nats (people x 2)."""
    held = np.array([p.cards for p in people])
    return -np.log(np.maximum(np.take_along_axis(belief, held[:, :, None], axis=2)[:, :, 0], 1e-12))


def fit(people: Sequence[Person], start: Constants) -> Constants:
    """The constants with the least log loss plus the pull towards the start; pattern search, deterministic."""

    def made(x: Sequence[float]) -> Constants:
        w = [s * math.exp(d) for s, d in zip(start.weights, x, strict=False)]
        return Constants((w[0], w[1], w[2], w[3]), 1 / (1 + math.exp(-x[4])))

    def cost(x: Sequence[float]) -> float:
        return float(losses(people, chances(people, made(x))).mean()) + PRIOR * sum(d * d for d in x)

    best = [0.0, 0.0, 0.0, 0.0, math.log(start.competition / (1 - start.competition))]
    least, step = cost(best), 0.5
    while step > 0.02:
        tried = [
            [v + (step * sign if i == j else 0) for j, v in enumerate(best)]
            for i in range(5)
            for sign in (1, -1)
        ]
        found = min(tried, key=cost)
        if cost(found) < least - 1e-6:
            best, least = found, cost(found)
        else:
            step /= 2
    return made(best)


def tables(
    people: Sequence[Person], belief: Callable[[Person], Floats], seed: int = 7
) -> tuple[list[Person], Floats]:
    """Everybody read by everybody at tables of four: (person, probabilities with own cards excluded and no card twice)."""
    rng = random.Random(seed)
    read_people: list[Person] = []
    beliefs: list[Floats] = []
    while len(beliefs) < TABLES * 12:
        four = rng.sample(list(people), 4)
        if any(len({p.cards[k] for p in four}) < 4 for k in (0, 1)):
            continue
        for me in four:
            others = [p for p in four if p is not me]
            both = np.array([belief(p) for p in others])
            for k in (0, 1):
                free = [c for c in range(CARDS_PER_KIND) if c not in {p.cards[k] for p in four}]
                both[:, k, [me.cards[k], rng.choice(free)]] = 0.0
            both /= both.sum(axis=2, keepdims=True)
            read_people += others
            beliefs += list(np.stack([table_marginals(both[:, k]) for k in (0, 1)], axis=1))
    return read_people, np.array(beliefs)


def interval(people: Sequence[Person], values: Floats, seed: int = 11) -> str:
    """Mean over characters (one read at several tables counts once) with its 95 % bootstrap interval."""
    grouped: dict[int, list[float]] = {}
    for p, value in zip(people, values.mean(axis=1), strict=True):
        grouped.setdefault(id(p), []).append(float(value))
    rows = np.array([np.mean(found) for found in grouped.values()])
    rng = np.random.default_rng(seed)
    means = np.sort(rows[rng.integers(0, len(rows), (2000, len(rows)))].mean(axis=1))
    return f"{rows.mean():.3f} ({means[50]:.3f} to {means[1949]:.3f})"


def figures(name: str, people: Sequence[Person], belief: Floats) -> None:
    """One line: top-1, top-3, log loss."""
    held = np.array([p.cards for p in people])[:, :, None]
    own = np.take_along_axis(belief, held, axis=2)
    rank = (belief > own).sum(axis=2)
    one, three = (rank < 1).astype(np.float64), (rank < 3).astype(np.float64)
    print(
        f"{name:34} top-1 {interval(people, one)}  top-3 {interval(people, three)}  log loss {interval(people, losses(people, belief))}"
    )


def reliability(people: Sequence[Person], belief: Floats) -> None:
    """Ten bins over all candidate probabilities, and the expected calibration error."""
    held = np.array([p.cards for p in people])[:, :, None]
    right = np.arange(CARDS_PER_KIND) == held
    bins = np.minimum((belief * 10).astype(int), 9)
    error = 0.0
    for b in range(10):
        inside = bins == b
        if inside.any():
            said, came = float(belief[inside].mean()), float(right[inside].mean())
            error += float(inside.mean()) * abs(said - came)
            print(
                f"  {b / 10:.1f} to {(b + 1) / 10:.1f}: {int(inside.sum()):5} said {said:.3f} came {came:.3f}"
            )
    print(f"  expected calibration error {error:.4f}")


def temperatures(people: Sequence[Person], belief: Floats) -> None:
    """T of each level: the mean chance of the right pick at the table meets its goal."""
    held = np.array([p.cards for p in people])[:, :, None]
    legal = belief > 0
    for level in LEVELS:
        low, high = 0.05, 30.0
        accuracy = 0.0
        for _ in range(50):
            t = (low * high) ** 0.5
            raised = np.where(legal, np.maximum(belief, 1e-300) ** (1 / t), 0.0)
            raised /= raised.sum(axis=2, keepdims=True)
            picked = 0.98 * raised + 0.02 * legal / legal.sum(axis=2, keepdims=True)
            accuracy = float(np.take_along_axis(picked, held, axis=2).mean())
            low, high = (t, high) if accuracy > GOALS[level] else (low, t)
        print(f"  {level}: T = {low:.2f}, right picks {accuracy:.3f}")


def leaving_one_out(people: Sequence[Person], start: Constants) -> dict[SettingSlug, Constants]:
    """Constants for each setting, fitted on the other two."""
    return {s: fit([p for p in people if p.setting != s], start) for s in SETTINGS}


def speed(people: Sequence[Person]) -> None:
    """Milliseconds for an answer never seen before, and for a warm look at readers; resident memory."""
    fresh = [
        tuple(Said(a.question, f"{a.text} {b.text}") for a, b in zip(p.said, p.said[1:], strict=False))
        for p in people
    ]
    start = time.perf_counter()
    for p, said in zip(people, fresh, strict=True):
        read(p.setting, [Heard(said)])
    new = (time.perf_counter() - start) / sum(map(len, fresh))
    start = time.perf_counter()
    for p in people:
        for n in range(5):
            shares(p.setting, (*p.said[:n], p.said[-1]))
    look = (time.perf_counter() - start) / (5 * len(people))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"new answer {1000 * new:.2f} ms, warm look {1e6 * look:.0f} µs, resident {peak:.0f} MB with all three settings"
    )


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--letters", action="store_true", help="read without static vectors")
    parser.add_argument("--fit", action="store_true", help="print constants fitted on all characters")
    options = parser.parse_args()
    if options.letters:
        vectors.embedder.cache_clear()
        vectors.load = lambda: None
    started = time.perf_counter()
    for setting in SETTINGS:
        index(setting)
    print(f"three settings prepared in {time.perf_counter() - started:.2f} s")
    people = development()
    start = model.FITTED[vectors.embedder().meaning]
    out = leaving_one_out(people, start)
    for setting, constants in out.items():
        print(
            f"  fitted without {setting}: {[round(w, 2) for w in constants.weights]}, {constants.competition:.2f}"
        )
    alone = {id(p): b for s in SETTINGS for p, b in _each([p for p in people if p.setting == s], out[s])}
    _report(people, alone)
    for setting in SETTINGS:
        some = prepared(setting, 120, random.Random(3))
        figures(f"prepared answers, {setting}", some, chances(some, out[setting]))
    if options.fit:
        whole = fit(people, start)
        print(f"fitted on all: {[round(w, 3) for w in whole.weights]}, competition {whole.competition:.3f}")
    speed(people)


def _each(people: Sequence[Person], constants: Constants) -> list[tuple[Person, Floats]]:
    return list(zip(people, chances(people, constants), strict=True))


def _report(people: Sequence[Person], alone: dict[int, Floats]) -> None:
    def of(some: Sequence[Person]) -> Floats:
        return np.array([alone[id(p)] for p in some])

    print("\nalone")
    figures("all", people, of(people))
    for setting in SETTINGS:
        for grade in ("obvious", "balanced", "subtle"):
            some = [p for p in people if (p.setting, p.grade) == (setting, grade)]
            figures(f"{setting}, {grade}", some, of(some))
    reliability(people, of(people))
    print("\nat tables of four")
    parts = [tables([p for p in people if p.setting == s], lambda p: alone[id(p)]) for s in SETTINGS]
    for setting, (some, belief) in zip(SETTINGS, parts, strict=True):
        figures(setting, some, belief)
    everybody, belief = [p for some, _ in parts for p in some], np.concatenate([b for _, b in parts])
    figures("all", everybody, belief)
    reliability(everybody, belief)
    temperatures(everybody, belief)


if __name__ == "__main__":
    main()
