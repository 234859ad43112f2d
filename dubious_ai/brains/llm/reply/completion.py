"""From a server's raw body to a validated value: everything between the two that goes wrong in the wild.

Owns three readings: the body of a chat completion (`read_body`), the text of a reply without thoughts, fences and prose
(`find_objects`), and the value of the expected shape (`read_value`). A reply is only ever taken as a whole JSON object that
fits the shape: nothing is fished out of prose.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from dubious_ai.brains.llm.reply import event_stream
from dubious_ai.brains.llm.reply.json_types import is_list, is_object
from dubious_ai.brains.llm.reply.lenient_json import MAX_DEPTH, Malformed, Truncated, read_object
from dubious_ai.brains.llm.reply.spoken_words import without_control_tokens

MAX_TEXT = 60_000
"""Characters of a reply that are looked at; a reply of the expected shape is far shorter."""
IDLE = 40
"""Signs without a word at the end of a reply that was cut off, from which on it is no reply."""
MAX_STARTS = 15
"""Opening braces at which an object is looked for."""
T = TypeVar("T", bound=BaseModel)
State = Literal["ok", "truncated", "malformed", "empty", "refused"]

_THOUGHTS = re.compile(r"<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_LONE_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_LONE_START = re.compile(r"<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)


class _Lax(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _Message(_Lax):
    content: object = None
    refusal: object = None
    reasoning_content: object = None
    reasoning: object = None
    tool_calls: object = None


class _Choice(_Lax):
    message: _Message
    finish_reason: object = None


class _Details(_Lax):
    cached_tokens: int | None = None


class _Usage(_Lax):
    prompt_tokens: int
    completion_tokens: int
    prompt_tokens_details: _Details | None = None


class _Body(_Lax):
    choices: list[_Choice]
    usage: object = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them: all input, the part of it that came from its cache, output."""

    prompt: int
    completion: int
    cached: int = 0


@dataclass(frozen=True, slots=True)
class ServerReply:
    """What the model said: its text ("" if none), its thoughts, why it stopped, whether it refused, and the server's count."""

    text: str
    thoughts: str = ""
    finish: str = ""
    refusal: str = ""
    usage: Usage | None = None

    @property
    def idle(self) -> bool:
        """Whether the output was spent on blanks or one sign without end, as servers with a grammar do by chance."""
        if self.finish != "length":
            return False
        tail = self.text[-IDLE:]
        return len(self.text) >= IDLE and len(set(tail) - set(" \t\r\n")) <= 1


Disguise = Literal["page", "cut", "error", "fault", "other"]
"""What a body can be instead of a completion: a page, half of one, an error, a completion that says it failed, anything else."""


class NotACompletion(ValueError):
    """The body is no chat completion. `message` is what the server says is wrong, if it says so; `page` the text of a body that is no JSON."""

    def __init__(self, message: str, code: str = "", kind: Disguise = "other", page: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.kind: Disguise = kind
        self.page = page


def read_body(body: str) -> ServerReply:
    """Read the body of a 200 answer. Raises NotACompletion for anything that is none: HTML, cut JSON, an error in disguise."""
    try:
        raw: object = event_stream.whole(body) if event_stream.is_stream(body) else json.loads(body)
    except (ValueError, RecursionError):
        cut = body.lstrip().startswith("{")
        raise NotACompletion(
            "the body is not JSON", kind="cut" if cut else "page", page="" if cut else body[:4000]
        ) from None
    if is_object(raw) and raw.get("error") and not raw.get("choices"):
        message, code = error_of(raw)
        raise NotACompletion(message or "an error without a word", code, "error")
    if raw == {} or (is_object(raw) and set(raw) == {"usage"}):
        raise NotACompletion("the stream ends early", kind="cut")
    try:
        found = _Body.model_validate(raw)
    except ValidationError:
        raise NotACompletion("the body is not a chat completion") from None
    if not found.choices:
        raise NotACompletion("the body holds no choice")
    choice = found.choices[0]
    said = _said(choice, found.usage)
    if said.finish == "error":
        message, _ = error_of(raw)
        raise NotACompletion(f"failed while it wrote{f' ({message})' if message else ''}", kind="fault")
    silent = not (said.text.strip() or said.thoughts or said.refusal)
    if silent and said.finish in ("stop", "") and said.usage is None:
        raise NotACompletion("sent an empty answer and counted nothing for it", kind="fault")
    return said


def _said(choice: _Choice, usage: object) -> ServerReply:
    """The parts of a choice that count."""
    thoughts = _words(choice.message.reasoning_content) or _words(choice.message.reasoning)
    return ServerReply(
        text=_words(choice.message.content) or _arguments(choice.message.tool_calls),
        thoughts=thoughts,
        finish=_words(choice.finish_reason),
        refusal=_words(choice.message.refusal),
        usage=_usage(usage),
    )


def error_of(raw: object) -> tuple[str, str]:
    """Message and code of an error body in any of the common forms."""
    if not is_object(raw):
        return "", ""
    inner = raw.get("error", raw)
    if isinstance(inner, str):
        return inner[:500], ""
    if not is_object(inner):
        return "", ""
    message = inner.get("message") or inner.get("detail") or inner.get("msg") or ""
    code = inner.get("code") or inner.get("status") or inner.get("type") or ""
    return str(message)[:500], str(code)[:80]


def _words(value: object) -> str:
    """Text out of a content field: a string, or the parts some servers send instead."""
    if isinstance(value, str):
        return value
    if is_list(value):
        return "".join(_words(part) for part in value if not is_list(part))
    if is_object(value):
        text = value.get("text")
        return text if isinstance(text, str) else ""
    return ""


def _arguments(calls: object) -> str:
    """The arguments of a tool call, where some servers put the JSON that was asked for."""
    first = calls[0] if is_list(calls) and calls else None
    function = first.get("function") if is_object(first) else None
    given = function.get("arguments") if is_object(function) else None
    return given if isinstance(given, str) else json.dumps(given) if is_object(given) else ""


def _usage(value: object) -> Usage | None:
    try:
        found = _Usage.model_validate(value)
    except ValidationError:
        return None
    if found.prompt_tokens <= 0 or found.completion_tokens < 0:
        return None
    cached = (found.prompt_tokens_details.cached_tokens if found.prompt_tokens_details else None) or 0
    return Usage(found.prompt_tokens, found.completion_tokens, max(0, min(cached, found.prompt_tokens)))


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
class Reading(Generic[T]):
    """A reply as read: the value if `state` is "ok", else why there is none and what to tell the model about it."""

    state: State
    value: T | None = None
    problem: str = ""


def read_value(
    said: ServerReply, shape: type[T], clean: Callable[[object], object] = lambda v: v
) -> Reading[T]:
    """The value of the expected shape. `clean` is applied to what was read before it is validated.

    When several objects fit, the last counts: models draft before they decide. A refusal or a content filter is never read.
    """
    if said.refusal or said.finish == "content_filter":
        return Reading("refused", problem=said.refusal[:200] or "content filter")
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
                return Reading("ok", shape.model_validate(clean(form)))
            except ValidationError as error:
                problem = problem or describe(error)
            except (RecursionError, OverflowError, ValueError):
                problem = problem or "the object cannot be read"
    if cut or mid_thought or (said.finish == "length" and not problem):
        return Reading("truncated", problem="the reply was cut off")
    if not text.strip():
        return Reading("empty", problem="the reply was empty")
    return Reading("malformed", problem=problem or "there was no JSON object in the reply")


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
