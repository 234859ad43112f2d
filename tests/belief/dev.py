"""The development set for tests: 60 characters whose cards are known, five answers each."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from dubious_ai.belief import Heard, Said
from dubious_ai.content.library import Library, SettingSlug, library
from dubious_ai.core.model import KINDS, Pair, Value

FILE = Path(__file__).resolve().parents[2] / "fixtures" / "dev_answers.jsonl"


def small(setting: SettingSlug, cards: int = 5, answers: int = 4) -> Library:
    """A setting with fewer cards of each kind and fewer prepared answers."""
    whole = library(setting)
    kept = [f for kind in KINDS for f in whole.texts(kind)[:cards]]
    files = tuple(f.model_copy(update={"answers": f.answers[:answers], "hints": f.hints[:8]}) for f in kept)
    # made anew: a copy would keep what the whole has worked out from its files
    fields: dict[str, Any] = {name: getattr(whole, name) for name in Library.model_fields}
    return Library.model_validate(fields | {"files": files})


class Character(Value):
    """One character of the development set, cards by slug."""

    setting: SettingSlug
    grade: str
    cards: Pair
    heard: tuple[tuple[str, str], ...]

    def said(self) -> Heard:
        """The answers as the reader takes them."""
        return Heard(tuple(Said(question, text) for question, text in self.heard))


@cache
def characters() -> tuple[Character, ...]:
    """All 60, in the order of the file."""
    found: list[Character] = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        raw = json.loads(line)
        slugs = {(kind, f.name): f.slug for kind in KINDS for f in library(raw["setting"]).texts(kind)}
        found.append(
            Character(
                setting=raw["setting"],
                grade=raw["grade"],
                cards=Pair(
                    occupation=slugs["occupation", raw["occupation"]], secret=slugs["secret", raw["secret"]]
                ),
                heard=tuple((a["question"], a["text"]) for a in raw["answers"]),
            )
        )
    return tuple(found)
