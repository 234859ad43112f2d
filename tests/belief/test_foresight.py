"""How many readers would name a card: a range that contains what is expected and grows with what was said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.belief.foresight import Foreseen
from dubious_ai.belief.skill import temper, temperature


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=5), st.integers(0, 5))
def test_the_range_holds_the_expected_and_the_chances_add_up(shares: list[float], answers: int) -> None:
    seen = Foreseen(tuple(sorted(shares)), answers)
    assert sum(seen.chances) == pytest.approx(1.0)
    low, high = seen.range
    assert low <= min(max(seen.share, 0.02), 0.98) + 1e-9
    assert high >= min(max(seen.share, 0.02), 0.98) - 1e-9
    few, many = seen.numbers
    assert 0 <= few <= many <= len(shares)
    assert few - 1 <= seen.number <= many + 1
    assert 0 <= seen.sharpest <= 1


def test_readers_are_right_together_so_none_and_all_are_likelier_than_apart() -> None:
    together = Foreseen((0.5, 0.5, 0.5), 5).chances
    assert together[0] > 0.14
    assert together[3] > 0.14
    assert together[0] > 0.5**3


def test_more_answers_leave_more_room() -> None:
    widths = [high - low for low, high in (Foreseen((0.5, 0.5), n).range for n in (0, 1, 5))]
    assert widths == sorted(widths)


def test_a_stronger_reader_names_the_likeliest_card_more_often() -> None:
    belief = [0.5, 0.2, 0.1, 0.1, 0.1]
    first = [temper(belief, strength)[0] for strength in (0.1, 0.3, 0.45, 0.63, 0.8, 0.95)]
    assert first == sorted(first)
    assert temper(belief, "regular") == temper(belief, 0.63)
    assert temperature(0.5) > temperature(0.6)
