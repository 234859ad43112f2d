"""One deadline for everything a seat's action needs from a server, and waiting that can be given up.

Some waits cannot be bounded from outside (a name server that does not answer, a system call that hangs), so the thread that
waits is never the thread that calls. What a call brings after it was left is dropped.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, Literal, TypeVar

from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.transport import failures

T = TypeVar("T")
State = Literal["queueing", "asking", "pausing", "loading"]
LOADING_TIMEOUT = 600.0
"""Seconds a server may need to load a model, if it says that it is doing so."""
GLANCE = 0.05
"""Seconds between two looks at whether the wait was cancelled."""
GRACE = 2.0
"""Seconds a call may take beyond its own time-out before it is left."""


class Deadline:
    """How long one action of a seat may take, retries and repairs included.

    It begins with the first call that is sent. Queueing for a place at the server and waiting for a model to be loaded do not count;
    the latter has a limit of its own.
    """

    def __init__(
        self,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        loading: float = LOADING_TIMEOUT,
    ) -> None:
        self.seconds = seconds
        self.loading = loading
        self.clock = clock
        self.state: State = "queueing"
        self._begun: float | None = None
        self._queued = 0.0
        self._loaded = 0.0

    def begin(self) -> None:
        """A call is sent; the first one starts the clock."""
        if self._begun is None:
            self._begun, self._queued = self.clock(), 0.0
        self.state = "asking"

    def queued(self, seconds: float) -> None:
        """These seconds were spent waiting for a place."""
        self._queued += seconds

    def loaded(self, seconds: float) -> None:
        """These seconds were spent waiting for a model to be loaded."""
        self._loaded += seconds

    @property
    def gone(self) -> float:
        """Seconds that count."""
        return 0.0 if self._begun is None else self.clock() - self._begun - self._queued - self._loaded

    @property
    def left(self) -> float:
        """Seconds still to go; negative when it has passed."""
        return self.seconds - self.gone

    @property
    def loading_left(self) -> float:
        """Seconds a server may still be loading."""
        return self.loading - self._loaded

    def told(self) -> str:
        """How the wait stands, in words."""
        if self.state == "queueing" and self._begun is None:
            return "waits for its turn at the server"
        if self.state == "loading":
            return f"loads its model ({self._loaded:.0f} of at most {self.loading:.0f} seconds)"
        return f"{max(0.0, self.gone):.0f} of at most {self.seconds:.0f} seconds"


class _Outcome(Generic[T]):
    def __init__(self) -> None:
        self.done = threading.Event()
        self.value: T | None = None
        self.error: BaseException | None = None


def run(work: Callable[[], T], endpoint: Endpoint, seconds: float, cancelled: threading.Event) -> T:
    """The result of `work`, or what it raised. Raises CallFailed when it is cancelled or takes longer than these seconds."""
    outcome: _Outcome[T] = _Outcome()

    def body() -> None:
        try:
            outcome.value = work()
        except BaseException as error:
            outcome.error = error
        outcome.done.set()

    threading.Thread(target=body, daemon=True, name="call").start()
    left = seconds + GRACE
    while not outcome.done.wait(min(GLANCE, max(left, 0.001))):
        left -= GLANCE
        if cancelled.is_set():
            raise failures.cancelled()
        if left <= 0:
            raise failures.silent(endpoint, seconds)
    if outcome.error is not None:
        raise outcome.error
    if outcome.value is None:
        raise RuntimeError("a call returned nothing")
    return outcome.value
