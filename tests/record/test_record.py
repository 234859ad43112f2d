"""The game file refuses what it cannot trust, and says so in a sentence that names file, line and what to do."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.errors import RecordError
from dubious_ai.storage import record_writer as module
from dubious_ai.storage.record import VERSION, read_record, read_sound_part
from dubious_ai.storage.record_writer import Record, write_events
from tests.play import finished

from .table import record_game

ROOT = Path(__file__).parents[2]
SHORT = Options(appearance=0, assorted=1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A whole game in a file."""
    file = tmp_path / "game.dubious.jsonl"
    record_game(file, options=SHORT)
    return file


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def refusal(action: Callable[[], object]) -> str:
    with pytest.raises(RecordError) as caught:
        action()
    return str(caught.value)


def test_what_is_written_is_read_back_equal(path: Path, tmp_path: Path) -> None:
    loaded = read_record(path)
    assert loaded.finished
    assert not loaded.dropped
    copy = tmp_path / "copy.dubious.jsonl"
    write_events(copy, "COPY", loaded.events)
    assert read_record(copy).events == loaded.events
    assert read_record(copy).header.game == "COPY"


def test_every_line_is_one_envelope_with_a_time_and_an_event_without_one(path: Path) -> None:
    first, *rest = (json.loads(line) for line in lines_of(path))
    assert (first["format"], first["version"]) == ("dubious-record", 2)
    for envelope in rest:
        assert set(envelope) == {"at", "event"}
        assert "type" in envelope["event"]


def test_a_record_explains_itself_without_the_contents(path: Path) -> None:
    # cards and questions are embedded: an old game replays after the contents have changed
    setup = read_record(path).events[0]
    assert isinstance(setup, ev.GameSetUp)
    assert len(setup.setting.occupations) == 12
    assert read_record(path).game().state.phase == "over"


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (b"not json\n", "it is no JSON"),
        (b"[1, 2]\n", "not a JSON object"),
        (b'{"at":"2026-01-01"}\n', "'event' is missing"),
        (b'{"event":{"type":"cheated","seat":1}}\n', "union tag invalid"),
        (b'{"event":{"type":"answers_reread","seat":"first"}}\n', "seat"),
        (b'{"event":{"type":"answers_reread","seat":1,"extra":1}}\n', "extra"),
        (b'\xff\xfe{"event":1}\n', "it is no JSON"),
        (b'{"event":' + b"[" * 100_000 + b"\n", "it is no JSON"),
        (b'{"event":{"type":"answers_reread","seat":' + b"[" * 60 + b"]" * 60 + b"}}\n", "nested"),
        (b"\x00" * 40 + b"\n", "line 7"),
    ],
)
def test_a_damaged_line_in_the_middle_is_named(path: Path, damage: bytes, says: str) -> None:
    lines = lines_of(path)
    lines[6] = damage
    path.write_bytes(b"".join(lines))
    for action in (lambda: read_record(path), lambda: Record.reopen(path)):
        message = refusal(action)
        assert f"{path}, line 7 is damaged" in message
        assert says in message
        assert "The lines before it are sound" in message
    assert path.read_bytes() == b"".join(lines), "reading must not change a damaged file"


def test_an_event_the_rules_refuse_is_named_with_its_line(path: Path) -> None:
    lines = lines_of(path)
    dealt = next(i for i, line in enumerate(lines) if b"cards_dealt" in line)
    path.write_bytes(b"".join([*lines[:dealt], lines[dealt], *lines[dealt:]]))
    message = refusal(lambda: read_record(path).game())
    assert f"{path}, line {dealt + 2}: this event (cards_dealt) cannot have happened" in message
    for secret in hidden_words(path):
        assert secret not in message, "what a seat holds is nobody's business but its own"


def hidden_words(path: Path) -> set[str]:
    """The cards dealt to anybody in a record."""
    hands = [event for event in read_sound_part(path).events if isinstance(event, ev.CardsDealt)]
    return {slug for hand in hands for slug in (*hand.occupations, *hand.secrets)}


def test_no_error_about_a_damaged_line_says_what_another_seat_holds(path: Path) -> None:
    hidden = hidden_words(path) | {
        e.text for e in read_record(path).events if isinstance(e, ev.AnswerHandedIn)
    }
    lines = lines_of(path)
    for at, line in enumerate(lines[1:], 1):
        for spoiled in (
            line.replace(b'"seat":', b'"chair":'),
            line.replace(b'"type":"', b'"type":"x'),
            line[: len(line) // 2] + b"\n",
        ):
            path.write_bytes(b"".join([*lines[:at], spoiled, *lines[at + 1 :], b"{}\n"]))
            message = refusal(lambda: read_record(path).game())
            assert not [word for word in hidden if word in message], message


@pytest.mark.parametrize(
    ("header", "says"),
    [
        (
            {"version": VERSION + 1},
            f"newer dubious-ai (file version {VERSION + 1}; this one reads up to {VERSION})",
        ),
        ({"version": 0}, "line 1: 0 is no version"),
        ({"version": "1"}, "line 1: '1' is no version"),
        ({"format": "another-record"}, "is not a game file of this program"),
        ({"game": 7}, "line 1 is damaged: game"),
        ({"surprise": True}, "line 1 is damaged: surprise"),
    ],
)
def test_a_foreign_or_newer_file_is_refused(path: Path, header: dict[str, object], says: str) -> None:
    first, *rest = lines_of(path)
    path.write_bytes(json.dumps(json.loads(first) | header).encode() + b"\n" + b"".join(rest))
    message = refusal(lambda: read_record(path))
    assert str(path) in message
    assert says in message


@pytest.mark.parametrize("content", [b"Dear diary,\ntoday\n", b"\x7fELF\x02\x01\n\n", b"[]\n"])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    assert f"{path}, line 1 is damaged" in refusal(lambda: read_record(path))


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for action in (read_record, Record.reopen):
        assert "No such file" in refusal(lambda action=action: action(tmp_path / "none.dubious.jsonl"))
        assert "directory" in refusal(lambda action=action: action(tmp_path))


def test_a_new_record_never_replaces_another(path: Path) -> None:
    before = path.read_bytes()
    assert "exists already" in refusal(lambda: Record.create(path, "NEW"))
    assert path.read_bytes() == before


def test_a_second_process_is_refused_as_long_as_the_first_lives(path: Path) -> None:
    code = "import sys, time; from pathlib import Path; from dubious_ai.storage.record_writer import Record\n"
    code += "held = Record.reopen(Path(sys.argv[1])); print('held', flush=True); time.sleep(600)"
    with subprocess.Popen([sys.executable, "-c", code, str(path)], cwd=ROOT, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"held\n"
        message = refusal(lambda: Record.reopen(path))
        assert f"{path} is open in another window or process" in message
        assert read_record(path).finished, "reading needs no lock"
        os.kill(child.pid, signal.SIGKILL)
    record, _ = Record.reopen(path)
    record.close()


def test_a_full_disk_is_said_plainly_and_what_was_saved_stays_sound(tmp_path: Path) -> None:
    path, events = tmp_path / "full.dubious.jsonl", finished(options=SHORT)
    record = Record.create(path, "FULL")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    stored: list[ev.Event] = []

    def fill() -> None:
        for event in events:
            record.append(event, durable=True)
            stored.append(event)

    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (6000, hard))
        message = refusal(fill)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    record.close()
    assert 0 < len(stored) < len(events)
    assert f"cannot be saved in {path}" in message
    assert "Free some space or set DUBIOUS_HOME" in message
    loaded = read_record(path)
    assert loaded.events == tuple(stored)
    assert not loaded.dropped
    # with space again, the game goes on
    again, _ = Record.reopen(path)
    with again:
        for event in events[len(stored) :]:
            again.append(event)
    assert read_record(path).events == tuple(events)


def test_a_disk_full_from_the_start_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "full.dubious.jsonl"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, hard))
        message = refusal(lambda: Record.create(path, "FULL"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "cannot be saved" in message
    assert not path.exists()


def test_a_folder_that_cannot_be_written_is_said_plainly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # permissions do not stop an administrator, so the refusal itself is played
    def refuse(*_: object, **__: object) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(module, "FileIO", refuse)
    path = tmp_path / "games" / "game.dubious.jsonl"
    message = refusal(lambda: Record.create(path, "DENIED"))
    assert f"cannot be saved in {path}: Permission denied" in message
    assert "DUBIOUS_HOME" in message


def test_a_games_folder_that_is_a_file_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("not a folder")
    message = refusal(lambda: Record.create(tmp_path / "games" / "game.dubious.jsonl", "X"))
    assert "cannot be saved" in message
    assert "exists already" not in message


def test_the_committed_record_of_version_1_keeps_loading() -> None:
    loaded = read_record(ROOT / "fixtures" / "records" / "version-1.dubious.jsonl")
    assert loaded.header.version == 1
    state = loaded.game().state
    assert [p.name for p in state.players] == ["Ann", "Ben", "Cleo", "Dov"]
    assert len(state.rounds) == 2
    assert state.phase == "over"
    kinds = {event.type for event in loaded.events}
    assert kinds >= {
        "note_taken",
        "answer_taken_back",
        "substituted",
        "coach_used",
        "turn_noted",
        "seat_prepared",
    }
    standing = state.standing()
    assert (standing.totals, standing.winners) == ({1: 10, 2: 10, 3: 10, 4: 8}, (2,))


def test_a_game_folds_to_the_same_state_from_its_record(path: Path) -> None:
    loaded = read_record(path)
    assert Game(loaded.events).state.standing() == loaded.game().state.standing()
