"""A game as a table document and back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dubious_ai.brains.scripted import Scripted
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.document import DocumentError, from_game, load, score, to_events, untold
from dubious_ai.game.seating import Plan, lay
from dubious_ai.game.table import Table
from tests.document.test_loading import example, full, set_at

NEED = ("kept", "guesses", "answers")


def answered(table: dict[str, Any]) -> None:
    for r in table["rounds"]:
        r["answers"] = {
            name: [f"{name} says {n}." for n, _ in enumerate(r["questions"])] for name in table["players"]
        }


@pytest.fixture(scope="module")
def played() -> Game:
    """Two rounds played by script."""
    game, seed = lay(Plan(seats=3, seed="table", options=Options(rounds=2, appearance=1, assorted=1)))
    Table(game, dict.fromkeys(game.state.seats, Scripted()), Scripted(), seed, parallel=False).play()
    return game


def test_a_game_written_down_and_read_again_is_the_same_game(played: Game) -> None:
    table = from_game(played)
    assert load(table.to_json(), need=NEED) == table
    again = Game(to_events(table))
    assert again.state.standing() == played.state.standing()
    assert from_game(again) == table
    assert score(table).standing == played.state.standing()


def test_nothing_but_what_the_players_did_is_lost_on_the_way(played: Game) -> None:
    def done(events: list[ev.Event]) -> list[ev.Event]:
        kinds = (ev.RoundStarted, ev.CardsKept, ev.CharactersIntroduced, ev.GuessingOpened, ev.PlayerRevealed)
        return sorted((e for e in events if isinstance(e, kinds)), key=lambda e: e.model_dump_json())

    assert done(to_events(from_game(played))) == done(played.events)


def test_an_unfinished_game_gives_what_is_open_and_nothing_sealed(played: Game) -> None:
    at = next(i for i, e in enumerate(played.events) if isinstance(e, ev.AnswersOpened)) + 2
    table = from_game(Game(played.events[:at]))
    (only,) = table.rounds
    assert len(only.questions) == 1
    assert only.guesses is None
    assert load(table.to_json()) == table
    with pytest.raises(DocumentError, match="not begun"):
        from_game(Game(played.events[:2]))


def test_a_round_from_a_real_table_becomes_a_game_with_its_own_questions() -> None:
    def own(table: dict[str, Any]) -> None:
        table["rounds"][0]["questions"] = [
            "What pet do you have?",
            {"back": "appearance", "text": "Any tattoos?"},
        ]
        answered(table)

    table = load(json.dumps(full(own)), need=NEED)
    game = Game(to_events(table))
    assert game.state.ended
    assert [a.question.text for a in game.state.rounds[0].asked] == ["What pet do you have?", "Any tattoos?"]
    assert game.state.standing().totals == {1: 5, 2: 3, 3: 4}


def test_rejected_cards_nobody_told_are_filled_without_touching_anybodys_cards() -> None:
    table = load(json.dumps(full(answered)), need=NEED)
    assert untold(table) == ["Peter", "Helen"]
    game = Game(to_events(table))
    jane = game.state.rounds[0].dealt[1]
    assert set(jane.occupations) == {"gladiator", "senator"}
    kept = {pair.occupation for pair in game.state.rounds[0].kept.values()}
    filled = {o for d in game.state.rounds[0].dealt.values() for o in d.occupations} - kept - {"senator"}
    assert len(filled) == 2


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (set_at("rounds", 0, "answers", "Jane", ["", "x"]), "rounds[0].answers.Jane[0]"),
        (set_at("rounds", 1, "reader", "Jane"), "rounds[1].reader"),
        (set_at("rounds", 0, "questions", ["One?", "one"]), "rounds[0].questions[1]"),
    ],
)
def test_what_cannot_have_been_a_game_is_named_with_its_place(change: Any, place: str) -> None:
    def both(table: dict[str, Any]) -> None:
        table["rounds"] = [dict(table["rounds"][0], reader="Jane"), dict(table["rounds"][0], reader="Peter")]
        answered(table)
        change(table)

    table = load(json.dumps(full(both)), need=NEED)
    with pytest.raises(DocumentError) as caught:
        to_events(table)
    assert caught.value.place == place


def test_a_table_without_questions_is_no_game() -> None:
    bare = load(
        json.dumps(example(set_at("questions", [])) | {"answers": {"Jane": [], "Peter": [], "Helen": []}})
    )
    with pytest.raises(DocumentError, match="question"):
        to_events(bare)
