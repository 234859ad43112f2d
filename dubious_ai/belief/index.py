"""What the texts of one setting say about its 28 cards, prepared for reading: words, clauses, hints.

Cards stand in the order Occupations then Secrets, each in reference-sheet order. Built once per process and setting.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from dubious_ai.belief import text as words_of
from dubious_ai.belief import vectors
from dubious_ai.content import CardFile, SettingSlug, library
from dubious_ai.core.model import KINDS, Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]
    Floats = NDArray[np.float64]
    Places = NDArray[np.intp]

CARDS_PER_KIND = 14
CARDS = 2 * CARDS_PER_KIND
TWIN = 0.7
"""Overlap of content words (Jaccard) from which an answer is taken for a prepared hint."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_CLAUSE = re.compile(r"[.!?;,:]+\s+|\s+(?:and|but|because|so|when|since|who|that)\s+")


@dataclass(frozen=True)
class Hint:
    """One prepared answer: its card, the question it answers (numbers), its content stems."""

    card: int
    question: int
    stems: frozenset[str]


@dataclass(frozen=True)
class Words:
    """What is said of the cards word by word: weights (cards x terms) of cues and hints, rows sum to 1.

    `hint_places` (question * cards + card), `hint_terms` and `hint_weights` list every word of every hint, so that the hints for a
    question can be taken out again; `left` (questions x cards) is the weight they take with them.
    `seen` counts the hints of the setting with each term.
    """

    terms: dict[str, int]
    mender: words_of.Mender
    rows: Array
    counts: Array
    cues: Array
    hints: Array
    hint_places: Places
    hint_terms: Places
    hint_weights: Array
    left: Floats
    seen: Array


@dataclass(frozen=True)
class Clauses:
    """Vectors of the cues' clauses and of the hints, sorted by card; `*_starts` is where each card begins, `every_card` whether each has a hint."""

    cues: Array
    cue_starts: Places
    cue_sizes: Places
    hints: Array
    hint_starts: Places
    hint_questions: Places
    every_card: bool


@dataclass(frozen=True)
class Index:
    """One setting, ready for reading."""

    slugs: tuple[str, ...]
    place: dict[str, int]
    questions: dict[str, int]
    hints: tuple[Hint, ...]
    sample: tuple[str, ...]
    words: Words
    clauses: Clauses
    containing: dict[str, tuple[int, ...]] = field(repr=False)

    @property
    def terms(self) -> dict[str, int]:
        """The stems of the setting's texts and their rows in `embedding`."""
        return self.words.terms

    @property
    def embedding(self) -> Array | None:
        """One vector of meaning per term, or None without static vectors."""
        return self.words.rows if vectors.embedder().meaning else None

    def of(self, kind: Kind) -> tuple[str, ...]:
        """The slugs of one kind in reference-sheet order."""
        return self.slugs[:CARDS_PER_KIND] if kind == "occupation" else self.slugs[CARDS_PER_KIND:]

    def left_out(self, question: str, stems: Sequence[str]) -> tuple[int, ...]:
        """The questions whose hints are no evidence for an answer: the one it answers, and any with a hint (nearly) equal to it."""
        asked = self.questions.get(question_key(question)) if question else None
        found = set[int]() if asked is None else {asked}
        said = frozenset(stems)
        shared = Counter(h for s in said for h in self.containing.get(s, ()))
        for hint, n in shared.items():
            if n >= TWIN * (len(said) + len(self.hints[hint].stems) - n):
                found.add(self.hints[hint].question)
        return tuple(sorted(found))


def clauses(text: str) -> list[str]:
    """A text cut where one thought ends and the next begins; at least one piece, whatever the text."""
    return [part for part in _CLAUSE.split(text.strip()) if part.strip()] or [text]


def sentences(text: str) -> list[str]:
    """A cue text cut into its sentences."""
    return [s for part in text.splitlines() for s in _SENTENCE.split(part.strip()) if s]


def question_key(text: str) -> str:
    """What makes two wordings of a question the same: its words."""
    return " ".join(words_of.words(text))


def _cue_text(file: CardFile) -> str:
    return f"{file.name}. {'. '.join(file.aliases)}. {' '.join(file.cues.split())}"


def _count_words(files: Sequence[CardFile], question: dict[str, int]) -> Words:
    import numpy as np

    terms: dict[str, int] = {}
    surface: list[str] = []

    def places(text: str) -> list[int]:
        found: list[int] = []
        for word in words_of.content_words(text):
            at = terms.setdefault(words_of.stem(word), len(terms))
            if at == len(surface):
                surface.append(word)
            found.append(at)
        return found

    cue_words = [Counter(places(_cue_text(f))) for f in files]
    hints = [(c, question[a.to], places(a.text)) for c, f in enumerate(files) for a in f.answers]
    counts = np.zeros((CARDS, len(terms)), dtype=np.float32)
    for c, row in enumerate(cue_words):
        counts[c, list(row)] = np.fromiter(row.values(), dtype=np.float32)
    card, asked, term = (
        np.array([(c, q, t) for c, q, said in hints for t in said], dtype=np.intp).reshape(-1, 3).T
    )
    told = np.zeros_like(counts)
    np.add.at(told, (card, term), 1)
    rare = np.log(1 + CARDS / np.maximum((told > 0).sum(axis=0), 1)).astype(np.float32)
    sums = np.maximum((told * rare).sum(axis=1), 1e-9)
    weight = (rare[term] / sums[card]).astype(np.float32)
    places_of = asked * CARDS + card
    seen = np.bincount([t for *_, said in hints for t in set(said)], minlength=len(terms)).astype(np.float32)
    return Words(
        terms=terms,
        mender=words_of.Mender(surface),
        rows=vectors.embedder().rows(surface),
        counts=counts,
        cues=_normalised(counts**0.7),
        hints=(told * rare / sums[:, None]).astype(np.float32),
        hint_places=places_of,
        hint_terms=term,
        hint_weights=weight,
        left=np.asarray(np.bincount(places_of, weight, len(question) * CARDS), np.float64).reshape(-1, CARDS),
        seen=seen,
    )


def _normalised(counts: Array) -> Array:
    import numpy as np

    rare = np.log(1 + CARDS / np.maximum((counts > 0).sum(axis=0), 1))
    weights = counts * rare
    return np.asarray(weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-9), dtype=np.float32)


def _embed_clauses(files: Sequence[CardFile], question: dict[str, int]) -> Clauses:
    import numpy as np

    cue = [
        [f.name, *(part for line in _SENTENCE.split(" ".join(f.cues.split())) for part in clauses(line))]
        for f in files
    ]
    hint = [[a.text for a in f.answers] for f in files]
    rows = vectors.embedder().rows([t for part in (*cue, *hint) for t in part])
    split = sum(map(len, cue))
    return Clauses(
        cues=rows[:split],
        cue_starts=np.cumsum([0, *map(len, cue)])[:-1],
        cue_sizes=np.array(list(map(len, cue)), dtype=np.intp),
        hints=rows[split:],
        hint_starts=np.cumsum([0, *map(len, hint)])[:-1],
        hint_questions=np.array([question[a.to] for f in files for a in f.answers], dtype=np.intp),
        every_card=all(hint),
    )


@cache
def index(setting: SettingSlug) -> Index:
    """The prepared texts of a setting. Raises ContentError for damaged content."""
    texts = library(setting)
    files = tuple(f for kind in KINDS for f in texts.texts(kind))
    number = {q.slug: n for n, q in enumerate(texts.questions)}
    hints = tuple(
        Hint(c, number[a.to], frozenset(map(words_of.stem, words_of.content_words(a.text))))
        for c, f in enumerate(files)
        for a in f.answers
    )
    containing: dict[str, list[int]] = {}
    for n, hint in enumerate(hints):
        for stem in hint.stems:
            containing.setdefault(stem, []).append(n)
    every = [a.text for f in files for a in f.answers] or [
        part for f in files for part in _SENTENCE.split(" ".join(f.cues.split()))
    ]
    return Index(
        slugs=tuple(f.slug for f in files),
        place={f.slug: n for n, f in enumerate(files)},
        questions={question_key(q.text): n for n, q in enumerate(texts.questions)},
        hints=hints,
        sample=tuple(every[3 :: max(1, len(every) // 96)]),
        words=_count_words(files, number),
        clauses=_embed_clauses(files, number),
        containing={stem: tuple(where) for stem, where in containing.items()},
    )
