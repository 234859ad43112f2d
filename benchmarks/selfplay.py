"""How the house plays against itself: some-but-not-all, the order of the levels, speed, memory, and two known vices.

    python -m benchmarks.selfplay [--rounds 1000] [--seats 3,4,5,6]

Prints, for each seat count at regular level: the share of card rows guessed by some but not all, by all and by none, with the
value that independent guessers at the best chance would give; and the mean chance that an opponent names a card. Then mean points
a seat of each level at mixed tables, with 95 % intervals over rounds. Then how often guesses name the last speaker's cards
or the first cards of the sheet more than chance would.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import Counter
from math import sqrt
from statistics import fmean, stdev

from dubious_ai.belief.readers import Readers
from dubious_ai.content.library import setting_slugs
from dubious_ai.core.model import KINDS, LEVELS, Level, Options
from dubious_ai.core.scoring import best_pick_rate
from dubious_ai.core.state import State
from dubious_ai.game.seating import Plan, brains_of, lay
from dubious_ai.game.sitting import house_of
from dubious_ai.game.table import Table

READERS = Readers()


def play(plan: Plan) -> State:
    """One game of the house against itself, without a record."""
    game, seed = lay(plan)
    Table(game, brains_of(game.state, READERS), house_of(game, READERS), seed, parallel=False).play()
    return game.state


def resident_mb() -> float:
    """Peak resident memory of this process in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def interval(values: list[float]) -> tuple[float, float]:
    """Mean and half the width of its 95 % interval."""
    return fmean(values), 1.96 * stdev(values) / sqrt(len(values))


def some_but_not_all(seats: int, rounds: int) -> None:
    """Print the outcome shares of one seat count."""
    outcomes: Counter[str] = Counter()
    named = guessed = 0
    by_strength: Counter[str] = Counter()
    started = time.perf_counter()
    for n in range(rounds):
        state = play(Plan(setting=setting_slugs()[n % 3], seats=seats, seed=f"selfplay-{seats}-{n}"))
        for row in state.round.rows:
            outcomes[row.outcome] += 1
            named += len(row.right)
            guessed += len(row.guesses)
        for answers in state.round.answers:
            by_strength.update(a.intent.strength for a in answers.values() if a.intent and a.intent.strength)
            by_strength.update(
                "false trail" for a in answers.values() if a.intent and a.intent.aim == "false-trail"
            )
    seconds = time.perf_counter() - started
    rows = sum(outcomes.values())
    best = best_pick_rate(seats - 1)
    ideal = 1 - best ** (seats - 1) - (1 - best) ** (seats - 1)
    share = outcomes["some"] / rows
    print(
        f"{seats} seats: some {share:.3f} ± {1.96 * sqrt(share * (1 - share) / rows):.3f} (best independent {ideal:.2f}), "
        f"all {outcomes['all'] / rows:.3f}, none {outcomes['none'] / rows:.3f}, mean chance {named / guessed:.3f} (aim {best:.2f}); "
        f"{rounds / seconds:.1f} rounds/s, {resident_mb():.0f} MB"
    )
    said = sum(by_strength.values())
    print("         said: " + ", ".join(f"{k} {v / said:.0%}" for k, v in by_strength.most_common()))


def levels(rounds: int) -> None:
    """Print the mean points of each level at tables of six, two seats a level, places rotated."""
    points: dict[Level, list[float]] = {level: [] for level in LEVELS}
    for n in range(rounds):
        seating: dict[int, Level] = {seat: LEVELS[(seat + n) % 3] for seat in range(1, 7)}
        state = play(Plan(setting=setting_slugs()[n % 3], seats=6, levels=seating, seed=f"levels-{n}"))
        totals = state.standing().totals
        for level in LEVELS:
            points[level].append(fmean(totals[s] for s in seating if seating[s] == level))
    for level in LEVELS:
        mean, half = interval(points[level])
        print(f"{level:>8}: {mean:.2f} ± {half:.2f} points a round")


def vices(rounds: int) -> None:
    """Print whether guesses are better or worse on the last speaker, and how often the sheet's first card is picked."""
    right: Counter[int] = Counter()
    tries: Counter[int] = Counter()
    picked: Counter[int] = Counter()
    for n in range(rounds):
        state = play(Plan(setting=setting_slugs()[n % 3], seats=4, seed=f"vices-{n}"))
        order = state.from_reader()
        for row in state.round.rows:
            place = order.index(row.target) + 1
            right[place] += len(row.right)
            tries[place] += len(row.guesses)
        for handed in state.round.guesses.values():
            for announced in handed.guesses:
                for kind in KINDS:
                    slug = announced.guess.of(kind)
                    if slug:
                        picked[state.setting.slugs(kind).index(slug) + 1] += 1
    places = ", ".join(f"{place}: {right[place] / tries[place]:.3f}" for place in sorted(tries))
    total = sum(picked.values())
    numbers = " ".join(f"{picked[n] / total:.3f}" for n in range(1, 15))
    print(f"right guesses by speaking place: {places}")
    print(f"picks by number on the sheet (even: {1 / 14:.3f}): {numbers}")


def main() -> None:
    """Run all parts."""
    parser = argparse.ArgumentParser(description="Self-play of the house brain.")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--seats", default="3,4,5,6")
    chosen = parser.parse_args()
    play(Plan(seed="warm-up", options=Options()))
    for text in chosen.seats.split(","):
        some_but_not_all(int(text), chosen.rounds)
    levels(chosen.rounds)
    vices(chosen.rounds)


if __name__ == "__main__":
    main()
