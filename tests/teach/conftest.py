"""Games played once for all tests of lessons, and the command run in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dubious_ai.analysis.analyse import analyse
from dubious_ai.analysis.game_analysis import GameAnalysis
from dubious_ai.cli.main import run as cli
from dubious_ai.core.game import Game
from tests.readers import READERS
from tests.teach.classroom import bots_game, class_game

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="session")
def bots() -> Game:
    """A two-round game of the house."""
    return bots_game(rounds=2)


@pytest.fixture(scope="session")
def told() -> GameAnalysis:
    """The class's round as a lesson."""
    return analyse(class_game(), READERS)


@pytest.fixture
def dubious(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the command in an empty folder and returns its exit code, output and words beside it."""
    monkeypatch.chdir(tmp_path)

    def go(*arguments: str) -> tuple[int, str, str]:
        code = 0
        try:
            cli(list(arguments))
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        out, err = capsys.readouterr()
        return code, out, err

    return go
