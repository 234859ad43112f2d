"""Levels: a sharper seat names the likeliest card more often; nobody picks an impossible one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.belief import pick, temper
from dubious_ai.core.model import LEVELS, Level

BELIEF = [0.55, 0.2, 0.1, 0.05, 0.05, 0.05, 0.0]


@pytest.mark.parametrize("level", LEVELS)
def test_an_impossible_card_is_never_picked_and_any_legal_one_may_be(level: Level) -> None:
    chances = temper([0.999, 0.001, 0.0], level)
    assert chances[2] == 0.0
    assert chances[1] > 0.004
    assert sum(chances) == pytest.approx(1.0)
    drawn = {pick([0.999, 0.001, 0.0], level, random.Random(seed)) for seed in range(2000)}
    assert drawn == {0, 1}


def test_levels_are_ordered() -> None:
    best = [temper(BELIEF, level)[0] for level in LEVELS]
    assert best == sorted(best)
    assert best[0] < best[1] < best[2]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=14).filter(any), st.sampled_from(LEVELS), st.integers())
def test_order_is_kept_and_picks_repeat_with_their_seed(belief: list[float], level: Level, seed: int) -> None:
    chances = temper(belief, level)
    assert sum(chances) == pytest.approx(1.0)
    for a, x in zip(belief, chances, strict=True):
        for b, y in zip(belief, chances, strict=True):
            assert x <= y or a > b
    first = pick(belief, level, random.Random(seed))
    assert first == pick(belief, level, random.Random(seed))
    assert belief[first] > 0


def test_no_legal_card_is_an_error() -> None:
    with pytest.raises(ValueError, match="no legal card"):
        temper([0.0, 0.0], "regular")


def test_picks_come_as_often_as_the_chances_say() -> None:
    rng = random.Random(5)
    chances = temper(BELIEF, "regular")
    drawn = [pick(BELIEF, "regular", rng) for _ in range(20000)]
    for card, chance in enumerate(chances):
        assert drawn.count(card) / 20000 == pytest.approx(chance, abs=0.015)
