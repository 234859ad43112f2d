"""How a full screen behaves, and what ends it from outside."""

from __future__ import annotations

import signal
from dataclasses import dataclass

HANGUPS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""A closed terminal, or a request to end."""


@dataclass(frozen=True)
class Manners:
    """How the screen behaves: clocks while guessing, pauses between answers (0 for none), steps of a reveal by themselves."""

    clocks: bool = True
    pace: float = 1.0
    reduced_motion: bool = False
