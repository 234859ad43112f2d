"""Reading a table document: its three forms, cards as people name them, and errors that say where."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.document import DocumentError, MyCards, load, read
from dubious_ai.errors import UsageError
from tests.golden import FIXTURES

EXAMPLE: dict[str, Any] = json.loads((FIXTURES / "round_example.json").read_text(encoding="utf-8"))
Change = Callable[[dict[str, Any]], object]


def nothing(table: dict[str, Any]) -> None:
    del table


def example(change: Change = nothing) -> dict[str, Any]:
    table = copy.deepcopy(EXAMPLE)
    change(table)
    return table


def full(change: Change = nothing) -> dict[str, Any]:
    """The example in full form."""
    flat = example()
    inner = {key: flat[key] for key in ("kept", "rejected", "questions", "answers", "guesses")}
    table = {"setting": flat["setting"], "players": flat["players"], "rounds": [inner]}
    change(table)
    return table


def refusal(table: object) -> str:
    text = table if isinstance(table, str) else json.dumps(table)
    with pytest.raises(DocumentError) as caught:
        load(text, "round.json", need=("kept", "guesses"))
    return str(caught.value)


def test_flat_and_full_form_are_the_same_table() -> None:
    assert load(json.dumps(example())) == load(json.dumps(full()))


def test_what_is_written_is_read_back_with_its_version() -> None:
    table = load(json.dumps(full()))
    assert json.loads(table.to_json())["version"] == 1
    assert load(table.to_json()) == table


def test_cards_and_people_may_be_named_as_people_do() -> None:
    def loosely(table: dict[str, Any]) -> None:
        table["setting"] = "Antiquity"
        table["kept"]["Jane"] = ["the GLADIATOR", "zeus"]
        table["guesses"]["helen"] = table["guesses"].pop("Helen")
        table["guesses"]["Jane"]["Peter"] = [13, "12"]

    table = load(json.dumps(example(loosely)), need=("kept", "guesses"))
    assert table == load(json.dumps(example()))


def test_blank_guesses_are_null_empty_or_a_dash() -> None:
    def blank(table: dict[str, Any]) -> None:
        table["guesses"]["Jane"] = {"Peter": [None, ""], "Helen": None}
        table["guesses"]["Peter"]["Jane"] = ["-", " "]

    guesses = load(json.dumps(example(blank)), need=("guesses",)).rounds[0].guesses or {}
    assert guesses["Jane"] == {"Peter": (None, None), "Helen": (None, None)}
    assert guesses["Peter"]["Jane"] == (None, None)


def test_the_form_for_asking_lines_answers_up_under_their_questions() -> None:
    asked = {
        "setting": "antiquity",
        "me": {"occupations": ["glad", "senator"], "secrets": ["zeus", "barbarians"]},
        "players": [
            {"name": "Ann", "answers": [{"question": "What pet do you have?", "text": "A goose."}]},
            {
                "name": "Bob",
                "answers": [
                    {"question": "What do your hands look like?", "text": "Clean."},
                    {"question": "What pet do you have?", "text": "None\u202e."},
                ],
            },
        ],
    }
    table = load(json.dumps(asked))
    assert table.players == ("Ann", "Bob")
    assert isinstance(table.me, MyCards)
    assert table.me.occupations == ("Gladiator", "Senator")
    (only,) = table.rounds
    assert [(q.text, q.back) for q in only.questions] == [
        ("What pet do you have?", "assorted"),
        ("What do your hands look like?", "appearance"),
    ]
    assert only.answers == {"Ann": ("A goose.", ""), "Bob": ("None.", "Clean.")}


def set_at(*path_and_value: Any) -> Change:
    *path, last, value = path_and_value

    def change(table: dict[str, Any]) -> None:
        inner: Any = table
        for part in path:
            inner = inner[part]
        inner[last] = value

    return change


def without(*path: Any) -> Change:
    *way, last = path

    def change(table: dict[str, Any]) -> None:
        inner: Any = table
        for part in way:
            inner = inner[part]
        del inner[last]

    return change


IN_FULL: list[tuple[Change, str, str]] = [
    (set_at("rounds", 0, "guesses", "Jane", "Peter", ["Gladiatr", None]), "rounds[0].guesses.Jane.Peter", "'Gladiatr'"),
    (set_at("rounds", 0, "kept", "Jane", ["p", "zeus"]), "rounds[0].kept.Jane", "Philosopher, Pearl diver"),
    (set_at("rounds", 0, "kept", "Jane", ["zeus"]), "rounds[0].kept.Jane", "two entries"),
    (set_at("rounds", 0, "kept", "Jane", 7), "rounds[0].kept.Jane", "the number 7"),
    (set_at("rounds", 0, "kept", "Jane", ["", "zeus"]), "rounds[0].kept.Jane", "Jane's Occupation is empty"),
    (without("rounds", 0, "kept", "Peter"), "rounds[0].kept", "Peter is missing"),
    (without("rounds", 0, "kept"), "rounds[0]", "'kept' is missing"),
    (without("rounds", 0, "guesses", "Peter"), "rounds[0].guesses", "Peter is missing"),
    (without("rounds", 0, "guesses", "Peter", "Helen"), "rounds[0].guesses.Peter", "guess about Helen is missing"),
    (set_at("rounds", 0, "guesses", "Petr", {}), "rounds[0].guesses.Petr", "'Petr' is not at this table"),
    (set_at("rounds", 0, "guesses", "Jane", "Bo Do", []), "rounds[0].guesses.Jane['Bo Do']", "two entries"),
    (set_at("rounds", 0, "guesses", "Jane", "Jane", [1, 1]), "rounds[0].guesses.Jane.Jane", "cannot guess about Jane"),
    (set_at("rounds", 0, "answers", {"Jane": ["one"]}), "rounds[0].answers.Jane", "1 answer to 2 questions"),
    (set_at("rounds", 0, "questions", 1, {"back": "assorted"}), "rounds[0].questions[1]", "'text' is missing"),
    (set_at("rounds", 0, "questions", 1, {"back": "side", "text": "x"}), "rounds[0].questions[1].back", "'side'"),
    (set_at("rounds", []), "rounds", "too short"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "place", "said"), IN_FULL)
def test_wrong_content_is_named_with_its_place_and_value(change: Change, place: str, said: str) -> None:
    told = refusal(full(change))
    assert told.startswith(f"round.json, {place}: ")
    assert said in told
    assert "\n" not in told


@pytest.mark.parametrize(
    ("change", "place", "said"),
    [
        (set_at("players", 1, "jane"), "players[1]", "used twice"),
        (set_at("players", 1, ""), "players[1]", "no name"),
        (set_at("players", 1, "x" * 41), "players[1]", "41 characters"),
        (set_at("players", ["Jane", "Peter"]), "players", "3 to 6 players, not 2"),
        (set_at("players", list("abcdefg")), "players", "6 is the most"),
        (set_at("setting", "mars"), "setting", "'mars'"),
        (set_at("version", 2), "version", "Update dubious-ai"),
        (set_at("me", "Zoe"), "me", "'Zoe'"),
        (set_at("kept", "Jane", ["Winemaker", "zeus"]), "kept.Peter", "'Winemaker' cannot be dealt twice"),
        (set_at("rejected", "Jane", ["Winemaker", "forum"]), "rejected.Jane", "under kept for Peter"),
        (set_at("kept", "Jane", ["zeus", "Gladiator"]), "kept.Jane", "is not an Occupation"),
        (
            set_at("kept", "Jane", ["Posed for a nude statue", "1"]),
            "kept.Jane",
            "It is a Secret: the Occupation stands first",
        ),
        (set_at("kept", "Jane", ["Smuggler", "1"]), "kept.Jane", "It belongs to Science Fiction"),
    ],
)
def test_in_the_flat_form_places_are_those_of_the_flat_form(change: Change, place: str, said: str) -> None:
    told = refusal(example(change))
    assert told.startswith(f"round.json, {place}: ")
    assert said in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"setting": "antiquity",\n  "players": }', "line 2, column 14"),
        ("", "is empty"),
        ("[1, 2]", "a list of 2, not one JSON object"),
        ('{"setting": NaN}', "NaN is no JSON value"),
        ('{"kept": {"Ann": [1, 2], "Ann": [3, 4]}}', "kept.Ann: 'Ann' stands here twice"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": ' + "9" * 5000 + "}", "too many digits"),
        ('{"setting": "antiquity"}', "'players' is missing"),
    ],
)
def test_broken_json_is_told_in_one_sentence(text: str, said: str) -> None:
    assert said in refusal(text)


def test_bytes_that_are_not_utf_8_are_named_with_their_line_and_a_byte_order_mark_is_no_matter() -> None:
    with pytest.raises(DocumentError, match="line 2: the byte 0xff is not UTF-8"):
        load(b'{"setting":\n"\xff"}')
    assert load(b"\xef\xbb\xbf" + json.dumps(example()).encode()) == load(json.dumps(example()))


def test_a_misspelt_field_is_not_dropped_in_silence_and_foreign_fields_are_left_alone() -> None:
    def misspelt(table: dict[str, Any]) -> None:
        table["guesse"] = table.pop("guesses")

    assert "there is no field 'guesse'; did you mean 'guesses'?" in refusal(example(misspelt))
    load(json.dumps(example(set_at("date of the evening", "Friday"))))


def test_text_from_outside_is_cleaned_and_an_endless_answer_refused() -> None:
    def answered(text: str) -> Change:
        return set_at("answers", {"Jane": [text, ""], "Peter": ["", ""], "Helen": ["", ""]})

    table = load(json.dumps(example(answered("\x1b[31mred\u202e [/]\ud800"))))
    assert (table.rounds[0].answers or {})["Jane"] == ("red [/]", "")
    told = refusal(example(answered("x" * 100_000)))
    assert "answers.Jane[0]: this has 100000 characters; 1000 is the limit" in told
    assert len(told) < 200


def test_a_bad_value_of_any_length_gives_a_short_sentence_without_control_characters() -> None:
    told = refusal(example(set_at("kept", "Jane", ["\x1b]0;" + "x" * 100_000, "zeus"])))
    assert len(told) < 300
    assert "\x1b" not in told


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        read(str(tmp_path / "none.json"))
    with pytest.raises(UsageError, match="Is a directory"):
        read(str(tmp_path))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = st.sampled_from(
    ["setting", "players", "rounds", "kept", "guesses", "answers", "questions", "me", "version"]
)


@given(
    st.dictionaries(KEYS, JSON), st.sampled_from(["setting", "players", "rounds", "kept", "guesses", "me"])
)
def test_whatever_json_comes_it_is_a_table_or_one_sentence(extra: dict[str, Any], drop: str) -> None:
    table = example() | extra
    table.pop(drop, None)
    try:
        found = load(json.dumps(table)).to_json()
    except DocumentError as error:
        found = str(error)
    assert found
    assert "\n" not in found or load(found).players
