"""Reading replies: wrapped, lenient, cut off, hostile; and names, weights and lines as models write them."""

from __future__ import annotations

import json
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.brains.llm.reply.completion import NotACompletion, ServerReply, read_body
from dubious_ai.brains.llm.reply.reply_models import AnswerReply, GuessRow, card_named, chances, one_of
from dubious_ai.brains.llm.reply.reply_value import find_objects, read_value
from dubious_ai.brains.llm.reply.spoken_words import tidy
from dubious_ai.content.library import library
from dubious_ai.core.model import KINDS
from tests.llm.support import completion

SETTING = library("cthulhu").setting()
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


def read(text: str, finish: str = "stop") -> tuple[str, str]:
    reading = read_value(ServerReply(text, finish=finish), AnswerReply)
    return reading.state, reading.value.text if reading.value else ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"aim":"both","text":"One two."}', "One two."),
        ("{aim: both, text: 'One'}", ""),
        ("{'aim': 'both', 'text': 'It\\'s \"mine\", I said.'}", 'It\'s "mine", I said.'),
        ("{'aim': 'both', 'text': 'It's mine'}", "It's mine"),
        ("{“aim”: “both”, “text”: “Curly.”,}", "Curly."),
        (
            '{"aim": "Both", "share": "60 %", "text": "Loose types.", "delivery": null, "more": [1]}',
            "Loose types.",
        ),
        ('{"aim": "false trail", "text": "Spelled apart."}', "Spelled apart."),
        ('{"aim":"both","text":"A raw\nline end"}', "A raw\nline end"),
        ('{"aim":"both","text":"draft"} no, better: {"aim":"both","text":"final"}', "final"),
        ('{"type":"object","properties":{"aim":"both","text":"Echoed schema."}}', "Echoed schema."),
        ('<think>{"aim":"both","text":"a thought"}</think>{"aim":"both","text":"said"}', "said"),
        ('[{"aim":"both","text":"In a list."}]', "In a list."),
        ("{'aim': 'both', 'text': '\\ud83c\\udfba and a trumpet'}", "🎺 and a trumpet"),
    ],
)
def test_what_models_write_is_read(text: str, expected: str) -> None:
    assert read(text)[1] == expected


@pytest.mark.parametrize(
    ("text", "finish", "state"),
    [
        ('{"aim":"both","text":"cut of', "length", "truncated"),
        ('{"aim":"both","text":"cut of', "stop", "truncated"),
        ("{'aim': 'both', 'text'", "stop", "truncated"),
        ("```json", "length", "truncated"),
        ("<think>still thinking", "length", "truncated"),
        ("", "stop", "empty"),
        ("I choose the Gladiator.", "stop", "malformed"),
        ('{"aim":"both","text":""}', "stop", "malformed"),
        ('{"aim":"the stars","text":"x"}', "stop", "malformed"),
        ('{"aim":"both","text":["x"]}', "stop", "malformed"),
        ("Use { braces } and then nothing", "stop", "malformed"),
        ('{"aim":"both","text":"x"}', "content_filter", "refused"),
    ],
)
def test_what_is_no_reply_is_told_apart(text: str, finish: str, state: str) -> None:
    assert read(text, finish)[0] == state


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 50_000,
        "{" * 100_000,
        '{"aim":' + "9" * 10_000 + "}",
        "{'a': " * 30_000 + "1",
        '"' * 99_999,
        "{\\" * 40_000,
    ],
)
def test_hostile_texts_are_read_as_nothing(text: str) -> None:
    assert read(text)[0] in ("malformed", "truncated")


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_exception(text: str) -> None:
    find_objects("{" + text)
    assert read(text)[0] in ("ok", "malformed", "truncated", "empty")


@given(
    st.dictionaries(st.text(max_size=6), json_values, max_size=4),
    st.text(max_size=10).filter(lambda t: "{" not in t),
)
def test_json_in_prose_is_found_as_it_is(value: dict[str, object], prose: str) -> None:
    assert find_objects(f"{prose}{json.dumps(value)} {prose}")[0] == [value]


@given(json_values)
def test_any_json_body_is_a_completion_or_is_refused_as_none(value: object) -> None:
    with pytest.raises(NotACompletion):
        read_body(json.dumps(value))


def test_odd_but_valid_bodies() -> None:
    parts = cast("str", [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}])
    assert read_body(completion(parts)).text == "ab"
    assert read_body(completion(None)).text == ""
    assert read_body(completion("x", usage=(0, 0))).usage is None


def test_every_card_is_known_by_its_name_in_any_dress() -> None:
    for kind in KINDS:
        for card in SETTING.cards(kind):
            for dress in ("{}", "1. {}", "{}.", '"{}"', "the {}", "A {}", " {} ", "12) {}", "**{}**"):
                for case in (str.lower, str.upper, str.title, str):
                    assert card_named(SETTING, kind, dress.format(case(card.name))) == card


@pytest.mark.parametrize(
    "text", ["", "3", "Photograph", "Photographer, Priest", "Photographer or Priest", "Phptographer", "The"]
)
def test_a_near_miss_is_no_card(text: str) -> None:
    assert card_named(SETTING, "occupation", text) is None


def test_a_card_of_the_other_kind_is_none() -> None:
    assert card_named(SETTING, "secret", SETTING.occupations[0].name) is None
    assert one_of("BRUNO", ["Bruno", "Dag"]) == "Bruno"
    assert one_of("Br", ["Bruno", "Dag"]) is None


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ([60, 20, 10], [0.6, 0.2, 0.1]),
        ([0.6, 0.2, 0.1], [0.6, 0.2, 0.1]),
        ([300, 100, 100], [0.6, 0.2, 0.2]),
        ([], [0.5, 0.25, 0.15]),
        ([0, 0, 0], [0.5, 0.25, 0.15]),
        ([-5, 50, 50], [0.0, 0.5, 0.5]),
    ],
)
def test_weights_however_they_are_meant(weights: list[float], expected: list[float]) -> None:
    assert chances(weights, 3) == pytest.approx(expected)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=8), st.integers(1, 5))
def test_chances_are_chances(weights: list[float], count: int) -> None:
    found = chances(weights, count)
    assert len(found) == count
    assert all(0 <= c <= 1 for c in found)
    assert sum(found) <= 1 + 1e-9


def test_lists_of_objects_are_taken_for_lists_of_names() -> None:
    row = GuessRow.model_validate(
        {
            "player": "Dag",
            "occupations": [{"card": "Priest"}, "Writer"],
            "secrets": "Former prisoner",
            "occupation_weights": ["70%", {"w": 2}],
            "secret_weights": 0.9,
        }
    )
    assert (row.occupations, row.occupation_weights) == (["Priest", "Writer"], [70, 2])
    assert (row.secrets, row.secret_weights) == (["Former prisoner"], [0.9])


def test_lines_are_tidied_but_never_reworded() -> None:
    assert tidy('"Quoted whole."') == "Quoted whole."
    assert tidy('"One" and "two"') == '"One" and "two"'
    assert tidy("A dash — there – and 3–4.") == "A dash, there, and 3–4."
    assert tidy("red\x1b[31m\u202e text\n") == "red text"
