"""Models may say a word at the reveal: one small call for the table, silence where anything goes wrong, never a held-up game."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable

import pytest

from dubious_ai.brains.llm.transport.client import Payload
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.game import closing_words
from tests.llm.support import completion, good_model, happened, play, scripted, texts

SPEC = "openai:m@http://127.0.0.1:9/v1"
TALK = Options(appearance=1, assorted=1, talk=True)
LINE = "Goats. You said goats, and I wrote down tax."


def speaking(remark: Callable[[list[str]], str]) -> tuple[Game, list[Payload]]:
    """A game for three with a model at seats 1 and 2, whose remarks are written by a function of the speakers' names; and the payloads asking for them."""
    asked: list[Payload] = []

    def script(payload: Payload) -> str:
        if not texts(payload)[0][1].startswith("You speak for players"):
            return good_model(payload)
        asked.append(payload)
        speakers = texts(payload)[1][1].split("WHAT CAME OUT")[0].splitlines()[1:]
        return completion(remark([row.split(",")[0] for row in speakers]))

    models, _ = scripted(script)
    return play(models, SPEC, options=TALK, brains={3: "house"}), asked


def rows(speakers: list[str], line: str) -> str:
    return json.dumps({"lines": [{"player": name, "line": line} for name in speakers]})


def own_words(game: Game) -> list[ev.Reacted]:
    return [e for e in happened(game, ev.Reacted) if e.occasion == closing_words.OCCASION]


def test_one_call_speaks_for_all_seats_of_a_model_when_the_last_card_lies_open() -> None:
    game, asked = speaking(lambda speakers: rows(speakers, LINE))
    assert len(asked) == 1
    said = own_words(game)
    assert [(e.seat, e.text) for e in said] == [(1, LINE), (2, LINE)]
    before = game.events[: game.events.index(said[0])]
    assert sum(isinstance(e, ev.PlayerRevealed) for e in before) == 3
    told = texts(asked[0])[1][1]
    for row in game.state.round.rows:
        assert game.state.setting.card(row.kind, row.card).name in told
    (noted,) = [e for e in happened(game, ev.TurnNoted) if e.action == "react"]
    assert noted.usage is not None
    assert noted.usage.calls == 1


def test_nobody_is_asked_where_nobody_talks() -> None:
    models, wire = scripted(good_model)
    play(models, SPEC, options=Options(appearance=1, assorted=1))
    assert len(wire.sent) == 3 * 4


@pytest.mark.parametrize(
    "line",
    ["", "word " * 40, "\u4f60\u597d\u4e16\u754c\u4f60\u597d", "!!!!", "x" * 400],
    ids=["silence", "a speech", "another script", "no word", "one long word"],
)
def test_what_is_no_remark_is_silence_and_never_asked_again(line: str) -> None:
    game, asked = speaking(lambda speakers: rows(speakers, line))
    assert not own_words(game)
    assert len(asked) == 1
    assert game.state.phase == "over"


def test_names_before_the_words_and_strangers_are_left_out() -> None:
    game, _ = speaking(
        lambda speakers: json.dumps(
            {
                "lines": [
                    {"player": speakers[0], "line": f'{speakers[0]}: "{LINE}"'},
                    {"player": "Nobody", "line": LINE},
                ]
            }
        )
    )
    assert [(e.seat, e.text) for e in own_words(game)] == [(1, LINE)]


def test_a_server_that_fails_at_the_reveal_costs_a_remark_and_nothing_else() -> None:
    def broken(speakers: list[str]) -> str:
        raise CallFailed("server", f"down for {speakers[0]}")

    game, _ = speaking(broken)
    assert not own_words(game)
    assert game.state.phase == "over"
    assert not happened(game, ev.Substituted)


def test_a_model_that_never_replies_does_not_hold_up_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing_words, "PATIENCE", 0.05)
    release = threading.Event()

    def slow(speakers: list[str]) -> str:
        release.wait(20)
        return rows(speakers, LINE)

    game, _ = speaking(slow)
    release.set()
    assert game.state.phase == "over"
    assert not own_words(game)
