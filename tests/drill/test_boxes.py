"""Cards that go well rest longer; what was never seen comes before what rests."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.coach.drill.leitner import REST, boxes, order
from dubious_ai.coach.drill.practice_log import Done, Mark

TODAY = date(2026, 3, 1)


def done(card: str, right: bool, days_ago: int = 0) -> Done:
    """A guess at one card, so many days ago."""
    mark = Mark(card=card, kind="occupation", right=right, points=10.0 if right else 0.0)
    day = (TODAY - timedelta(days=days_ago)).isoformat()
    return Done(at=f"{day}T12:00:00+00:00", skill="guess", setting="antiquity", marks=(mark,))


@given(st.lists(st.booleans(), min_size=1, max_size=12))
def test_a_wrong_answer_sends_a_card_back_to_the_first_box(results: list[bool]) -> None:
    boxed = boxes([done("potter", r) for r in results], "guess", "antiquity")["potter"]
    assert boxed.seen == len(results)
    assert boxed.right == sum(results)
    assert (boxed.box == 1) == (not results[-1])
    assert 1 <= boxed.box < len(REST)


def test_rests_grow_from_box_to_box() -> None:
    rests = [
        (boxes([done("potter", True)] * n, "guess", "antiquity")["potter"].due() - TODAY).days
        for n in range(1, 6)
    ]
    assert rests == sorted(rests)
    assert rests[0] < rests[-1]


def test_due_cards_come_first_then_new_ones_then_those_at_rest() -> None:
    standing = boxes([done("missed", False, days_ago=2), done("known", True)], "guess", "antiquity")
    assert order(["known", "new", "missed"], standing, TODAY, Random(1)) == ["missed", "new", "known"]


def test_skills_and_settings_are_kept_apart() -> None:
    assert not boxes([done("potter", True)], "hint", "antiquity")
    assert not boxes([done("potter", True)], "guess", "cthulhu")
