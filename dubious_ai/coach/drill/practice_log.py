"""What somebody has practised: one JSON line for each exercise done, in the folder of their own data.

Owns the file: versions, appending so that a crash loses nothing finished, and tolerating a torn last line.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from dubious_ai.content.library import SettingSlug
from dubious_ai.core.model import Kind, Value
from dubious_ai.errors import RecordError
from dubious_ai.storage.home import folder
from dubious_ai.storage.json_lines import LineProblem, append_lines, parse_object, regular_bytes, split_lines

FORMAT, VERSION = "dubious-practice", 1
Skill = Literal["guess", "hint"]
SKILLS: tuple[Skill, Skill] = ("guess", "hint")


class Mark(Value):
    """How one card went. `given` is the probability (0 to 1) that was put on the true card where one was named, `top` that of the likeliest named card.

    `share` (hints only) is the part of readers who would name the card.
    """

    card: str
    kind: Kind
    right: bool
    points: float
    given: float | None = Field(default=None, ge=0, le=1)
    top: float | None = Field(default=None, ge=0, le=1)
    share: float | None = Field(default=None, ge=0, le=1)


class Done(Value):
    """One exercise done. `texts` are the prepared answers that were shown, `source` is "house" or a game's id, `question` a hint's question."""

    at: str
    skill: Skill
    setting: SettingSlug
    source: str = "house"
    question: str = ""
    texts: tuple[str, ...] = ()
    marks: tuple[Mark, ...]


def practice_file() -> Path:
    """Where results are kept."""
    return folder() / "practice.jsonl"


def load_practice(path: Path | None = None) -> tuple[Done, ...]:
    """Everything practised so far, oldest first; empty without a file. A torn last line is passed over.

    Raises RecordError: newer version, unreadable, damaged (with the line).
    """
    path = path or practice_file()
    if not path.exists():
        return ()
    lines = split_lines(regular_bytes(path))
    if not lines.lines:
        return ()
    _check_head(path, lines.lines[0])
    found: list[Done] = []
    for number, line in zip(lines.numbers[1:], lines.lines[1:], strict=True):
        try:
            found.append(Done.model_validate(parse_object(line), strict=False))
        except (LineProblem, ValidationError) as error:
            told = (
                error.errors(include_input=False)[0]["msg"] if isinstance(error, ValidationError) else error
            )
            raise RecordError(
                f"{path}, line {number} is damaged ({told}). Remove that line, or move the file away to start afresh."
            ) from error
    return tuple(found)


def _check_head(path: Path, line: bytes) -> None:
    try:
        values = parse_object(line)
    except LineProblem as error:
        raise RecordError(
            f"{path}, line 1 is damaged: {error}. Move the file away to start afresh."
        ) from error
    version = values.get("version")
    if values.get("format") != FORMAT or not isinstance(version, int):
        raise RecordError(f"{path} holds no practice results of this program. Move it away to start afresh.")
    if version > VERSION:
        raise RecordError(
            f"{path} was written by a newer dubious-ai (version {version}; this one reads up to {VERSION}). Update dubious-ai to go on."
        )


def add(done: Sequence[Done], path: Path | None = None) -> None:
    """Append results; the disk has them when this returns. A torn last line is cut off first. Raises RecordError."""
    path = path or practice_file()
    load_practice(path)
    head = json.dumps({"format": FORMAT, "version": VERSION}).encode()
    try:
        append_lines(path, tuple(d.model_dump_json().encode() for d in done), head=head)
    except OSError as error:
        raise RecordError(
            f"The result cannot be kept in {path}: {error.strerror or error}. Free some space or set DUBIOUS_HOME to a folder you can write to."
        ) from error
