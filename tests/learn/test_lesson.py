"""The three at the guided table play fair, write well, and show what they are there to show."""

from __future__ import annotations

import pytest

from dubious_ai.belief.seat import answers_of, predict
from dubious_ai.brains.house_rules import answer_problem, copied_from
from dubious_ai.brains.protocol import Guesses
from dubious_ai.coach.guided.explanations import AFTER, BEFORE
from dubious_ai.coach.guided.first_round import (
    BRUNO,
    CELESTE,
    DAG,
    LEARNER,
    PARTS,
    QUESTIONS,
    is_guided,
    lay_guided,
)
from dubious_ai.content.library import library
from dubious_ai.content.own_words import own_words
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Guess, Kind
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import Outcome
from dubious_ai.ui.shoulder import about_yours
from tests.readers import reader_for
from tests.review.played import LOUD, QUIET, loud, played

TEXTS = library("antiquity")


def after(game: tuple[ev.Event, ...], seat: int) -> Observation:
    """What a seat knows when all have answered."""
    end = next(n for n, e in enumerate(game) if isinstance(e, ev.GuessingOpened))
    return Game(game[:end]).observation(seat)


def outcome(game: tuple[ev.Event, ...], target: int, kind: Kind) -> Outcome:
    """How a row of the game ended."""
    rows = Game(game).state.round.rows
    return next(r.outcome for r in rows if r.target == target and r.kind == kind)


def test_every_answer_passes_the_house_rules_of_writing() -> None:
    game = Game()
    for event in loud():
        if isinstance(event, ev.AnswerHandedIn) and event.seat in PARTS:
            assert answer_problem(game.observation(event.seat), event.text, event.delivery) is None
        game.take(event)


def test_no_answer_is_a_prepared_one() -> None:
    prepared = [a.text for f in TEXTS.files for a in f.answers]
    for part in PARTS.values():
        for text, _ in part.answers:
            assert not [p for p in prepared if copied_from(text, p)]


def test_the_voice_at_the_shoulder_names_no_hidden_card_before_it_is_turned() -> None:
    for part in PARTS.values():
        for slug in (part.occupations[0], part.secrets[0]):
            for sentence in (s for said in (*BEFORE, *AFTER) for s in said):
                assert not own_words(TEXTS.file(slug).name, sentence)


def test_there_is_something_to_say_about_every_question() -> None:
    assert len(BEFORE) == len(AFTER) == len(QUESTIONS) == 5
    assert all(len(part.answers) == 5 for part in PARTS.values())


def test_the_table_shows_all_three_outcomes_by_itself() -> None:
    """Whatever the learner guesses wrong: a hint that some read, and one that nobody does; guessed right: one that everybody does."""
    assert outcome(loud(), BRUNO, "secret") == "some"
    assert outcome(loud(), DAG, "secret") == "none"
    knowing = Guesses(
        {
            BRUNO: Guess(),
            CELESTE: Guess(secret="witnessed-a-labour-of-hercules"),
            DAG: Guess(secret="burned-down-a-wonder-of-the-world"),
        }
    )
    game = played(guesses=knowing)
    assert outcome(game, CELESTE, "secret") == "all"
    assert outcome(game, DAG, "secret") == "some"


def test_readers_agree_with_what_the_lesson_says_about_the_hints() -> None:
    loudest = after(loud(), CELESTE)
    said = answers_of(loudest, CELESTE)
    lion = predict(reader_for(loudest), loudest, said[:2])["witnessed-a-labour-of-hercules"]
    assert lion > 0.45 > predict(reader_for(loudest), loudest, said[:1])["witnessed-a-labour-of-hercules"]
    model = after(loud(), BRUNO)
    pigeons = [
        predict(reader_for(model), model, answers_of(model, BRUNO)[:n])["posed-for-a-nude-statue"]
        for n in (1, 5)
    ]
    assert pigeons[0] < 0.2 < pigeons[1] < 0.97


def test_they_guess_at_the_learner_by_what_was_said_and_not_by_what_is_held() -> None:
    """The same words with the other two cards in hand: the same guesses."""
    swapped = {"occupation": "senator", "secret": "raised-by-barbarians"}
    other = [
        e.model_copy(update=swapped) if isinstance(e, ev.CardsKept) and e.seat == LEARNER else e
        for e in loud()
    ]
    one, two = (
        {e.seat: e.guesses for e in game if isinstance(e, ev.GuessesHandedIn) and e.seat != LEARNER}
        for game in (loud(), other)
    )
    assert one == two
    for seat in PARTS:
        assert after(loud(), seat).to_json() == after(tuple(other), seat).to_json()


def test_louder_answers_are_named_by_more_of_them() -> None:
    def named(game: tuple[ev.Event, ...]) -> int:
        rows = [r for r in Game(game).state.round.rows if r.target == LEARNER]
        return sum(len(row.right) for row in rows)

    assert named(played(QUIET)) < named(loud())


@pytest.mark.parametrize(
    ("answers", "told"),
    [((QUIET[0],), "tells readers nothing"), (LOUD[:1], "stands about right"), (LOUD[:4], "A loud one")],
)
def test_the_learners_answers_are_judged_by_what_they_did(answers: tuple[str, ...], told: str) -> None:
    game = played((*answers, *QUIET[len(answers) :]))
    opened = [n for n, e in enumerate(game) if isinstance(e, ev.AnswersOpened)]
    assert told in about_yours(
        reader_for(Game(game[: opened[len(answers) - 1] + 1]).observation(LEARNER)),
        Game(game[: opened[len(answers) - 1] + 1]).observation(LEARNER),
    )


def test_the_record_shows_what_kind_of_game_it_is() -> None:
    assert is_guided(tuple(lay_guided("Ann").events))
    assert not is_guided(tuple(e for e in loud() if not isinstance(e, ev.BrainsNoted)))
