"""A round by the rules, C4 and P1 to P9 as the rules number them here (C1 to C3: tests/content, variants: test_variants)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.core import events as ev
from dubious_ai.core.deal import check_table, draw_deck
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, MAX_SEATS, MIN_SEATS, Guess, Options, Question
from dubious_ai.core.rules import IllegalAction, due
from dubious_ai.errors import UsageError
from tests.play import NAMES, SETTING, answer, finished, forward, guesses, hand_in, laid, walk

ANY_SEATS = st.integers(MIN_SEATS, MAX_SEATS)


def test_c4_three_to_six_may_sit_down() -> None:
    for seats in range(3, 7):
        assert len(laid(seats).state.players) == seats


@pytest.mark.parametrize(
    ("seats", "reason"), [(2, "nobody could score"), (0, "too few"), (7, "sheets for 6")]
)
def test_c4_fewer_or_more_are_refused_with_the_reason(seats: int, reason: str) -> None:
    names = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus")[:seats]
    with pytest.raises(UsageError, match=reason) as caught:
        check_table(SETTING, names, Options())
    assert f"{seats} at the table" in str(caught.value)
    assert "3 to 6" in str(caught.value)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("Ann", "Ben", "ANN"), "The name Ann is used twice"),
        (("Ann", "Straße", "STRASSE"), "used twice"),
        (("Ann", "", "Ben"), "no name"),
    ],
)
def test_c4_every_player_has_a_name_of_their_own(names: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        check_table(SETTING, names, Options())


def test_c4_a_setting_with_too_few_cards_left_is_refused_and_says_which() -> None:
    few = SETTING.model_copy(update={"secrets": SETTING.secrets[:11]})
    check_table(few, NAMES[:5], Options())
    with pytest.raises(UsageError, match="6 players need 12 Secret cards and only 11 are left in Harbour"):
        check_table(few, NAMES, Options())


@given(ANY_SEATS, st.integers())
def test_p1_everybody_is_dealt_two_of_each_and_no_card_twice(seats: int, seed: int) -> None:
    game = forward(laid(seats), "choosing", str(seed))
    for kind in KINDS:
        dealt = [
            slug
            for hand in game.state.round.dealt.values()
            for slug in (hand.occupations if kind == "occupation" else hand.secrets)
        ]
        assert len(dealt) == 2 * seats == len(set(dealt))
        assert set(dealt) <= set(SETTING.slugs(kind))


def test_p1_every_card_can_come_to_every_seat() -> None:
    first = Counter(
        slug
        for seed in range(300)
        for hand in [forward(laid(), "choosing", str(seed)).state.round.dealt[1]]
        for slug in (*hand.occupations, *hand.secrets)
    )
    assert set(first) == {*SETTING.slugs("occupation"), *SETTING.slugs("secret")}
    assert max(first.values()) < 3 * min(first.values())


def test_p2_each_keeps_one_of_each_and_only_of_their_own() -> None:
    game = forward(laid(), "choosing")
    mine, other = game.state.round.dealt[1], game.state.round.dealt[2]
    for occupation in mine.occupations:
        for secret in mine.secrets:
            Game(game.events).take(ev.CardsKept(seat=1, occupation=occupation, secret=secret))
    with pytest.raises(IllegalAction, match="was not dealt to this seat, which holds"):
        game.take(ev.CardsKept(seat=1, occupation=other.occupations[0], secret=mine.secrets[0]))
    with pytest.raises(IllegalAction, match="The Secret 'nonsense'"):
        game.take(ev.CardsKept(seat=1, occupation=mine.occupations[0], secret="nonsense"))


@given(ANY_SEATS, st.integers(0, 999))
def test_p2_nobody_else_holds_any_of_my_four_cards(seats: int, seed: int) -> None:
    game = laid(seats)
    for _ in walk(game, Random(seed)):
        pass
    for seat, hand in game.state.round.dealt.items():
        for other in set(game.state.seats) - {seat}:
            pair = game.state.round.pair(other)
            assert pair.occupation not in hand.occupations
            assert pair.secret not in hand.secrets


def test_p2_name_and_introduction_are_optional_and_heard_from_the_reader_clockwise() -> None:
    game = forward(laid(4), "choosing")
    game.take(hand_in(game, 2).model_copy(update={"name": "Old Tom", "introduction": "Evening, all."}))
    forward(game, "answering")
    assert [c.seat for c in game.state.round.characters] == game.state.from_reader()
    heard = {c.seat: (c.name, c.introduction) for c in game.state.round.characters}
    assert heard.pop(2) == ("Old Tom", "Evening, all.")
    assert set(heard.values()) == {("", "")}


def test_p3_the_default_deck_has_appearance_first_and_third() -> None:
    orders: set[tuple[Question, ...]] = set()
    for seed in range(50):
        deck = draw_deck(SETTING, Options(), Random(seed)).questions
        assert [q.back for q in deck] == ["appearance", "assorted", "appearance", "assorted", "assorted"]
        assert len({q.slug for q in deck}) == 5
        orders.add(deck)
    assert len(orders) > 45


def test_p4_the_first_reader_is_chosen_by_chance_and_goes_round_clockwise() -> None:
    readers = {forward(laid(4), "choosing", str(seed)).state.round.reader for seed in range(60)}
    assert readers == {1, 2, 3, 4}
    game = Game(finished(4, Options(rounds=6, appearance=0, assorted=1)))
    order = [r.reader for r in game.state.rounds]
    assert all(after == before % 4 + 1 for before, after in pairwise(order))


def test_p4_cards_are_revealed_one_at_a_time_in_the_order_of_the_deck() -> None:
    game = laid(options=Options())
    for event in walk(game, Random(3)):
        if isinstance(event, ev.QuestionRevealed):
            assert len(game.state.round.opened) == event.number - 1
            assert event.question == game.state.round.deck[event.number - 1]


@given(ANY_SEATS, st.integers(0, 999))
def test_p5_answers_open_only_when_every_seat_has_handed_in(seats: int, seed: int) -> None:
    game = laid(seats, Options(appearance=1, assorted=1))
    for event in walk(game, Random(seed)):
        if isinstance(event, ev.AnswersOpened):
            assert (
                {a.seat for a in event.answers} == set(game.state.seats) == set(game.state.round.answers[-1])
            )


def test_p5_an_answer_may_be_taken_back_until_all_have_handed_in() -> None:
    game = forward(laid(), "answering")
    game.take(answer(game, 1, "A first thought."))
    with pytest.raises(IllegalAction, match="handed in already"):
        game.take(answer(game, 1, "A second thought."))
    game.take(ev.AnswerTakenBack(seat=1, number=1))
    assert 1 in due(game.state).seats
    game.take(answer(game, 1, "A second thought."))
    game.take(answer(game, 2))
    game.take(answer(game, 3))
    with pytest.raises(IllegalAction, match="all have handed in"):
        game.take(ev.AnswerTakenBack(seat=1, number=1))
    game.step("s")
    assert [a.text for a in game.state.round.opened[0].answers if a.seat == 1] == ["A second thought."]
    with pytest.raises(IllegalAction, match="cannot take back"):
        game.take(ev.AnswerTakenBack(seat=1, number=1))


def test_p6_answers_are_read_from_the_reader_clockwise_with_their_delivery() -> None:
    game = forward(laid(4), "answering")
    for seat in (3, 1, 4, 2):
        game.take(answer(game, seat, f"I am {seat}.").model_copy(update={"delivery": f"in voice {seat}"}))
    event = game.step("s")
    assert isinstance(event, ev.AnswersOpened)
    order = [(a.seat, a.text, a.delivery) for a in event.answers]
    assert order == [(s, f"I am {s}.", f"in voice {s}") for s in game.state.from_reader()]
    assert order[0][0] == game.state.round.reader


def test_p7_notes_are_free_text_or_candidate_cards_about_opponents_at_any_time() -> None:
    game = laid()
    with pytest.raises(IllegalAction, match="during a round"):
        game.take(ev.NoteTaken(seat=1, target=2, text="shifty"))
    for phase in ("choosing", "answering", "guessing"):
        forward(game, phase)
        game.take(ev.NoteTaken(seat=1, target=2, text=f"shifty while {phase}"))
        game.take(ev.NoteTaken(seat=1, target=3, kind="secret", candidates=SETTING.slugs("secret")[:2]))
    assert len(game.observation(1).now.notes) == 6
    assert not game.observation(2).now.notes


def test_p7_cards_crossed_off_are_those_of_the_last_note_of_their_kind() -> None:
    game = forward(laid(), "answering")
    off = SETTING.slugs("secret")[:2]
    assert game.observation(1).now.crossed(2, "secret") == ()
    game.take(ev.NoteTaken(seat=1, target=2, kind="secret", crossed=off))
    game.take(ev.NoteTaken(seat=1, target=2, kind="occupation", crossed=SETTING.slugs("occupation")[:1]))
    assert game.observation(1).now.crossed(2, "secret") == off
    assert game.observation(1).now.crossed(3, "secret") == ()


def test_p8_every_player_rereads_from_the_reader_clockwise_before_the_first_reveal() -> None:
    game = forward(laid(4), "guessing")
    for seat in game.state.seats:
        game.take(guesses(game, seat))
    reread: list[int] = []
    while isinstance(event := game.step("s"), ev.AnswersReread):
        reread.append(event.seat)
    assert reread == game.state.from_reader()
    assert isinstance(event, ev.PlayerRevealed)


def test_p8_guesses_may_be_settled_while_others_still_reread() -> None:
    game = forward(laid(), "guessing")
    game.step("s")
    game.take(guesses(game, 3))
    assert isinstance(game.step("s"), ev.AnswersReread)
    assert 3 not in due(game.state).seats


def test_p9_one_guess_of_each_kind_for_every_opponent_and_a_slot_may_be_blank() -> None:
    game = forward(laid(), "guessing")
    blank = ev.GuessesHandedIn(
        seat=1,
        guesses=(
            ev.Announced(target=2, guess=Guess(occupation="baker")),
            ev.Announced(target=3, guess=Guess(secret="was-a-twin")),
        ),
    )
    game.take(blank)
    assert game.state.round.guess(1, 2) == Guess(occupation="baker", secret=None)
    assert game.state.round.guess(1, 3) == Guess(occupation=None, secret="was-a-twin")


def test_p9_all_guesses_lock_before_the_first_reveal() -> None:
    game = forward(laid(), "guessing")
    game.take(guesses(game, 1))
    with pytest.raises(IllegalAction, match="handed in already"):
        game.take(guesses(game, 1))
    forward(game, "revealing", all_in=True)
    for seat in game.state.seats:
        with pytest.raises(IllegalAction, match="cannot guess now"):
            game.take(guesses(game, seat))


def test_p9_guesses_about_a_player_open_when_that_player_is_revealed() -> None:
    game = forward(laid(), "guessing")
    for seat in game.state.seats:
        game.take(guesses(game, seat, Random(seat)))
    forward(game, "revealing", all_in=True)
    event = game.step("s")
    assert isinstance(event, ev.PlayerRevealed)
    assert {h.seat: h.guess for h in event.guesses} == {
        s: game.state.round.guess(s, event.seat) for s in game.state.seats if s != event.seat
    }
    assert event.occupation == game.state.round.pair(event.seat).occupation
