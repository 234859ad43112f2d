"""How a full screen behaves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Manners:
    """How the screen behaves: clocks while guessing, pauses between answers (0 for none), steps of a reveal by themselves."""

    clocks: bool = True
    pace: float = 1.0
    reduced_motion: bool = False
