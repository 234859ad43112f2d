"""What can be said of a game without reading what was said: who sat there, where the house acted, which cards were rejected, whether the texts are still the same.

The analysis and the walk-through of a record both take these facts from here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from dubious_ai.content.library import library, setting_slugs
from dubious_ai.core import events as ev
from dubious_ai.core.model import Pair
from dubious_ai.core.state import RoundState, State
from dubious_ai.storage.history import HUMAN
from dubious_ai.storage.record import Loaded


@dataclass(frozen=True)
class Substitution:
    """The house acted for a seat: which action, at which question (0 for none), in which round, and why. `withheld`: the table was not told why before the end."""

    round: int
    seat: int
    action: str
    number: int
    cause: str
    withheld: bool = False


def substitutions(events: Iterable[ev.Event]) -> tuple[Substitution, ...]:
    """Every time the house acted for somebody, with the reason that became known after the game where there is one."""
    found: list[Substitution] = []
    number = 0
    for event in events:
        match event:
            case ev.RoundStarted():
                number = event.round
            case ev.Substituted():
                withheld = event.cause == "withheld"
                found.append(
                    Substitution(number, event.seat, event.action, event.number, event.cause, withheld)
                )
            case ev.SubstitutionExplained() if found and found[-1].cause == "withheld":
                last = found[-1]
                if (last.seat, last.action, last.number) == (event.seat, event.action, event.number):
                    found[-1] = Substitution(
                        last.round, last.seat, last.action, last.number, event.cause, True
                    )
            case _:
                pass
    return tuple(found)


def coach_uses(events: Iterable[ev.Event]) -> dict[int, Counter[str]]:
    """How often each seat asked the coach for what."""
    found: dict[int, Counter[str]] = {}
    for event in events:
        if isinstance(event, ev.CoachUsed):
            found.setdefault(event.seat, Counter())[event.what] += 1
    return found


def rejected(now: RoundState, seat: int) -> Pair:
    """The two cards a seat was dealt and did not keep."""
    dealt, kept = now.dealt[seat], now.pair(seat)
    return Pair(
        occupation=next(c for c in dealt.occupations if c != kept.occupation),
        secret=next(c for c in dealt.secrets if c != kept.secret),
    )


def persons_seat(brains: tuple[str, ...]) -> int | None:
    """The seat played by a person; None if there is none, or more than one."""
    seats = [seat for seat, brain in enumerate(brains, 1) if brain == HUMAN]
    return seats[0] if len(seats) == 1 else None


def brains_noted(state: State) -> tuple[str, ...]:
    """The brain of each seat, seat 1 first; empty for a game that does not tell."""
    return state.noted.brains if state.noted else ()


def changed_since(loaded: Loaded) -> str:
    """A sentence where the texts of a game's setting are others today than when it began; empty where they are not, or nothing is known."""
    setup = next((e for e in loaded.events if isinstance(e, ev.GameSetUp)), None)
    if setup is None or not loaded.header.content or setup.setting.slug not in setting_slugs():
        return ""
    if library(setup.setting.slug).digest == loaded.header.content:
        return ""
    return f"The texts of {setup.setting.name} have changed since this game began. Its cards and questions are as they were; what is read out of its answers goes by today's texts."
