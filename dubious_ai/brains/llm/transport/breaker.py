"""A circuit breaker per server: after some failures in a row nobody waits for that server for a while.

One seat's failures spare the other seats the same wait. What cannot heal by itself (a refused key, an empty account) stays
open until `reset`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from dubious_ai.brains.llm.transport.failures import CallFailed, Cause

THRESHOLD = 4
COOL_OFF = 30.0
COUNTED: frozenset[Cause] = frozenset(("network", "timeout", "server"))
FINAL: frozenset[Cause] = frozenset(("quota", "auth"))


class Breaker:
    """Guards one server. Shared by all seats that use it; safe to use from any thread."""

    def __init__(
        self,
        threshold: int = THRESHOLD,
        cool_off: float = COOL_OFF,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._threshold = threshold
        self._cool_off = cool_off
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._opened: float | None = None
        self._last: CallFailed | None = None
        self._final = False

    def check(self) -> None:
        """Raise the last failure again while the breaker is open. After the cool-off one call is let through to try."""
        with self._lock:
            if self._last is None or self._opened is None:
                return
            if not self._final and self._clock() - self._opened >= self._cool_off:
                self._opened = self._clock()
                return
            raise CallFailed(
                self._last.cause, self._last.sentence, detail="not tried: the server failed before"
            )

    def failed(self, error: CallFailed) -> None:
        """Count a failed call."""
        with self._lock:
            if error.cause in FINAL:
                self._last, self._opened, self._final = error, self._clock(), True
            elif error.cause in COUNTED:
                self._failures += 1
                if self._failures >= self._threshold:
                    self._last, self._opened = error, self._clock()

    def worked(self) -> None:
        """A call worked: the server is well."""
        with self._lock:
            self._failures, self._opened, self._last, self._final = 0, None, None, False

    reset = worked
