"""The readers of this process by setting, for callers that know the setting's name only."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache

from dubious_ai.belief.encoder import SharedEncoder
from dubious_ai.belief.posterior import Heard, Posterior, Said
from dubious_ai.belief.reader import Reader
from dubious_ai.content.library import SettingSlug, library
from dubious_ai.core.model import Kind, Level

ENCODER = SharedEncoder()
"""One for all settings."""


@cache
def reader(setting: SettingSlug) -> Reader:
    """The reader of a setting. Raises ContentError for damaged content."""
    return Reader(library(setting), ENCODER)


def read(
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
    candidates: int | None = None,
) -> dict[str, float]:
    """See Reader.shares."""
    return reader(setting).shares(answers, reader_level, candidates)


def share(
    setting: SettingSlug,
    answers: Sequence[Said],
    slug: str,
    kind: Kind,
    reader_level: Level | float = "regular",
    candidates: int | None = None,
) -> float:
    """See Reader.share."""
    return reader(setting).share(answers, slug, kind, reader_level, candidates)
