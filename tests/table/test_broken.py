"""The house acts for a brain that cannot, the table is told, nothing hidden is told with it, and the game always ends."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import cast

import pytest

from dubious_ai.brains.protocol import Answer, Ask, Brain, Cast, Guesses, Refused, Telemetry, Turn
from dubious_ai.brains.scripted import Scripted, plain_answer
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Guess
from dubious_ai.core.observe import Observation
from dubious_ai.errors import BackendError, RecordError
from dubious_ai.game.table import Table
from tests.play import laid

from .support import SEED, Witness, actor, of, table


def fail(_: Observation) -> Cast:
    raise ZeroDivisionError("a bug in a brain")


def no_server(_: Observation) -> Answer:
    raise BackendError("The server at example is away.", "network")


def stranger(observation: Observation) -> Cast:
    dealt = observation.now.dealt
    assert dealt is not None
    other = next(s for s in observation.setting.slugs("occupation") if s not in dealt.occupations)
    return Cast(other, dealt.secrets[0])


def own_word(observation: Observation) -> Answer:
    pair = observation.pair
    assert pair is not None
    return Answer(f"I am a {observation.setting.card('occupation', pair.occupation).name}, you know.")


def only_one(observation: Observation) -> Guesses:
    return Guesses({observation.opponents[0]: Guess()})


def no_text(_: Observation) -> Answer:
    return Answer(cast("str", None))


BROKEN: dict[str, tuple[Brain, str, str]] = {
    "raises": (Scripted(on_cast=fail, spec="bad"), "keep", "broken (ZeroDivisionError)"),
    "has no server": (Scripted(on_answer=no_server, spec="bad"), "answer", "network"),
    "keeps a card it was not dealt": (Scripted(on_cast=stranger, spec="bad"), "keep", "format"),
    "says its own card": (Scripted(on_answer=own_word, spec="bad"), "answer", "withheld"),
    "repeats the question": (
        Scripted(on_answer=lambda o: Answer(o.question.question.text if o.question else ""), spec="bad"),
        "answer",
        "withheld",
    ),
    "says nothing": (Scripted(on_answer=lambda _: Answer(""), spec="bad"), "answer", "format"),
    "says too much": (Scripted(on_answer=lambda _: Answer("x" * 2000), spec="bad"), "answer", "format"),
    "sends control characters": (
        Scripted(on_answer=lambda _: Answer("\x1b[2J"), spec="bad"),
        "answer",
        "format",
    ),
    "sends no text at all": (Scripted(on_answer=no_text, spec="bad"), "answer", "broken (ValidationError)"),
    "leaves out an opponent": (Scripted(on_guess=only_one, spec="bad"), "guess", "format"),
    "guesses a card of no such kind": (
        Scripted(on_guess=lambda o: Guesses({s: Guess(secret="baker") for s in o.opponents}), spec="bad"),
        "guess",
        "format",
    ),
}


@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("name", BROKEN)
def test_the_house_acts_for_a_brain_that_cannot_and_the_game_ends(name: str, parallel: bool) -> None:
    brain, action, cause = BROKEN[name]
    witness = Witness()
    sitting = table({2: brain}, witness, parallel=parallel)
    sitting.play()
    game = sitting.game
    assert game.state.phase == "over"
    told = [e for e in game.events if isinstance(e, ev.Substituted)]
    assert {(e.seat, e.action, e.cause) for e in told} == {(2, action, cause)}
    assert len(told) == (2 if action == "answer" else 1)
    for event in told:
        assert actor(game, action, 2, event.number) == "house"
        assert all(ev.may_see(event, seat) for seat in game.state.seats)
    # the screen hears of it, once each, from the table's own thread
    assert [e for e in witness.told if isinstance(e, ev.Substituted)] == told
    assert witness.threads == {threading.current_thread()}


@pytest.mark.parametrize("name", BROKEN)
def test_no_cause_gives_a_card_away_before_the_game_is_over_nor_a_rejected_one_ever(name: str) -> None:
    sitting = table({2: BROKEN[name][0]}, parallel=False)
    sitting.play()
    game = sitting.game
    dealt = game.state.round.dealt[2]
    hand = {*dealt.occupations, *dealt.secrets}
    words = hand | {s.replace("-", " ") for s in hand}
    for event in game.events:
        if isinstance(event, ev.Substituted):
            assert not any(word in event.cause for word in words)
        if isinstance(event, ev.SubstitutionExplained):
            assert not any(ev.may_see(event, seat) for seat in (1, 2, 3))
            pair = game.state.round.pair(2)
            rejected = hand - {pair.occupation, pair.secret}
            assert not any(slug in event.cause for slug in rejected)


def test_a_withheld_cause_is_told_after_the_game() -> None:
    sitting = table({2: Scripted(on_answer=own_word)}, parallel=False)
    sitting.play()
    causes = [e.cause for e in sitting.game.events if isinstance(e, ev.SubstitutionExplained)]
    assert any(c.startswith("The answer uses “") and "Occupation card" in c for c in causes)
    assert len(of(sitting.game, ev.AskedAgain)) == 2 * 2
    for event in of(sitting.game, ev.SubstitutionExplained):
        assert ev.may_see(event, 1, over=True)


def test_a_refused_brain_is_asked_again_with_its_value_and_the_reason() -> None:
    asks: list[tuple[Refused, ...]] = []

    class Learner(Scripted):
        def answer(self, ask: Ask) -> Turn[Answer]:
            asks.append(ask.refused)
            if ask.refused:
                return Turn(plain_answer(ask.observation), Telemetry("learner"))
            return Turn(own_word(ask.observation), Telemetry("learner"))

    sitting = table({2: Learner()}, parallel=False)
    sitting.play()
    assert not of(sitting.game, ev.Substituted)
    assert [len(refused) for refused in asks] == [0, 1, 0, 1]
    assert asks[1][0].value.startswith("I am a ")
    assert "too obvious" in asks[1][0].reason
    assert actor(sitting.game, "answer", 2, 1) == "learner"


def test_a_human_is_only_warned_by_the_house_rules_of_writing_never_refused() -> None:
    sitting = table({1: Scripted(on_answer=own_word, spec="human")}, humans=(1,))
    sitting.play()
    assert not of(sitting.game, ev.Substituted)
    assert actor(sitting.game, "answer", 1, 1) == "human"


def test_a_human_is_asked_until_the_rules_allow_it_and_gets_the_text_back() -> None:
    tries: list[tuple[Refused, ...]] = []

    class Person(Scripted):
        def answer(self, ask: Ask) -> Turn[Answer]:
            tries.append(ask.refused)
            text = ("", "y" * 1001, "Here you are.")[min(len(ask.refused), 2)]
            return Turn(Answer(text), Telemetry("human"))

    table({1: Person()}, humans=(1,)).play()
    assert [len(t) for t in tries[:3]] == [0, 1, 2]
    assert tries[2][1].value == "y" * 1001
    assert "1001 characters; the limit is 1000" in tries[2][1].reason


def test_a_table_where_every_brain_is_broken_still_ends() -> None:
    bad = Scripted(fail, no_server, lambda _: Guesses({}), spec="bad")
    sitting = table(dict.fromkeys(range(1, 7), cast("Brain", bad)), seats=6, rounds=2)
    sitting.play()
    assert sitting.game.state.phase == "over"
    notes = [e for e in sitting.game.events if isinstance(e, ev.TurnNoted)]
    assert {note.brain for note in notes} == {"house"}
    assert len(of(sitting.game, ev.Substituted)) == len(notes) == 2 * 6 * 4


def test_a_house_that_fails_itself_is_an_error_and_not_a_hang() -> None:
    game = laid()
    bad = Scripted(on_cast=fail)
    for parallel in (True, False):
        with pytest.raises(RuntimeError, match="the house brain failed at seat"):
            Table(Game(game.events), dict.fromkeys((1, 2, 3), bad), bad, SEED, parallel=parallel).play()


def test_a_record_that_cannot_be_written_stops_the_game_with_its_sentence() -> None:
    def full(events: Sequence[ev.Event], durable: bool) -> None:
        del durable
        if any(isinstance(event, ev.AnswerHandedIn) for event in events):
            raise RecordError("The game cannot be saved.")

    for parallel in (True, False):
        with pytest.raises(RecordError, match="cannot be saved"):
            table({}, sink=full, parallel=parallel).play()
