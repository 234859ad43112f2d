"""From what a model said to a value of the expected shape: without thoughts, fences and prose, in whatever envelope it came.

A reply is only ever taken as a whole JSON value that fits the shape: nothing is fished out of prose.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from dubious_ai.brains.llm.reply.completion import ServerReply
from dubious_ai.brains.llm.reply.lenient_json import (
    MAX_DEPTH,
    Malformed,
    Truncated,
    is_list,
    is_object,
    read_object,
)
from dubious_ai.brains.llm.reply.spoken_words import without_control_tokens
from dubious_ai.core.model import Usage

MAX_TEXT = 60_000
"""Characters of a reply that are looked at; a reply of the expected shape is far shorter."""
MAX_STARTS = 15
"""Opening braces at which an object is looked for."""
T = TypeVar("T", bound=BaseModel)
State = Literal["ok", "truncated", "malformed", "empty", "refused"]

_THOUGHTS = re.compile(r"<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_LONE_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_LONE_START = re.compile(r"<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)


def strip_thoughts(text: str) -> tuple[str, bool]:
    """The text without thinking aloud, and whether it ended in the middle of a thought."""
    text = _THOUGHTS.sub("", text)
    ends = list(_LONE_END.finditer(text))
    if ends:
        text = text[ends[-1].end() :]
    start = _LONE_START.search(text)
    if start:
        return text[: start.start()], True
    return text, False


def find_objects(text: str) -> tuple[list[dict[str, object]], bool]:
    """All top-level JSON objects in a text, in order, and whether one was cut off by the end of the text."""
    found: list[dict[str, object]] = []
    decoder = json.JSONDecoder(strict=False)
    at = text.find("{")
    for _ in range(MAX_STARTS):
        if at < 0:
            break
        try:
            raw, end = decoder.raw_decode(text, at)
            if is_object(raw):
                found.append(raw)
        except (ValueError, RecursionError):
            try:
                value, end = read_object(text, at)
                found.append(value)
            except Truncated:
                return found, True
            except Malformed:
                end = at + 1
        at = text.find("{", end)
    return found, False


@dataclass(frozen=True, slots=True)
class Reply(Generic[T]):
    """A model's reply: its value if `state` is "ok", else why there is none and what to tell the model about it; its raw text, and what it cost."""

    state: State
    value: T | None = None
    problem: str = ""
    raw: str = ""
    usage: Usage = field(default_factory=Usage)


def read_value(
    said: ServerReply, shape: type[T], clean: Callable[[object], object] = lambda v: v
) -> Reply[T]:
    """The value of the expected shape. `clean` is applied to what was read before it is validated.

    When several objects fit, the last counts: models draft before they decide. A refusal or a content filter is never read.
    """
    if said.refusal or said.finish == "content_filter":
        return Reply("refused", problem=said.refusal[:200] or "content filter")
    text, mid_thought = strip_thoughts(without_control_tokens(said.text[:MAX_TEXT]))
    if not text.strip() and not mid_thought and said.thoughts:
        text, mid_thought = strip_thoughts(said.thoughts[-MAX_TEXT:])
    text = _unpacked(text)
    objects, cut = find_objects(text)
    problem = ""
    for candidate in [*reversed(objects), *_as_list(text, objects, shape)]:
        for form in _forms(candidate):
            if too_deep(form):
                continue
            try:
                return Reply("ok", shape.model_validate(clean(form)))
            except ValidationError as error:
                problem = problem or describe(error)
            except (RecursionError, OverflowError, ValueError):
                problem = problem or "the object cannot be read"
    if cut or mid_thought or (said.finish == "length" and not problem):
        return Reply("truncated", problem="the reply was cut off")
    if not text.strip():
        return Reply("empty", problem="the reply was empty")
    return Reply("malformed", problem=problem or "there was no JSON object in the reply")


def _unpacked(text: str) -> str:
    """The text inside a JSON string, for servers that pack a reply as a string of JSON."""
    for _ in range(2):
        stripped = text.strip()
        if not stripped.startswith('"'):
            break
        try:
            inner: object = json.loads(stripped)
        except (ValueError, RecursionError):
            break
        if not isinstance(inner, str):
            break
        text = inner
    return text


def _as_list(text: str, objects: list[dict[str, object]], shape: type[BaseModel]) -> list[dict[str, object]]:
    """The objects of a bare list as the one list a shape consists of, for models that leave out its name."""
    required = [name for name, field in shape.model_fields.items() if field.is_required()]
    bare = 0 <= text.find("[") < text.find("{")
    if not bare or len(required) != 1 or len(shape.model_fields) != 1:
        return []
    return [{required[0]: list[object](objects)}]


def _forms(candidate: dict[str, object]) -> list[dict[str, object]]:
    """The object, and what it wraps if it is nothing but a wrapper ({"answer": {…}}), or holds the values of an echoed schema; each also with its keys as we write them."""
    forms = [candidate]
    inner = candidate.get("properties") if "properties" in candidate else None
    if len(candidate) == 1:
        inner = next(iter(candidate.values()))
    if is_object(inner):
        forms.append(inner)
    if too_deep(candidate):
        return forms
    plain = [_plain_keys(form) for form in forms]
    return [*forms, *(form for form in plain if is_object(form) and form not in forms)]


def _plain_keys(value: object) -> object:
    """A JSON value with its keys in small letters, with underscores for blanks and hyphens."""
    if is_object(value):
        return {
            re.sub(r"[\s-]+", "_", key.strip().casefold()): _plain_keys(inner) for key, inner in value.items()
        }
    if is_list(value):
        return [_plain_keys(inner) for inner in value]
    return value


def too_deep(value: object, limit: int = MAX_DEPTH) -> bool:
    """Whether a JSON value is nested deeper than any reply of ours, found without recursion."""
    layer: list[object] = [value]
    for _ in range(limit):
        following: list[object] = []
        for item in layer:
            if is_object(item):
                following.extend(item.values())
            elif is_list(item):
                following.extend(item)
        if not following:
            return False
        layer = following
    return True


def describe(error: ValidationError) -> str:
    """The first fault of a reply in words a model understands."""
    first = error.errors(include_url=False)[0]
    place = ".".join(str(step) for step in first["loc"]) or "the object"
    return f"{place}: {first['msg']}"[:200]
