"""How fast samples are made: `python -m benchmarks.sample [GAMES]`. Seconds are of this process's processor time, on one core.

1,000 four-seat rounds as lines of JSON in under 60 s with flat memory, a page under 200 KB, every teaching plan found in under 5 s.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from dubious_ai.analysis.analyse import analyse
from dubious_ai.belief.readers import Readers
from dubious_ai.core.model import Options
from dubious_ai.game.seating import Plan
from dubious_ai.teach.lesson_page import lesson_page
from dubious_ai.teach.orders import Order, RunReport
from dubious_ai.teach.sample_games import Wish, play_sample, samples
from dubious_ai.teach.sample_run import deliver
from dubious_ai.teach.teaching_aims import AIMS

READERS = Readers()


GAMES = 1000
TENTHS = 10


def megabytes() -> float:
    """Memory this process holds now (Linux), in megabytes."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


def lines(games: int) -> Iterator[str]:
    """A data set of the house, with memory after every tenth."""
    held: list[float] = []

    def step(done: int, tries: int) -> None:
        if not tries and done and done % max(1, games // TENTHS) == 0:
            held.append(megabytes())

    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "games.jsonl"
        start, wall = time.process_time(), time.perf_counter()
        order = Order(form="jsonl", target=target, count=games)
        deliver(order, Wish(Plan(seats=4), "benchmark"), RunReport(step=step), READERS)
        used = time.process_time() - start
        size = target.stat().st_size
    yield (
        f"{games} rounds as jsonl: {used:.1f} s of one core ({time.perf_counter() - wall:.1f} s on the clock), "
        f"{1000 * used / games:.0f} ms each, {size / games / 1000:.1f} KB a line"
    )
    yield f"  memory after each tenth, MB: {', '.join(f'{mb:.0f}' for mb in held)}"


def pages() -> Iterator[str]:
    """The size of pages."""
    for seats, rounds in ((4, 1), (6, 1), (6, 3)):
        game = play_sample(Plan(seats=seats, options=Options(rounds=rounds), seed="page"), READERS)
        size = len(lesson_page(analyse(game, READERS), commentary="full").encode()) / 1000
        yield f"page, {seats} players, {rounds} round{'s' if rounds > 1 else ''}, full commentary: {size:.0f} KB"


def plans() -> Iterator[str]:
    """How long each teaching plan is searched for, over ten seeds, after the first look into the texts."""
    for aim in AIMS:
        times: list[float] = []
        tries: list[int] = []
        for n in range(10):
            start = time.process_time()
            found = next(samples(Wish(Plan(seats=4), f"plan {n}", "antiquity", show=aim), READERS))
            times.append(time.process_time() - start)
            tries.append(found.tries)
        yield (
            f"--show {aim}: {sum(times) / len(times):.2f} s on average, {max(times):.2f} s at worst; "
            f"{sum(tries) / len(tries):.1f} seeds tried, {max(tries)} at most"
        )


def main() -> None:
    """Measure and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for part in (pages(), plans(), lines(games)):
        for line in part:
            print(line, flush=True)


if __name__ == "__main__":
    main()
