"""Who is who: probabilities that are some, joint over the table, and the guess that earns most."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.belief import Said
from dubious_ai.coach.guess import PersonGuessed, Round, from_observation, weigh_guesses
from dubious_ai.coach.guess import best_pick as pick
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.scoring import score_row
from tests.readers import reader, reader_for

from .seats import HANDS, PET, game_at_question

NOBODY: dict[Kind, frozenset[str]] = {"occupation": frozenset(), "secret": frozenset()}
POTTER = Said(HANDS, "Clay under the nails from the wheel, and a burn from the kiln where I fire my jars.")
ELEPHANT = Said(
    PET,
    "He weighs more than a temple and kneels when I tap behind the ear with my hook; his trunk finds every apple.",
)


def table(*answers: tuple[Said, ...], excluded: dict[Kind, frozenset[str]] = NOBODY) -> Round:
    people = tuple(PersonGuessed(f"P{n}", said) for n, said in enumerate(answers, 1))
    return Round("antiquity", people, excluded, max(len(people) - 1, 1))


def test_probabilities_over_all_fourteen_cards_likeliest_first() -> None:
    mine: dict[Kind, frozenset[str]] = {"occupation": frozenset({"potter"}), "secret": frozenset()}
    advice = weigh_guesses(
        table((POTTER,), (ELEPHANT,), (), excluded=mine),
        reader(table((POTTER,), (ELEPHANT,), (), excluded=mine).setting),
    )
    for view in advice.views:
        for kind in KINDS:
            chances = [p for _, p in view.ranked[kind]]
            assert len(chances) == 14
            assert sum(chances) == pytest.approx(1)
            assert chances == sorted(chances, reverse=True)
        assert dict(view.ranked["occupation"])["potter"] == 0


def test_what_was_said_decides_and_says_why() -> None:
    potter, elephant, silent = weigh_guesses(
        table((POTTER,), (ELEPHANT,), ()), reader(table((POTTER,), (ELEPHANT,), ()).setting)
    ).views
    assert potter.picks["occupation"].card == "potter"
    assert elephant.picks["occupation"].card == "mahout-elephant-handler"
    assert {b.word for b in potter.because("potter")} & {"clay", "wheel", "kiln", "jars"}
    assert not silent.because("potter")


def test_a_card_taken_by_one_is_less_likely_for_the_others() -> None:
    alone = weigh_guesses(table(()), reader(table(()).setting)).views[0]
    beside = weigh_guesses(table((), (POTTER,)), reader(table((), (POTTER,)).setting)).views[0]
    assert dict(beside.ranked["occupation"])["potter"] < dict(alone.ranked["occupation"])["potter"]


def test_the_same_pick_for_two_is_marked() -> None:
    doubles = weigh_guesses(table((POTTER,), (POTTER,)), reader(table((POTTER,), (POTTER,)).setting)).doubles
    assert ("occupation", "potter", ("P1", "P2")) in doubles


CHANCES = st.lists(st.integers(1, 20), min_size=3, max_size=4).map(lambda ws: [w / sum(ws) for w in ws])


@given(CHANCES, CHANCES, st.integers(1, 3))
def test_a_pick_is_worth_what_the_scoring_says(
    believed: list[float], named: list[float], others: int
) -> None:
    """Every truth and every guess of the others, scored by the rules, weighted by its chance."""
    cards = [f"card {n}" for n in range(min(len(believed), len(named)))]
    p = {c: x / sum(believed[: len(cards)]) for c, x in zip(cards, believed, strict=False)}
    q = {c: x / sum(named[: len(cards)]) for c, x in zip(cards, named, strict=False)}
    worth: dict[str, float] = {}
    for mine in cards:
        worth[mine] = 0.0
        for truth, *guesses in product(cards, repeat=1 + others):
            chance = p[truth]
            for guess in guesses:
                chance *= q[guess]
            row = score_row(1, "secret", truth, {2: mine, **{3 + n: g for n, g in enumerate(guesses)}})
            worth[mine] += chance * sum(tick.points for tick in row.ticks if tick.seat == 2)
    found = pick(tuple(sorted(p.items(), key=lambda item: -item[1])), q, others)
    assert found.points == pytest.approx(max(worth.values()))
    assert worth[found.card] == pytest.approx(found.points)
    if found.runner_up:
        other, lost = found.runner_up
        assert worth[other] == pytest.approx(found.points - lost)


def test_in_a_game_the_own_cards_are_nobody_elses() -> None:
    seen = game_at_question(2).observation(1)
    known = from_observation(reader_for(seen), seen)
    assert [p.name for p in known.people] == ["Ben", "Cleo"]
    for view in weigh_guesses(known, reader(known.setting)).views:
        for kind in KINDS:
            assert all(dict(view.ranked[kind])[slug] == 0 for slug in seen.excluded(kind))
