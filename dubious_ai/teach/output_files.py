"""Writing what was made: whole or not at all. A long run of lines grows in a `.partial` file that the same command goes on with."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from pydantic import ValidationError

from dubious_ai import __version__
from dubious_ai.core.cleaning import clean
from dubious_ai.errors import UsageError
from dubious_ai.teach.export import Made, SampleDocument

PARTIAL = ".partial"
SYNC_EVERY = 50
"""Lines after which a long run is brought to the disk."""


def _shown(path: Path) -> str:
    return clean(str(path))


def _cannot(path: Path, error: OSError | ValueError) -> UsageError:
    told = (error.strerror if isinstance(error, OSError) else None) or error
    return UsageError(f"Cannot write {_shown(path)}: {told}. Name a file in a folder you can write to.")


def check_target(path: Path, *, force: bool, ask: Callable[[str], bool] | None = None) -> None:
    """Refuse, before any work is done, a file that cannot be written or that stands there already.

    `ask` may allow the latter; `force` does. Raises UsageError.
    """
    folder = path.parent
    try:
        if path.is_dir():
            raise UsageError(f"{_shown(path)} is a folder. Name a file in it.")
        if not folder.is_dir():
            raise UsageError(f"There is no folder {_shown(folder)}. Make it first, or name another.")
        if not os.access(folder, os.W_OK):
            raise UsageError(f"Cannot write in {_shown(folder)}: permission denied. Name a file elsewhere.")
        exists = path.exists()
    except (OSError, ValueError) as error:
        raise _cannot(path, error) from error
    if exists and not force and not (ask and ask(f"{_shown(path)} exists. Replace it?")):
        raise UsageError(f"{_shown(path)} exists already. Choose another name, or replace it with --force.")


def write_whole(path: Path, text: str) -> None:
    """Put a text in its place at once; whatever goes wrong, what stood there before still does. Raises UsageError."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}-", suffix=".tmp")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        raise _cannot(path, error) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def partial_of(path: Path) -> Path:
    """Where an unfinished run of lines is kept."""
    return path.with_name(path.name + PARTIAL)


class Lines:
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
            size = self._sound(made)
            self._file = self.partial.open("r+b" if self.partial.exists() else "xb")
            self._file.truncate(size)
            self._file.seek(size)
        except (OSError, ValueError) as error:
            raise _cannot(self.partial, error) from error

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
                f"{_shown(self.partial)} is the unfinished file of another command. Finish that one first, delete the file, or begin anew with --force."
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
                f"Cannot write {_shown(self.partial)}: {error.strerror or error}. {self.done} games are kept; free some space and run the same command again."
            ) from error
        self.done += 1

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._since = 0

    def finish(self) -> None:
        """Give the complete file its name."""
        try:
            self._sync()
            self._file.close()
            self.partial.replace(self.path)
        except OSError as error:
            raise _cannot(self.path, error) from error

    def __enter__(self) -> Lines:
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
