"""Files of one JSON value a line: reading them in spite of what crashes, editors and sync tools do, and growing them safely.

Owns torn tails, limits against files that are none of ours, and cleaning of every text in them: this is the gate through which records, results and logs come in.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from dubious_ai.core.cleaning import clean
from dubious_ai.errors import RecordError
from dubious_ai.storage.locking import lock_file, sync_file
from dubious_ai.storage.whole_files import PRIVATE, shown

LINE_LIMIT = 4_000_000
"""Longest line that is read, in bytes."""
FILE_LIMIT = 400_000_000
"""Largest file that is read, in bytes."""
DEEPEST = 40
"""Levels of nesting that are read."""
BOM = b"\xef\xbb\xbf"

Json = dict[str, Any]


class LineProblem(Exception):
    """A line that cannot be used. The sentence names a field or a kind of damage, never a value."""


@dataclass(frozen=True)
class Lines:
    """The lines of a file. `numbers` are theirs in the file, from 1; `dropped` says in words what was passed over; `size` is where the sound part ends, in bytes;
    `ended` tells whether the last sound line has its line break."""

    lines: tuple[bytes, ...]
    numbers: tuple[int, ...]
    dropped: tuple[str, ...]
    size: int
    ended: bool = True


def regular_bytes(path: Path) -> bytes:
    """The contents of an ordinary file of sensible size. Raises RecordError."""
    check_regular(path)
    try:
        return path.read_bytes()
    except OSError as error:
        raise RecordError(f"Cannot read {shown(path)}: {error.strerror or error}.") from error


def check_regular(path: Path) -> None:
    """Refuse what is no ordinary file of sensible size, before anything is read from it. Raises RecordError."""
    try:
        state = path.stat()
        if not stat.S_ISREG(state.st_mode):
            kind = "a folder (Is a directory)" if stat.S_ISDIR(state.st_mode) else "no ordinary file"
            raise RecordError(f"Cannot read {shown(path)}: it is {kind}.")
        if state.st_size > FILE_LIMIT:
            raise RecordError(
                f"Cannot read {shown(path)}: {state.st_size // 1_000_000} MB are more than a file of ours ever holds."
            )
    except OSError as error:
        raise RecordError(f"Cannot read {shown(path)}: {error.strerror or error}.") from error
    except ValueError as error:
        raise RecordError(f"Cannot read {shown(path)}: {error}.") from error


def split_lines(raw: bytes) -> Lines:
    """The lines of a file as crashes and tools leave it: a BOM, blank lines and NUL bytes at the end are passed over, a torn last line is dropped.

    A last line without its line break counts if it is a complete JSON object.
    """
    start = len(BOM) if raw.startswith(BOM) else 0
    dropped: list[str] = []
    if start:
        dropped.append("a mark that an editor had put at its beginning")
    body = raw[start:].rstrip(b"\x00")
    if start + len(body) < len(raw):
        dropped.append("zero bytes at its end")
    lines: list[bytes] = []
    numbers: list[int] = []
    size, at, ended = start, start, True
    blank = False
    parts = body.split(b"\n")
    for number, part in enumerate(parts, 1):
        last = number == len(parts)
        end = at + len(part) + (0 if last else 1)
        line = part.strip()
        if not line:
            blank = blank or not last
        elif last and not _complete(line):
            dropped.append("its last line, which was torn")
            break
        else:
            lines.append(line)
            numbers.append(number)
            size, ended = end, not last
        at = end
    if blank:
        dropped.append("blank lines")
    return Lines(tuple(lines), tuple(numbers), tuple(dropped), size, ended)


def _complete(line: bytes) -> bool:
    try:
        parse_object(line)
    except LineProblem:
        return False
    return True


def parse_object(line: bytes) -> Json:
    """One line as a JSON object, every text in it cleaned. Raises LineProblem."""
    from pydantic_core import from_json

    if len(line) > LINE_LIMIT:
        raise LineProblem(f"it has {len(line) // 1_000_000} MB, far more than a line of ours ever holds")
    try:
        value: object = from_json(line, allow_inf_nan=False)
    except (ValueError, RecursionError) as error:
        raise LineProblem(_why_no_json(str(error))) from error
    if not isinstance(value, dict):
        raise LineProblem("it is not a JSON object")
    return cast("Json", cleaned(value))


def _why_no_json(told: str) -> str:
    """The parser's complaint without the line and column of its own, and without quoting."""
    return f"it is no JSON ({told.partition(' at line ')[0]})"


def cleaned(value: Any, depth: int = 0) -> Any:
    """A JSON value with every text in it, keys too, cleaned of what terminals and pages obey. Raises LineProblem for absurd nesting."""
    if isinstance(value, str):
        return clean(value)
    if depth > DEEPEST:
        raise LineProblem(f"it is nested more than {DEEPEST} levels deep")
    if isinstance(value, dict):
        items = cast("dict[Any, Any]", value)
        return {clean(str(key)): cleaned(inner, depth + 1) for key, inner in items.items()}
    if isinstance(value, list):
        return [cleaned(inner, depth + 1) for inner in cast("list[Any]", value)]
    return value


def append_lines(path: Path, lines: Iterator[bytes] | tuple[bytes, ...], *, head: bytes) -> None:
    """Add whole lines to a file that may grow from several processes; the disk has them when this returns.

    A new file begins with `head`. A torn last line is cut off first; a last line without its break gets one. The file is for its owner only. Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE)
    with os.fdopen(handle, "r+b") as file:
        lock_file(file.fileno(), path, wait=True)
        found = split_lines(file.read())
        file.truncate(found.size)
        file.seek(found.size)
        begin = b"" if found.lines else head + b"\n"
        if found.lines and not found.ended:
            begin = b"\n"
        file.write(begin + b"".join(line + b"\n" for line in lines))
        file.flush()
        sync_file(file.fileno(), path)
