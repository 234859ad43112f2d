"""A model at the table: legal values whatever it says, re-asking with reasons, and the house speaking for it when it cannot."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import pytest

from dubious_ai.brains.llm.prompt.transcript import dealt_names
from dubious_ai.brains.llm.strength import fit_temperature
from dubious_ai.brains.llm.transport.client import Payload
from dubious_ai.brains.llm.transport.failures import CallFailed, Cause
from dubious_ai.brains.protocol import Ask
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Level, Options
from dubious_ai.core.observe import Observation, observe
from dubious_ai.errors import BackendError
from tests.llm.support import (
    ScriptedWire,
    completion,
    good_model,
    happened,
    play,
    purpose,
    reply_to,
    scripted,
    settings,
    texts,
)
from tests.readers import reader

SPEC = "openai:m@http://127.0.0.1:9/v1"
Change = Callable[[dict[str, object]], None]


def changed(what: str, *changes: Change | str) -> Callable[[Payload], str]:
    """A good model, but its first replies of one kind are changed, or replaced by a text."""
    left = list(changes)

    def script(payload: Payload) -> str:
        reply = reply_to(payload)
        if purpose(payload) == what and left:
            change = left.pop(0)
            if isinstance(change, str):
                return completion(change)
            change(reply)
        return completion(json.dumps(reply))

    return script


def put(**fields: object) -> Change:
    return lambda reply: reply.update(fields)


def seat_of(game: Game, seat: int, until: type[ev.Event]) -> Observation:
    """What a seat knew when the last event of a kind had happened."""
    at = max(i for i, event in enumerate(game.events) if isinstance(event, until))
    return observe(game.events[: at + 1], seat)


def only_model(script: Callable[[Payload], str], seed: str = "1") -> tuple[Game, ScriptedWire]:
    """A game with one model at seat 1 and the house elsewhere."""
    models, wire = scripted(script)
    return play(models, "house", brains={1: SPEC}, seed=seed), wire


@pytest.fixture(scope="module")
def plain() -> Game:
    return only_model(good_model)[0]


def ask_at(game: Game, until: type[ev.Event], level: Level = "regular") -> Ask:
    seen = seat_of(game, 1, until)
    return Ask(replace(seen, level=level), random.Random(1))


def test_a_table_of_models_plays_a_whole_game_in_four_calls_a_seat() -> None:
    models, wire = scripted(good_model)
    game = play(models, parallel=True)
    assert game.state.phase == "over"
    assert not happened(game, ev.Substituted)
    assert len(wire.sent) == 3 * 4
    intent = happened(game, ev.AnswerHandedIn)[0].intent
    assert intent is not None
    assert (intent.aim, intent.share) == ("occupation", 0.4)


def test_7_an_illegal_choice_goes_back_with_the_value_and_the_legal_list() -> None:
    game, wire = only_model(changed("cast", put(occupation="Astronaut")))
    again = texts(wire.sent[1])
    assert [role for role, _ in again] == ["system", "user", "assistant", "user"]
    assert "'Astronaut'" in again[3][1]
    for name in dealt_names(seat_of(game, 1, ev.QuestionDeckDrawn), "occupation"):
        assert name in again[3][1]
    assert not happened(game, ev.Substituted)


def test_7_a_card_named_in_prose_is_never_taken(plain: Game) -> None:
    first = dealt_names(seat_of(plain, 1, ev.QuestionDeckDrawn), "occupation")[0]
    game, wire = only_model(changed("cast", *[f"I keep the {first}, of course."] * 9))
    assert [event.cause for event in happened(game, ev.Substituted)] == ["format"]
    assert len([p for p in wire.sent if purpose(p) == "cast"]) == 3


def test_8_names_in_any_dress_are_legal() -> None:
    def dress(reply: dict[str, object]) -> None:
        reply["occupation"] = f"1. The {str(reply['occupation']).upper()}"
        reply["secret"] = f'"{str(reply["secret"]).lower()}"'

    game, wire = only_model(changed("cast", dress))
    assert len([p for p in wire.sent if purpose(p) == "cast"]) == 1
    assert not happened(game, ev.Substituted)


def test_10_an_answer_with_a_card_word_is_asked_again_with_the_reason_then_the_house_speaks(
    plain: Game,
) -> None:
    pair = seat_of(plain, 1, ev.CharactersIntroduced).pair
    assert pair is not None
    card = plain.state.setting.card("occupation", pair.occupation).name
    loud = put(text=f"They say I am quite the {card.lower()} around here, sir.")
    game, wire = only_model(changed("answer", loud))
    assert not happened(game, ev.Substituted)
    assert "too obvious" in texts(wire.sent[2])[1][1]
    assert "quite the" in texts(wire.sent[2])[1][1]
    game, _ = only_model(changed("answer", loud, loud))
    told = happened(game, ev.Substituted)
    assert [event.cause for event in told] == ["withheld"]
    public = [event.model_dump_json() for event in game.events if ev.visibility(event) == "public"]
    assert not any("too obvious" in text for text in public)


def test_10_a_copied_answer_is_asked_again(plain: Game) -> None:
    other = next(s.text for s in happened(plain, ev.AnswersOpened)[0].answers if s.seat == 2)
    script = changed("answer", put(), put(text=other))
    game, wire = only_model(script)
    answers = [p for p in wire.sent if purpose(p) == "answer"]
    assert len(answers) == 3
    assert "repeats" in texts(answers[2])[1][1]
    assert not happened(game, ev.Substituted)


def test_10_a_delivery_or_introduction_that_gives_a_card_away_is_left_out(plain: Game) -> None:
    pair = seat_of(plain, 1, ev.CharactersIntroduced).pair
    assert pair is not None
    card = plain.state.setting.card("occupation", pair.occupation).name
    game, wire = only_model(changed("answer", put(delivery=f"like a {card}")))
    mine = [a for a in happened(game, ev.AnswerHandedIn) if a.seat == 1]
    assert mine[0].delivery == ""
    assert mine[1].delivery == "with a shrug"
    assert len([p for p in wire.sent if purpose(p) == "answer"]) == 2
    game, _ = only_model(changed("cast", put(introduction=f"I am a {card}.", name="N" * 50)))
    me = game.state.rounds[0].kept[1]
    assert (me.introduction, me.name) == ("", "")


def test_11_a_speech_is_sent_back_for_being_long() -> None:
    game, wire = only_model(changed("answer", put(text="one word and another, " * 22)))
    assert "30 is the limit" in texts(wire.sent[2])[3][1]
    assert not happened(game, ev.Substituted)


def test_a_guess_with_a_wrong_name_is_asked_again_and_the_rest_then_counts() -> None:
    def wrong(reply: dict[str, object]) -> None:
        rows = cast("list[dict[str, list[str]]]", reply["guesses"])
        rows[0]["occupations"][1] = "Space pirate"

    game, wire = only_model(changed("guess", wrong))
    assert "'Space pirate'" in texts(wire.sent[-1])[3][1]
    game, wire = only_model(changed("guess", wrong, wrong, wrong))
    assert not happened(game, ev.Substituted)
    assert len([p for p in wire.sent if purpose(p) == "guess"]) == 3


def test_a_guess_without_an_opponent_is_never_filled_in() -> None:
    def short(reply: dict[str, object]) -> None:
        cast("list[object]", reply["guesses"]).pop()

    game, _ = only_model(changed("guess", short, short, short))
    assert [(e.action, e.cause) for e in happened(game, ev.Substituted)] == [("guess", "format")]


def test_beliefs_are_probabilities_over_all_cards_and_none_of_ones_own(plain: Game) -> None:
    models, _ = scripted(good_model)
    turn = models.brain(SPEC, reader("cthulhu")).guess(ask_at(plain, ev.GuessingOpened))
    seen = seat_of(plain, 1, ev.GuessingOpened)
    for believed in turn.value.beliefs.values():
        for kind, shares in believed.items():
            assert sum(shares.values()) == pytest.approx(1)
            assert set(shares) == set(seen.setting.slugs(kind))
            assert all(shares[slug] == 0 for slug in seen.excluded(kind))
            assert min(p for slug, p in shares.items() if slug not in seen.excluded(kind)) > 0


def test_the_level_decides_how_well_a_belief_is_followed(plain: Game) -> None:
    def sure(reply: dict[str, object]) -> None:
        for row in cast("list[dict[str, object]]", reply["guesses"]):
            row["occupation_weights"] = row["secret_weights"] = [90, 5, 1]

    def hits(level: Level) -> int:
        models, _ = scripted(changed("guess", *[sure] * 40))
        brain = models.brain(SPEC, reader("cthulhu"))
        count = 0
        for n in range(40):
            ask = ask_at(plain, ev.GuessingOpened, level)
            value = brain.guess(Ask(ask.observation, random.Random(n))).value
            for seat, guess in value.picks.items():
                best = max(value.beliefs[seat]["secret"].items(), key=lambda item: item[1])[0]
                count += guess.secret == best
        return count

    assert hits("sharp") > hits("novice")


def test_the_same_reply_and_chance_give_the_same_turn(plain: Game) -> None:
    models, _ = scripted(good_model)
    first, second = (
        models.brain(SPEC, reader("cthulhu")).guess(ask_at(plain, ev.GuessingOpened)) for _ in range(2)
    )
    assert first.value == second.value


@pytest.mark.parametrize("cause", ["network", "auth", "quota", "refusal", "length"])
def test_a_broken_server_is_a_cause_at_the_table_and_the_game_ends(cause: Cause) -> None:
    def broken(payload: Payload) -> str:
        del payload
        raise CallFailed(cause, "Something a person can read.")

    game, _ = only_model(broken)
    assert game.state.phase == "over"
    assert {event.cause for event in happened(game, ev.Substituted)} == {cause}
    assert len(happened(game, ev.Substituted)) == 4


def test_a_refusal_is_one_call() -> None:
    game, wire = only_model(lambda _: completion(None, refusal="I would rather not."))
    assert len(wire.sent) == 4
    assert {event.cause for event in happened(game, ev.Substituted)} == {"refusal"}


def test_a_cancelled_ask_ends_in_an_error_of_its_own(plain: Game) -> None:
    models, wire = scripted(good_model)
    ask = ask_at(plain, ev.GuessingOpened)
    gone = threading.Event()
    gone.set()
    with pytest.raises(BackendError) as error:
        models.brain(SPEC, reader("cthulhu")).guess(Ask(ask.observation, ask.rng, cancelled=gone))
    assert error.value.cause == "cancelled"
    assert not wire.sent


def test_a_brain_for_each_seat() -> None:
    models, wire = scripted(good_model)
    other = "openai:other@http://127.0.0.1:9/v1"
    game = play(models, "house", brains={1: SPEC, 3: other}, options=Options(appearance=1, assorted=0))
    assert {payload["model"] for payload in wire.sent} == {"m", "other"}
    notes = happened(game, ev.TurnNoted)
    assert {n.seat: n.brain for n in notes} == {1: SPEC, 2: "house", 3: other}


def test_temperature_is_fitted_to_how_often_a_model_is_right() -> None:
    sure = [0.9] + [0.1 / 11] * 11
    often_wrong = [(sure, 0)] * 5 + [(sure, 3)] * 5
    assert fit_temperature(often_wrong) > 1.5
    assert fit_temperature([(sure, 0)] * 10) == 0.5
    with pytest.raises(ValueError, match="nothing"):
        fit_temperature([])


def test_settings_reach_the_call() -> None:
    models, wire = scripted(good_model, settings(llm__temperature=0.9, llm__max_output_tokens=300))
    play(models, "house", brains={1: SPEC}, options=Options(appearance=1, assorted=0))
    assert {(p["temperature"], p["max_tokens"]) for p in wire.sent} == {(0.9, 300)}
