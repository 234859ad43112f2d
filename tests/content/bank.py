"""The prepared answers as tests walk through them: by setting and by voice."""

from __future__ import annotations

import pytest

from dubious_ai.content.cards import CardFile, Prepared
from dubious_ai.content.library import SettingSlug, library, setting_slugs
from dubious_ai.content.voices import VOICES, Voice

EACH = pytest.mark.parametrize("setting", setting_slugs())
SPOKEN = pytest.mark.parametrize(
    ("setting", "voice"), [(setting, voice) for setting in setting_slugs() for voice in VOICES]
)


def answers(setting: SettingSlug, voice: Voice | None = None) -> list[tuple[CardFile, Prepared]]:
    return [
        (file, answer)
        for file in library(setting).files
        for answer in file.answers
        if voice in (None, answer.voice)
    ]


def place(file: CardFile, answer: Prepared) -> str:
    return f"{file.slug}, {answer.voice}, {answer.to}: {answer.text}"


def none(found: list[str]) -> None:
    assert not found, f"{len(found)}:\n" + "\n".join(found)
