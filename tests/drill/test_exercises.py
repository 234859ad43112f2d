"""What is set and how it is marked."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.belief import Said
from dubious_ai.coach.drill.characters import Character, invented, met_in
from dubious_ai.coach.drill.exercises import (
    Drill,
    GuessExercise,
    HintExercise,
    example,
    mark_bet,
    mark_hint,
    parse_bet,
    weigh_attempt,
)
from dubious_ai.coach.drill.practice_log import Done, Skill
from dubious_ai.content.library import library
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, Pair
from dubious_ai.errors import UnknownCard, UsageError
from dubious_ai.storage.record import Header, Loaded
from tests.readers import READERS, reader
from tests.review.played import loud

TEXTS = library("antiquity")
POTTER = Pair(occupation="potter", secret="raised-by-barbarians")
DAY = date(2026, 3, 1)


def drill(seed: int = 1, history: list[Done] | None = None, records: tuple[Loaded, ...] = ()) -> Drill:
    """A drill in Antiquity."""
    return Drill(history if history is not None else [], Random(seed), DAY, ("antiquity",), READERS, records)


def finish(set_by: Drill, skill: Skill) -> Character:
    """Do the next exercise and remember it."""
    exercise = set_by.next(skill)
    set_by.history.append(
        Done(
            at=DAY.isoformat(),
            skill=skill,
            setting="antiquity",
            source=exercise.character.source,
            texts=exercise.character.texts,
            marks=tuple(
                mark_bet(parse_bet("", TEXTS, kind), kind, exercise.character.pair.of(kind)) for kind in KINDS
            ),
        )
    )
    return exercise.character


def test_a_character_answers_five_questions_with_its_own_cards_texts() -> None:
    found = invented(reader("antiquity"), POTTER, Random(3), ())
    assert len(found.answers) == len({a.question for a in found.answers}) == len(set(found.texts)) == 5
    asked = {q.slug: q.text for q in TEXTS.questions}
    own = {(asked[a.to], a.text) for kind in KINDS for a in TEXTS.file(POTTER.of(kind)).answers}
    assert sum((a.question, a.text) in own for a in found.answers) >= 4


def test_no_text_comes_twice_while_there_are_fresh_ones() -> None:
    used: set[str] = set()
    for n in range(4):
        found = invented(reader("antiquity"), POTTER, Random(n), used)
        assert not used.intersection(found.texts)
        used.update(found.texts)


def test_the_same_seed_sets_the_same_exercises() -> None:
    first, again = (
        [finish(d, skill) for d in [drill(5)] for skill in ("guess", "hint", "guess")] for _ in range(2)
    )
    assert first == again
    assert first != [finish(d, skill) for d in [drill(6)] for skill in ("guess", "hint", "guess")]


def test_new_cards_come_before_those_just_done() -> None:
    one = drill()
    cards = [finish(one, "guess").pair.occupation for _ in range(6)]
    assert len(set(cards)) == 6


def test_a_finished_game_gives_its_bots_but_not_the_person() -> None:
    found = met_in([recorded(loud())], reader("antiquity").library)
    assert {c.pair.occupation for c in found} == {"winemaker", "theater-actor", "tax-collector"}
    assert all(c.source == "4F2A" for c in found)
    assert met_in([recorded(loud())], reader("cthulhu").library) == []


def test_a_text_the_reader_learned_from_is_not_asked_with_another_question() -> None:
    question = loud_question(5)
    prepared = next(
        a for a in TEXTS.file("potter").answers if question != {q.slug: q.text for q in TEXTS.questions}[a.to]
    )
    events = tuple(
        e.model_copy(update={"text": prepared.text})
        if isinstance(e, ev.AnswerHandedIn) and (e.seat, e.number) == (2, 5)
        else e.model_copy(
            update={
                "answers": tuple(
                    a.model_copy(update={"text": prepared.text}) if a.seat == 2 else a for a in e.answers
                )
            }
        )
        if isinstance(e, ev.AnswersOpened) and e.number == 5
        else e
        for e in loud()
    )
    assert {c.pair.occupation for c in met_in([recorded(events)], reader("antiquity").library)} == {
        "theater-actor",
        "tax-collector",
    }


def loud_question(number: int) -> str:
    """A question of the known game."""
    return next(e.question.text for e in loud() if isinstance(e, ev.QuestionRevealed) and e.number == number)


def recorded(events: tuple[ev.Event, ...]) -> Loaded:
    """A game as if it had been read from a file."""
    return Loaded(Path("game"), Header(game="4F2A", started=""), events, (), 0)


@given(st.integers(0, 100), st.integers(0, 100))
def test_probabilities_are_marked_properly(said: int, other: int) -> None:
    """Whoever believes p gains most, on average, by saying p."""
    if said + other > 100:
        return
    believed = said / 100

    def points(percent: int) -> float:
        right = mark_bet(parse_bet(f"potter {percent}", TEXTS, "occupation"), "occupation", "potter").points
        wrong = mark_bet(parse_bet(f"potter {percent}", TEXTS, "occupation"), "occupation", "teacher").points
        return believed * right + (1 - believed) * wrong

    # marks are rounded to a tenth and capped below one in a hundred
    if 2 <= said <= 85:
        assert points(said) >= points(other) - 0.15


def test_bets_are_read_as_people_write_them() -> None:
    assert parse_bet("gladiator", TEXTS, "occupation").pick == "gladiator"
    bet = parse_bet("Tax collector 60%, 1 20", TEXTS, "occupation")
    assert bet.pick == "tax-collector"
    assert bet.on("gladiator") == 0.2
    assert bet.on("potter") == pytest.approx(0.2 / 12)
    assert parse_bet("-", TEXTS, "secret").pick is None
    assert mark_bet(parse_bet("", TEXTS, "secret"), "secret", "in-love-with-a-greek").points == 0.0


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("potter 80, teacher 40", "120%"),
        ("potter 50, potter 20", "twice"),
        ("potter, teacher 40", "no probability"),
    ],
)
def test_bets_that_do_not_add_up_are_explained(typed: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        parse_bet(typed, TEXTS, "occupation")
    with pytest.raises(UnknownCard):
        parse_bet("astronaut", TEXTS, "occupation")


def hint() -> HintExercise:
    """A last answer to write."""
    return HintExercise(invented(reader("antiquity"), POTTER, Random(3), ()))


def test_the_example_is_worth_full_points_and_gibberish_far_fewer() -> None:
    exercise = hint()
    best, _ = example(reader(exercise.character.setting), exercise)
    assert (
        weigh_attempt(reader(exercise.character.setting), exercise, best).points == pytest.approx(10.0)
        or weigh_attempt(reader(exercise.character.setting), exercise, best).gain < 0.1
    )
    assert weigh_attempt(reader(exercise.character.setting), exercise, "qqq").points == 0.0
    assert weigh_attempt(reader(exercise.character.setting), exercise, "qqq").gain == pytest.approx(0.0)
    assert mark_hint(exercise, weigh_attempt(reader(exercise.character.setting), exercise, best)).card in (
        POTTER.occupation,
        POTTER.secret,
    )


def test_the_cards_own_word_earns_nothing() -> None:
    weighed = weigh_attempt(reader(hint().character.setting), hint(), "Ask any potter in the street.")
    assert weighed.own == "potter"
    assert weighed.points == 0.0


def test_drills_differ_from_each_other_by_skill() -> None:
    assert isinstance(drill().next("guess"), GuessExercise)
    last = drill().next("hint")
    assert isinstance(last, HintExercise)
    assert len(last.said) == 4
    assert isinstance(last.said[0], Said)
