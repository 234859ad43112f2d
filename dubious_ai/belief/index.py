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
from dubious_ai.content.library import CardFile, SettingSlug, library
from dubious_ai.core.model import KINDS, Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]
    Floats = NDArray[np.float64]
    Places = NDArray[np.intp]

VOICES = 5
"""Pens that wrote about every card, each read on its own: cues, gist, plain hints, associations; and the first three together."""
TOGETHER = (0, 1, 2)
ONCE = 0.3
"""Counts that a single mention of a rare word is weighed against."""
FEW = 3.0
"""A word in this many prepared hints of a setting counts half as a rare one."""
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
    """What is said of the cards word by word: weights of the voices (voices * cards x terms; rows sum to 1).

    `names` (cards x terms) is how literally a term is a card's own.
    """

    terms: dict[str, int]
    mender: words_of.Mender
    rows: Array
    names: Array
    voices: Array


@dataclass(frozen=True)
class Clauses:
    """Vectors of what the voices say, sorted by voice and card, and of the prepared hints, sorted by card.

    `*_starts` is where each card begins (in each voice); `every_card` tells whether each has a hint.
    """

    voices: Array
    voice_starts: Places
    voice_sizes: Places
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


def _voices(file: CardFile) -> tuple[list[str], ...]:
    """What each pen has written about a card, cut into clauses: the cues, the gist, plain hints, associations."""
    cues, gist = (
        [part for line in _SENTENCE.split(" ".join(text.split())) for part in clauses(line) if part]
        for text in (file.cues, file.gist)
    )
    hints = [part for text in file.hints for part in clauses(text)]
    associations = [part for text in file.associations for part in clauses(text)]
    return cues, gist, hints, associations


def _count_words(files: Sequence[CardFile], hints: Sequence[Hint]) -> Words:
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

    told_by: list[list[Counter[int]]] = []
    for f in files:
        named = Counter(places(f"{f.name}. {'. '.join(f.aliases)}."))
        voices = [Counter(places(" ".join(told))) for told in _voices(f)]
        together = sum((voices[v] for v in TOGETHER), Counter[int]())
        told_by.append([named + voice for voice in (*voices, together)])
    counts = np.zeros((VOICES, CARDS, len(terms)), dtype=np.float32)
    for c, voices in enumerate(told_by):
        for v, row in enumerate(voices):
            counts[v, c, list(row)] = np.fromiter(row.values(), dtype=np.float32)
    seen = np.zeros(len(terms), dtype=np.float32)
    for at in (terms[stem] for hint in hints for stem in hint.stems if stem in terms):
        seen[at] += 1
    return Words(
        terms=terms,
        mender=words_of.Mender(surface),
        rows=vectors.embedder().rows(surface),
        names=np.log1p(counts / ONCE).mean(axis=0) / (1 + seen / FEW),
        voices=np.concatenate([_normalised(voice**0.7) for voice in counts]),
    )


def _normalised(counts: Array) -> Array:
    import numpy as np

    rare = np.log(1 + CARDS / np.maximum((counts > 0).sum(axis=0), 1))
    weights = counts * rare
    return np.asarray(weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-9), dtype=np.float32)


def _embed_clauses(files: Sequence[CardFile], question: dict[str, int]) -> Clauses:
    import numpy as np

    told = [[[f.name, *voice] for voice in _voices(f)] for f in files]
    ordered = [told[c][v] for v in TOGETHER for c in range(len(files))]
    hint = [[a.text for a in f.answers] for f in files]
    rows = vectors.embedder().rows([t for part in (*ordered, *hint) for t in part])
    sizes = np.array(list(map(len, ordered)), dtype=np.intp)
    split = int(sizes.sum())
    return Clauses(
        voices=rows[:split],
        voice_starts=np.cumsum(sizes) - sizes,
        voice_sizes=sizes.reshape(len(TOGETHER), CARDS),
        hints=rows[split:],
        hint_starts=np.cumsum([0, *map(len, hint)])[:-1],
        hint_questions=np.array([question[a.to] for f in files for a in f.answers], dtype=np.intp),
        every_card=all(hint),
    )


@cache
def card_slugs(setting: SettingSlug) -> tuple[str, ...]:
    """The 28 cards in the order of all figures: Occupations, then Secrets, each as on the reference sheet."""
    return tuple(f.slug for kind in KINDS for f in library(setting).texts(kind))


def slugs_of(setting: SettingSlug, kind: Kind) -> tuple[str, ...]:
    """The cards of one kind in that order."""
    return (
        card_slugs(setting)[:CARDS_PER_KIND] if kind == "occupation" else card_slugs(setting)[CARDS_PER_KIND:]
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
        words=_count_words(files, hints),
        clauses=_embed_clauses(files, number),
        containing={stem: tuple(where) for stem, where in containing.items()},
    )
