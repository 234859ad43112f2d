"""Questions to discuss after a round: which are asked, chosen by what the round shows so that no two lessons ask alike. The questions themselves are in the modules of moulds."""

from __future__ import annotations

from random import Random

from dubious_ai.analysis.game_analysis import GameAnalysis, RoundAnalysis
from dubious_ai.teach.mould import Mould, Scene, Topic
from dubious_ai.teach.moulds_on_answers import ON_ANSWERS
from dubious_ai.teach.moulds_on_tables import ON_TABLES

QUESTIONS = 3


def to_discuss(told: GameAnalysis, round_: RoundAnalysis, most: int = QUESTIONS) -> tuple[str, ...]:
    """Questions about a round, of different skills and about different players as far as possible. The same round always gets the same."""
    return tuple(topic.text for topic in topics(told, round_, most))


def topics(told: GameAnalysis, round_: RoundAnalysis, most: int = QUESTIONS) -> tuple[Topic, ...]:
    """The chosen questions with their moulds."""
    spoken = "|".join(a.text for p in round_.players for a in p.answers)
    rng = Random(f"{told.seed}|{round_.number}|{spoken}")
    scene = Scene(told, round_)
    left: list[Mould] = [*ON_ANSWERS, *ON_TABLES]
    chosen: list[Topic] = []
    while left and len(chosen) < most:
        # moulds of another skill first; one that finds nothing in this round is put away
        fresh = [m for m in left if m.skill not in {c.mould.skill for c in chosen}] or left
        mould = rng.choices(fresh, [m.weight for m in fresh])[0]
        left = [m for m in left if m is not mould]
        found = mould.topics(scene)
        if not found:
            continue
        others = [text for seat, text in found if not seat or seat not in {c.seat for c in chosen}]
        text = rng.choice(others or [text for _, text in found])
        seat = next(s for s, t in found if t == text)
        chosen.append(Topic(mould, seat, text))
    return tuple(chosen)
