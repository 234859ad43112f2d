"""A game file as crashes, editors, old versions and odd disks leave it: what is sound is read, and said is what was lost."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import NoReturn

import pytest

from dubious_ai.core.model import Options
from dubious_ai.storage import locking
from dubious_ai.storage.record import VERSION, read_record
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


def spoilt(raw: bytes, how: str) -> bytes:
    """A sound file as a crash, an editor or a sync tool may leave it."""
    return {
        "no final line break": raw.rstrip(b"\n"),
        "byte order mark": b"\xef\xbb\xbf" + raw,
        "zeros": raw + b"\x00" * 4096,
        "blank lines": raw.replace(b"\n", b"\n\n", 3),
        "windows line ends": raw.replace(b"\n", b"\r\n"),
        "torn": raw + b'{"at":"2026',
    }[how]


@pytest.mark.parametrize(
    ("how", "word"),
    [
        ("no final line break", ""),
        ("byte order mark", "editor"),
        ("zeros", "zero bytes"),
        ("blank lines", "blank lines"),
        ("windows line ends", ""),
        ("torn", "torn"),
    ],
)
def test_the_whole_game_is_read_whatever_editors_crashes_and_sync_tools_did(
    path: Path, how: str, word: str
) -> None:
    whole = read_record(path)
    path.write_bytes(spoilt(path.read_bytes(), how))
    loaded = read_record(path)
    assert loaded.events == whole.events
    assert (word in loaded.told()) if word else not loaded.told()
    # and going on with it leaves a sound file
    record, again = Record.reopen(path)
    with record:
        assert again.events == whole.events
    assert read_record(path).events == whole.events


def test_a_game_goes_on_behind_a_last_line_without_its_break(tmp_path: Path) -> None:
    path, events = tmp_path / "cut.dubious.jsonl", finished(options=SHORT)
    write_events(path, "CUT", events[:10])
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    record, loaded = Record.reopen(path)
    with record:
        assert loaded.events == tuple(events[:10])
        record.append(*events[10:])
    assert read_record(path).events == tuple(events)


def test_a_record_is_for_its_owner_only(path: Path) -> None:
    assert path.stat().st_mode & 0o777 == 0o600


def test_going_on_with_an_older_record_renews_it_and_keeps_the_original(tmp_path: Path) -> None:
    old = (ROOT / "fixtures" / "records" / "version-1.dubious.jsonl").read_bytes()
    path = tmp_path / "old.dubious.jsonl"
    path.write_bytes(old)
    before = read_record(path).events
    record, loaded = Record.reopen(path)
    record.close()
    assert loaded.header.version == VERSION
    assert loaded.events == before
    assert (tmp_path / "old.dubious.jsonl.version-1").read_bytes() == old
    assert read_record(path).game().state.standing().winners == (2,)


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK, errno.EINVAL])
def test_a_disk_that_knows_no_locks_or_syncing_is_told_of_once_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise OSError(number, "not here")

    monkeypatch.setattr("filelock.lock_descriptor", refuse)
    monkeypatch.setattr("dubious_ai.storage.locking.os.fsync", refuse)
    monkeypatch.setattr("dubious_ai.storage.locking._told", set[str]())
    for name in ("one", "two"):
        write_events(tmp_path / f"{name}.dubious.jsonl", name, finished(options=SHORT))
    told = locking.take_warnings()
    assert len(told) == 2
    assert "two windows" in " ".join(told)
    assert read_record(tmp_path / "two.dubious.jsonl").finished
