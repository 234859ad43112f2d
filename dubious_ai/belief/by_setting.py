"""The readers of this process by setting, for callers that know the setting's name only."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module

from dubious_ai.belief.encoder import SharedEncoder
from dubious_ai.belief.posterior import Heard, Posterior, Said
from dubious_ai.belief.reader import Reader
from dubious_ai.content.library import SettingSlug, library, setting_slug
from dubious_ai.core.model import Kind, Level
from dubious_ai.errors import DubiousError

ENCODER = SharedEncoder()
"""One for all settings."""


@cache
def reader(setting: SettingSlug) -> Reader:
    """The reader of a setting. Raises ContentError for damaged content."""
    return Reader(library(setting), ENCODER)


def prepare_behind(setting: str) -> threading.Thread:
    """Load in the background what reading strangers takes, in a setting that may no longer be there. Returns the thread.

    It is waited for when the program ends: half a second at most, where being cut off inside the runtime could crash it.
    """

    # imported here and whole: two threads that begin to import numpy at once may each see half of it
    import_module("numpy")

    def body() -> None:
        with suppress(DubiousError):
            reader(setting_slug(setting)).prepare_quickly()

    thread = threading.Thread(target=body, name="reader", daemon=False)
    thread.start()
    return thread


def read_answers(
    setting: SettingSlug,
    heard: Sequence[Heard],
    *,
    excluded: Mapping[Kind, Collection[str]] | None = None,
) -> Posterior:
    """See Reader.read."""
    return reader(setting).read(heard, excluded=excluded)


def shares(
    setting: SettingSlug,
    answers: Sequence[Said],
    reader_level: Level | float = "regular",
    candidates: float | None = None,
) -> dict[str, float]:
    """See Reader.shares."""
    return reader(setting).shares(answers, reader_level, candidates)


def share_of(
    setting: SettingSlug,
    answers: Sequence[Said],
    slug: str,
    kind: Kind,
    reader_level: Level | float = "regular",
    candidates: float | None = None,
) -> float:
    """See Reader.share."""
    return reader(setting).share(answers, slug, kind, reader_level, candidates)
