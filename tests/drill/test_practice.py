"""Results outlive crashes, and damage is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from dubious_ai.coach.drill.practice_log import add, load_practice, practice_file
from dubious_ai.errors import RecordError
from tests.drill.test_boxes import done


def test_results_come_back_in_order() -> None:
    add([done("potter", True)])
    add([done("teacher", False), done("senator", True)])
    assert [d.marks[0].card for d in load_practice()] == ["potter", "teacher", "senator"]
    assert practice_file().is_file()


def test_without_a_file_there_is_nothing(tmp_path: Path) -> None:
    assert load_practice(tmp_path / "none.jsonl") == ()


def test_a_torn_last_line_costs_only_itself() -> None:
    add([done("potter", True), done("teacher", True)])
    path = practice_file()
    path.write_bytes(path.read_bytes()[:-25])
    assert [d.marks[0].card for d in load_practice()] == ["potter"]
    add([done("senator", True)])
    assert [d.marks[0].card for d in load_practice()] == ["potter", "senator"]


def test_a_newer_file_is_left_alone() -> None:
    add([done("potter", True)])
    path = practice_file()
    newer = path.read_bytes().replace(b'"version": 1', b'"version": 7')
    path.write_bytes(newer)
    with pytest.raises(RecordError, match="newer"):
        add([done("teacher", True)])
    assert path.read_bytes() == newer


def test_damage_in_the_middle_names_its_line() -> None:
    add([done("potter", True), done("teacher", True)])
    path = practice_file()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], b'{"at": 3}\n', lines[2]]))
    with pytest.raises(RecordError, match="line 2"):
        load_practice()


def test_a_foreign_file_is_not_written_to() -> None:
    practice_file().parent.mkdir(parents=True, exist_ok=True)
    practice_file().write_text("my diary\n", encoding="utf-8")
    with pytest.raises(RecordError):
        add([done("potter", True)])
    assert practice_file().read_text(encoding="utf-8") == "my diary\n"
