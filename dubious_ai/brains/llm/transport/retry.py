"""Gets one payload to a server and one chat completion back, in spite of what passes: rate limits, hiccups, broken answers.

Owns retries (bounded, with Retry-After and jitter, within one deadline), the circuit breaker's part in them, and the log line of every attempt.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.reply.completion import NotACompletion, ServerReply, read_body
from dubious_ai.brains.llm.transport import failures
from dubious_ai.brains.llm.transport.client import Payload, Wire
from dubious_ai.brains.llm.transport.deadline import Deadline, run
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.brains.llm.transport.pacing import Breaker, CallQueue
from dubious_ai.brains.llm.transport.redaction import RequestLog

RETRIES = 2
FIRST_WAIT = 0.5
LONGEST_PAUSE = 8.0
MAX_WAIT = 30.0
"""Seconds: the first pause, doubled each time up to the longest, and the longest pause a server may ask for."""


def sleep(seconds: float, cancelled: threading.Event) -> None:
    """Wait, but not for somebody who has left."""
    cancelled.wait(seconds)


@dataclass(frozen=True)
class Patience:
    """How time passes: all of it injectable. `jitter` gives a number from 0 to 1."""

    sleep: Callable[[float, threading.Event], None] = sleep
    jitter: Callable[[], float] = field(default_factory=lambda: random.Random().random)
    clock: Callable[[], float] = time.monotonic


class Courier:
    """One endpoint's way of sending. `queue` and `breaker` are shared by all endpoints of a server."""

    def __init__(
        self,
        endpoint: Endpoint,
        wire: Wire,
        breaker: Breaker,
        queue: CallQueue,
        patience: Patience | None = None,
        log: RequestLog | None = None,
    ) -> None:
        self.endpoint = endpoint
        self.wire = wire
        self.breaker = breaker
        self.queue = queue
        self.patience = patience or Patience()
        self._log = log
        settings = endpoint.settings
        self._retries = RETRIES if settings.retries is None else settings.retries
        self._max_wait = MAX_WAIT if settings.max_wait is None else settings.max_wait

    def deadline(self) -> Deadline:
        """A fresh deadline of the usual length for this endpoint."""
        return Deadline(self.endpoint.timeout, self.patience.clock)

    def deliver(
        self, payload: Payload, purpose: str, deadline: Deadline, cancelled: threading.Event
    ) -> ServerReply:
        """What the model said to this payload. Raises CallFailed once the retries are used up or trying again is pointless.

        A server that is busy or loads its model is waited for until the deadline; other hiccups are retried a few times.
        """
        tries = pauses = 0
        while True:
            if cancelled.is_set():
                raise failures.cancelled()
            with self.queue.place(deadline, cancelled):
                on_trial = self.breaker.check()
                begun = self.patience.clock()
                try:
                    return self._once(payload, purpose, tries + pauses, deadline, cancelled)
                except CallFailed as failure:
                    error = failure
                if error.busy:
                    self.queue.busy()
            waits = error.busy or error.loading
            if not waits:
                tries += 1
                self.breaker.failed(error, begun)
            if not error.retryable or on_trial or (error.said.of("reply format") and error.status >= 500):
                raise error
            pause = self._pause(error, pauses if waits else tries - 1)
            pauses += waits
            room = deadline.loading_left if error.loading else deadline.left
            if pause > self._max_wait or (tries > self._retries and not waits):
                raise self._given_up(error, pause)
            if pause >= room:
                self.breaker.failed(error, begun, worn_out=waits)
                raise self._given_up(error, pause, deadline)
            deadline.state = "loading" if error.loading else "pausing"
            self.patience.sleep(pause, cancelled)
            if error.loading:
                deadline.loaded(self.patience.clock() - begun)

    def _pause(self, error: CallFailed, attempt: int) -> float:
        if error.wait is not None:
            return error.wait * (1 + 0.1 * self.patience.jitter())
        return min(LONGEST_PAUSE, FIRST_WAIT * 2**attempt) * (0.75 + 0.5 * self.patience.jitter())

    def _given_up(self, error: CallFailed, pause: float, deadline: Deadline | None = None) -> CallFailed:
        host = self.endpoint.host
        if error.loading and deadline is not None:
            sentence = f"{host} was still loading its model after {deadline.loading:.0f} seconds. Load it there first, then try again."
        elif error.cause == "rate" and pause > self._max_wait:
            sentence = f"{host} gets too many calls and asks to wait {error.wait or pause:.0f} seconds."
        elif error.busy and deadline is not None:
            sentence = f"{host} was busy for {deadline.gone:.0f} seconds. Fewer calls at once (parallel in the settings) may help."
        elif error.cause == "rate":
            sentence = f"{host} gets too many calls and keeps refusing."
        else:
            return error
        return CallFailed(error.cause, sentence, status=error.status, detail=error.detail, said=error.said)

    def _once(
        self,
        payload: Payload,
        purpose: str,
        attempt: int,
        deadline: Deadline,
        cancelled: threading.Event,
    ) -> ServerReply:
        begun = self.patience.clock()
        deadline.begin()
        left = deadline.left
        if left <= 0:
            raise failures.silent(self.endpoint, deadline.seconds, retryable=False)
        entry: dict[str, object] = {
            "to": str(self.endpoint),
            "for": purpose,
            "attempt": attempt + 1,
            "sent": payload,
        }
        try:
            body = run(lambda: self.wire.send(payload, left, cancelled), self.endpoint, left, cancelled)
            entry["got"] = _as_json(body)
            said = self._read(body)
        except CallFailed as error:
            entry["failed"] = {"cause": error.cause, "status": error.status, "detail": error.detail}
            raise
        else:
            self.breaker.worked()
            return said
        finally:
            entry["seconds"] = round(self.patience.clock() - begun, 3)
            if self._log:
                self._log.write(entry)

    def _read(self, body: str) -> ServerReply:
        try:
            return read_body(body)
        except NotACompletion as error:
            raise failures.from_body(error, self.endpoint) from None


def _as_json(body: str) -> object:
    """The body for the log: as JSON if it is that, else as text."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return body[:20_000]
