"""How long a review takes, and what it is worth: `python benchmarks/review.py [--games 20]`.

*Speed*: a game of 6 seats and 3 rounds, played by the house and saved; the time of the whole command in a process of its own (terminal and page),
and of the review alone once the texts are read. Best of three. CPU seconds stand beside, for machines that have other work.

*Trust*: over games of the house, right guesses against those the review expects, and the earned role points against the expected ones.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from dubious_ai.belief.readers import Readers
from dubious_ai.coach.review.better_answer import better_answers
from dubious_ai.coach.review.report import review
from dubious_ai.coach.review.review_page import review_page
from dubious_ai.content.library import SettingSlug, setting_slugs
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.game.seating import Plan, brains_of, lay
from dubious_ai.game.sitting import house_of
from dubious_ai.game.table import Table
from dubious_ai.storage.record_writer import write_events

READERS = Readers()


TIMES = 3


def played(setting: SettingSlug, seats: int, rounds: int, seed: str) -> Game:
    """A game of house brains."""
    game, used = lay(Plan(setting=setting, seats=seats, options=Options(rounds=rounds), seed=seed))
    Table(game, brains_of(game.state, READERS), house_of(game, READERS), used, parallel=False).play()
    return game


def best(work: Callable[[], object]) -> tuple[float, float]:
    """The shortest of three runs: seconds on the clock, seconds of the processor (children included)."""
    found: list[tuple[float, float]] = []
    for _ in range(TIMES):
        clock, cpu = time.perf_counter(), _cpu()
        work()
        found.append((time.perf_counter() - clock, _cpu() - cpu))
    return min(f[0] for f in found), min(f[1] for f in found)


def _cpu() -> float:
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def speed() -> list[str]:
    """The times of a review of 6 seats and 3 rounds."""
    game = played("antiquity", 6, 3, "review")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "game.dubious.jsonl")
        write_events(path, "GAME", game.events)
        command = [sys.executable, "-c", "from dubious_ai.cli.main import run; run()", "review", str(path)]

        def call(*more: str) -> None:
            subprocess.run([*command, *more], check=True, stdout=subprocess.DEVNULL)

        told = [
            ("command, terminal", best(call)),
            ("command, page", best(lambda: call("--html", str(Path(folder, "page.html"))))),
        ]
    told.append(("review alone, texts read", best(lambda: review(game, READERS))))
    looked = review(game, READERS)
    told.append(("better answers of one seat", best(lambda: better_answers(looked.analysis, 1))))
    told.append(("page alone", best(lambda: review_page(looked, 1))))
    return [f"{what:<28} {clock:6.2f} s   cpu {cpu:5.2f} s" for what, (clock, cpu) in told]


def trust(games: int) -> list[str]:
    """Expected against actual, over games of four."""
    right = expected = earned = foreseen = spread = 0.0
    surprises = 0
    for n in range(games):
        looked = review(played(setting_slugs()[n % 3], 4, 1, f"trust {n}"), READERS)
        right += looked.right
        expected += looked.expected_right
        spread += looked.spread_right**2
        surprises += len(looked.surprises)
        for card in (c for r in looked.analysis.rounds for p in r.players for c in p.cards):
            earned += card.earned or 0
            foreseen += card.expected
    return [
        f"right guesses: {right:.0f} of {24 * games}, expected {expected:.1f} ± {spread**0.5:.1f}",
        f"role points a card: {earned / (8 * games):.2f}, expected {foreseen / (8 * games):.2f}",
        f"called unexplained: {surprises} in {games} games",
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20)
    wanted = parser.parse_args()
    print("\n".join(speed()), flush=True)
    print("\n".join(trust(wanted.games)))


if __name__ == "__main__":
    main()
