"""Speed of the rules engine, as a ratio to a well-known text-game engine measured in the same run.

Ours: four-seat rounds with scripted seats through the real table (checks, cleaning, an observation built for every ask), laying the
table included. Theirs: TextArena 0.7.4, SecretMafia-v0 with six scripted players, reset and observation included. Both counted in
actions a second. Needs the `bench` extra for the comparison.
"""

from __future__ import annotations

import importlib
import itertools
import json
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

PROCESSES, SECONDS, TURNS = 3, 1.0, 3


def dubious_round(number: int) -> int:
    """Lay a table and play a round; returns the number of actions."""
    from dubious_ai.brains.scripted import Scripted
    from dubious_ai.game.seating import Plan, lay
    from dubious_ai.game.table import Table

    game, seed = lay(Plan(setting="antiquity", seats=4, seed=f"bench {number}"))
    brain = Scripted()
    Table(game, dict.fromkeys(game.state.seats, brain), brain, seed, parallel=False).play()
    now = game.state.round
    return len(now.kept) + sum(len(answers) for answers in now.answers) + len(now.guesses)


def mafia_game(environment: Any, number: int) -> int:
    """Play a game of SecretMafia with scripts that speak and point at a living player; returns the number of actions."""
    rng = random.Random(number)
    environment.reset(num_players=6, seed=number)
    actions, done = 0, False
    while not done:
        player, observation = environment.get_observation()
        asked = observation.rpartition("[GAME]")[2]
        targets = [int(found) for found in re.findall(r"\[(\d+)\]", asked)] or [(player + 1) % 6]
        done, _ = environment.step(f"I look at [Player {rng.choice(targets)}].")
        actions += 1
    return actions


def rate(play: Callable[[int], int], seconds: float) -> float:
    """Actions a second of processor time (so that a busy machine disturbs little) over as many games as fit."""
    actions, began = 0, time.process_time()
    for number in itertools.count():
        actions += play(number)
        spent = time.process_time() - began
        if spent >= seconds:
            return actions / spent
    raise AssertionError


def measure() -> dict[str, float]:
    """Both engines in turn, in this process; theirs is 0 where it is not installed."""
    dubious_round(-1)
    ours: list[float] = []
    theirs: list[float] = []
    try:
        environment = importlib.import_module("textarena").make("SecretMafia-v0")
    except ImportError:
        environment = None
    for _ in range(TURNS):
        ours.append(rate(dubious_round, SECONDS))
        if environment is not None:
            theirs.append(rate(lambda number: mafia_game(environment, number), SECONDS))
    return {"ours": statistics.median(ours), "theirs": statistics.median(theirs) if theirs else 0.0}


def report() -> list[str]:
    """The figures as lines, medians over processes."""
    runs: list[dict[str, float]] = []
    for _ in range(PROCESSES):
        told = subprocess.run(
            [sys.executable, "-m", "benchmarks.engine", "--once"], capture_output=True, text=True, check=True
        )
        runs.append(json.loads(told.stdout))
    ours, theirs = (statistics.median(run[key] for run in runs) for key in ("ours", "theirs"))
    lines = [f"Engine, 4 scripted seats, observation at every ask   {ours:8.0f} actions/s"]
    if not theirs:
        return [*lines, "  TextArena is not installed: pip install -e '.[bench]' compares with it"]
    ratios = [run["ours"] / run["theirs"] for run in runs]
    lines.append(f"TextArena 0.7.4 SecretMafia-v0, 6 scripted players   {theirs:8.0f} actions/s")
    lines.append(
        f"Ratio (aim 1.0, at least 0.5)                        {statistics.median(ratios):8.2f}   "
        f"({min(ratios):.2f} to {max(ratios):.2f} over {len(runs)} processes)"
    )
    return lines


if __name__ == "__main__":
    print(json.dumps(measure()) if "--once" in sys.argv else "\n".join(report()))
