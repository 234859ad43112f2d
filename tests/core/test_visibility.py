"""Nobody knows what they may not know, in any phase of any game, and the order of handing in tells nothing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Guess, Options, Phase
from dubious_ai.core.observe import Observer, observe
from tests.play import SETTING, SHORT, answer, finished, forward, laid, setup, snapshot, walk

from .twin import twin

SEATS, SEEDS = st.integers(3, 6), st.integers(0, 9999)
TWO = Options(appearance=1, assorted=1, rounds=2)


@given(SEATS, SEEDS, st.floats(0, 1), st.integers(1, 6))
def test_swapping_what_others_hide_leaves_an_observation_equal_byte_for_byte(
    seats: int, seed: int, part: float, seat: int
) -> None:
    seat = min(seat, seats)
    events = finished(seats, TWO, seed)
    events = events[: 1 + int(part * (len(events) - 1))]
    other = Game(twin(events, seat, Random(seed)))
    assert observe(other.events, seat).to_json() == observe(events, seat).to_json()
    # and the state, which the table keeps, does differ once cards are out: the swap was no swap otherwise
    if len(events) > seats + 8:
        assert snapshot(other.state) != snapshot(Game(events).state)


@pytest.mark.parametrize(
    "phase", ["set-up", "choosing", "answering", "guessing", "revealing", "between rounds", "over"]
)
def test_the_swap_holds_in_every_phase(phase: Phase) -> None:
    game, seen = laid(4, TWO), 0
    for _ in walk(game, Random(7)):
        if game.state.phase == phase:
            seen += 1
            for seat in game.state.seats:
                other = Game(twin(game.events, seat, Random(seen)))
                assert other.observation(seat).to_json() == game.observation(seat).to_json()
    assert seen


@given(SEATS, SEEDS)
def test_nobody_sees_an_answer_before_all_have_handed_in_nor_a_guess_before_its_reveal(
    seats: int, seed: int
) -> None:
    game = laid(seats, TWO)
    for _ in walk(game, Random(seed)):
        for seat in game.state.seats if game.state.rounds else ():
            now, state = game.observation(seat).now, game.state.round
            for asked in now.asked:
                assert bool(asked.answers) == (asked.number <= len(state.opened))
                assert asked.mine == state.answers[asked.number - 1].get(seat)
            assert [r.seat for r in now.revealed] == [r.seat for r in state.revealed]
            assert now.dealt == state.dealt.get(seat)
            assert now.kept == state.kept.get(seat)
            assert now.guesses == (state.guesses[seat].guesses if seat in state.guesses else ())


@given(SEATS, SEEDS)
def test_rejected_cards_never_surface_for_others(seats: int, seed: int) -> None:
    events = finished(seats, SHORT, seed)
    game = Game(events)
    for seat in game.state.seats:
        seen = game.observation(seat)
        holders = [d.seat for d in [seen.now.dealt] if d]
        assert holders == [seat]
        # what is left of a hand after the game, without the public list and the guesses, is the kept pair
        for other in seen.opponents:
            hand, pair = game.state.round.dealt[other], game.state.round.pair(other)
            rejected = {*hand.occupations, *hand.secrets} - {pair.occupation, pair.secret}
            told = [e for e in events if ev.may_see(e, seat, over=True) and getattr(e, "seat", 0) == other]
            named = {
                slug
                for e in told
                if isinstance(e, ev.CardsDealt | ev.CardsKept | ev.PlayerRevealed)
                for slug in (
                    (e.occupation, e.secret)
                    if not isinstance(e, ev.CardsDealt)
                    else (*e.occupations, *e.secrets)
                )
            }
            assert not named & rejected


def _by_seat(events: Sequence[ev.Event], rng: Random) -> list[ev.Event]:
    """The same events with what seats hand in shuffled within each phase; each seat's own order is kept."""
    hand_ins = (ev.CardsKept, ev.AnswerHandedIn, ev.GuessesHandedIn, ev.NoteTaken)
    result: list[ev.Event] = []
    for sealed, group in groupby(events, key=lambda e: isinstance(e, hand_ins)):
        part = list(group)
        if sealed:
            queues = {
                e.seat: [x for x in part if getattr(x, "seat", 0) == e.seat]
                for e in part
                if isinstance(e, hand_ins)
            }
            part = list[ev.Event]()
            while any(queues.values()):
                part.append(queues[rng.choice([s for s, q in queues.items() if q])].pop(0))
        result += part
    return result


def _final(events: Sequence[ev.Event]) -> list[ev.Event]:
    """Without the answers that were taken back."""
    kept: list[ev.Event] = []
    for event in events:
        if isinstance(event, ev.AnswerTakenBack):
            back = max(
                i for i, e in enumerate(kept) if isinstance(e, ev.AnswerHandedIn) and e.seat == event.seat
            )
            del kept[back]
        else:
            kept.append(event)
    return kept


@given(SEATS, SEEDS)
def test_neither_the_order_of_arrival_nor_what_was_taken_back_leaves_a_trace(seats: int, seed: int) -> None:
    # re-reading goes on beside the guesses; put it after them, so that each phase is one stretch of hand-ins
    events = [e for e in finished(seats, SHORT, seed) if not isinstance(e, ev.TurnNoted | ev.CoachUsed)]
    events = [e for e in events if not isinstance(e, ev.Substituted | ev.SubstitutionExplained)]
    rereads = [e for e in events if isinstance(e, ev.AnswersReread)]
    first = next(i for i, e in enumerate(events) if isinstance(e, ev.PlayerRevealed))
    start = [e for e in _final(events[:first]) if not isinstance(e, ev.AnswersReread)]
    game = Game(events)
    other = Game([*_by_seat(start, Random(seed)), *rereads, *events[first:]])
    assert snapshot(other.state) == snapshot(game.state)
    for seat in game.state.seats:
        assert other.observation(seat).to_json() == game.observation(seat).to_json()


def test_handing_in_is_not_seen_by_others_at_all() -> None:
    game = forward(laid(), "answering")
    before = game.observation(1).to_json()
    game.take(answer(game, 2, "Mine."))
    assert game.observation(1).to_json() == before
    game.take(ev.AnswerTakenBack(seat=2, number=1))
    assert game.observation(1).to_json() == before


def test_an_observation_names_neither_seed_nor_brains_nor_the_deck() -> None:
    game = laid()
    game.take(ev.BrainsNoted(brains=("human", "house", "openai:some-model"), seed="the-seed-itself"))
    forward(game, "answering", "the-seed-itself")
    for seat in game.state.seats:
        seen = game.observation(seat).to_json().decode()
        assert "the-seed-itself" not in seen
        assert "human" not in seen
        assert "some-model" not in seen
        assert len(game.observation(seat).now.asked) == 1


def test_what_opens_after_the_game_is_not_shown_at_the_table() -> None:
    told = ev.SubstitutionExplained(seat=2, action="answer", number=1, cause="said baker")
    for seat in (1, 2):
        assert not ev.may_see(told, seat)
        assert ev.may_see(told, seat, over=True)
    game = Game([*finished(), told][:-1])
    assert "said baker" not in game.observation(2).to_json().decode()


def test_a_note_to_nobody_is_seen_by_nobody_even_when_the_game_is_over() -> None:
    for event in (
        ev.TurnNoted(seat=1, action="keep", brain="house"),
        ev.BrainsNoted(brains=(), seed="s"),
        ev.QuestionDeckDrawn(questions=()),
    ):
        assert not any(ev.may_see(event, seat, over=over) for seat in (1, 2, 3) for over in (False, True))


# --- what a seat can read off its observation ---


def test_a_seat_reads_its_own_cards_the_question_and_what_was_said() -> None:
    game = forward(laid(4), "answering")
    hand = game.state.round.dealt[2]
    seen = game.observation(2)
    assert seen.pair is not None
    assert (seen.pair.of("occupation"), seen.pair.of("secret")) == (hand.occupations[0], hand.secrets[0])
    assert seen.excluded("occupation") == hand.occupations
    assert seen.excluded("secret") == hand.secrets
    assert seen.opponents == (3, 4, 1)
    assert seen.name(4) == "Dov"
    assert seen.question is not None
    assert seen.question.question == game.state.round.deck[0]
    assert seen.now.heard(3) == []
    forward(game, "guessing")
    seen = game.observation(2)
    assert [text for _, text in seen.now.heard(3)] == ["Seat 3, question 1.", "Seat 3, question 2."]
    assert [q for q, _ in seen.now.heard(3)] == list(game.state.round.deck)
    character = seen.now.character(3)
    assert character is not None
    assert character.seat == 3
    assert seen.now.character(9) is None


def test_before_the_first_round_a_seat_has_nothing() -> None:
    seen = laid().observation(1)
    assert (seen.phase, seen.rounds, seen.pair, seen.question, seen.excluded("secret")) == (
        "set-up",
        (),
        None,
        None,
        (),
    )
    with pytest.raises(ValueError, match="not laid"):
        Observer(1).observation()


def test_before_choosing_a_seat_has_no_pair_and_no_question() -> None:
    seen = forward(laid(), "choosing").observation(1)
    assert (seen.pair, seen.question) == (None, None)


def test_a_note_before_the_first_round_is_no_part_of_any_round() -> None:
    observer = Observer(1)
    for event in (setup(), ev.NoteTaken(seat=1, target=2, text="early"), ev.RoundStarted(round=1, reader=1)):
        observer.see(event)
    assert observer.observation().now.notes == ()


def test_an_observation_is_kept_until_something_visible_happens() -> None:
    game = forward(laid(), "answering")
    first = game.observation(1)
    game.take(answer(game, 2))
    assert game.observation(1) is first
    game.take(answer(game, 1))
    assert game.observation(1) is not first


def test_blank_guesses_are_legal_for_every_seat() -> None:
    game = forward(laid(5), "guessing")
    for seat in game.state.seats:
        others = sorted(game.observation(seat).opponents)
        blank = tuple(ev.Announced(target=other, guess=Guess()) for other in others)
        game.take(ev.GuessesHandedIn(seat=seat, guesses=blank))


def test_the_public_list_of_cards_finds_a_card_by_its_slug_and_kind() -> None:
    assert SETTING.card("occupation", "baker").name == "Baker"
    assert SETTING.card("secret", "was-a-twin").number == 11
    with pytest.raises(KeyError):
        SETTING.card("secret", "baker")


def test_rounds_already_played_stay_in_the_observation() -> None:
    seen = Game(finished(3, TWO)).observation(1)
    assert [r.number for r in seen.rounds] == [1, 2]
    assert seen.phase == "over"
    assert all(len(r.revealed) == 3 and len(r.asked) == 2 for r in seen.rounds)
