"""A request, its reply, and asking again about a reply that cannot be used, at most `TRIES` times in all.

Owns what counts as unusable and what is never asked again (a refusal). The model sees its own reply, what is wrong with it, and
the legal values.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel

from dubious_ai.brains.llm.ask import Chat, Reply
from dubious_ai.brains.llm.prompt.requests import Request, again
from dubious_ai.brains.llm.transport.capabilities import Rung
from dubious_ai.brains.llm.transport.deadline import Deadline
from dubious_ai.brains.llm.transport.failures import CallFailed, Cause
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


@dataclass(frozen=True, slots=True)
class Result(Generic[V]):
    """A usable value and what it cost."""

    value: V
    usage: Usage


def converse(
    chat: Chat,
    request: Request,
    shape: type[T],
    check: Callable[[T, bool], V],
    purpose: str,
    choices: Mapping[str, tuple[str, ...]],
    cancelled: threading.Event,
    counts: Mapping[str, int] | None = None,
) -> Result[V]:
    """Ask until the reply is of the shape and `check` (called with whether this is the last try) accepts it.

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
    limits: tuple[Mapping[str, tuple[str, ...]], Mapping[str, int] | None],
    deadline: Deadline,
    cancelled: threading.Event,
) -> Result[V]:
    messages = request.messages
    problem, unreadable = "", True
    notes = _Notes(chat, request)
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
        notes.add(reply)
        reading = reply.reading
        legal, unreadable = "", reading.value is None
        if reading.state == "refused":
            refusal = CallFailed("refusal", f"{chat.endpoint.model} refuses to take part: {reading.problem}.")
            chat.replies.failed(refusal, begun)
            raise refusal
        if reading.value is not None:
            try:
                result = Result(check(reading.value, attempt == TRIES), notes.usage(attempt, reply))
            except Unusable as error:
                problem, legal = error.problem, error.legal and f"Legal are: {error.legal}."
            else:
                chat.replies.worked()
                return result
        else:
            problem = f"{reading.problem.rstrip('.')}."
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


class _Notes:
    """Adds up the replies to one request."""

    def __init__(self, chat: Chat, request: Request) -> None:
        self._chat = chat
        self._request = request
        self._prompt = self._completion = self._cached = 0
        self._cost: float | None = 0.0
        self._seconds = 0.0

    def add(self, reply: Reply[T]) -> None:
        self._prompt += reply.usage.prompt
        self._completion += reply.usage.completion
        self._cached += reply.usage.cached
        self._seconds += reply.seconds
        self._cost = None if self._cost is None or reply.cost is None else self._cost + reply.cost

    def usage(self, calls: int, last: Reply[T]) -> Usage:
        return Usage(
            model=self._chat.endpoint.model,
            server=self._chat.endpoint.base_url,
            prompt=self._request.label,
            rung=last.rung,
            calls=calls,
            prompt_tokens=self._prompt,
            cached_tokens=self._cached,
            completion_tokens=self._completion,
            counted_by=last.counted,
            cost=self._cost,
            seconds=round(self._seconds, 3),
            trimmed=self._request.trimmed,
            raw=last.raw[:RAW],
        )
