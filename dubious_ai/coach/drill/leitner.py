"""Which card to practise next: Leitner's boxes, one set for each skill.

A card that went well moves up a box and rests longer, one that went wrong returns to the first. Everything is folded from the
results; there is no second file that could disagree with them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from dubious_ai.coach.drill.practice_log import Done, Skill
from dubious_ai.content.library import SettingSlug

REST = (0, 1, 2, 4, 8, 16)
"""Days a card rests in each box; box 0 holds what was never practised."""
TOP = len(REST) - 1


@dataclass(frozen=True)
class Boxed:
    """Where a card stands: its box (0 to 5), how often it went right, and when it was last practised."""

    box: int = 0
    right: int = 0
    seen: int = 0
    last: date | None = None

    def due(self) -> date:
        """The day from which it should come again."""
        return self.last + timedelta(days=REST[self.box]) if self.last else date.min


def boxes(history: Iterable[Done], skill: Skill, setting: SettingSlug) -> dict[str, Boxed]:
    """The cards of a setting that were practised in a skill, by slug."""
    found: dict[str, Boxed] = {}
    for done in history:
        if done.skill != skill or done.setting != setting:
            continue
        for mark in done.marks:
            old = found.get(mark.card, Boxed())
            box = min(max(old.box, 1) + 1, TOP) if mark.right else 1
            found[mark.card] = Boxed(box, old.right + mark.right, old.seen + 1, _day(done.at))
    return found


def _day(at: str) -> date:
    try:
        return date.fromisoformat(at[:10])
    except ValueError:
        return date.min + timedelta(days=1)


def order(cards: Iterable[str], standing: dict[str, Boxed], today: date, rng: Random) -> list[str]:
    """Cards in the order to practise them: those that are due (longest first), then new ones by chance, then those at rest."""

    def rank(slug: str) -> tuple[int, date, float]:
        boxed = standing.get(slug, Boxed())
        group = 1 if boxed.box == 0 else 0 if boxed.due() <= today else 2
        return group, boxed.due(), rng.random()

    return sorted(cards, key=rank)
