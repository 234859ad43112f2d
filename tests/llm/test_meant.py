"""What an answer of a model was meant for, as the record keeps it."""

from __future__ import annotations

import json

import pytest

from dubious_ai.brains.llm.transport.client import Payload
from dubious_ai.core import events as ev
from dubious_ai.core.model import Options
from tests.llm.support import completion, happened, play, purpose, reply_to, scripted, texts


def test_the_card_of_a_false_trail_is_the_rival_it_names() -> None:
    def script(payload: Payload) -> str:
        reply = reply_to(payload)
        if purpose(payload) == "answer":
            reply["aim"] = "false-trail"
        return completion(json.dumps(reply))

    models, _ = scripted(script)
    game = play(models)
    intents = [e.intent for e in happened(game, ev.AnswerHandedIn)]
    assert intents
    for handed in happened(game, ev.AnswerHandedIn):
        assert handed.intent is not None
        assert handed.intent.aim == "false-trail"
        pair = game.state.rounds[0].pair(handed.seat)
        assert handed.intent.card in game.state.setting.slugs("occupation")
        assert handed.intent.card not in (pair.occupation, pair.secret)


@pytest.mark.parametrize("rival", ["", "Nobody's card"])
def test_a_false_trail_to_no_card_is_sent_back_with_the_names_there_are(rival: str) -> None:
    asked: list[str] = []

    def script(payload: Payload) -> str:
        reply = reply_to(payload)
        if purpose(payload) == "answer":
            asked.append("\n".join(text for _, text in texts(payload)))
            reply |= {"aim": "false-trail", "rival_occupation": rival}
        return completion(json.dumps(reply))

    models, _ = scripted(script)
    play(models)
    again = [text for text in asked if "a false trail names the card it points to" in text]
    assert again
    assert "Legal are: " in again[0]


@pytest.mark.parametrize(
    ("clue", "kept"), [("goose from a widow", "goose from a widow"), ("a duck", ""), ("", "")]
)
def test_the_words_of_a_clue_are_kept_only_where_the_answer_says_them(clue: str, kept: str) -> None:
    def script(payload: Payload) -> str:
        reply = reply_to(payload)
        if purpose(payload) == "answer":
            reply["clue"] = clue
            reply["text"] = f"{reply['text']} And a Goose from a widow."
        return completion(json.dumps(reply))

    models, _ = scripted(script)
    game = play(models, options=Options(appearance=1, assorted=0))
    handed = [e for e in happened(game, ev.AnswerHandedIn) if e.intent and not e.intent.prepared]
    assert handed
    assert {e.intent.clue for e in handed if e.intent} == {kept}
