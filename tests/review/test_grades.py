"""Grades follow expected points, not the raw share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.analysis.grades import best_points, step, steps, turning
from dubious_ai.core.scoring import best_pick_rate, expected_role_points

SHARE = st.floats(0.0, 1.0)
READERS = st.integers(2, 5)


@given(READERS, SHARE, SHARE)
def test_a_fine_hint_pays_and_giving_away_does_not(readers: int, before: float, after: float) -> None:
    graded = step(readers, before, after)
    if graded.grade == "fine hint":
        assert graded.gain > 0
        assert after >= before
    if graded.grade == "gave it away":
        assert after > best_pick_rate(readers)
    if graded.grade == "false trail":
        assert after < before


@given(READERS, SHARE)
def test_what_changes_nothing_is_no_hint(readers: int, share: float) -> None:
    assert step(readers, share, share).grade == "no hint"


def test_the_same_rise_is_fine_below_the_aim_and_costs_above_it() -> None:
    assert step(3, 0.10, 0.40).grade == "fine hint"
    assert step(3, 0.65, 0.95).grade == "gave it away"


def test_a_leap_over_the_aim_gives_away_although_the_points_are_level() -> None:
    graded = step(3, 0.42, 0.74)
    assert abs(graded.gain) < 0.1
    assert graded.grade == "gave it away"


@given(READERS, st.lists(SHARE, min_size=2, max_size=8))
def test_the_gains_of_a_round_add_up_to_the_whole(readers: int, shares: list[float]) -> None:
    graded = steps(readers, tuple(shares))
    whole = expected_role_points(readers, shares[-1]) - expected_role_points(readers, shares[0])
    assert sum(s.gain for s in graded) == pytest.approx(whole, abs=1e-9)


def test_the_turning_answer_is_the_one_that_moved_readers_most() -> None:
    assert turning(steps(3, (0.08, 0.15, 0.5, 0.45))) == 2
    assert turning(steps(3, (0.08, 0.1, 0.12, 0.11))) is None


@given(READERS, SHARE)
def test_nothing_beats_the_best(readers: int, share: float) -> None:
    assert expected_role_points(readers, share) <= best_points(readers) + 1e-9
