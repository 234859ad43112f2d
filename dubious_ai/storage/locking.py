"""One process at a time for a file that is open. The lock is the operating system's own and goes with the process, however that ends."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

_UNSUPPORTED = {errno.ENOSYS, errno.ENOLCK, errno.EINVAL, getattr(errno, "ENOTSUP", errno.ENOSYS)}
"""What file systems answer that know no locks: network disks, some containers."""
_told: set[str] = set()
warnings: list[str] = []
"""Sentences about files that could not be locked, for whoever draws next; each kind of trouble is told once a process."""


def lock_file(handle: int, path: Path, *, wait: bool = False) -> bool:
    """Take the exclusive lock of an open file; False when another process holds it. With `wait`, wait for it instead.

    Where the file system knows no locks the game goes on without one, and `warnings` says so once.
    """
    from filelock import lock_descriptor

    try:
        if sys.platform == "win32":
            # a lock there keeps others from reading too: it is taken beside the file
            handle = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT)
        return lock_descriptor(handle, blocking=wait)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
        _warn(
            "lock",
            f"The disk under {path.parent} cannot lock files: do not open the same game in two windows.",
        )
        return True


def sync_file(handle: int, path: Path) -> None:
    """Bring an open file to the disk; a file system that cannot is told of once. Raises OSError for anything else."""
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
        _warn(
            "sync",
            f"The disk under {path.parent} cannot promise when a line is safe: a power failure may cost the last ones.",
        )


def take_warnings() -> tuple[str, ...]:
    """What has to be said about disks since the last call."""
    found = tuple(warnings)
    warnings.clear()
    return found


def _warn(kind: str, sentence: str) -> None:
    if kind not in _told:
        _told.add(kind)
        warnings.append(sentence)
