"""What an answer did for one of its speaker's cards: four grades, by the change in expected points.

Expected points of a row with n readers who each name the card with chance p are n·p - n·p^n (`scoring.expected_role_points`): they
grow with p up to the aim (`scoring.best_pick_rate`) and fall beyond it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from dubious_ai.core.scoring import best_pick_rate, expected_role_points

Grade = Literal["gave it away", "fine hint", "no hint", "false trail"]
GRADES: tuple[Grade, ...] = ("gave it away", "fine hint", "no hint", "false trail")
NOTICED = 0.1
"""Smallest change in expected points that counts, as a part of the best there is for a row."""
LEAP, SLIP = 0.2, 0.1
"""A rise of the share beyond the aim that gives away, and a fall that misleads, though the points hardly change."""


@dataclass(frozen=True)
class Step:
    """One answer and one card: the part of readers (0 to 1) who would name the card before and after it, and what that is worth."""

    before: float
    after: float
    gain: float
    grade: Grade


def best_points(readers: int) -> float:
    """The most a row can be expected to bring its owner."""
    return expected_role_points(readers, best_pick_rate(readers))


def step(readers: int, before: float, after: float) -> Step:
    """Grade one answer for one card. `readers` is the number of opponents (two or more)."""
    gain = expected_role_points(readers, after) - expected_role_points(readers, before)
    rise, worth = after - before, NOTICED * best_points(readers)
    grade: Grade
    if rise < -SLIP or (rise < 0 and abs(gain) >= worth):
        grade = "false trail"
    elif gain >= worth:
        grade = "fine hint"
    elif gain <= -worth or (rise >= LEAP and after > best_pick_rate(readers)):
        grade = "gave it away"
    else:
        grade = "no hint"
    return Step(before, after, gain, grade)


def steps(readers: int, shares: tuple[float, ...]) -> tuple[Step, ...]:
    """The grades of all answers, from the shares before the first answer and after each."""
    return tuple(step(readers, before, after) for before, after in pairwise(shares))


def turning(graded: tuple[Step, ...]) -> int | None:
    """The number (from 1) of the answer that moved the readers most, None where none moved them by a tenth."""
    moved = [abs(s.after - s.before) for s in graded]
    if not moved or max(moved) < SLIP:
        return None
    return moved.index(max(moved)) + 1
