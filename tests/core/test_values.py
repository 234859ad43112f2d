"""The values of the rules: their limits, what stands where nothing is said, and that nobody can change one after the fact."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest
from pydantic import ValidationError

from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import LEVELS, READING_STRENGTH, Intent, Options
from dubious_ai.core.observe import Observer, observe
from tests.play import finished, laid, walk


@pytest.mark.parametrize(
    "field", ["appearance", "assorted", "rounds"], ids=["appearance", "assorted", "rounds"]
)
def test_no_table_has_fewer_than_no_questions_and_fewer_than_one_round(field: str) -> None:
    least = 1 if field == "rounds" else 0
    assert Options.model_validate({field: least})
    with pytest.raises(ValidationError):
        Options.model_validate({field: least - 1})


@pytest.mark.parametrize("share", ["occupation_share", "secret_share"])
def test_a_share_of_readers_lies_between_none_and_all(share: str) -> None:
    for held in (0, 0.5, 1):
        assert Intent.model_validate({"aim": "both", share: held})
    for outside in (-0.01, 1.01, 2):
        with pytest.raises(ValidationError):
            Intent.model_validate({"aim": "both", share: outside})


def test_a_fitted_aim_is_a_share_of_some_readers_but_not_all() -> None:
    for outside in (0, 1, 1.5):
        with pytest.raises(ValidationError):
            Options(tells="auto", aim=outside)


def test_better_readers_name_more_cards_and_none_names_all_or_none() -> None:
    strengths = [READING_STRENGTH[level] for level in LEVELS]
    assert strengths == sorted(set(strengths))
    assert all(0 < strength < 1 for strength in strengths)


def test_an_action_that_belongs_to_no_question_has_number_nought_in_every_event() -> None:
    seat = {"seat": 2, "action": "guess", "cause": "timeout", "reason": "no card", "brain": "house"}
    for kind in (ev.TurnNoted, ev.AskedAgain, ev.Substituted, ev.SubstitutionExplained):
        fields = {name: value for name, value in seat.items() if name in kind.model_fields}
        assert kind.model_validate(fields).number == 0  # pyright: ignore[reportAttributeAccessIssue]


def test_scores_and_observations_cannot_be_changed_by_who_is_shown_them() -> None:
    game = Game(finished())
    row = next(row for row in game.state.rounds[0].rows if row.ticks)
    seen = game.observation(1)
    for value in (row, row.ticks[0], game.state.standing(), seen, seen.now, seen.now.asked[0]):
        name = dataclasses.fields(value)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, name, getattr(value, name))


@pytest.mark.parametrize("rounds", [1, 2])
def test_every_seat_knows_what_phase_the_game_is_in(rounds: int) -> None:
    game = laid(4, Options(appearance=1, assorted=1, rounds=rounds))
    seen: set[str] = set()
    for _ in walk(game, Random(11)):
        seen.add(game.state.phase)
        told = {observe(game.events, seat).phase for seat in game.state.seats}
        # that the last guess is in becomes known with the first reveal
        sealed = game.state.phase == "revealing" and not game.state.round.revealed
        assert told == {"guessing" if sealed else game.state.phase}
    assert seen >= {"choosing", "answering", "guessing", "revealing"}
    assert "between rounds" in seen or rounds == 1


def test_before_the_guessing_is_opened_nobody_takes_it_for_open() -> None:
    onlooker = Observer(0)
    for event in finished():
        onlooker.see(event)
        if isinstance(event, ev.CharactersIntroduced):
            assert onlooker.observation().phase == "answering"
            return
