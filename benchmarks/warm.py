"""How long a bot of the house thinks once the process is warm: every answer and guess of some four-seat rounds."""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from typing import TypeVar

from dubious_ai.belief.readers import Readers
from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.protocol import Answer, Ask, Cast, Guesses, Turn
from dubious_ai.content.library import setting_slugs
from dubious_ai.game.seating import Plan, lay
from dubious_ai.game.table import Table

READERS = Readers()


T = TypeVar("T")
GAMES = 6


class Timed:
    """The house brain with a stopwatch (processor time, in milliseconds)."""

    def __init__(self) -> None:
        self.spec = "house"
        self.spent: dict[str, list[float]] = defaultdict(list)

    def sits_down(self, house: HouseBrain) -> None:
        """Whom to clock in the next round."""
        self._house = house

    def _clocked(self, what: str, act: Callable[[Ask], Turn[T]], ask: Ask) -> Turn[T]:
        began = time.process_time()
        turn = act(ask)
        self.spent[what].append((time.process_time() - began) * 1000)
        return turn

    def cast(self, ask: Ask) -> Turn[Cast]:
        """See Brain.cast."""
        return self._clocked("cast", self._house.cast, ask)

    def answer(self, ask: Ask) -> Turn[Answer]:
        """See Brain.answer."""
        return self._clocked("answer", self._house.answer, ask)

    def guess(self, ask: Ask) -> Turn[Guesses]:
        """See Brain.guess."""
        return self._clocked("guess", self._house.guess, ask)


def play(brain: Timed, number: int) -> None:
    """One round of four in a setting by turns."""
    game, seed = lay(Plan(setting=setting_slugs()[number % 3], seats=4, seed=f"warm {number}"))
    house = HouseBrain(READERS.of(game.state.setting.slug))
    brain.sits_down(house)
    Table(game, dict.fromkeys(game.state.seats, brain), house, seed, parallel=False).play()


def report() -> list[str]:
    """The figures as lines."""
    for number in range(3):
        play(Timed(), -1 - number)
    brain = Timed()
    for number in range(GAMES):
        play(brain, number)
    lines: list[str] = []
    for what in ("cast", "answer", "guess"):
        spent = sorted(brain.spent[what])
        limit = " (20 ms)" if what != "cast" else ""
        lines.append(
            f"House, warm, one {what + limit:<36}{statistics.median(spent):8.1f} ms   95 of 100 within {spent[len(spent) * 95 // 100]:.1f} ms"
        )
    return lines


if __name__ == "__main__":
    print("\n".join(report()))
