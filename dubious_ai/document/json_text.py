"""JSON as people write it: bytes to a value, with errors that name line and column, and keys used twice refused.

The gate for documents from outside: every text in them, keys too, is cleaned here, and absurd nesting refused.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from difflib import get_close_matches
from typing import cast

from dubious_ai.core.cleaning import clean
from dubious_ai.document.table_document import DocumentError

Path = tuple[str | int, ...]
DEEPEST = 40
"""Levels of nesting that are read."""


class _Object(dict[str, object]):
    """A JSON object that remembers a key it was given twice (the JSON standard leaves open what that means)."""

    twice: str | None = None


def _object(pairs: list[tuple[str, object]]) -> _Object:
    made = _Object(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                made.twice = key
            seen.add(key)
    return made


class _NoValue(ValueError):
    """A word that some writers use for a number, and JSON does not."""


def _no_constant(text: str) -> object:
    raise _NoValue(f"{text} is no JSON value")


def utf8_text(data: bytes, source: str) -> str:
    """UTF-8 text, with or without a byte order mark. Raises DocumentError with the line of the first bad byte."""
    data = data.removeprefix(BOM_UTF8)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise DocumentError(
            f"{source}, line {line}: the byte 0x{data[error.start]:02x} is not UTF-8. Save the file as UTF-8."
        ) from error


def parse_json(text: str, source: str) -> dict[str, object]:
    """The one JSON object in a text. Raises DocumentError: empty, broken (line and column), not an object, a key used twice."""
    if not text.strip():
        raise DocumentError(f"{source} is empty. It should hold one JSON object, a table document.")
    try:
        value: object = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise DocumentError(
            f"{source}, line {error.lineno}, column {error.colno}: this is not JSON ({error.msg.lower()})."
        ) from error
    except RecursionError as error:
        raise DocumentError(f"{source} is nested too deeply for a table document.") from error
    except _NoValue as error:
        raise DocumentError(f"{source} cannot be read as JSON: {error}.") from error
    except ValueError as error:
        # beside broken syntax the parser refuses only whole numbers beyond what Python converts
        raise DocumentError(f"{source} cannot be read as JSON: a number has too many digits.") from error
    if not isinstance(value, dict):
        raise DocumentError(f"{source} holds {json_kind(value)}, not one JSON object.")
    return cast(dict[str, object], tidied(cast(object, value), source))


def tidied(value: object, source: str, at: Path = ()) -> object:
    """A JSON value with every text in it cleaned of what terminals and pages obey. Raises DocumentError for a key used twice, and for absurd nesting."""
    if isinstance(value, str):
        return clean(value)
    if len(at) > DEEPEST:
        raise DocumentError(
            f"{source} is nested more than {DEEPEST} levels deep, too deeply for a table document."
        )
    if isinstance(value, dict):
        made: dict[str, object] = {}
        for written, inner in cast(dict[str, object], value).items():
            key = clean(written)
            if key in made or (isinstance(value, _Object) and value.twice == written):
                where = place((*at, key))
                raise DocumentError(f"{source}, {where}: {key!r} stands here twice. Keep one.", where)
            made[key] = tidied(inner, source, (*at, key))
        return made
    if isinstance(value, list):
        return [tidied(inner, source, (*at, n)) for n, inner in enumerate(cast(list[object], value))]
    return value


def json_kind(value: object) -> str:
    """What a JSON value is, in words, with the value if it is short."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case dict():
            return "an object"
        case list():
            return f"a list of {len(cast(list[object], value))}"
        case str():
            return f"the text {value!r}" if len(value) <= 60 else f"the text {value[:60]!r}…"
        case _:
            return f"the number {value}"


def place(path: Path) -> str:
    """A path as people write it: rounds[0].guesses.Ann.Bob; names that are no plain words stand in brackets."""
    told = ""
    for part in path:
        if isinstance(part, int):
            told += f"[{part}]"
        elif part.isidentifier():
            told += f".{part}" if told else part
        else:
            told += f"[{part!r}]"
    return told


def at(value: object, path: Path) -> tuple[Path, object]:
    """What lies at a path, going as far as it can: the path gone and the value found there."""
    found, gone = value, ()
    for part in path:
        inner = _inside(found, part)
        if inner is _NOTHING:
            break
        found, gone = inner, (*gone, part)
    return gone, found


_NOTHING = object()


def _inside(value: object, part: str | int) -> object:
    if isinstance(value, dict):
        return cast(dict[str | int, object], value).get(part, _NOTHING)
    if isinstance(value, list) and isinstance(part, int):
        items = cast(list[object], value)
        return items[part] if part < len(items) else _NOTHING
    return _NOTHING


def close(word: str, known: list[str]) -> str:
    """The known word that somebody may have meant, or an empty text."""
    return next(iter(get_close_matches(word.casefold(), known, n=1, cutoff=0.75)), "")
