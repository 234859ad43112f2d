"""What has been written about the cards of a setting, cut into passages, and in which order everything else counts cards.

A *source* is a kind of text, each by another pen: cues, gist, hints, associations, and the prepared answers, which also have the voice they are
told in. Cards stand in the order Occupations then Secrets, each in reference-sheet order; there may be any number of either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from dubious_ai.belief import words as words_of
from dubious_ai.content.cards import CardFile
from dubious_ai.content.library import Library
from dubious_ai.core.model import KINDS, Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Source = Literal["cues", "gist", "hints", "associations", "answers"]
WRITTEN_FOR_READING: tuple[Source, ...] = ("cues", "gist", "hints", "associations")
"""Texts that are never said at a table."""
NO_QUESTION = -1
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


class Passage(NamedTuple):
    """A sentence or a prepared answer: the card it tells of (place), where it comes from, and for answers voice and question (place)."""

    card: int
    source: Source
    text: str
    voice: str = ""
    question: int = NO_QUESTION


@dataclass(frozen=True)
class Cards:
    """The cards of a setting in the order of all figures."""

    by_kind: Mapping[Kind, tuple[str, ...]]
    slugs: tuple[str, ...] = field(init=False)
    place: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "slugs", tuple(s for kind in KINDS for s in self.by_kind[kind]))
        object.__setattr__(self, "place", {slug: n for n, slug in enumerate(self.slugs)})

    def __len__(self) -> int:
        return len(self.slugs)

    @cached_property
    def parts(self) -> tuple[slice, slice]:
        """Where the Occupations and where the Secrets stand."""
        first = len(self.by_kind["occupation"])
        return slice(0, first), slice(first, len(self.slugs))

    def centred(self, values: Floats) -> Floats:
        """The values (… x cards) less their mean over each kind."""
        import numpy as np

        return np.concatenate(
            [values[..., part] - values[..., part].mean(axis=-1, keepdims=True) for part in self.parts],
            axis=-1,
        )


def cards_of(library: Library) -> Cards:
    """The cards of a setting."""
    return Cards({kind: tuple(f.slug for f in library.texts(kind)) for kind in KINDS})


def sentences(text: str) -> list[str]:
    """A running text cut into its sentences."""
    return [s for line in text.splitlines() for s in _SENTENCE.split(line.strip()) if s]


def question_key(text: str) -> str:
    """What makes two wordings of a question the same: its words."""
    return " ".join(words_of.reading_words(text))


def card_files(library: Library) -> tuple[CardFile, ...]:
    """The card files in the order of all figures."""
    return tuple(f for kind in KINDS for f in library.texts(kind))


def passages(library: Library) -> tuple[Passage, ...]:
    """Everything written about the cards: source by source (answers voice by voice), in each card by card."""
    files = card_files(library)
    found = [p for source in WRITTEN_FOR_READING for n, f in enumerate(files) for p in _written(n, f, source)]
    number = {q.slug: n for n, q in enumerate(library.questions)}
    answers = [
        Passage(n, "answers", a.text, a.voice, number[a.to]) for n, f in enumerate(files) for a in f.answers
    ]
    return (*found, *sorted(answers, key=lambda p: (p.voice, p.card)))


def _written(card: int, file: CardFile, source: Source) -> Iterator[Passage]:
    texts: Mapping[Source, list[str]] = {
        "cues": sentences(file.cues),
        "gist": sentences(file.gist),
        "hints": list(file.hints),
        "associations": list(file.associations),
    }
    return (Passage(card, source, text) for text in texts[source])
