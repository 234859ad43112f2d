"""Remarks at the table: few, in voice, about what just happened, and worth nothing to anybody who wants to know a card."""

from __future__ import annotations

import random
from collections import Counter
from typing import get_args

import pytest

from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.house.talk import MOST_AT_A_REVEAL
from dubious_ai.content.library import library, setting_slugs
from dubious_ai.content.own_words import words
from dubious_ai.content.people import personas
from dubious_ai.content.talk import PLACEHOLDERS, Occasion, all_talk, placeholders, talk_of
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.game.remarks import remarks_about
from dubious_ai.game.seating import Plan, brains_of, lay
from dubious_ai.game.table import Table
from tests.readers import READERS, reader

OCCASIONS: tuple[Occasion, ...] = get_args(Occasion)


def played(seed: str, *, talk: bool = True, seats: int = 4, rounds: int = 1) -> Game:
    game, chance = lay(
        Plan(seats=seats, seed=seed, options=Options(rounds=rounds, talk=talk, appearance=1, assorted=2))
    )
    Table(
        game,
        brains_of(game.state, READERS),
        HouseBrain(reader(game.state.setting.slug)),
        chance,
        parallel=False,
    ).play()
    return game


def test_everybody_has_at_least_forty_lines_and_something_for_every_occasion() -> None:
    assert {talk.persona for talk in all_talk()} == {person.slug for person in personas()}
    for talk in all_talk():
        assert sum(len(talk.lines(occasion)) for occasion in OCCASIONS) >= 40


def test_no_line_is_said_by_two_people_and_all_are_short() -> None:
    lines = Counter(line for talk in all_talk() for occasion in OCCASIONS for line in talk.lines(occasion))
    assert [line for line, count in lines.items() if count > 1] == []
    filling = dict.fromkeys(["name", "word", "card", "clue", "guess"], "Bruno")
    assert [line for line in lines if not 3 <= len(line.format_map(filling).split()) <= 14] == []


def test_lines_have_only_filled_in_what_their_occasion_knows() -> None:
    for talk in all_talk():
        for occasion in OCCASIONS:
            for line in talk.lines(occasion):
                assert placeholders(line) <= PLACEHOLDERS[occasion], line
            assert any(not placeholders(line) - {"name", "card"} for line in talk.lines(occasion))


@pytest.mark.parametrize("occasion", ["start", "answer"])
def test_nothing_said_before_the_reveal_names_a_card(occasion: Occasion) -> None:
    names = [file.name for setting in setting_slugs() for file in library(setting).files]
    whole = {name.casefold() for name in names if len(name.split()) == 1}
    for talk in all_talk():
        for line in talk.lines(occasion):
            assert not whole & set(words(line)), line


def test_the_same_game_without_talk_goes_the_same_way() -> None:
    for seed in ("one", "two"):
        loud, quiet = played(seed), played(seed, talk=False)
        others = [event for event in loud.events[1:] if not isinstance(event, ev.Reacted)]
        assert others == quiet.events[1:]
        assert any(isinstance(event, ev.Reacted) for event in loud.events)


def test_there_is_one_remark_to_a_question_at_most_and_a_few_to_a_reveal() -> None:
    for seed in range(12):
        game = played(f"few {seed}", seats=3 + seed % 4)
        since = 0
        for before, event in zip(game.events, game.events[1:], strict=False):
            if not isinstance(event, ev.Reacted):
                since = 0
                continue
            since += 1
            if event.occasion == "answer":
                assert since == 1
                assert isinstance(before, ev.AnswersOpened)
                assert event.to != event.seat
            elif event.occasion in ("right", "wrong", "found", "missed", "loud"):
                assert since <= MOST_AT_A_REVEAL


def test_no_line_comes_twice_in_a_game() -> None:
    game = played("long", rounds=4)
    texts = [event.text for event in game.events if isinstance(event, ev.Reacted)]
    assert len(texts) == len(set(texts)) > 8


def test_the_end_is_spoken_of_by_those_it_fits() -> None:
    for seed in range(15):
        game = played(f"end {seed}")
        points = game.state.standing()
        for event in game.events:
            if isinstance(event, ev.Reacted) and event.occasion in ("win", "loss", "close", "tie"):
                won = event.seat in points.winners
                assert won == (event.occasion in ("win", "tie"))
                behind = max(points.totals.values()) - points.totals[event.seat]
                assert event.occasion != "loss" or behind > 2


def test_whoever_is_right_or_wrong_at_a_reveal_really_was() -> None:
    for seed in range(10):
        game = played(f"reveal {seed}")
        rows = {(row.target, row.kind): row for row in game.state.round.rows}
        for event in game.events:
            if isinstance(event, ev.Reacted) and event.occasion in ("right", "wrong"):
                about = [row for (target, _), row in rows.items() if target == event.to]
                assert any((event.seat in row.right) == (event.occasion == "right") for row in about)


def test_what_is_said_does_not_depend_on_any_hand() -> None:
    """The swap: other cards, intents and beliefs, the same words heard; the remark is the same."""
    told = 0
    for seed in range(8):
        game, chance = lay(Plan(seats=4, seed=f"swap {seed}", options=Options(talk=True)))
        other, _ = lay(Plan(seats=4, seed=f"swap {seed}", options=Options(talk=True)))
        game.step(chance)
        other.step(chance)
        for at, hands in ((game, "one"), (other, "two")):
            rng = random.Random(hands)
            while at.state.phase == "choosing" and len(at.state.round.dealt) < 4:
                at.step(hands)
            at.step(chance)
            for seat in at.state.seats:
                dealt = at.state.round.dealt[seat]
                at.take(
                    ev.CardsKept(
                        seat=seat, occupation=rng.choice(dealt.occupations), secret=rng.choice(dealt.secrets)
                    )
                )
            at.step(chance)
            at.step(chance)
            for seat in at.state.seats:
                at.take(ev.AnswerHandedIn(seat=seat, number=1, text=f"The goat of seat {seat} ate the rope."))
        opened = [at.step(chance) for at in (game, other)]
        assert opened[0] == opened[1]
        assert opened[0] is not None
        said = [remarks_about(opened[0], at.state, chance) for at in (game, other)]
        assert said[0] == said[1]
        told += len(said[0])
    assert told, "in eight games somebody says something"


def test_somebody_without_lines_says_nothing() -> None:
    assert talk_of("a stranger") is None
