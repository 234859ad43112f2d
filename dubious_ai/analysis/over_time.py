"""How a person reads and hints from game to game, with how far that is known, and what they miss. Computed from summaries, oldest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from pydantic import JsonValue

from dubious_ai.analysis.reading_estimate import FADING, estimate, guessed
from dubious_ai.core.model import Kind, Strength
from dubious_ai.storage.history import Summary

MANY = 8
"""Missed cards that are told and practised."""
MOVED = 0.05
"""Change of a share from which a course goes up or down."""


@dataclass(frozen=True)
class Estimated:
    """A share (0 to 1): likeliest, and between which shares two cases in three lie."""

    middle: float
    low: float
    high: float

    def to_json(self) -> dict[str, JsonValue]:
        """For --json."""
        return {name: round(value, 3) for name, value in vars(self).items()}


@dataclass(frozen=True)
class MissedCard:
    """A card of others that was not named: so often missed of so often seen."""

    setting: str
    card: str
    kind: Kind
    missed: int
    seen: int


@dataclass(frozen=True)
class OverTime:
    """After each finished game: the share of the house's cards a person would name at fair tells, and of their own cards that some, but not all, find out.

    `settings` holds the latest of both for each setting by its name. `by_strength` counts cards named of cards seen by the plainest hint
    at them. `missed` are the cards missed most.
    """

    reading: tuple[Estimated, ...]
    hinting: tuple[Estimated, ...]
    settings: dict[str, tuple[Estimated | None, Estimated | None]]
    by_strength: dict[Strength, tuple[int, int]]
    missed: tuple[MissedCard, ...]

    def to_json(self) -> dict[str, JsonValue]:
        """For --json."""
        return {
            "reading": [point.to_json() for point in self.reading],
            "hinting": [point.to_json() for point in self.hinting],
            "settings": {
                name: {"reading": r.to_json() if r else None, "hinting": h.to_json() if h else None}
                for name, (r, h) in self.settings.items()
            },
            "named_by_strength_of_hint": {name: list(count) for name, count in self.by_strength.items()},
            "missed": [{**vars(card)} for card in self.missed],
        }


def over_time(games: Iterable[Summary]) -> OverTime:
    """The courses of finished games with a person in them; others are passed over."""
    played = [game for game in games if game.sum is not None and game.me is not None]
    names = sorted({game.setting_name for game in played})
    by_setting = {name: [game for game in played if game.setting_name == name] for name in names}
    return OverTime(
        reading=_reading(played),
        hinting=_hinting(played),
        settings={name: (_last(_reading(some)), _last(_hinting(some))) for name, some in by_setting.items()},
        by_strength=_by_strength(played),
        missed=_missed(played),
    )


def trend(course: Sequence[Estimated]) -> int:
    """1 for a course that goes up, -1 for one that goes down, 0 for one that does neither, or is too short to say."""
    if len(course) < 3:
        return 0
    moved = course[-1].middle - course[0].middle
    return 0 if abs(moved) < MOVED else 1 if moved > 0 else -1


def _last(course: Sequence[Estimated]) -> Estimated | None:
    return course[-1] if course else None


def _reading(games: Sequence[Summary]) -> tuple[Estimated, ...]:
    seen = [found for game in games if (found := guessed(game))]
    return tuple(Estimated(*estimate(seen[:n]).named()) for n in range(1, len(seen) + 1))


def _hinting(games: Sequence[Summary]) -> tuple[Estimated, ...]:
    """Own cards found out by some and not by all, later games counting more; nothing is known at first (a flat prior)."""
    found: list[Estimated] = []
    well, badly = 0.0, 0.0
    for game in games:
        own = game.sum.own if game.sum else ()
        good = sum(0 < named < readers for named, readers in own)
        well, badly = FADING * well + good, FADING * badly + len(own) - good
        a, b = well + 1, badly + 1
        middle, spread = a / (a + b), sqrt(a * b / (a + b + 1)) / (a + b)
        found.append(Estimated(middle, max(0.0, middle - spread), min(1.0, middle + spread)))
    return tuple(found)


def _by_strength(games: Sequence[Summary]) -> dict[Strength, tuple[int, int]]:
    found: dict[Strength, tuple[int, int]] = {}
    for game in games:
        for card in game.sum.cards if game.sum else ():
            if card.strength:
                right, seen = found.get(card.strength, (0, 0))
                found[card.strength] = right + card.right, seen + 1
    order: tuple[Strength, ...] = ("subtle", "balanced", "obvious")
    return {name: found[name] for name in order if name in found}


def _missed(games: Sequence[Summary]) -> tuple[MissedCard, ...]:
    seen: Counter[tuple[str, str, Kind]] = Counter()
    missed: Counter[tuple[str, str, Kind]] = Counter()
    for game in games:
        for card in game.sum.cards if game.sum else ():
            key = game.setting, card.card, card.kind
            seen[key] += 1
            missed[key] += not card.right
    order = sorted((key for key in missed if missed[key]), key=lambda key: (-missed[key], seen[key], key))
    return tuple(MissedCard(*key, missed[key], seen[key]) for key in order[:MANY])
