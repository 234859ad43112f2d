"""Replies in an unexpected envelope, and words that are no speech: read where their meaning is certain, sent back with the reason where not."""

from __future__ import annotations

import json

import pytest

from dubious_ai.brains.llm.reply.completion import ServerReply, read_body
from dubious_ai.brains.llm.reply.reply_models import AnswerReply, GuessReply
from dubious_ai.brains.llm.reply.reply_value import read_value
from dubious_ai.brains.llm.reply.spoken_words import no_answer, spoken
from dubious_ai.brains.llm.transport.client import Payload
from dubious_ai.content.library import library, setting_slugs
from dubious_ai.core import events as ev
from tests.llm.support import completion, happened, play, purpose, reply_to, scripted, texts

WORDS = "Clean, which took me twenty minutes."
REPLY = json.dumps({"aim": "both", "text": WORDS})
ROW = {"player": "Ada", "occupations": ["Potter"], "secrets": ["Zeus"]}


@pytest.mark.parametrize(
    "body",
    [
        completion(None, tool_calls=[{"function": {"name": "answer", "arguments": REPLY}}]),
        completion("", tool_calls=[{"function": {"name": "answer", "arguments": json.loads(REPLY)}}]),
        completion(json.dumps(REPLY)),
        completion(json.dumps(json.dumps(REPLY))),
        completion(json.dumps({"Aim": "Both", "TEXT": WORDS})),
        completion(json.dumps({"Answer": {"Aim": "both", "Text": WORDS}})),
        completion(REPLY + "<|im_end|>"),
        completion(f"<start_of_turn>{REPLY}<end_of_turn><eos>"),
        completion(f"<｜begin▁of▁sentence｜>{REPLY}<｜end▁of▁sentence｜>"),
        completion(json.dumps({"aim": "both", "text": WORDS + "<eos>"})),
        completion(f"data follows\n{REPLY}"),
    ],
)  # fmt: skip
def test_a_reply_is_read_in_any_envelope(body: str) -> None:
    reading = read_value(read_body(body), AnswerReply)
    assert reading.value is not None, reading.problem
    assert spoken(reading.value.text)[0] == WORDS


@pytest.mark.parametrize(
    "text",
    [
        '{"aim": "both", "text": "They called it "soup", and nobody laughed."}',
        '{"aim": "both", "text": "They called it "soup"", "delivery": "dry"}',
        '{"text": "He said "go", she said "stay", I ate.", "aim": "both"}',
        '{"aim": "both", "text": "It\'s the "big" one: mine."}',
    ],
)
def test_quotes_inside_a_text_that_nobody_escaped_do_not_end_it(text: str) -> None:
    reading = read_value(ServerReply(text), AnswerReply)
    assert reading.value is not None, reading.problem
    assert reading.value.text.endswith((".", '"'))
    assert len(reading.value.text.split()) >= 4


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([ROW, {**ROW, "player": "Bo"}]),
        "Here: " + json.dumps([ROW, {**ROW, "player": "Bo"}]) + " Done.",
        json.dumps({"Guesses": [{k.title(): v for k, v in ROW.items()}, {**ROW, "player": "Bo"}]}),
        json.dumps({"guesses": [{**ROW, "Occupation Weights": [70]}, {**ROW, "player": "Bo"}]}),
    ],
)
def test_a_bare_list_and_capital_keys_are_guesses(text: str) -> None:
    reading = read_value(ServerReply(text), GuessReply)
    assert reading.value is not None, reading.problem
    assert [row.player for row in reading.value.guesses] == ["Ada", "Bo"]


def test_a_cut_list_is_cut_off_not_short() -> None:
    text = json.dumps([ROW, {**ROW, "player": "Bo"}])[:-20]
    assert read_value(ServerReply(text, finish="length"), GuessReply).state != "malformed"


@pytest.mark.parametrize(
    ("given", "line", "stage"),
    [
        ("Bruno: Bruno: Mostly soup.", "Mostly soup.", ""),
        ("**Bruno:** Mostly soup.", "Mostly soup.", ""),
        ("Answer: “Mostly soup.”", "Mostly soup.", ""),
        ("*smirks* Mostly soup.", "Mostly soup.", "smirks"),
        ("Mostly soup. *looks away*", "Mostly soup.", "looks away"),
        ("(shrugs) Mostly soup.", "Mostly soup.", "shrugs"),
        ("Mostly **soup**.", "Mostly soup.", ""),
        ("I *really* mean soup.", "I really mean soup.", ""),
        ("- Mostly `soup`.", "Mostly soup.", ""),
        ("Mostly soup<|im_end|>.", "Mostly soup.", ""),
        ("Bruno knows: soup.", "Bruno knows: soup.", ""),
        ("Soup (mostly).", "Soup (mostly).", ""),
        ("2 * 3 * 4 of them", "2 * 3 * 4 of them", ""),
    ],
)
def test_what_is_no_speech_is_taken_off(given: str, line: str, stage: str) -> None:
    assert spoken(given, ("Bruno",)) == (line, stage)


@pytest.mark.parametrize(
    "text",
    ["!!!!", "...", "GGGG", "GGGGGGGGGGGG!", "soup soup soup soup soup soup", "一碗汤，谢谢。", "I like soup и хлеб too.",
     "Ich esse meine Suppe nicht im Haus.", "Mostly soup, aber nicht auf dem Berg.", "🙂"],
)  # fmt: skip
def test_what_is_no_answer_is_named(text: str) -> None:
    assert no_answer(text)


def test_none_of_the_prepared_answers_is_taken_for_nonsense() -> None:
    for setting in setting_slugs():
        for file in library(setting).files:
            wrong = [answer.text for answer in file.answers if no_answer(answer.text)]
            assert not wrong


@pytest.mark.parametrize("nonsense", ["!!!!", "GGGG", "Я ем суп каждый день."])
def test_nonsense_goes_back_with_the_reason(nonsense: str) -> None:
    left = [nonsense]

    def script(payload: Payload) -> str:
        reply = reply_to(payload)
        if purpose(payload) == "answer" and left:
            reply["text"] = left.pop()
        return completion(json.dumps(reply))

    models, wire = scripted(script)
    game = play(models, "house", brains={1: "openai:m@http://127.0.0.1:9/v1"})
    assert "cannot be said at the table" in texts(wire.sent[2])[-1][1]
    assert not happened(game, ev.Substituted)
