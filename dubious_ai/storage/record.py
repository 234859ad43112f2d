"""The game file (`*.dubious.jsonl`): a header line, then one envelope per event.

Owns its form, reading and versions. Refuses files of a newer version, reads older ones in today's form; a last line torn by a crash is dropped with a
word; any other damage is an error with file and line, which never quotes what the file holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from dubious_ai import __version__
from dubious_ai.core.events import EVENT, Event, GameEnded
from dubious_ai.core.game import Game
from dubious_ai.core.model import Value
from dubious_ai.errors import DubiousError, RecordError
from dubious_ai.storage.json_lines import (
    LineProblem,
    parse_object,
    regular_bytes,
    split_lines,
)
from dubious_ai.storage.migrate import migrated
from dubious_ai.storage.whole_files import shown

FORMAT = "dubious-record"
VERSION = 2
SUFFIX = ".dubious.jsonl"
OLD_COPY = ".version-{}"
"""Ending of the untouched copy that stays when an older record is gone on with."""


class Header(Value):
    """The first line of a record. `number` counts the games of a person, so that a clock set back mixes up nothing; `content` is the digest of the texts in play."""

    format: str = FORMAT
    version: int = VERSION
    app: str = __version__
    game: str
    started: str
    number: int = 0
    content: str = ""


@dataclass(frozen=True)
class Loaded:
    """A record read back. `dropped` says what was passed over; `size` is where the sound part ends, in bytes; `ended` whether its last line has a line break."""

    path: Path
    header: Header
    events: tuple[Event, ...]
    dropped: tuple[str, ...]
    size: int
    ended: bool = True
    lines: tuple[int, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether the game has ended."""
        return any(isinstance(event, GameEnded) for event in self.events[-4:])

    def told(self) -> str:
        """A sentence about what was passed over; empty if nothing was."""
        if not self.dropped:
            return ""
        return f"The game file lost {' and '.join(self.dropped)}; everything before it is there."

    def game(self) -> Game:
        """Fold the events. Raises RecordError with the line of the first event the rules refuse."""
        game = Game()
        for at, event in enumerate(self.events):
            try:
                game.take(event)
            except DubiousError as error:
                line = self.lines[at] if at < len(self.lines) else at + 2
                raise RecordError(
                    f"{shown(self.path)}, line {line}: this event ({event.type}) cannot have happened at this point. "
                    "The file has been changed by hand or by a fault."
                ) from error
        return game


def read_record(path: Path) -> Loaded:
    """Read a record without locking it. Raises RecordError: missing, newer, damaged (with the line)."""
    return _parsed(path, regular_bytes(path))


def read_sound_part(path: Path) -> Loaded:
    """As much of a damaged record as can be read: the lines before the first bad one. Raises RecordError when there is no header."""
    return _parsed(path, regular_bytes(path), forgiving=True)


def _parsed(path: Path, raw: bytes, *, forgiving: bool = False) -> Loaded:
    found = split_lines(raw)
    if not found.lines:
        raise RecordError(f"{shown(path)} holds no game: it ends before its first line is complete.")
    header = _header(path, found.lines[0])
    events: list[Event] = []
    try:
        for number, event in zip(found.numbers[1:], _events(header.version, found.lines[1:]), strict=False):
            if isinstance(event, Exception):
                raise RecordError(
                    f"{shown(path)}, line {number} is damaged: {_short(event)}. "
                    "The lines before it are sound; `dubious games --repair` copies them into a new game."
                ) from event
            events.append(event)
    except RecordError:
        if not forgiving:
            raise
    return Loaded(path, header, tuple(events), found.dropped, found.size, found.ended, found.numbers[1:])


def _events(version: int, lines: Sequence[bytes]) -> Iterable[Event | Exception]:
    """The events of the lines after the header, in today's form; an exception in the place of the first that cannot be read."""
    raw: list[dict[str, Any]] = []
    damage: Exception | None = None
    for line in lines:
        try:
            inner = parse_object(line)["event"]
            if not isinstance(inner, dict):
                raise LineProblem("its event is no JSON object")
            raw.append(inner)  # pyright: ignore[reportUnknownArgumentType]
        except (LineProblem, KeyError) as error:
            damage = error
            break
    try:
        for value in migrated(version, raw):
            yield EVENT.validate_python(value, strict=False)
    except (ValueError, KeyError, TypeError, AttributeError, ValidationError) as error:
        yield error
        return
    if damage is not None:
        yield damage


def _short(error: Exception) -> str:
    """What is wrong with a line, by field, never by value."""
    if isinstance(error, ValidationError):
        first = error.errors(include_input=False, include_context=False, include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        return (
            f"{where}: {first['type'].replace('_', ' ')}" if where else str(first["type"]).replace("_", " ")
        )
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return str(error) if isinstance(error, LineProblem) else type(error).__name__


def _header(path: Path, line: bytes) -> Header:
    try:
        value = parse_object(line)
    except LineProblem as error:
        raise RecordError(
            f"{shown(path)}, line 1 is damaged: {error}. It is not a readable game file."
        ) from error
    if value.get("format") != FORMAT:
        raise RecordError(f"{shown(path)} is not a game file of this program.")
    version = value.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise RecordError(f"{shown(path)}, line 1: {version!r:.40} is no version of the game file.")
    if version > VERSION:
        raise RecordError(
            f"{shown(path)} was written by a newer dubious-ai (file version {version}; this one reads up to {VERSION}). Update dubious-ai to open it."
        )
    try:
        return Header.model_validate(value)
    except ValidationError as error:
        raise RecordError(f"{shown(path)}, line 1 is damaged: {_short(error)}.") from error
