"""What the texts of one setting say about its 28 cards, prepared for reading: word counts, vectors, hints.

Cards stand in the order Occupations then Secrets, each in reference-sheet order. Built once per process and setting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from dubious_ai.belief import text as words_of
from dubious_ai.belief import vectors
from dubious_ai.content import SettingSlug, library
from dubious_ai.core.model import KINDS, Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

CARDS_PER_KIND = 14
NO_QUESTION = -1
BANK_WEIGHT = 0.25
"""What a word of a prepared hint counts beside a word of the cues."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


@dataclass(frozen=True)
class Index:
    """One setting, ready for reading. `cues` and `bank` hold saturated word counts (cards x vocabulary)."""

    slugs: tuple[str, ...]
    place: dict[str, int]
    terms: dict[str, int]
    mender: words_of.Mender
    questions: dict[str, int]
    cues: Array
    bank: Array
    by_question: tuple[Array, ...]
    embedding: Array | None

    def of(self, kind: Kind) -> tuple[str, ...]:
        """The slugs of one kind in reference-sheet order."""
        return self.slugs[:CARDS_PER_KIND] if kind == "occupation" else self.slugs[CARDS_PER_KIND:]


def sentences(text: str) -> list[str]:
    """A cue text cut into its sentences."""
    return [s for part in text.splitlines() for s in _SENTENCE.split(part.strip()) if s]


def question_key(text: str) -> str:
    """What makes two wordings of a question the same: its words."""
    return " ".join(words_of.words(text))


@cache
def index(setting: SettingSlug) -> Index:
    """The prepared texts of a setting. Raises ContentError for damaged content."""
    import numpy as np

    texts = library(setting)
    files = tuple(f for kind in KINDS for f in texts.texts(kind))
    questions = {question_key(q.text): n for n, q in enumerate(texts.questions)}
    number = {q.slug: n for n, q in enumerate(texts.questions)}
    terms: dict[str, int] = {}
    surface: list[str] = []

    def count(row: dict[int, int], text: str) -> None:
        for word in words_of.content_words(text):
            stem = words_of.stem(word)
            at = terms.setdefault(stem, len(terms))
            if at == len(surface):
                surface.append(word)
            row[at] = row.get(at, 0) + 1

    cue_rows: list[dict[int, int]] = []
    bank_rows: list[dict[int, dict[int, int]]] = []
    for f in files:
        row: dict[int, int] = {}
        count(row, f"{f.name}. {' '.join(f.aliases)}. {f.cues}")
        cue_rows.append(row)
        hints: dict[int, dict[int, int]] = {}
        for answer in f.answers:
            count(hints.setdefault(number[answer.to], {}), answer.text)
        bank_rows.append(hints)
    cues = np.zeros((len(files), len(terms)), dtype=np.float32)
    per_question = [np.zeros_like(cues) for _ in texts.questions]
    for at, row in enumerate(cue_rows):
        cues[at, list(row)] = list(row.values())
        for question, hints in bank_rows[at].items():
            per_question[question][at, list(hints)] = list(hints.values())
    bank = np.sum(per_question, axis=0, dtype=np.float32)
    loaded = vectors.load()
    return Index(
        slugs=tuple(f.slug for f in files),
        place={f.slug: n for n, f in enumerate(files)},
        terms=terms,
        mender=words_of.Mender(surface),
        questions=questions,
        cues=cues,
        bank=bank,
        by_question=tuple(per_question),
        embedding=loaded.words(surface) if loaded else None,
    )
