"""What a person at a real table has answered so far, read from a file: a JSON list, JSON lines, or lines of Q: and A:."""

from __future__ import annotations

import re

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from dubious_ai.belief.posterior import Said
from dubious_ai.coach.round_input import text_in
from dubious_ai.core.cleaning import clean
from dubious_ai.core.model import ANSWER_LIMIT
from dubious_ai.errors import UsageError

FORMS = (
    "Write “Q: What pet do you have?” and “A: A goose.” on lines of their own, "
    'or JSON: [{"question": "…", "text": "…"}].'
)
_LINE = re.compile(r"\s*(?P<key>Q|A|question|answer)\s*[\d.]*\s*:\s*(?P<rest>.*)", re.IGNORECASE)


class _Reply(BaseModel):
    model_config = ConfigDict(extra="ignore")

    question: str = ""
    text: str


class _Holder(BaseModel):
    model_config = ConfigDict(extra="ignore")

    answers: tuple[_Reply, ...]


_REPLIES: TypeAdapter[tuple[_Reply, ...] | _Holder | _Reply] = TypeAdapter(
    tuple[_Reply, ...] | _Holder | _Reply
)


def read_answered(file: str) -> tuple[Said, ...]:
    """The answers in a file ("-" for standard input), oldest first. Raises UsageError with place and value."""
    text, source = text_in(file, "`dubious hint --help`")
    return said_in(text, source)


def said_in(text: str, source: str) -> tuple[Said, ...]:
    """The answers in a text, oldest first. Raises UsageError with place and value."""
    said = _from_json(text, source) if text.lstrip()[:1] in ("{", "[") else _from_lines(text, source)
    for number, answer in enumerate(said, 1):
        if len(answer.text) > ANSWER_LIMIT:
            raise UsageError(
                f"{source}, answer {number} has {len(answer.text)} characters; {ANSWER_LIMIT} is the limit."
            )
    return said


def _from_json(text: str, source: str) -> tuple[Said, ...]:
    import json

    try:
        raw: object = json.loads(text)
    except json.JSONDecodeError as error:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) > 1 and error.msg == "Extra data":
            return tuple(
                said
                for number, line in enumerate(lines, 1)
                for said in _from_json(line, f"{source}, line {number}")
            )
        raise UsageError(
            f"{source}, line {error.lineno}, column {error.colno}: this is not JSON ({error.msg.lower()})."
        ) from error
    except (RecursionError, ValueError) as error:
        raise UsageError(f"{source} cannot be read as JSON. {FORMS}") from error
    try:
        found = _REPLIES.validate_python(raw)
    except ValidationError as error:
        raise UsageError(f"{source} holds no list of answers. {FORMS}") from error
    replies = (
        found.answers if isinstance(found, _Holder) else (found,) if isinstance(found, _Reply) else found
    )
    return tuple(Said(clean(r.question), clean(r.text)) for r in replies if clean(r.text))


def _from_lines(text: str, source: str) -> tuple[Said, ...]:
    said: list[Said] = []
    question = ""
    for number, raw in enumerate(text.splitlines(), 1):
        line = clean(raw)
        if not line or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise UsageError(
                f"{source}, line {number}: {line[:60]!r} is neither question nor answer. {FORMS}"
            )
        if found["key"].casefold().startswith("q"):
            question = found["rest"]
        elif found["rest"]:
            said.append(Said(question, found["rest"]))
            question = ""
    return tuple(said)
