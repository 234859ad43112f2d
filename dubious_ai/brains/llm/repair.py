"""A request, its reply, and asking again about a reply that cannot be used, at most `TRIES` times in all.

Owns what counts as unusable and what is never asked again (a refusal). The model sees its own reply, what is wrong with it, and
the legal values.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TypeVar

from pydantic import BaseModel

from dubious_ai.brains.llm.ask import Chat
from dubious_ai.brains.llm.prompt.requests import Request, again
from dubious_ai.brains.llm.reply.schema import Span
from dubious_ai.brains.llm.transport.capabilities import Rung
from dubious_ai.brains.llm.transport.deadline import Deadline
from dubious_ai.brains.llm.transport.failures import CallFailed, Cause
from dubious_ai.core.cleaning import clean
from dubious_ai.core.model import Usage

T = TypeVar("T", bound=BaseModel)
V = TypeVar("V")
TRIES = 3
RAW = 2000
"""Characters of a raw reply that go on the record."""


class Unusable(Exception):
    """A reply of the right shape that makes no sense in the game: what is wrong, and the legal values ("" if that is clear)."""

    def __init__(self, problem: str, legal: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.legal = legal


def converse(
    chat: Chat,
    request: Request,
    shape: type[T],
    check: Callable[[T, bool], V],
    purpose: str,
    choices: Mapping[str, tuple[str, ...]],
    cancelled: threading.Event,
    counts: Mapping[str, Span] | None = None,
) -> tuple[V, Usage]:
    """Ask until the reply is of the shape and `check` (called with whether this is the last try) accepts it; the value, and what it cost in all.

    Raises CallFailed: with cause "refusal", "format", or whatever the call itself failed of.
    """
    with chat.deadline() as deadline:
        return _converse(chat, request, shape, check, purpose, (choices, counts), deadline, cancelled)


def _converse(
    chat: Chat,
    request: Request,
    shape: type[T],
    check: Callable[[T, bool], V],
    purpose: str,
    limits: tuple[Mapping[str, tuple[str, ...]], Mapping[str, Span] | None],
    deadline: Deadline,
    cancelled: threading.Event,
) -> tuple[V, Usage]:
    messages = request.messages
    problem, unreadable = "", True
    paid = Usage(cost=0.0)
    rung: Rung | None = None
    for attempt in range(1, TRIES + 1):
        begun = deadline.clock()
        reply = chat.ask(
            messages,
            shape,
            purpose=purpose,
            choices=limits[0],
            counts=limits[1],
            rung=rung,
            cancelled=cancelled,
            deadline=deadline,
        )
        paid = _together(paid, reply.usage)
        legal, unreadable = "", reply.value is None
        if reply.state == "refused":
            refusal = CallFailed("refusal", f"{chat.endpoint.model} refuses to take part: {reply.problem}.")
            chat.replies.failed(refusal, begun)
            raise refusal
        if reply.value is not None:
            try:
                value = check(reply.value, attempt == TRIES)
            except Unusable as error:
                problem, legal = error.problem, error.legal and f"Legal are: {error.legal}."
            else:
                chat.replies.worked()
                told = {"prompt": request.label, "trimmed": request.trimmed, "raw": clean(reply.raw[:RAW])}
                return value, paid.model_copy(update=told)
        else:
            problem = f"{reply.problem.rstrip('.')}."
            # A server that ignores or spoils its own structured output may do better without.
            rung = "prompt" if attempt == TRIES - 1 else None
        chat.replies.failed(_given_up(chat, problem, unreadable), begun)
        messages = again(request, reply.raw, problem, legal)
    raise _given_up(chat, problem, unreadable)


def _given_up(chat: Chat, problem: str, unreadable: bool) -> CallFailed:
    cause: Cause = "format"
    what = "does not write the JSON the game needs" if unreadable else "keeps to no legal choice"
    sentence = f"{chat.endpoint.model} {what} ({problem.rstrip('.')}). Try a larger model."
    return CallFailed(cause, chat.redact(sentence))


def _together(before: Usage, last: Usage) -> Usage:
    """What several calls cost in all."""
    known = before.cost is not None and last.cost is not None
    return last.model_copy(
        update={
            "calls": before.calls + last.calls,
            "prompt_tokens": before.prompt_tokens + last.prompt_tokens,
            "cached_tokens": before.cached_tokens + last.cached_tokens,
            "completion_tokens": before.completion_tokens + last.completion_tokens,
            "cost": (before.cost or 0.0) + (last.cost or 0.0) if known else None,
            "seconds": round(before.seconds + last.seconds, 3),
        }
    )
