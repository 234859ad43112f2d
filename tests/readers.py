"""The readers of the tests: those of the commands, handed to whatever reads, as a command does."""

from __future__ import annotations

from dubious_ai.belief.reader import Reader
from dubious_ai.cli.composition import READERS
from dubious_ai.core.observe import Observation

__all__ = ["READERS", "reader", "reader_for"]


def reader(setting: str = "antiquity") -> Reader:
    """The reader of a setting."""
    return READERS.of(setting)


def reader_for(seen: Observation) -> Reader:
    """The reader of the table a seat sits at."""
    return READERS.of(seen.setting.slug)
