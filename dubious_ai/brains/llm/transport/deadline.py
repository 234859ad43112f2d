"""Waiting that can be given up: a call runs in a daemon thread, and whoever waits may leave it at any moment.

Some waits cannot be bounded from outside (a name server that does not answer, a system call that hangs), so the thread that
waits is never the thread that calls. What a call brings after it was left is dropped.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.transport import failures

T = TypeVar("T")
GLANCE = 0.05
"""Seconds between two looks at whether the wait was cancelled."""
GRACE = 2.0
"""Seconds a call may take beyond its own time-out before it is left."""


class _Box(Generic[T]):
    def __init__(self) -> None:
        self.done = threading.Event()
        self.value: T | None = None
        self.error: BaseException | None = None


def run(work: Callable[[], T], endpoint: Endpoint, cancelled: threading.Event) -> T:
    """The result of `work`, or what it raised. Raises CallFailed when it is cancelled or takes longer than the endpoint allows."""
    box: _Box[T] = _Box()

    def body() -> None:
        try:
            box.value = work()
        except BaseException as error:
            box.error = error
        box.done.set()

    threading.Thread(target=body, daemon=True, name="call").start()
    left = endpoint.timeout + GRACE
    while not box.done.wait(min(GLANCE, max(left, 0.001))):
        left -= GLANCE
        if cancelled.is_set():
            raise failures.cancelled()
        if left <= 0:
            raise failures.silent(endpoint)
    if box.error is not None:
        raise box.error
    if box.value is None:
        raise RuntimeError("a call returned nothing")
    return box.value
