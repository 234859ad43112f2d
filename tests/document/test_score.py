"""Scoring a table document: the worked example, its what-if, several rounds."""

from __future__ import annotations

import json
from typing import Any

from dubious_ai.document import load, score
from tests.document.test_loading import EXAMPLE, example, full


def scored(table: dict[str, Any]) -> dict[str, Any]:
    return dict(score(load(json.dumps(table), need=("kept", "guesses"))).to_json())


def test_the_worked_example() -> None:
    told = scored(example())
    for field in ("totals", "guess_points", "winners"):
        assert told[field] == EXAMPLE[field]


def test_the_worked_example_had_helen_guessed_peters_occupation() -> None:
    what_if = EXAMPLE["what_if"]
    change = what_if["change"]

    def guessed(table: dict[str, Any]) -> None:
        table["guesses"][change["guesser"]][change["target"]][0] = change["occupation"]

    told = scored(example(guessed))
    for field in ("totals", "guess_points", "winners"):
        assert told[field] == what_if[field]
    assert told["tie_break"] == "guess points"


def test_expected_totals_in_the_input_are_ignored() -> None:
    assert scored(example() | {"totals": {"Jane": 99}, "winners": ["Peter"]}) == scored(example())


def test_rounds_add_up_and_each_row_names_its_round() -> None:
    def twice(table: dict[str, Any]) -> None:
        table["rounds"].append(table["rounds"][0])

    told = scored(full(twice))
    assert told["totals"] == {name: 2 * points for name, points in EXAMPLE["totals"].items()}
    assert [row["round"] for row in told["rows"]] == [1] * 6 + [2] * 6


def test_rows_say_who_was_right_and_which_ticks_are_struck_out() -> None:
    rows = {(row["player"], row["kind"]): row for row in scored(example())["rows"]}
    secret = rows["Helen", "secret"]
    assert secret["right"] == ["Jane", "Peter"]
    assert secret["outcome"] == "all"
    assert [t["points"] for t in secret["ticks"] if t["player"] == "Helen"] == [0, 0]
    assert rows["Peter", "occupation"]["guesses"] == {"Jane": "Tax collector", "Helen": "Legionary"}


def test_a_blank_guess_ticks_nothing() -> None:
    def blank(table: dict[str, Any]) -> None:
        table["guesses"]["Jane"]["Peter"][0] = None

    assert scored(example(blank))["totals"]["Jane"] == EXAMPLE["totals"]["Jane"] - 1
