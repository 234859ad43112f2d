"""A long run of samples: lines that grow in a `.partial` file, which the same command goes on with and no other may touch meanwhile."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType

from pydantic import ValidationError

from dubious_ai import __version__
from dubious_ai.errors import UsageError
from dubious_ai.storage.locking import lock_file, sync_file
from dubious_ai.storage.whole_files import cannot_write, shown
from dubious_ai.teach.export import Made, SampleDocument

PARTIAL = ".partial"
SYNC_EVERY = 50
"""Lines after which a long run is brought to the disk."""


def partial_of(path: Path) -> Path:
    """Where an unfinished run of lines is kept."""
    return path.with_name(path.name + PARTIAL)


class SampleLines:
    """A file of samples, one on each line, that grows as `NAME.partial` and takes its name when it is complete.

    Use it as a context; leaving it before `finish` keeps the partial file.
    """

    def __init__(self, path: Path, made: Made, *, anew: bool = False) -> None:
        """Go on with the partial file of the same request, or begin one. Raises UsageError if it belongs to another request."""
        self.path = path
        self.partial = partial_of(path)
        self.done = 0
        self._since = 0
        try:
            if anew:
                self.partial.unlink(missing_ok=True)
            handle = os.open(self.partial, os.O_RDWR | os.O_CREAT, 0o666)
            self._file = os.fdopen(handle, "r+b")
            if not lock_file(handle, self.partial):
                self._file.close()
                raise UsageError(
                    f"Another command is writing {shown(path)} just now. Wait for it, or name another file."
                )
            try:
                size = self._sound(made)
            except BaseException:
                self._file.close()
                raise
            self._file.truncate(size)
            self._file.seek(size)
        except (OSError, ValueError) as error:
            raise cannot_write(self.partial, error) from error

    def _sound(self, made: Made) -> int:
        """Count the complete lines and return where they end, in bytes."""
        if not self.partial.exists():
            return 0
        size = 0
        with self.partial.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                if self.done == 0:
                    self._same(line, made)
                self.done += 1
                size += len(line)
        return size

    def _same(self, line: bytes, made: Made) -> None:
        first = begun(self.partial, line)
        if first is None or first.made != made or first.app != __version__:
            raise UsageError(
                f"{shown(self.partial)} is the unfinished file of another command. Finish that one first, delete the file, or begin anew with --force."
            )

    def add(self, line: str) -> None:
        """Append one line. Raises UsageError, with the lines before it safe."""
        try:
            self._file.write(line.encode() + b"\n")
            self._since += 1
            if self._since >= SYNC_EVERY:
                self._sync()
        except OSError as error:
            raise UsageError(
                f"Cannot write {shown(self.partial)}: {error.strerror or error}. {self.done} games are kept; free some space and run the same command again."
            ) from error
        self.done += 1

    def _sync(self) -> None:
        self._file.flush()
        sync_file(self._file.fileno(), self.partial)
        self._since = 0

    def finish(self) -> None:
        """Give the complete file its name."""
        try:
            self._sync()
            # the name first, then the lock: nobody can begin the same file in between
            self.partial.replace(self.path)
            self._file.close()
        except OSError as error:
            raise cannot_write(self.path, error) from error

    def __enter__(self) -> SampleLines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._file.closed:
            self._file.close()


def begun(partial: Path, line: bytes | None = None) -> SampleDocument | None:
    """The first sample of an unfinished file; None when there is none or it cannot be read."""
    try:
        if line is None:
            with partial.open("rb") as file:
                line = file.readline()
        return SampleDocument.model_validate_json(line)
    except (OSError, ValidationError):
        return None
