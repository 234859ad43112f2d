"""What a server is spared: calls beyond the number it can take at once, and calls after it has failed a few times in a row.

Calls that queue cost none of their seat's time. Calls that were under way together fail together: that is one failure, not several.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.transport import failures
from dubious_ai.brains.llm.transport.deadline import GLANCE, Deadline
from dubious_ai.brains.llm.transport.failures import CallFailed, Cause

THRESHOLD = 4
USELESS_REPLIES = 6
"""Moments without one usable reply after which a model is left alone for a while."""
COOL_OFF = 30.0
COUNTED: dict[Cause, int] = {"network": 1, "server": 1, "format": 1, "refusal": 1, "length": 1, "timeout": 2}
"""How much a failure counts: a wait in vain costs the table more than an error."""
FINAL: frozenset[Cause] = frozenset(("quota", "auth"))


class Breaker:
    """Guards one server, or one model of it. Shared by all seats that use it; safe to use from any thread."""

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
        self._failed_at: float | None = None
        self._opened: float | None = None
        self._last: CallFailed | None = None
        self._final = False

    def check(self) -> bool:
        """Raise the last failure again while the breaker is open. After the cool-off one call is let through: then the answer is True."""
        with self._lock:
            if self._last is None or self._opened is None:
                return False
            if not self._final and self._clock() - self._opened >= self._cool_off:
                self._opened = self._clock()
                return True
            raise CallFailed(
                self._last.cause, self._last.sentence, detail="not tried: the server failed before"
            )

    def failed(self, error: CallFailed, begun: float, *, worn_out: bool = False) -> None:
        """Count a failed call that was sent at `begun`. `worn_out`: it was waited for to the end, which is enough."""
        with self._lock:
            if error.cause in FINAL:
                self._last, self._opened, self._final = error, self._clock(), True
                return
            if error.cause not in COUNTED and not worn_out:
                return
            if self._failed_at is not None and begun < self._failed_at:
                return
            self._failed_at = self._clock()
            self._failures += self._threshold if worn_out else COUNTED.get(error.cause, 1)
            if self._failures >= self._threshold:
                self._last, self._opened = error, self._clock()

    def worked(self) -> None:
        """A call worked: the server is well."""
        with self._lock:
            self._failures, self._failed_at, self._opened, self._last, self._final = (
                0,
                None,
                None,
                None,
                False,
            )

    reset = worked


LOCAL_CALLS, HOSTED_CALLS = 2, 8
"""Calls at once when the settings do not say: most local servers work on one or two, hosted ones on any number."""


class CallQueue:
    """The places at one server. Shared by all seats that use it; safe to use from any thread."""

    def __init__(self, endpoint: Endpoint, clock: Callable[[], float]) -> None:
        self.limit = endpoint.settings.parallel or (LOCAL_CALLS if endpoint.local else HOSTED_CALLS)
        self._clock = clock
        self._under_way = 0
        self._freed = threading.Condition()

    @contextmanager
    def place(self, deadline: Deadline, cancelled: threading.Event) -> Generator[None]:
        """Wait for a place and hold it. Raises CallFailed when nobody waits for the call any more."""
        begun = self._clock()
        deadline.state = "queueing"
        with self._freed:
            while self._under_way >= self.limit:
                self._freed.wait(GLANCE)
                if cancelled.is_set():
                    raise failures.cancelled()
            self._under_way += 1
        deadline.queued(self._clock() - begun)
        try:
            yield
        finally:
            with self._freed:
                self._under_way -= 1
                self._freed.notify_all()

    def busy(self) -> None:
        """The server cannot take what it got: from now on one call at a time, if it was more than one."""
        with self._freed:
            if self._under_way >= 1 and self.limit > 1:
                self.limit = 1
