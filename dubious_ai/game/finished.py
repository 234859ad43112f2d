"""The events of a game that was played: from a record of ours, or from a table written down as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dubious_ai import document
from dubious_ai.core.events import Event
from dubious_ai.errors import RecordError
from dubious_ai.game.facts import changed_since
from dubious_ai.storage.json_lines import BOM, LINE_LIMIT, LineProblem, parse_object
from dubious_ai.storage.record import FORMAT, SUFFIX, read_record


@dataclass(frozen=True)
class Past:
    """What was played. `game` is the record's id (empty for a table from elsewhere); `notes` say what had to be assumed."""

    game: str
    events: tuple[Event, ...]
    notes: tuple[str, ...] = ()


def read_past(path: Path) -> Past:
    """A game file, checked against the rules. Raises RecordError or DocumentError with the place of the damage."""
    if not _is_record(path):
        table = document.read(str(path), need=("kept", "answers", "guesses"))
        missing = document.untold(table)
        note = f"The rejected cards of {', '.join(missing)} are not told; any others stand in for them, so their view of the table is a little vague."
        return Past("", tuple(document.to_events(table)), (note,) if missing else ())
    loaded = read_record(path)
    loaded.game()
    notes = filter(None, (loaded.told(), changed_since(loaded)))
    return Past(loaded.header.game, loaded.events, tuple(notes))


def _is_record(path: Path) -> bool:
    """Whether a file is one of our records: by its name, or by its first line."""
    if path.name.endswith(SUFFIX):
        return True
    try:
        with path.open("rb") as file:
            first = file.readline(LINE_LIMIT)
    except OSError as error:
        raise RecordError(f"Cannot read {path}: {error.strerror or error}.") from error
    try:
        return FORMAT in parse_object(first.removeprefix(BOM)).values()
    except LineProblem:
        return False
