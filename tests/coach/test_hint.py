"""Hints: three steps, three strengths, always fresh, and the plan they are measured by."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.belief import Said
from dubious_ai.coach.hint import steps
from dubious_ai.coach.hint.prepared import nearest_questions
from dubious_ai.coach.hint.target_share import goal, said_before, shares_of
from dubious_ai.coach.seat_view import is_our_question
from dubious_ai.content.own_words import own_words
from dubious_ai.core.model import KINDS
from dubious_ai.core.scoring import best_pick_rate, expected_role_points
from dubious_ai.errors import UsageError
from tests.readers import reader, reader_for

from .seats import HANDS, PAIR, PET, avoiding, seat, texts


def prepared(question: str) -> set[str]:
    slug = next(q.slug for q in texts().questions if q.text == question)
    return {a.text for kind in KINDS for a in texts().file(PAIR.of(kind)).answers if a.to == slug}


def test_suggestions_are_answers_of_the_own_cards_with_their_predicted_shares() -> None:
    seen = seat()
    found = steps.full(reader_for(seen), seen)
    assert 2 <= len(found) <= 3
    assert len({s.text for s in found}) == len(found)
    assert sum(s.nearest_to_plan for s in found) == 1
    for s in found:
        assert s.written_for or s.text in prepared(PET)
        assert s.after == shares_of(reader_for(seen), seen, (*said_before(seen), Said(PET, s.text)))
        assert not any(own_words(texts().file(PAIR.of(kind)).name, s.text) for kind in KINDS)


def test_a_strength_alone_gives_one_answer_for_each_card() -> None:
    assert [s.kind for s in steps.full(reader_for(seat()), seat(), "obvious")] == ["occupation", "secret"]


def test_nothing_is_suggested_that_was_said_or_heard_lately_or_shown_before() -> None:
    first = {s.text for s in steps.full(reader_for(seat()), seat())}
    said = tuple(Said(PET, text) for text in prepared(PET))
    assert not first & {
        s.text for s in steps.full(reader_for(seat(PET, said, questions=15)), seat(PET, said, questions=15))
    }
    assert not first & {
        s.text for s in steps.full(reader_for(avoiding(tuple(first))), avoiding(tuple(first)))
    }
    assert not first & {s.text for s in steps.full(reader_for(seat()), seat(), but=frozenset(first))}


def test_suggestions_run_out_in_words_never_in_repetition() -> None:
    shown: set[str] = set()
    for _ in range(200):
        found = steps.full(reader_for(seat()), seat(), but=frozenset(shown))
        assert not shown & {s.text for s in found}
        if not found:
            return
        shown |= {s.text for s in found}
    pytest.fail("there is no end to the suggestions")


def test_a_question_of_somebody_else_gets_answers_of_the_nearest_one_and_says_so() -> None:
    seen = seat("Which animal sleeps at your feet, what pet is it?")
    assert not is_our_question(seen.now.asked[-1].question)
    found = steps.full(reader_for(seen), seen)
    assert found
    assert all(s.written_for and is_our_question(s.written_for) for s in found)
    assert (
        nearest_questions(reader(texts().slug), "Which animal sleeps at your feet, what pet is it?")[0].text
        == PET
    )
    assert steps.nudge(reader_for(seen), seen).words
    assert steps.sketch(reader_for(seen), seen).palettes[0].use


def test_a_question_of_ours_is_known_however_it_is_typed() -> None:
    assert is_our_question(seat("what PET do you have").now.asked[-1].question)


def test_a_nudge_works_on_the_card_that_is_behind_and_turns_to_other_sides() -> None:
    loud = Said(HANDS, "Ink, and a callus from counting other people's coins into the treasury's ledger.")
    assert steps.nudge(reader_for(seat(PET, (loud,))), seat(PET, (loud,))).kind == "secret"
    angles = [steps.nudge(reader_for(seat()), seat(), turn).angle for turn in range(len(steps.ANGLES))]
    assert set(angles) == set(steps.ANGLES)


def test_a_sketch_keeps_what_to_say_apart_from_what_not_to_say() -> None:
    sketch = steps.sketch(reader_for(seat()), seat())
    use = [word for palette in sketch.palettes for word in palette.use]
    assert {p.kind for p in sketch.palettes} == set(KINDS)
    assert all(p.images for p in sketch.palettes)
    assert sketch.avoid
    assert not set(use) & set(sketch.avoid)
    names = [texts().file(PAIR.of(kind)).name for kind in KINDS]
    assert not any(own_words(name, " ".join((*use, *p.images))) for name in names for p in sketch.palettes)


@given(st.integers(3, 6), st.integers(1, 9))
def test_the_plan_grows_to_the_best_pick_rate(players: int, questions: int) -> None:
    planned: list[float] = []
    for number in range(1, questions + 1):
        said = tuple(Said(HANDS, "Two of them.") for _ in range(number - 1))
        planned.append(goal(seat(PET, said, players=players, questions=questions)).now)
    assert planned == sorted(planned)
    assert planned[-1] == pytest.approx(best_pick_rate(players - 1))


def test_at_the_last_question_the_nearest_suggestion_earns_most() -> None:
    seen = seat(questions=1)
    points = {
        s.text: sum(expected_role_points(3, s.after[kind]) for kind in KINDS)
        for s in steps.full(reader_for(seen), seen)
    }
    best = next(s.text for s in steps.full(reader_for(seen), seen) if s.nearest_to_plan)
    assert points[best] == max(points.values())


@pytest.mark.parametrize(("players", "questions"), [(2, 5), (7, 5), (4, 0)])
def test_a_table_that_cannot_be_is_refused(players: int, questions: int) -> None:
    said = (Said(HANDS, "Two of them."),)
    with pytest.raises(UsageError, match=str(players) if questions else "0"):
        seat(PET, said, players=players, questions=questions)
