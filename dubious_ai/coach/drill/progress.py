"""How practice goes: accuracy and calibration over time, by setting and by card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dubious_ai.coach.drill.leitner import Boxed, boxes
from dubious_ai.coach.drill.practice_log import SKILLS, Done, Mark, Skill
from dubious_ai.content.library import SettingSlug, setting_slugs

STEPS = 10
"""Points of a curve over time."""
BINS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.001))


@dataclass(frozen=True)
class Course:
    """One skill in one setting. `right` and `points` are means over all cards marked; the curves go from the first to the latest, each step the same number of cards."""

    setting: SettingSlug
    skill: Skill
    cards: int
    right: float
    points: float
    right_curve: tuple[float, ...]
    points_curve: tuple[float, ...]
    standing: dict[str, Boxed]


@dataclass(frozen=True)
class Bin:
    """Of the guesses made with a probability in this span: how many, the mean of what was said, and how often it was right."""

    low: float
    high: float
    count: int
    said: float
    right: float


def courses(history: Sequence[Done], settings: Sequence[SettingSlug] = setting_slugs()) -> list[Course]:
    """Every skill and setting that was practised."""
    found: list[Course] = []
    for setting in settings:
        for skill in SKILLS:
            marks = [m for d in history if d.setting == setting and d.skill == skill for m in d.marks]
            if marks:
                found.append(
                    Course(
                        setting,
                        skill,
                        len(marks),
                        _mean(m.right for m in marks),
                        _mean(m.points for m in marks),
                        _curve([float(m.right) for m in marks]),
                        _curve([min(1.0, max(0.0, m.points / 10)) for m in marks]),
                        boxes(history, skill, setting),
                    )
                )
    return found


def _mean(values: Iterable[float]) -> float:
    items = list(values)
    return sum(items) / len(items) if items else 0.0


def _curve(values: Sequence[float]) -> tuple[float, ...]:
    """Means of at most ten spans of equal length, in order."""
    steps = min(STEPS, max(1, len(values) // 2))
    cuts = [round(n * len(values) / steps) for n in range(steps + 1)]
    return tuple(_mean(values[a:b]) for a, b in pairwise(cuts) if b > a)


def calibration(history: Sequence[Done], settings: Sequence[SettingSlug] = setting_slugs()) -> list[Bin]:
    """What was said against what came of it, for guesses made with a probability. Spans without guesses are left out."""
    marks = [
        m
        for d in history
        if d.skill == "guess" and d.setting in settings
        for m in d.marks
        if m.top is not None
    ]
    found: list[Bin] = []
    for low, high in BINS:
        inside = [m for m in marks if low <= _top(m) < high]
        if inside:
            found.append(
                Bin(
                    low,
                    min(high, 1.0),
                    len(inside),
                    _mean(_top(m) for m in inside),
                    _mean(m.right for m in inside),
                )
            )
    return found


def _top(mark: Mark) -> float:
    return mark.top or 0.0


def trend_verdict(bins: Sequence[Bin]) -> str:
    """What the calibration says, in a sentence."""
    count = sum(b.count for b in bins)
    if count < 10:
        return f"Guesses made with a probability so far: {count}. From 10 on they say something about how sure you should be."
    off = sum((b.said - b.right) * b.count for b in bins) / count
    if abs(off) < 0.07:
        return "You are about as often right as you say."
    return (
        f"You are surer than you should be, by {off:.0%} on average."
        if off > 0
        else f"You may be surer than you are, by {-off:.0%} on average."
    )
