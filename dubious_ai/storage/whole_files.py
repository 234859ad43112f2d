"""Writing a file as a whole or not at all: the one writer of everything that is exported, and of small files of our own.

Exports follow the person's umask; what holds hands, drafts or requests is for its owner only.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from dubious_ai.core.cleaning import clean
from dubious_ai.errors import UsageError
from dubious_ai.storage.locking import sync_file

PRIVATE = 0o600


def shown(path: Path) -> str:
    """A path as it may stand in a sentence."""
    return clean(str(path)) or "this name"


def cannot_write(path: Path, error: OSError | ValueError) -> UsageError:
    """The sentence for a file that cannot be written."""
    told = (error.strerror if isinstance(error, OSError) else None) or error
    return UsageError(f"Cannot write {shown(path)}: {told}. Name a file in a folder you can write to.")


def check_target(path: Path, *, force: bool, ask: Callable[[str], bool] | None = None) -> None:
    """Refuse, before any work is done, a file that cannot be written or that stands there already.

    `ask` may allow the latter; `force` does. Raises UsageError.
    """
    if not path.name and not path.is_dir():
        raise UsageError("The name of the file to write is empty. Give one, e.g. -o game.md.")
    folder = path.parent
    try:
        if path.is_dir():
            raise UsageError(f"{shown(path)} is a folder. Name a file in it.")
        if not folder.is_dir():
            raise UsageError(f"There is no folder {shown(folder)}. Make it first, or name another.")
        if not os.access(folder, os.W_OK):
            raise UsageError(f"Cannot write in {shown(folder)}: permission denied. Name a file elsewhere.")
        exists = path.exists()
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from error
    if exists and not force and not (ask and ask(f"{shown(path)} exists. Replace it?")):
        raise UsageError(f"{shown(path)} exists already. Choose another name, or replace it with --force.")


def write_whole(path: Path, text: str | bytes, *, private: bool = False) -> None:
    """Put a text in its place at once; whatever goes wrong, what stood there before still does. Raises UsageError."""
    data = text.encode("utf-8", errors="replace") if isinstance(text, str) else text
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}-", suffix=".tmp")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                sync_file(file.fileno(), path)
            temporary.chmod(PRIVATE if private else 0o666 & ~_umask())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from error


def export(path: Path, text: str | bytes, *, force: bool, ask: Callable[[str], bool] | None = None) -> None:
    """Write what somebody asked for to the file they named, never over another one unasked. Raises UsageError."""
    check_target(path, force=force, ask=ask)
    write_whole(path, text)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
