"""Variants V1 to V3, and what a seed settles."""

from __future__ import annotations

from random import Random

import pytest

from dubious_ai.core import events as ev
from dubious_ai.core.deal import check_table, draw_deck, substream
from dubious_ai.core.game import Game
from dubious_ai.core.model import BACKS, Back, Options
from dubious_ai.core.rules import due
from dubious_ai.core.state import State
from dubious_ai.errors import UsageError
from tests.play import NAMES, SETTING, finished, forward, hand_in, laid, setup


@pytest.mark.parametrize("split", [(a, b) for a in range(5) for b in range(7) if a + b])
def test_v1_any_split_the_piles_can_serve(split: tuple[int, int]) -> None:
    options = Options(appearance=split[0], assorted=split[1])
    check_table(SETTING, NAMES[:3], options)
    deck = draw_deck(SETTING, options, Random(1)).questions
    assert tuple(sum(q.back == back for q in deck) for back in BACKS) == split
    assert len(set(deck)) == sum(split)
    # Appearance cards take places 1, 3, 5 … while they last, and while there is an Assorted card to put between
    want = ["appearance" if i % 2 == 0 else "assorted" for i in range(2 * min(split))]
    assert [q.back for q in deck][: len(want)] == want


def test_v1_the_short_round_has_two_of_each() -> None:
    deck = draw_deck(SETTING, Options(appearance=2, assorted=2), Random(1)).questions
    assert [q.back for q in deck] == ["appearance", "assorted"] * 2


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (Options(appearance=0, assorted=0), "at least one question"),
        (
            Options(appearance=5, assorted=1),
            "5 appearance questions are more than that pile holds: Harbour has 4",
        ),
        (Options(appearance=1, assorted=7), "7 assorted questions .* Harbour has 6"),
        (
            Options(appearance=9, assorted=2, hard=True),
            "11 questions are more than the 10 cards of both piles",
        ),
    ],
)
def test_v1_more_questions_than_the_piles_hold_are_refused(options: Options, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        check_table(SETTING, NAMES[:3], options)


def test_v2_hard_draws_blindly_from_both_piles() -> None:
    check_table(SETTING, NAMES[:3], Options(appearance=9, assorted=1, hard=True))
    patterns: set[tuple[Back, ...]] = set()
    for seed in range(200):
        deck = draw_deck(SETTING, Options(hard=True), Random(seed)).questions
        assert len(set(deck)) == 5
        patterns.add(tuple(q.back for q in deck))
    assert ("assorted",) * 5 in patterns
    assert len(patterns) > 15


def test_v3_after_the_agreed_rounds_the_game_ends_and_points_add_up() -> None:
    game = Game(finished(3, Options(rounds=3, appearance=1, assorted=1)))
    assert len(game.state.rounds) == 3
    assert game.state.phase == "over"
    assert game.step("s") is None
    per_round = [sum(t.points for row in r.rows for t in row.ticks) for r in game.state.rounds]
    assert sum(game.state.standing().totals.values()) == sum(per_round)


def test_v3_between_rounds_all_cards_come_back_and_are_shuffled_anew() -> None:
    seen: list[tuple[str, ...]] = []
    game = laid(6, Options(rounds=2, appearance=4, assorted=6))
    while game.state.phase != "over":
        event = game.step("s")
        if event is None:
            for seat in due(game.state).seats:
                game.take(hand_in(game, seat))
        elif isinstance(event, ev.QuestionDeckDrawn):
            hands = game.state.round.dealt
            seen.append(
                tuple(hands[1].occupations + hands[1].secrets) + tuple(q.slug for q in event.questions)
            )
    # all 12 + 12 cards and all 10 questions were out in both rounds, in another order
    assert len(seen) == 2
    assert seen[0] != seen[1]


def test_a_seed_reproduces_a_game_and_another_does_not() -> None:
    def dealt(seed: str) -> list[ev.Event]:
        return forward(laid(4), "answering", seed).events

    assert dealt("x") == dealt("x") != dealt("y")
    assert substream("x", "deal", 1).random() != substream("x", "deal", 2).random()


def test_a_table_that_is_not_laid_has_no_players_and_no_next_step() -> None:
    with pytest.raises(ValueError, match="not laid"):
        _ = State().players
    with pytest.raises(UsageError, match="Lay the table"):
        Game().step("s")
    with pytest.raises(UsageError, match="too few"):
        Game().take(setup(2))


def test_questions_met_lately_come_back_last() -> None:
    asked: list[str] = []
    slugs = {question.slug for question in SETTING.questions}
    gaps: list[int] = []
    for game in range(40):
        deck = draw_deck(SETTING, Options(appearance=1, assorted=1), Random(game), ("some/answer", *asked))
        for question in deck.questions:
            if question.slug in asked:
                gaps.append(asked.index(question.slug))
            asked = [question.slug, *(slug for slug in asked if slug != question.slug)]
    assert set(asked) <= slugs
    assert min(gaps) >= 1, "never the very question that was asked last"
    blind = [draw_deck(SETTING, Options(), Random(seed), ()) for seed in range(5)]
    assert blind == [draw_deck(SETTING, Options(), Random(seed)) for seed in range(5)]
    for seed in range(5):
        deck = draw_deck(SETTING, Options(), Random(seed), asked).questions
        assert len(set(deck)) == Options().questions
        assert [q.back for q in deck] == [
            q.back for q in draw_deck(SETTING, Options(), Random(seed)).questions
        ]
        hard = draw_deck(SETTING, Options(hard=True), Random(seed), asked).questions
        assert len(set(hard)) == Options().questions
