"""Going on: from every point of a game, after a kill in any phase, after a line was torn."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.errors import RecordError
from dubious_ai.game.seating import Plan, brains_of, lay, seed_of
from dubious_ai.game.table import Table
from dubious_ai.storage.record import read_record
from dubious_ai.storage.record_writer import Record
from tests.play import snapshot
from tests.readers import READERS

from .table import play_on, record_game, store

ROOT = Path(__file__).parents[2]


def resume(path: Path) -> Game:
    """Open a record, play to its end, and give back the game as the file tells it."""
    record, loaded = Record.reopen(path)
    with record:
        play_on(loaded.game(), store(record))
    after = read_record(path)
    assert after.finished
    assert after.events[: len(loaded.events)] == loaded.events
    return after.game()


def test_a_game_goes_on_from_every_prefix_of_its_record_to_the_same_end(tmp_path: Path) -> None:
    whole = tmp_path / "whole.dubious.jsonl"
    events = record_game(whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) == len(events) + 1
    end = snapshot(Game(events).state)
    for length in range(3, len(lines) + 1):
        part = tmp_path / f"{length}.dubious.jsonl"
        part.write_bytes(b"".join(lines[:length]))
        assert snapshot(resume(part).state) == end, f"differs when resumed after line {length}"


def test_bots_of_the_house_go_on_from_any_point_to_the_same_end(tmp_path: Path) -> None:
    plan = Plan(seats=3, options=Options(appearance=1, assorted=1), seed="9")
    game, seed = lay(plan)
    start = len(game.events)
    Table(
        game, brains_of(game.state, READERS), brains_of(game.state, READERS)[1], seed, parallel=False
    ).play()
    for length in range(start + 7, len(game.events), 23):
        path = tmp_path / f"{length}.dubious.jsonl"
        with Record.create(path, "TEST") as record:
            for event in game.events[:length]:
                record.append(event)
        again = read_record(path).game()
        brains = brains_of(again.state, READERS)
        Table(again, brains, brains[1], seed_of(again.state), parallel=False).play()
        assert snapshot(again.state) == snapshot(game.state)


@pytest.mark.parametrize("stop", ["keep", "answer 1", "answer 2", "guess", "reveal"])
def test_a_kill_in_any_phase_loses_no_finished_hand_in(tmp_path: Path, stop: str) -> None:
    path = tmp_path / "killed.dubious.jsonl"
    command = [sys.executable, "-m", "tests.record.table", str(path), stop, "1"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        stored: list[str] = []
        for line in child.stdout:
            if line.strip() == "stuck":
                break
            stored.append(line.removeprefix("stored ").strip())
        os.kill(child.pid, signal.SIGKILL)
    assert child.returncode == -signal.SIGKILL
    hand_ins = [ev.EVENT.validate_json(line) for line in stored]
    assert len(hand_ins) >= 2
    loaded = read_record(path)
    assert [e for e in loaded.events if e in hand_ins] == hand_ins
    assert not loaded.finished
    # the lock went with the process, and the game goes on where it stopped
    game = resume(path)
    answers = [e for e in game.events if isinstance(e, ev.AnswerHandedIn)]
    assert len(answers) == 2 * 3 * 2


def test_a_torn_last_line_is_dropped_wherever_it_was_torn(tmp_path: Path) -> None:
    path = tmp_path / "torn.dubious.jsonl"
    events = record_game(path)[:12]
    lines = path.read_bytes().splitlines(keepends=True)[:13]
    before, last = b"".join(lines[:-1]), lines[-1]
    for cut in (1, 2, len(last) // 2, len(last) - 2):
        path.write_bytes(before + last[:cut])
        loaded = read_record(path)
        assert loaded.dropped
        assert loaded.events == tuple(events[:-1])
    record, loaded = Record.reopen(path)
    with record:
        record.append(events[-1])
    assert path.read_bytes().startswith(before)
    assert read_record(path).events == tuple(events)
    assert not read_record(path).dropped


def test_a_record_torn_in_its_first_line_holds_no_game(tmp_path: Path) -> None:
    path = tmp_path / "torn.dubious.jsonl"
    for rest in (b"", b'{"format":"dub'):
        path.write_bytes(rest)
        with pytest.raises(RecordError, match="holds no game"):
            read_record(path)
