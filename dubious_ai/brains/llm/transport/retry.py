"""Gets one payload to a server and one chat completion back, in spite of what passes: rate limits, hiccups, broken answers.

Owns retries (bounded, with Retry-After and jitter), the circuit breaker's part in them, and the log line of every attempt.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.reply.completion import NotACompletion, Said, read_body
from dubious_ai.brains.llm.transport import deadline, failures
from dubious_ai.brains.llm.transport.breaker import Breaker
from dubious_ai.brains.llm.transport.capabilities import names_format
from dubious_ai.brains.llm.transport.client import Payload, Wire
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.brains.llm.transport.request_log import RequestLog

RETRIES = 2
FIRST_WAIT = 0.5
MAX_WAIT = 30.0
"""Seconds: the first pause, doubled each time, and the longest pause a server may ask for."""


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
    """One endpoint's way of sending. `failed_attempts` counts tries that came to nothing."""

    def __init__(
        self,
        endpoint: Endpoint,
        wire: Wire,
        breaker: Breaker,
        patience: Patience | None = None,
        log: RequestLog | None = None,
    ) -> None:
        self.endpoint = endpoint
        self.wire = wire
        self.breaker = breaker
        self.patience = patience or Patience()
        self._log = log
        settings = endpoint.settings
        self._retries = RETRIES if settings.retries is None else settings.retries
        self._max_wait = MAX_WAIT if settings.max_wait is None else settings.max_wait

    def deliver(self, payload: Payload, purpose: str, cancelled: threading.Event) -> Said:
        """What the model said to this payload. Raises CallFailed once the retries are used up or trying again is pointless."""
        for attempt in range(self._retries + 1):
            if cancelled.is_set():
                raise failures.cancelled()
            self.breaker.check()
            try:
                return self._once(payload, purpose, attempt, cancelled)
            except CallFailed as error:
                self.breaker.failed(error)
                last = attempt == self._retries
                if not error.retryable or (error.status >= 500 and names_format(error.detail)):
                    raise
                pause = self._pause(error, attempt)
                if last or pause > self._max_wait:
                    raise self._given_up(error, pause) from None
                self.patience.sleep(pause, cancelled)
        raise failures.cancelled()

    def _pause(self, error: CallFailed, attempt: int) -> float:
        if error.wait is not None:
            return error.wait * (1 + 0.1 * self.patience.jitter())
        return FIRST_WAIT * 2**attempt * (0.75 + 0.5 * self.patience.jitter())

    def _given_up(self, error: CallFailed, pause: float) -> CallFailed:
        if error.cause != "rate":
            return error
        sentence = f"{self.endpoint.host} gets too many calls"
        sentence += (
            f" and asks to wait {error.wait or pause:.0f} seconds."
            if pause > self._max_wait
            else " and keeps refusing."
        )
        return CallFailed("rate", sentence, status=error.status, detail=error.detail)

    def _once(self, payload: Payload, purpose: str, attempt: int, cancelled: threading.Event) -> Said:
        begun = self.patience.clock()
        entry: dict[str, object] = {
            "to": str(self.endpoint),
            "for": purpose,
            "attempt": attempt + 1,
            "sent": payload,
        }
        try:
            body = deadline.run(lambda: self.wire.send(payload, cancelled), self.endpoint, cancelled)
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

    def _read(self, body: str) -> Said:
        try:
            return read_body(body)
        except NotACompletion as error:
            host, words = self.endpoint.host, f"{error.message} {error.code}"
            if "429" in words or "rate" in error.code.lower():
                raise CallFailed(
                    "rate", f"{host} gets too many calls and asks to wait.", True, detail=words
                ) from None
            cut = body.lstrip().startswith("{") and error.message == "the body is not JSON"
            hint = "" if self.endpoint.base_url.endswith("/v1") else " Most servers' addresses end in /v1."
            what = (
                "broke off its answer"
                if cut
                else f"answers with something else than a chat completion.{hint}"
            )
            raise CallFailed("server", f"{host} {what.rstrip('.')}.", cut, detail=words) from None


def _as_json(body: str) -> object:
    """The body for the log: as JSON if it is that, else as text."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return body[:20_000]
