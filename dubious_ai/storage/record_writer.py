"""A game file open for appending: each event is stored as it happens, locked against every other process.

Owns creating, going on with, and renewing older records. A full disk leaves the file sound.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path
from types import TracebackType

from dubious_ai.core.events import EVENT, Event
from dubious_ai.errors import DubiousError, RecordError
from dubious_ai.storage.json_lines import check_regular
from dubious_ai.storage.locking import lock_file, sync_file
from dubious_ai.storage.record import OLD_COPY, VERSION, Header, Loaded, read_record
from dubious_ai.storage.whole_files import PRIVATE, shown, write_whole


class Record:
    """A record open for appending, locked against every other process until it is closed."""

    def __init__(self, path: Path, file: FileIO, size: int) -> None:
        self.path = path
        self._file = file
        self._size = size
        self._dirty = False

    @classmethod
    def create(
        cls, path: Path, game: str, events: Sequence[Event] = (), *, number: int = 0, content: str = ""
    ) -> Record:
        """Begin a new record with the events there are already, written in one piece with the header.

        Raises RecordError if the file exists or cannot be written; nothing is left behind then.
        """
        header = Header(game=game, started=_now(), number=number, content=content)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _cannot_write(path, error) from error
        try:
            file = FileIO(path, "x+", opener=_privately)
        except FileExistsError as error:
            raise RecordError(f"{shown(path)} exists already. Choose another name.") from error
        except OSError as error:
            raise _cannot_write(path, error) from error
        try:
            _lock(file, path)
            record = cls(path, file, 0)
            record._write(
                header.model_dump_json().encode() + b"\n" + b"".join(map(_line, events)), durable=True
            )
        except RecordError:
            file.close()
            path.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)
        return record

    @classmethod
    def reopen(cls, path: Path) -> tuple[Record, Loaded]:
        """Open a record to go on with it; a torn last line is cut off, an older version is brought to today's and its original kept beside it.

        Raises RecordError, also when another process holds it.
        """
        file = _open(path)
        try:
            _lock(file, path)
            loaded = read_record(path)
            if loaded.header.version < VERSION:
                file.close()
                _renew(path, loaded)
                file = _open(path)
                _lock(file, path)
                loaded = replace(read_record(path), dropped=loaded.dropped)
            file.truncate(loaded.size)
            file.seek(loaded.size)
            record = cls(path, file, loaded.size)
            if not loaded.ended:
                record._write(b"\n", durable=True)
        except BaseException:
            file.close()
            raise
        return record, loaded

    @classmethod
    def hold(cls, path: Path) -> Record:
        """Lock a file without reading it. Raises RecordError when another process holds it."""
        file = _open(path)
        _lock(file, path)
        return cls(path, file, 0)

    def append(self, *events: Event, durable: bool = False) -> None:
        """Store events in one piece; with `durable` (and for everything before them) the disk has them when this returns. Raises RecordError."""
        self._write(b"".join(map(_line, events)), durable=durable)

    def store(self, events: Sequence[Event], durable: bool) -> None:
        """`append` in the form a table calls."""
        self.append(*events, durable=durable)

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
                sync_file(self._file.fileno(), self.path)
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


def _privately(path: str, flags: int) -> int:
    """A record holds everybody's hands: nobody but its owner may read it."""
    return os.open(path, flags, PRIVATE)


def _open(path: Path) -> FileIO:
    check_regular(path)
    try:
        return FileIO(path, "r+")
    except OSError as error:
        raise RecordError(f"Cannot open {shown(path)}: {error.strerror or error}.") from error


def _renew(path: Path, loaded: Loaded) -> None:
    """Replace a record of an older version by the same game in today's form; the original stays beside it."""
    old = path.with_name(path.name + OLD_COPY.format(loaded.header.version))
    header = loaded.header.model_copy(update={"version": VERSION})
    text = header.model_dump_json().encode() + b"\n" + b"".join(map(_line, loaded.events))
    try:
        if not old.exists():
            write_whole(old, path.read_bytes(), private=True)
        write_whole(path, text, private=True)
    except (OSError, DubiousError) as error:
        raise RecordError(f"The older game file {shown(path)} cannot be renewed: {error}") from error


def _line(event: Event) -> bytes:
    return b'{"at":"%s","event":%s}\n' % (_now().encode(), EVENT.dump_json(event))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _cannot_write(path: Path, error: OSError) -> RecordError:
    return RecordError(
        f"The game cannot be saved in {shown(path)}: {error.strerror or error}. Free some space or set DUBIOUS_HOME to a folder you can write to."
    )


def _sync_folder(folder: Path) -> None:
    """Make a new file's name durable too, where the system lets a folder be synced."""
    if os.name == "posix":
        # some file systems refuse this; the game itself is safe all the same
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _lock(file: FileIO, path: Path) -> None:
    try:
        free = lock_file(file.fileno(), path)
    except OSError as error:
        file.close()
        raise RecordError(f"{shown(path)} cannot be locked: {error.strerror or error}.") from error
    if not free:
        file.close()
        raise RecordError(
            f"{shown(path)} is open in another window or process. Finish there first, or start another game."
        )


def write_events(path: Path, game: str, events: Sequence[Event], content: str = "") -> None:
    """Store a whole game at once. Raises RecordError."""
    Record.create(path, game, events, content=content).close()
