"""Runs the command line inside the test's process, with a file as standard input."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from dubious_ai.cli.main import run
from dubious_ai.storage.history import INDEX
from dubious_ai.storage.home import games_folder

SHORT = ("--setting", "antiquity", "--players", "3", "--questions", "1+1", "--seed", "3", "--no-timers")
PLAY = ("play", *SHORT, "--name", "Ann")
SCRIPT = (
    "1", "1", "Lucius", "I come from far away.", "Rough, and older than I am.", "A goose, which is no trouble.",
    "pirate", "zeus", "-", "2", "",
)  # fmt: skip
"""Everything a short game asks: two cards, name, introduction, two answers, two marks for each of two, and the lock."""


@dataclass(frozen=True)
class Ran:
    """What a command has done."""

    code: int
    out: str
    err: str


class Dubious:
    """Runs `dubious` and remembers nothing."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: str, stdin: bytes | str = b"") -> Ran:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        self._capsys.readouterr()
        code = 0
        try:
            run(list(arguments))
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)


def lines(*typed: str) -> str:
    """Lines as they stand in a file."""
    return "".join(f"{line}\n" for line in typed)


def saved() -> list[Path]:
    """The files in the games folder, but for the index."""
    return sorted(p for p in games_folder().glob("*") if p.name != INDEX) if games_folder().is_dir() else []


def game_id(ran: Ran) -> str:
    """The id of the only saved game."""
    (path,) = [p for p in saved() if p.name.endswith(".dubious.jsonl")]
    found = path.name.removesuffix(".dubious.jsonl").rpartition("-")[2]
    assert found in ran.out
    return found


def standing(out: str) -> str:
    """The final standing as printed."""
    return out.partition("Final standing")[2].partition("The game is kept")[0]


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment for a process of its own."""
    return {**os.environ, "DUBIOUS_HOME": str(home), **more}
