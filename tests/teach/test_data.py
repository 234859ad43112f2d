"""Data for research: schemas that a validator takes, flat tables that add up, nothing leaking between splits."""

from __future__ import annotations

import copy
import csv
import json
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol, cast

import jsonschema
import pytest

from dubious_ai.analysis.analyse import analyse
from dubious_ai.belief import Said
from dubious_ai.belief.encoder import Encoder, SharedEncoder
from dubious_ai.belief.reader import PREDICTED, Reader
from dubious_ai.content.library import library
from dubious_ai.teach.export import sample_document
from tests.readers import READERS
from tests.teach.classroom import bots_game, class_table
from tests.teach.conftest import Command

SHORT = ("-s", "antiquity", "-p", "3", "-q", "1+1", "--seed", "data")


class Validator(Protocol):
    """The little of a validator that is used."""

    def iter_errors(self, instance: object) -> Iterable[object]: ...


def validator(name: str) -> Validator:
    """A validator of one of our schemas, itself checked against its own."""
    schema = json.loads((files("dubious_ai") / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    assert schema["$id"] == f"urn:dubious-ai:{name}:1"
    jsonschema.Draft202012Validator.check_schema(schema)
    return cast("Validator", jsonschema.Draft202012Validator(schema))


def errors(name: str, value: object) -> list[object]:
    return list(validator(name).iter_errors(value))


@pytest.fixture
def line(dubious: Command, tmp_path: Path) -> dict[str, Any]:
    """A line of a data set."""
    assert dubious("sample", *SHORT, "-o", "x.jsonl")[0] == 0
    return json.loads((tmp_path / "x.jsonl").read_text(encoding="utf-8"))


def test_what_is_written_fits_the_schemas(line: dict[str, Any]) -> None:
    assert errors("sample", line) == []
    assert errors("table", line["table"]) == []
    assert errors("table", class_table()) == []


@pytest.mark.parametrize("field", ["format", "version", "table", "seats"])
def test_a_line_that_does_not_say_what_it_is_is_none(line: dict[str, Any], field: str) -> None:
    del line[field]
    assert errors("sample", line)


def test_a_line_of_another_version_is_refused(line: dict[str, Any]) -> None:
    assert errors("sample", {**line, "version": 2})
    assert errors("sample", {**line, "format": "something"})


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_flat_tables_share_their_ids_and_add_up(dubious: Command, tmp_path: Path) -> None:
    assert dubious("sample", *SHORT, "--count", "3", "-o", "set.csv")[0] == 0
    games, seats, answers, guesses = (
        table(tmp_path / f"set-{t}.csv") for t in ("games", "seats", "answers", "guesses")
    )
    assert [g["game"] for g in games] == ["data", "data#2", "data#3"]
    assert len(seats) == 9
    assert len(answers) == 18
    assert len({a["answer"] for a in answers}) == 18
    assert len(guesses) == 3 * 3 * 2 * 2
    for seat in seats:
        mine = [g for g in guesses if (g["game"], g["guesser"]) == (seat["game"], seat["seat"])]
        assert sum(int(g["points"]) for g in mine) == int(seat["guess_points"])
    for answer in answers:
        assert (answer["clue"] in answer["text"]) or not answer["clue"]
        assert 0 <= float(answer["occupation_after"]) <= 1
    # the same text has the same id in any game, so that a split by it cannot leak
    ids = {a["text"].casefold(): a["text_id"] for a in answers}
    assert all(ids[a["text"].casefold()] == a["text_id"] for a in answers)


def test_csv_needs_a_name_and_never_holds_a_formula(dubious: Command, tmp_path: Path) -> None:
    code, _, err = dubious("sample", *SHORT, "-f", "csv")
    assert code == 2
    assert "four files" in err
    told = copy.deepcopy(class_table())
    rounds = cast("list[dict[str, dict[str, list[str]]]]", told["rounds"])
    rounds[0]["answers"]["Ann"][0] = "=HYPERLINK(1)"
    (tmp_path / "t.json").write_text(json.dumps(told), encoding="utf-8")
    assert dubious("sample", "--from", "t.json", "-o", "t.csv")[0] == 0
    assert table(tmp_path / "t-answers.csv")[0]["text"] == "'=HYPERLINK(1)"


def test_a_data_set_is_read_from_what_is_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of the house need no encoder, nor does what is written about them in data: it would cost time and a hundred megabytes."""
    game = bots_game("quick", 4)

    def loaded(self: SharedEncoder) -> Encoder:
        del self
        raise AssertionError("the encoder is asked for")

    monkeypatch.setattr(SharedEncoder, "get", loaded)
    told = analyse(game, READERS, hear=False)
    line = sample_document(game, told).line()
    assert '"why"' in line


def test_what_a_reader_remembers_of_tables_is_bounded() -> None:
    held = Reader(library("antiquity"))
    known = next(iter(held.stored))
    for n in range(PREDICTED + 10):
        held.shares([Said(*known)], 0.5, 10 + n / PREDICTED)
    assert len(vars(held)["_predicted"]) <= PREDICTED
