"""A completion that came as a stream of events, whether one was asked for or not, put together as if it had come in one piece.

Lines that are no data (comments that keep a connection open, names of events) are passed over. A stream that ends before the
model stopped is a broken answer, not a short one.
"""

from __future__ import annotations

import json
import re

from dubious_ai.brains.llm.reply.json_types import is_list, is_object

_FIRST_LINE = re.compile(r"^\ufeff?\s*(?:data|event|id|retry)?:")
_DATA = re.compile(r"^data: ?(.*)$", re.MULTILINE)
TEXTS = ("content", "reasoning_content", "reasoning", "refusal")


def is_stream(body: str) -> bool:
    """Whether a body is a stream of events rather than JSON."""
    return _FIRST_LINE.match(body) is not None


def whole(body: str) -> dict[str, object]:
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
        arguments += _arguments(delta.get("tool_calls"))
    if not (ended or finish):
        return found
    message: dict[str, object] = {name: "".join(texts) or None for name, texts in parts.items()}
    if arguments:
        message["tool_calls"] = [{"function": {"arguments": "".join(arguments)}}]
    return {**found, "choices": [{"message": message, "finish_reason": finish or "stop"}]}


def _arguments(calls: object) -> list[str]:
    """The pieces of a tool call's arguments in one event."""
    pieces: list[str] = []
    for call in calls if is_list(calls) else []:
        function = call.get("function") if is_object(call) else None
        piece = function.get("arguments") if is_object(function) else None
        if isinstance(piece, str):
            pieces.append(piece)
    return pieces
