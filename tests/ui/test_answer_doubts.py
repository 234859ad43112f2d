"""What is said before an answer is handed in: once, kindly, and alike at both desks."""

from __future__ import annotations

import pytest

from dubious_ai.ui.answer_doubts import doubts
from tests.coach.seats import seat
from tests.readers import reader


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("asdf qwer zxcv", "I know none of these words"),
        ("Ich habe eine Ziege, die alles frisst.", "not English to me"),
        ("goat goat goat goat goat", "one word over and over"),
        ("...", "no word in this answer"),
    ],
)
def test_what_cannot_be_read_is_said_in_one_sentence(written: str, told: str) -> None:
    found = doubts(reader(), seat(), written, "")
    assert len(found) == 1
    assert told in found[0]


def test_an_answer_like_any_other_raises_no_doubt() -> None:
    assert doubts(reader(), seat(), "A goose, from a widow who had nothing else that month.", "") == []


def test_the_cards_own_word_is_pointed_out() -> None:
    assert "word of your own card" in doubts(reader(), seat(), "A tax of two geese.", "")[0]
