"""How many calls a server gets at once: the others queue, which costs none of their time.

Owns one number per server. It starts at what the settings say, or at what such a server usually takes, and falls to one when a
server says that it is busy with what it has.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager

from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.transport import failures
from dubious_ai.brains.llm.transport.deadline import GLANCE, Deadline

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
