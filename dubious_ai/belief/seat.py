"""Belief from a seat's point of view: what it believes of the others, and what readers would make of its own words.

Everything is computed from the seat's observation alone; no brain at the table is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dubious_ai.belief.by_setting import read, shares
from dubious_ai.belief.posterior import Heard, Posterior, Said
from dubious_ai.content.library import SettingSlug, library, setting_slug
from dubious_ai.core.model import KINDS, READING_STRENGTH, Kind, Level
from dubious_ai.core.observe import Observation


def setting_of(observation: Observation) -> SettingSlug:
    """The content's name of the setting in play."""
    return setting_slug(observation.setting.slug)


def impossible(observation: Observation) -> dict[Kind, set[str]]:
    """The cards no opponent can hold: those dealt to this seat, and those left out of the game."""
    texts = library(setting_of(observation))
    return {
        kind: set(observation.excluded(kind))
        | ({f.slug for f in texts.texts(kind)} - set(observation.setting.slugs(kind)))
        for kind in KINDS
    }


def answers_of(observation: Observation, seat: int) -> tuple[Said, ...]:
    """What a player has said so far in the current round; for the seat itself also what it has handed in."""
    if seat != observation.seat:
        return tuple(Said(question.text, text) for question, text in observation.now.heard(seat))
    return tuple(Said(a.question.text, a.mine.text) for a in observation.now.asked if a.mine)


def believe(observation: Observation) -> tuple[tuple[int, ...], Posterior]:
    """The opponents (seats) and what this seat may believe of each, in the same order."""
    opponents = tuple(sorted(observation.opponents))
    heard = [Heard(answers_of(observation, seat)) for seat in opponents]
    return opponents, read(setting_of(observation), heard, excluded=impossible(observation))


def reader_levels(observation: Observation) -> dict[Level, int]:
    """How many opponents will read this seat, by the level nearest to their strength; regular ones where nothing is known."""
    if not observation.strengths:
        return {"regular": len(observation.opponents)}
    return dict(Counter(nearest_level(strength) for strength in observation.readers))


def nearest_level(strength: float) -> Level:
    """The level whose reading strength (0 to 1) is nearest."""
    return min(READING_STRENGTH, key=lambda level: abs(READING_STRENGTH[level] - strength))


def predict(
    observation: Observation, said: Sequence[Said], levels: dict[Level, int] | None = None
) -> dict[str, float]:
    """For each card (by slug): the part of readers who would pick it after these answers, if it were the true one.

    `levels` are the readers (by default the opponents with the strengths of their table). Values 0 to 1.
    """
    readers = levels or reader_levels(observation)
    total = sum(readers.values())
    candidates = len(observation.setting.occupations) - 2
    setting = setting_of(observation)
    if len(readers) == 1:
        return shares(setting, said, next(iter(readers)), candidates)
    mixed: dict[str, float] = {}
    for level, count in readers.items():
        for slug, share in shares(setting, said, level, candidates).items():
            mixed[slug] = mixed.get(slug, 0.0) + share * count / total
    return mixed
