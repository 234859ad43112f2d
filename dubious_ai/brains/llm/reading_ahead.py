"""Reading answers while waiting for a model: the offline reader's work is done (and remembered by it) before it is needed.

Nothing depends on it: what was not read ahead is read when it is needed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

_ONE_AT_A_TIME = threading.Lock()
"""Seats hear the same answers: the second to read them finds them read."""


def read_ahead(*works: Callable[[], object]) -> threading.Thread:
    """Do these works in the background, one after the other; `join` the thread to wait for them. What they raise is dropped."""

    def body() -> None:
        for work in works:
            try:
                with _ONE_AT_A_TIME:
                    work()
            except Exception:
                return

    thread = threading.Thread(target=body, daemon=True, name="read ahead")
    thread.start()
    return thread
