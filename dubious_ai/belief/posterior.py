"""What is believed of opponents: per kind one probability a card, alone and with the table taken into account, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from dubious_ai.belief.evidence import Reading
from dubious_ai.core.model import KINDS, Kind


class Said(NamedTuple):
    """One answer: the question as it was asked (any text, or empty) and what was said."""

    question: str
    text: str


class Heard(NamedTuple):
    """All that one opponent has answered, in order. An opponent who has not answered has no answers."""

    answers: tuple[Said, ...]


class Because(NamedTuple):
    """One piece of evidence for or against a card: the word as typed ("" for the answer as a whole), its place, nats."""

    answer: int
    word: str
    nats: float


@dataclass(frozen=True)
class Belief:
    """What is believed of one opponent. Probabilities in reference-sheet order; `confidence` (0 to 1) says how much of what was said could be read."""

    slugs: Mapping[Kind, tuple[str, ...]]
    alone: Mapping[Kind, tuple[float, ...]]
    table: Mapping[Kind, tuple[float, ...]]
    confidence: float
    _heard: tuple[Reading, ...] = field(repr=False, default=())

    def of(self, kind: Kind) -> dict[str, float]:
        """Probabilities by slug, with the table taken into account."""
        return dict(zip(self.slugs[kind], self.table[kind], strict=True))

    def best(self, kind: Kind, n: int = 3) -> list[tuple[str, float]]:
        """The n likeliest cards, likeliest first; ties in reference-sheet order."""
        return sorted(self.of(kind).items(), key=lambda item: -item[1])[:n]

    def why(self, slug: str, n: int = 5) -> list[Because]:
        """The pieces of evidence that moved this card most, strongest first, in nats against the mean card of its kind. Raises KeyError for an unknown slug."""
        at = {s: i for i, s in enumerate(s for kind in KINDS for s in self.slugs[kind])}[slug]
        pieces = [
            Because(number, word, float(nats[at]))
            for number, reading in enumerate(self._heard)
            for word, nats in reading.words
        ]
        return sorted((p for p in pieces if p.nats), key=lambda p: -abs(p.nats))[:n]


@dataclass(frozen=True)
class Posterior:
    """What is believed of each opponent, in the order in which they were given."""

    opponents: tuple[Belief, ...]

    def __getitem__(self, opponent: int) -> Belief:
        return self.opponents[opponent]

    def __len__(self) -> int:
        return len(self.opponents)
