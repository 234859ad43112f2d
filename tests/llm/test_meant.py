"""What an answer of a model was meant for, as the record keeps it."""

from __future__ import annotations

import json

import pytest

from dubious_ai.brains.llm.transport.client import Payload
from dubious_ai.core import events as ev
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
