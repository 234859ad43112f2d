"""Reading a table document: any of its forms to the full one, with cards and names as the game writes them.

Every error names the exact place and the bad value.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from dubious_ai.core.cleaning import clean
from dubious_ai.document import json_text
from dubious_ai.document.table_document import (
    VERSION,
    DocumentError,
    FlatTable,
    GuessTable,
    QuestionAsked,
    RoundDocument,
    TableDocument,
    TablePart,
)
from dubious_ai.document.validation import Checker, Need
from dubious_ai.errors import UsageError

P = TypeVar("P", bound=TablePart)
Form = Literal["full", "flat", "guess"]
LARGEST = 50_000_000
"""Bytes of a document that are read at most."""


def read(file: str, need: Collection[Need] = ()) -> TableDocument:
    """The table document in a file, or on standard input for "-". See `load`."""
    data, source = text_bytes(file)
    return load(data, source, need)


def text_bytes(file: str) -> tuple[bytes, str]:
    """The bytes of a file somebody names ("-" is standard input) and what to call it in a sentence. Raises UsageError: unreadable, far too long."""
    source = "standard input" if file == "-" else clean(file)
    try:
        if file == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with Path(file).expanduser().open("rb") as opened:
                data = opened.read(LARGEST + 1)
    except (OSError, ValueError, RuntimeError) as error:
        told = getattr(error, "strerror", None) or error
        raise UsageError(f"Cannot read {source[:200]!r}: {told}.") from error
    if len(data) > LARGEST:
        raise UsageError(
            f"{source} has more than {LARGEST // 1_000_000} MB. A round of a table has a few thousand bytes."
        )
    return data, source


def load(data: bytes | str, source: str = "the table document", need: Collection[Need] = ()) -> TableDocument:
    """A table document from JSON, in full form. `need` names what must be there for everybody ("kept", "guesses", "answers").

    Raises DocumentError: broken JSON (line and column), wrong content (place and value), something needed that is missing.
    """
    text = data if isinstance(data, str) else json_text.utf8_text(data, source)
    raw = json_text.parse_json(text, source)
    form = _form(raw)
    try:
        table = _unfold(raw, form)
        return Checker(table, flat=form == "flat", heard=form == "guess").checked(need)
    except DocumentError as error:
        where = f"{source}, {error.place}" if error.place else source
        raise DocumentError(f"{where}: {error}", error.place) from error.__cause__


def _form(raw: dict[str, object]) -> Form:
    if "rounds" in raw:
        return "full"
    players = raw.get("players")
    if isinstance(players, list) and any(isinstance(player, dict) for player in players):  # pyright: ignore[reportUnknownVariableType]
        return "guess"
    return "flat"


def _unfold(raw: dict[str, object], form: Form) -> TableDocument:
    match form:
        case "full":
            return _validated(TableDocument, raw)
        case "flat":
            flat = _validated(FlatTable, raw)
            fields = {name: getattr(flat, name) for name in RoundDocument.model_fields}
            return TableDocument(
                setting=flat.setting,
                players=flat.players,
                me=flat.me,
                rounds=(RoundDocument.model_construct(**fields),),
            )
        case "guess":
            return _heard(_validated(GuessTable, raw))


def _heard(table: GuessTable) -> TableDocument:
    """Answers lined up under the questions asked; a question somebody was not asked has an empty answer."""
    texts = tuple(dict.fromkeys(reply.question for player in table.players for reply in player.answers))
    answers: dict[str, tuple[str | None, ...]] = {}
    for index, player in enumerate(table.players):
        said: dict[str, str] = {}
        for n, reply in enumerate(player.answers):
            if reply.question in said:
                where = json_text.place(("players", index, "answers", n, "question"))
                raise DocumentError(f"{player.name!r:.60} answers {reply.question!r:.80} twice.", where)
            said[reply.question] = reply.text
        if player.name in answers:
            where = json_text.place(("players", index, "name"))
            raise DocumentError(f"the name {player.name!r:.60} is used twice. Names must differ.", where)
        answers[player.name] = tuple(said.get(text, "") for text in texts)
    asked = tuple(QuestionAsked(text=text) for text in texts)
    return TableDocument(
        setting=table.setting,
        players=tuple(player.name for player in table.players),
        me=table.me,
        rounds=(RoundDocument(questions=asked, answers=answers),),
    )


def _validated(model: type[P], raw: dict[str, object]) -> P:
    _refuse_misspelt(model, raw, ())
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        gone, found = json_text.at(raw, tuple(p for p in first["loc"] if p != "__root__"))
        missing = [part for part in first["loc"][len(gone) :] if isinstance(part, str)]
        raise DocumentError(_told(first, found, missing), json_text.place(gone)) from error


_EXPECTED = {
    "string_type": "a text",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "tuple_type": "a list",
    "int_type": "a number",
}


def _told(error: ErrorDetails, found: object, missing: list[str]) -> str:
    kind, what, path = error["type"], json_text.json_kind(found), error["loc"]
    limits = error.get("ctx", {})
    if kind == "missing" and missing:
        return f"the field {missing[0]!r} is missing."
    if kind == "missing" or limits.get("max_length") == 2:
        pair = (
            " an Occupation and then a Secret," if {"kept", "rejected", "guesses"}.intersection(path) else ""
        )
        least = "two entries," if pair or "characters" in path else "two entries at most,"
        return f"this should hold {least}{pair} not {what}."
    if kind == "too_long":
        return f"{what} is too long; {limits['max_length']} is the most."
    if kind == "too_short":
        return f"{what} is too short; {limits['min_length']} is the least."
    if path == ("version",):
        newer = isinstance(found, int) and found > VERSION
        return f"{what} is no version this program reads. " + (
            "Update dubious-ai to open it." if newer else f"It reads version {VERSION}."
        )
    if kind == "literal_error":
        return f"this should be {limits['expected']}, not {what}."
    if kind in _EXPECTED:
        return f"this should be {_EXPECTED[kind]}, not {what}."
    return f"{error['msg'][0].lower()}{error['msg'][1:]}, not {what}."


def _refuse_misspelt(model: type[TablePart], raw: dict[str, object], path: json_text.Path) -> None:
    """Unknown fields are left alone, but not one that is all but a known field: its content would be lost without a word."""
    known = list(model.model_fields)
    for key in raw:
        meant = json_text.close(key, known) if key not in known else ""
        if meant and meant not in raw:
            where = json_text.place((*path, key))
            raise DocumentError(f"there is no field {key!r}; did you mean {meant!r}?", where)
    rounds = raw.get("rounds")
    if model is TableDocument and isinstance(rounds, list):
        for index, inner in enumerate(rounds):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
            if isinstance(inner, dict):
                _refuse_misspelt(RoundDocument, inner, ("rounds", index))  # pyright: ignore[reportUnknownArgumentType]
