"""What the phase or the rules do not allow changes nothing and says where the table stands and what it waits for."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import cast, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import ANSWER_LIMIT, Guess, Options, Phase
from dubious_ai.core.rules import IllegalAction, check, due
from dubious_ai.core.state import State
from tests.play import SETTING, SHORT, answer, forward, frozen, hand_in, laid, setup, walk

NO_GUESSES = tuple(ev.Announced(target=target, guess=Guess()) for target in (2, 3))
SAMPLES: list[ev.Event] = [
    setup(),
    ev.SeatPrepared(seat=1),
    ev.BrainsNoted(brains=("house",) * 3, seed="s"),
    ev.RoundStarted(round=1, reader=1),
    ev.CardsDealt(seat=1, occupations=("baker", "diver"), secrets=("was-a-twin", "owns-an-island")),
    ev.QuestionDeckDrawn(questions=SETTING.questions[3:5]),
    ev.CardsKept(seat=1, occupation="baker", secret="was-a-twin"),
    ev.CharactersIntroduced(characters=()),
    ev.QuestionRevealed(number=1, question=SETTING.questions[0]),
    ev.AnswerHandedIn(seat=1, number=1, text="Well."),
    ev.AnswerTakenBack(seat=1, number=1),
    ev.AnswersOpened(number=1, answers=()),
    ev.NoteTaken(seat=1, target=2, text="shifty"),
    ev.GuessingOpened(),
    ev.AnswersReread(seat=1),
    ev.GuessesHandedIn(seat=1, guesses=NO_GUESSES),
    ev.PlayerRevealed(seat=1, occupation="baker", secret="was-a-twin", guesses=()),
    ev.Reacted(seat=1, occasion="answer", text="Well, well."),
    ev.GameEnded(),
]
"""One of every kind that the rules restrict, shaped so that it never fits by accident."""
ANYWHERE = {"substituted", "substitution_explained", "asked_again", "coach_used", "turn_noted"}
FITS: dict[Phase, set[str]] = {
    "set-up": {"seat_prepared", "brains_noted", "round_started"},
    "choosing": {"note_taken"},
    "answering": {"answer_handed_in", "note_taken"},
    "guessing": {"guesses_handed_in", "answers_reread", "note_taken"},
    "revealing": {"note_taken"},
    "between rounds": {"note_taken"},
    "over": set(),
}
"""What of SAMPLES may be allowed in a phase that waits for seats, as RULES says."""


def at(phase: Phase) -> Game:
    """A table of three in this phase, waiting for seats where the phase does that."""
    if phase == "between rounds":
        game = forward(laid(options=Options(appearance=1, assorted=1, rounds=2)), "revealing", all_in=True)
        while game.state.phase == "revealing":
            game.step("s")
        return game
    waits = phase in ("choosing", "answering", "guessing")
    return forward(laid(), phase, all_in=not waits)


def refused(game: Game, event: ev.Event) -> IllegalAction:
    """Take an illegal event, make sure that nothing has changed, and give back the refusal."""
    before, phase = frozen(game), game.state.phase
    with pytest.raises(IllegalAction) as caught:
        game.take(event)
    assert frozen(game) == before
    error = caught.value
    assert error.phase == phase
    assert f"“{phase}”" in str(error)
    assert str(error).endswith(error.expected)
    assert error.expected.endswith(".")
    assert error.exit_code == 2
    return error


def test_the_samples_cover_every_kind_the_rules_restrict() -> None:
    kinds = {kind.model_fields["type"].default for kind in get_args(ev.Event)}
    assert {event.type for event in SAMPLES} | ANYWHERE == kinds


@pytest.mark.parametrize("event", SAMPLES, ids=lambda e: e.type)
@pytest.mark.parametrize("phase", get_args(Phase))
def test_an_event_of_another_phase_is_refused(phase: Phase, event: ev.Event) -> None:
    if event.type not in FITS[phase]:
        refused(at(phase), event)


@pytest.mark.parametrize(
    ("phase", "expected"),
    [
        ("set-up", "the table is being laid."),
        ("choosing", "waiting for Ben, Cleo, Ann to keep one Occupation and one Secret."),
        ("answering", "waiting for Ben, Cleo, Ann to answer question 1."),
        ("guessing", "waiting for Ben, Cleo, Ann to guess."),
        ("revealing", "the table goes on by itself."),
        ("between rounds", "the table goes on by itself."),
        ("over", "the game has ended."),
    ],
)
def test_the_refusal_says_who_is_awaited_from_the_reader_on(phase: Phase, expected: str) -> None:
    game = at(phase)
    assert not game.state.rounds or game.state.round.reader == 2, "the seed no longer gives this reader"
    assert refused(game, setup()).expected == expected


@given(st.integers(3, 6), st.integers(0, 500))
def test_what_is_refused_in_a_random_game_changes_nothing(seats: int, seed: int) -> None:
    rng, game = Random(seed), laid(seats, SHORT)
    for _ in walk(game, rng):
        event = rng.choice((*SAMPLES, game.events[-1], rng.choice(game.events)))
        if rng.random() < 0.1 and refusal(game, event):
            refused(game, event)


def refusal(game: Game, event: ev.Event) -> IllegalAction | None:
    try:
        check(game.state, event)
    except IllegalAction as error:
        return error
    return None


def reread_twice(game: Game) -> ev.Event:
    event = game.step("s")
    assert isinstance(event, ev.AnswersReread)
    return event


Wrong = ev.Event | Callable[[Game], ev.Event]
WRONG: list[tuple[Phase, str, Wrong]] = [
    ("set-up", "Round 2 with reader 1", ev.RoundStarted(round=2, reader=1)),
    ("set-up", "Round 1 with reader 4", ev.RoundStarted(round=1, reader=4)),
    ("set-up", "no seat 4: this table has seats 1 to 3", ev.SeatPrepared(seat=4)),
    ("choosing", "no seat 0", ev.CardsKept(seat=0, occupation="baker", secret="was-a-twin")),
    ("choosing", "name has 41 characters; the limit is 40", lambda g: kept(g, name="x" * 41)),
    ("choosing", "introduction has 301 characters", lambda g: kept(g, introduction="x" * 301)),
    ("choosing", "name holds control characters", lambda g: kept(g, name="Ann\x1b[31m")),
    ("choosing", "Somebody has not handed in yet", ev.AnswersReread(seat=1)),
    ("answering", "Somebody has not handed in yet", ev.AnswersReread(seat=1)),
    ("answering", "at least one word", ev.AnswerHandedIn(seat=1, number=1, text="")),
    ("answering", "Question 2 is not the one", ev.AnswerHandedIn(seat=1, number=2, text="Well.")),
    ("answering", "limit is 1000", lambda g: answer(g, 1, "x" * (ANSWER_LIMIT + 1))),
    ("answering", "100000 characters", lambda g: answer(g, 1, "x" * 100_000)),
    ("answering", "answer holds control characters or line breaks", lambda g: answer(g, 1, "two\nlines")),
    ("answering", "answer holds control", lambda g: answer(g, 1, "turned \u202e round")),
    ("answering", "answer holds control", lambda g: answer(g, 1, " untrimmed")),
    (
        "answering",
        "delivery holds control",
        lambda g: answer(g, 1).model_copy(update={"delivery": "beep \x07"}),
    ),
    ("answering", "has not handed in an answer", ev.AnswerTakenBack(seat=1, number=1)),
    ("answering", "Seat 1 is no opponent", ev.NoteTaken(seat=1, target=1, text="me")),
    ("answering", "Seat 9 is no opponent", ev.NoteTaken(seat=1, target=9, text="who")),
    ("answering", "need a kind", ev.NoteTaken(seat=1, target=2, candidates=("baker",))),
    (
        "answering",
        "'baker' is no secret of Harbour",
        ev.NoteTaken(seat=1, target=2, kind="secret", candidates=("baker",)),
    ),
    ("answering", "need a kind", ev.NoteTaken(seat=1, target=2, crossed=("baker",))),
    (
        "answering",
        "'diver' cannot be pencilled in and crossed off at once",
        ev.NoteTaken(seat=1, target=2, kind="occupation", candidates=("diver",), crossed=("baker", "diver")),
    ),
    ("answering", "limit is 500", ev.NoteTaken(seat=1, target=2, text="x" * 501)),
    (
        "guessing",
        r"Ann must guess once about each of the seats \[2, 3\], not about \[2\]",
        ev.GuessesHandedIn(seat=1, guesses=NO_GUESSES[:1]),
    ),
    (
        "guessing",
        r"not about \[2, 2, 3\]",
        ev.GuessesHandedIn(seat=1, guesses=(*NO_GUESSES, NO_GUESSES[0])),
    ),
    (
        "guessing",
        "'was-a-twin' is no Occupation of Harbour",
        ev.GuessesHandedIn(
            seat=1, guesses=(ev.Announced(target=2, guess=Guess(occupation="was-a-twin")), NO_GUESSES[1])
        ),
    ),
    ("guessing", "Somebody has not handed in yet", lambda g: g.events[-1]),
    ("guessing", "“answers reread” is not what comes next", ev.AnswersReread(seat=1)),
    ("guessing", "“answers reread” is not what comes next", reread_twice),
    ("revealing", "“player revealed” is not what comes next", lambda g: revealed(g, occupation="baker")),
    ("revealing", "“player revealed” is not what comes next", lambda g: revealed(g, guesses=())),
    ("between rounds", "Round 3 with reader", ev.RoundStarted(round=3, reader=3)),
    ("between rounds", "Round 2 with reader 1", ev.RoundStarted(round=2, reader=1)),
]


def kept(game: Game, name: str = "", introduction: str = "") -> ev.CardsKept:
    dealt = game.state.round.dealt[1]
    return ev.CardsKept(
        seat=1,
        occupation=dealt.occupations[0],
        secret=dealt.secrets[1],
        name=name,
        introduction=introduction,
    )


def revealed(game: Game, **changes: object) -> ev.Event:
    event = Game(game.events).step("s")
    assert isinstance(event, ev.PlayerRevealed)
    return event.model_copy(update=changes)


@pytest.mark.parametrize(("phase", "sentence", "wrong"), WRONG, ids=[f"{p}: {s}" for p, s, _ in WRONG])
def test_a_wrong_value_is_refused_with_what_is_wrong(phase: Phase, sentence: str, wrong: Wrong) -> None:
    game = at(phase)
    event = wrong(game) if callable(wrong) else wrong
    assert re.search(sentence, refused(game, event).problem)


def test_cards_are_dealt_once_and_from_what_is_left() -> None:
    game = laid()
    game.take(ev.RoundStarted(round=1, reader=1))
    first = SAMPLES[4]
    game.take(first)
    for event in (
        first,
        ev.CardsDealt(seat=2, occupations=("baker", "judge"), secrets=("cannot-whistle", "collects-keys")),
        ev.CardsDealt(seat=2, occupations=("judge", "judge"), secrets=("cannot-whistle", "collects-keys")),
        ev.CardsDealt(seat=2, occupations=("judge", "postman"), secrets=("nonsense", "collects-keys")),
    ):
        assert "cannot be dealt to seat" in refused(game, event).problem
    assert (
        "not what comes next" in refused(game, ev.QuestionDeckDrawn(questions=SETTING.questions[:2])).problem
    )


def test_a_question_deck_must_fit_the_setting_and_the_number_agreed_on() -> None:
    game = laid()
    while len(game.state.rounds) == 0 or len(game.state.round.dealt) < 3:
        game.step("s")
    q = SETTING.questions
    alien = q[0].model_copy(update={"text": "What is this?"})
    for deck in (q[:1], q[:3], (q[0], q[0]), (q[0], alien)):
        assert "does not fit" in refused(game, ev.QuestionDeckDrawn(questions=deck)).problem
    game.take(ev.QuestionDeckDrawn(questions=(q[0], q[9])))


def test_names_at_the_table_are_clean() -> None:
    dirty = setup()
    dirty = dirty.model_copy(
        update={"players": (dirty.players[0].model_copy(update={"name": "A\x07nn"}), *dirty.players[1:])}
    )
    game = Game()
    with pytest.raises(IllegalAction, match="not clean"):
        game.take(dirty)
    assert not game.events


def test_nothing_happens_before_the_table_is_laid() -> None:
    for event in SAMPLES[1:]:
        with pytest.raises(IllegalAction, match="No table is laid yet"):
            check(State(), event)


def test_every_seat_may_do_what_it_is_awaited_for_in_any_order() -> None:
    for phase in ("choosing", "answering", "guessing"):
        for order in ((1, 2, 3), (3, 1, 2)):
            game = at(phase)
            for seat in order:
                game.take(hand_in(game, seat))
            assert not due(game.state).seats


def test_an_unknown_kind_of_event_has_no_audience_and_no_effect() -> None:
    stranger = cast("ev.Event", object())
    with pytest.raises(AssertionError):
        ev.visibility(stranger)
    with pytest.raises(AssertionError):
        State().apply(stranger)
