"""A game that was played, from wherever it is written down: a record, a table document, or a sample of ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

from pydantic import TypeAdapter, ValidationError

from dubious_ai import document
from dubious_ai.core.events import BrainsNoted, Event
from dubious_ai.core.game import Game
from dubious_ai.document.json_text import tidied
from dubious_ai.document.validation import Need
from dubious_ai.errors import UsageError
from dubious_ai.game.finished import Past, read_past
from dubious_ai.storage.home import find_game
from dubious_ai.storage.whole_files import shown
from dubious_ai.teach.export import FORMAT, Seated

_SEATS = TypeAdapter(tuple[Seated, ...])
_SEED = TypeAdapter(str)
NEEDED: tuple[Need, ...] = ("kept", "answers", "guesses")


def read_source(text: str) -> tuple[Game, tuple[str, ...]]:
    """The game somebody means by an id or a file, and what should be known about it. Raises DubiousError with the place of the fault."""
    path = find_game(text)
    past = _sample(path) or read_past(path)
    return Game(past.events), past.notes


def _sample(path: Path) -> Past | None:
    """The first game of a file of samples (one, an array, or one on each line); None for any other file."""
    try:
        raw = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return None
    found = _first(raw)
    if not isinstance(found, dict) or cast(dict[str, object], found).get("format") != FORMAT:
        return None
    fields = cast(dict[str, object], tidied(cast(object, found), shown(path)))
    if fields.get("version") != 1:
        raise UsageError(
            f"{shown(path)} is a sample of version {fields.get('version')!r:.20}; this program reads version 1."
        )
    table = document.load(json.dumps(fields.get("table")), f"{shown(path)}, table", need=NEEDED)
    several = raw.count(f'"{FORMAT}"') > 1
    notes = ("The file holds several games; this is the first.",) if several else ()
    return Past("", tuple(_signed(event, fields) for event in document.to_events(table)), notes)


def _signed(event: Event, fields: dict[str, object]) -> Event:
    """The event; where it says who played, what the sample says of that."""
    if not isinstance(event, BrainsNoted):
        return event
    try:
        seats = _SEATS.validate_python(fields.get("seats"))
        seed = _SEED.validate_python(fields.get("seed"))
    except ValidationError:
        return event
    brains = tuple(s.wrote[0] if s.wrote else "unknown" for s in seats)
    return BrainsNoted(brains=brains, seed=seed) if len(brains) == len(event.brains) else event


def _first(raw: str) -> object:
    """The first JSON value in a text, of an array its first entry; None where there is none."""
    try:
        value = cast(object, json.JSONDecoder().raw_decode(raw.lstrip())[0])
    except (ValueError, RecursionError):
        return None
    if isinstance(value, list):
        return next(iter(cast(list[object], value)), None)
    return value
