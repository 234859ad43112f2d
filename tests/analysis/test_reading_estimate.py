"""How well a person reads: the estimate follows their guesses, doubts where it knows little, and aims so that they name most cards but not all."""

from __future__ import annotations

import random
from math import exp, log

import pytest

from dubious_ai.analysis.reading_estimate import WANTED, Guessed, estimate


def test_nothing_known_is_a_regular_reader_in_doubt() -> None:
    nobody = estimate([])
    assert nobody.offset == 0.0
    assert nobody.aim == pytest.approx(WANTED)
    low, high = nobody.named()[1:]
    assert high - low > 0.4


def test_who_names_everything_is_aimed_at_lower_and_who_names_little_higher() -> None:
    strong = estimate([Guessed(6, 6), Guessed(6, 5), Guessed(6, 6)])
    weak = estimate([Guessed(6, 1), Guessed(6, 2), Guessed(6, 1)])
    assert strong.aim < WANTED < weak.aim
    assert strong.named()[0] > weak.named()[0]
    assert strong.deviation < estimate([]).deviation


def test_later_games_count_more() -> None:
    learning = [Guessed(6, 1), Guessed(6, 1), Guessed(6, 6), Guessed(6, 6)]
    assert estimate(learning).offset > estimate(reversed(learning)).offset


@pytest.mark.parametrize("offset", [-1.5, 0.0, 1.5, 2.2])
def test_people_are_brought_to_where_they_should_be(offset: float) -> None:
    """Somebody who truly differs by an offset, playing twenty games under the tells they are given."""
    shares: list[float] = []
    for seed in range(40):
        rng, past = random.Random(seed), list[Guessed]()
        for _ in range(20):
            aim = estimate(past).aim
            p = 1 / (1 + exp(-(log(aim / (1 - aim)) + offset)))
            right = sum(rng.random() < p for _ in range(6))
            past.append(Guessed(6, right, "auto", aim))
        shares += [g.right / g.made for g in past[7:]]
    assert sum(shares) / len(shares) == pytest.approx(WANTED, abs=0.07)


def test_games_without_guesses_change_nothing() -> None:
    assert estimate([Guessed(0, 0), Guessed(6, 4)]).offset == pytest.approx(estimate([Guessed(6, 4)]).offset)
