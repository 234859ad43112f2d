"""The game file (`*.dubious.jsonl`): a header line, then one envelope per event, appended as the game goes.

Owns reading, appending, locking and versions. Refuses files of a newer version; a last line torn by a crash is dropped with a
word; any other damage is an error with file and line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any

from pydantic import ValidationError

from dubious_ai import __version__
from dubious_ai.core.events import EVENT, Event, GameEnded
from dubious_ai.core.game import Game
from dubious_ai.core.model import Value
from dubious_ai.errors import DubiousError, RecordError

FORMAT = "dubious-record"
VERSION = 1
SUFFIX = ".dubious.jsonl"


class Header(Value):
    """The first line of a record."""

    format: str = FORMAT
    version: int = VERSION
    app: str = __version__
    game: str
    started: str


@dataclass(frozen=True)
class Loaded:
    """A record read back. `torn` tells that an unfinished last line was dropped; `size` is where the sound part ends, in bytes."""

    path: Path
    header: Header
    events: tuple[Event, ...]
    torn: bool
    size: int

    @property
    def finished(self) -> bool:
        """Whether the game has ended."""
        return bool(self.events) and isinstance(self.events[-1], GameEnded)

    def game(self) -> Game:
        """Fold the events. Raises RecordError with the line of the first event the rules refuse."""
        game = Game()
        for number, event in enumerate(self.events, 2):
            try:
                game.take(event)
            except DubiousError as error:
                raise RecordError(
                    f"{self.path}, line {number}: this event cannot have happened ({error}). The file has been changed by hand or by a fault."
                ) from error
        return game


def read(path: Path) -> Loaded:
    """Read a record without locking it. Raises RecordError: missing, newer, damaged (with the line)."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise RecordError(f"Cannot read {path}: {error.strerror or error}.") from error
    lines = raw.split(b"\n")
    torn = lines[-1] != b""
    whole = lines[:-1]
    if not whole:
        raise RecordError(f"{path} holds no game: it ends before its first line is complete.")
    header = _header(path, whole[0])
    events: list[Event] = []
    for number, line in enumerate(whole[1:], 2):
        try:
            events.append(EVENT.validate_python(_object(line)["event"], strict=False))
        except (ValueError, KeyError, TypeError, ValidationError) as error:
            raise RecordError(
                f"{path}, line {number} is damaged: {_short(error)}. The lines before it are sound; copy them to a new file to go on from there."
            ) from error
    return Loaded(path, header, tuple(events), torn, len(raw) - len(lines[-1]))


def _object(line: bytes) -> dict[str, Any]:
    value = json.loads(line)
    if not isinstance(value, dict):
        raise TypeError("not a JSON object")
    return value  # pyright: ignore[reportUnknownVariableType]


def _short(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return f"{error}" if not isinstance(error, KeyError) else f"{error} is missing"


def _header(path: Path, line: bytes) -> Header:
    try:
        value = _object(line)
    except (ValueError, TypeError) as error:
        raise RecordError(f"{path}, line 1 is damaged: {error}. It is not a readable game file.") from error
    if value.get("format") != FORMAT:
        raise RecordError(f"{path} is not a game file of this program.")
    version = value.get("version")
    if not isinstance(version, int) or version < 1:
        raise RecordError(f"{path}, line 1: {version!r} is no version of the game file.")
    if version > VERSION:
        raise RecordError(
            f"{path} was written by a newer dubious-ai (file version {version}; this one reads up to {VERSION}). Update dubious-ai to open it."
        )
    try:
        return Header.model_validate(value)
    except ValidationError as error:
        raise RecordError(f"{path}, line 1 is damaged: {_short(error)}.") from error


class Record:
    """A record open for appending, locked against every other process until it is closed."""

    def __init__(self, path: Path, file: FileIO, size: int) -> None:
        self.path = path
        self._file = file
        self._size = size
        self._dirty = False

    @classmethod
    def create(cls, path: Path, game: str) -> Record:
        """Begin a new record. Raises RecordError if the file exists or cannot be written; nothing is left behind then."""
        header = Header(game=game, started=_now())
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _cannot_write(path, error) from error
        try:
            file = FileIO(path, "x+")
        except FileExistsError as error:
            raise RecordError(f"{path} exists already. Choose another name.") from error
        except OSError as error:
            raise _cannot_write(path, error) from error
        try:
            _lock(file, path)
            record = cls(path, file, 0)
            record._write(header.model_dump_json().encode() + b"\n", durable=True)
        except RecordError:
            file.close()
            path.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)
        return record

    @classmethod
    def reopen(cls, path: Path) -> tuple[Record, Loaded]:
        """Open a record to go on with it; a torn last line is cut off. Raises RecordError, also when another process holds it."""
        try:
            file = FileIO(path, "r+")
        except OSError as error:
            raise RecordError(f"Cannot open {path}: {error.strerror or error}.") from error
        try:
            _lock(file, path)
            loaded = read(path)
            file.truncate(loaded.size)
            file.seek(loaded.size)
        except BaseException:
            file.close()
            raise
        return cls(path, file, loaded.size), loaded

    def append(self, event: Event, durable: bool = False) -> None:
        """Store one event; with `durable` (and for everything before it) the disk has it when this returns. Raises RecordError."""
        envelope = b'{"at":"%s","event":%s}\n' % (_now().encode(), EVENT.dump_json(event))
        self._write(envelope, durable=durable)

    def sync(self) -> None:
        """Make sure the disk has everything appended so far."""
        if self._dirty:
            self._write(b"", durable=True)

    def close(self) -> None:
        """Sync, release the lock and close."""
        if not self._file.closed:
            try:
                self.sync()
            finally:
                self._file.close()

    def __enter__(self) -> Record:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, line: bytes, *, durable: bool) -> None:
        try:
            left = memoryview(line)
            while left:
                left = left[self._file.write(left) :]
            if durable:
                os.fsync(self._file.fileno())
        except OSError as error:
            self._cut()
            raise _cannot_write(self.path, error) from error
        self._size += len(line)
        self._dirty = not durable

    def _cut(self) -> None:
        """Remove half a line, so that the file stays sound; where even that fails, reading drops it."""
        with suppress(OSError):
            self._file.truncate(self._size)
            self._file.seek(self._size)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _cannot_write(path: Path, error: OSError) -> RecordError:
    return RecordError(
        f"The game cannot be saved in {path}: {error.strerror or error}. Free some space or set DUBIOUS_HOME to a folder you can write to."
    )


def _sync_folder(folder: Path) -> None:
    """Make a new file's name durable too, where the system lets a folder be synced."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        # some file systems refuse this; the game itself is safe all the same
        with suppress(OSError):
            os.fsync(handle)
        os.close(handle)


def _lock(file: FileIO, path: Path) -> None:
    """Take the operating system's exclusive lock; it goes with the process, however that ends."""
    try:
        if os.name == "posix":
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        else:
            import msvcrt

            # a byte far behind the end, so that others can still read the file
            file.seek(2**40)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0, os.SEEK_END)
    except OSError as error:
        file.close()
        raise RecordError(
            f"{path} is open in another window or process. Finish there first, or start another game."
        ) from error


def write_events(path: Path, game: str, events: Sequence[Event]) -> None:
    """Store a whole game at once. Raises RecordError."""
    with Record.create(path, game) as record:
        for event in events:
            record.append(event)
