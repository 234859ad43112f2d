"""From a server's raw body to what the model said in it, whole or in a stream of events, or to why it is no completion.

Lines of a stream that are no data (comments that keep a connection open, names of events) are passed over. A stream that ends
before the model stopped is a broken answer, not a short one.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from dubious_ai.brains.llm.reply.lenient_json import is_list, is_object

IDLE = 40
"""Signs without a word at the end of a reply that was cut off, from which on it is no reply."""


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
class TokenCount:
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
    usage: TokenCount | None = None

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
        raw: object = whole_stream(body) if is_stream(body) else json.loads(body)
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


def _usage(value: object) -> TokenCount | None:
    try:
        found = _Usage.model_validate(value)
    except ValidationError:
        return None
    if found.prompt_tokens <= 0 or found.completion_tokens < 0:
        return None
    cached = (found.prompt_tokens_details.cached_tokens if found.prompt_tokens_details else None) or 0
    return TokenCount(found.prompt_tokens, found.completion_tokens, max(0, min(cached, found.prompt_tokens)))


_FIRST_LINE = re.compile(r"^\ufeff?\s*(?:data|event|id|retry)?:")
_DATA = re.compile(r"^data: ?(.*)$", re.MULTILINE)
TEXTS = ("content", "reasoning_content", "reasoning", "refusal")


def is_stream(body: str) -> bool:
    """Whether a body is a stream of events rather than JSON."""
    return _FIRST_LINE.match(body) is not None


def whole_stream(body: str) -> dict[str, object]:
    """The body of the completion that these events make up, or of the error among them. One without `choices` broke off."""
    parts: dict[str, list[str]] = {name: [] for name in TEXTS}
    arguments: list[str] = []
    found: dict[str, object] = {}
    finish: object = None
    ended = False
    for match in _DATA.finditer(body.replace("\r\n", "\n").replace("\r", "\n")):
        data = match[1].strip()
        if data == "[DONE]":
            ended = True
            continue
        try:
            event: object = json.loads(data)
        except (ValueError, RecursionError):
            continue
        if not is_object(event):
            continue
        if event.get("error"):
            return {"error": event["error"]}
        if event.get("usage"):
            found["usage"] = event["usage"]
        choices = event.get("choices")
        choice = choices[0] if is_list(choices) and choices else None
        if not is_object(choice):
            continue
        finish = choice.get("finish_reason") or finish
        delta = choice.get("delta") or choice.get("message")
        if not is_object(delta):
            continue
        for name, texts in parts.items():
            piece = delta.get(name)
            if isinstance(piece, str):
                texts.append(piece)
        arguments += _pieces_of_arguments(delta.get("tool_calls"))
    if not (ended or finish):
        return found
    message: dict[str, object] = {name: "".join(texts) or None for name, texts in parts.items()}
    if arguments:
        message["tool_calls"] = [{"function": {"arguments": "".join(arguments)}}]
    return {**found, "choices": [{"message": message, "finish_reason": finish or "stop"}]}


def _pieces_of_arguments(calls: object) -> list[str]:
    """The pieces of a tool call's arguments in one event."""
    pieces: list[str] = []
    for call in calls if is_list(calls) else []:
        function = call.get("function") if is_object(call) else None
        piece = function.get("arguments") if is_object(function) else None
        if isinstance(piece, str):
            pieces.append(piece)
    return pieces
