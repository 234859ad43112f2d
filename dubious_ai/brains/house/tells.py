"""How hard a bot's tells are: at which readers it aims, and at what share of them.

- *fair*: at the odds that pay best against the readers at this table.
- *open*: for newcomers and classes; a regular reader should name most cards.
- *sly*: at the odds that pay best against a table of sharp readers, with answers that one other card fits as well, the same all evening, and at most
  one answer in a round that points there.
- *auto*: at the share of regular readers that the set-up asks for, fitted to the person who reads.
"""

from __future__ import annotations

from dataclasses import dataclass

from dubious_ai.belief.seat import readers_of
from dubious_ai.core.model import READING_STRENGTH
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import best_pick_rate

OPEN_SHARE = 0.85
"""Of regular readers who should name an open card."""


@dataclass(frozen=True)
class Tell:
    """`share` (0 to 1) of readers of these `strengths` who should name each card after the last question. `pays` says whether it is the share that brings most points; `sly`
    whether its answers should fit a rival too (see `rivals`), and one of them may point there before too much is known."""

    share: float
    strengths: tuple[float, ...]
    pays: bool = True
    sly: bool = False


def tell_of(observation: Observation) -> Tell:
    """What a seat aims at under the table's tells."""
    best = best_pick_rate(len(observation.opponents))
    regular = (READING_STRENGTH["regular"],)
    match observation.options.tells:
        case "fair":
            return Tell(best, readers_of(observation))
        case "open":
            return Tell(OPEN_SHARE, regular, pays=False)
        case "sly":
            return Tell(best, (READING_STRENGTH["sharp"],), sly=True)
        case "auto":
            aim = observation.options.aim
            return Tell(best, readers_of(observation)) if aim is None else Tell(aim, regular, pays=False)
