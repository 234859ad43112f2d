"""What every brain must keep to, whoever it is. A new brain is one more line in BRAINS."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.house_rules import answer_problem
from dubious_ai.brains.protocol import Ask, Brain, Refused
from dubious_ai.brains.scripted import Scripted
from dubious_ai.core import events as ev
from dubious_ai.core.cleaning import clean
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, MAX_SEATS, MIN_SEATS, Options
from dubious_ai.core.rules import LINE_LIMIT, NAME_LIMIT, due
from dubious_ai.game.seating import Plan, lay
from dubious_ai.game.table import Table
from tests.llm.support import good_model, scripted
from tests.readers import reader

SPEC = "openai:m@http://127.0.0.1:9/v1"
BRAINS: dict[str, Callable[[], Brain]] = {
    "scripted": Scripted,
    "house": lambda: HouseBrain(reader("cthulhu")),
    "openai": lambda: scripted(good_model)[0].brain(SPEC, reader("cthulhu")),
}
SEED = "5"


@pytest.fixture(params=BRAINS)
def make(request: pytest.FixtureRequest) -> Callable[[], Brain]:
    """Builds the brain under test anew, so that nothing can be remembered."""
    return BRAINS[request.param]


def table(seats: int) -> Game:
    return lay(Plan(setting="cthulhu", seats=seats, options=Options(appearance=1, assorted=1), seed=SEED))[0]


def play(game: Game, brain: Brain) -> Game:
    Table(
        game,
        dict.fromkeys(game.state.seats, brain),
        HouseBrain(reader("cthulhu")),
        SEED,
        parallel=False,
    ).play()
    return game


@cache
def whole(make: Callable[[], Brain], seats: int = 3) -> Game:
    """A game that the brain has played to its end, at all seats."""
    return play(table(seats), make())


def until(make: Callable[[], Brain], action: str) -> Game:
    """That game of three, back where all are asked for an action."""
    game = Game()
    for event in whole(make).events:
        game.take(event)
        if due(game.state).action == action:
            return game
    raise AssertionError(f"nobody was asked to {action}")


def ask(game: Game, seat: int, refused: tuple[Refused, ...] = ()) -> Ask:
    return Ask(game.observation(seat), random.Random(11), refused)


@pytest.mark.parametrize("seats", [MIN_SEATS, MAX_SEATS])
def test_plays_whole_games_by_itself(make: Callable[[], Brain], seats: int) -> None:
    game = whole(make, seats)
    assert game.state.phase == "over"
    assert [e for e in game.events if isinstance(e, ev.Substituted)] == []
    assert {e.brain for e in game.events if isinstance(e, ev.TurnNoted)} == {make().spec}


def test_keeps_one_of_each_kind_it_was_dealt_and_introduces_itself_cleanly(make: Callable[[], Brain]) -> None:
    game = until(make, "keep")
    for seat in game.state.seats:
        cast = make().cast(ask(game, seat)).value
        dealt = game.state.round.dealt[seat]
        assert cast.occupation in dealt.occupations
        assert cast.secret in dealt.secrets
        assert clean(cast.name) == cast.name
        assert clean(cast.introduction) == cast.introduction
        assert len(cast.name) <= NAME_LIMIT
        assert len(cast.introduction) <= LINE_LIMIT


def test_answers_legally_and_never_with_a_word_of_its_own_cards(make: Callable[[], Brain]) -> None:
    game = until(make, "answer")
    for seat in game.state.seats:
        answer = make().answer(ask(game, seat)).value
        assert answer_problem(game.observation(seat), answer.text, answer.delivery) is None
        game.take(
            ev.AnswerHandedIn(
                seat=seat, number=1, text=answer.text, delivery=answer.delivery, intent=answer.intent
            )
        )


def test_guesses_about_every_opponent_and_never_a_card_it_holds(make: Callable[[], Brain]) -> None:
    game = until(make, "guess")
    for seat in game.state.seats:
        guesses = make().guess(ask(game, seat)).value
        seen = game.observation(seat)
        assert set(guesses.picks) == set(seen.opponents)
        for pick in guesses.picks.values():
            for kind in KINDS:
                assert pick.of(kind) in {None, *seen.setting.slugs(kind)} - set(seen.excluded(kind))
        for by_kind in guesses.beliefs.values():
            for kind, shares in by_kind.items():
                assert abs(sum(shares.values()) - 1) < 1e-6
                assert all(p >= 0 for p in shares.values())
                assert not any(shares.get(slug) for slug in seen.excluded(kind))


@pytest.mark.parametrize("action", ["keep", "answer", "guess"])
def test_has_no_memory_and_no_chance_of_its_own(make: Callable[[], Brain], action: str) -> None:
    """The same ask has the same reply, from a brain that has played before and from a new one."""
    game = until(make, action)
    used = make()
    for earlier in ("keep", "answer"):
        _act(used, until(make, earlier), earlier)

    replies = [_act(brain, game, action) for brain in (used, make(), used)]
    assert replies[0] == replies[1] == replies[2]


def _act(brain: Brain, game: Game, action: str) -> object:
    match action:
        case "keep":
            return brain.cast(ask(game, 2)).value
        case "answer":
            return brain.answer(ask(game, 2)).value
        case _:
            return brain.guess(ask(game, 2)).value


def test_plays_on_where_another_instance_has_stopped(make: Callable[[], Brain]) -> None:
    events = whole(make).events
    half = Game(events[: 2 * len(events) // 3])
    play(half, make())
    assert half.state.standing() == whole(make).state.standing()


def test_plays_without_a_persona_and_with_answers_that_were_refused(make: Callable[[], Brain]) -> None:
    game = until(make, "answer")
    bare = replace(game.observation(1), persona=None)
    first = make().answer(Ask(bare, random.Random(1))).value
    refused = (Refused(first.text, "The answer repeats the question."),)
    again = make().answer(Ask(bare, random.Random(1), refused)).value
    assert again.text
    assert answer_problem(bare, again.text) is None


def test_a_house_bot_does_not_repeat_what_was_refused() -> None:
    game = until(lambda: HouseBrain(reader("cthulhu")), "answer")
    first = HouseBrain(reader("cthulhu")).answer(ask(game, 1)).value
    again = HouseBrain(reader("cthulhu")).answer(ask(game, 1, (Refused(first.text, "No."),))).value
    assert again.text != first.text
