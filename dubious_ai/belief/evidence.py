"""From what an answer measures to what it says about pairs of one Occupation and one Secret, in nats.

The measures are added with fitted weights. An answer may hint at either card, at both, or at none: evidence that one
card explains counts less for the other kind. With o and s the log evidence for an Occupation and a Secret, each relative to its mean over cards,
a pair gets (1 - C) (o + s) + C log(exp o + exp s): C = 0 would take the kinds as independent, C = 1 would let each answer hint at one card only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from dubious_ai.belief.passages import Cards

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Measure = Literal["rare words", "phrases", "spelling", "tokens", "bank", "sentences"]


@dataclass(frozen=True)
class Weights:
    """What each measure counts for, and the strength of competition between the kinds, 0 to 1."""

    measures: tuple[tuple[Measure, float], ...]
    competition: float

    @property
    def names(self) -> tuple[Measure, ...]:
        """The measures in order."""
        return tuple(name for name, _ in self.measures)


BY_MEANING = Weights(
    (("rare words", 1.95), ("phrases", 2.09), ("tokens", 4.70), ("bank", 7.66), ("sentences", 12.06)), 0.63
)
"""With the encoder. Fitted by `python -m benchmarks.guessing --fit`."""
BY_WORDS = Weights((("rare words", 1.2), ("phrases", 3.3), ("spelling", 1.15)), 0.52)
"""Without it. Fitted by `python -m benchmarks.guessing --fit --words`."""


@dataclass(frozen=True)
class Measured:
    """What an answer measures: `values` (measures x cards), and for each of its `words` (as typed) the part it has in them."""

    values: Floats
    words: tuple[tuple[str, Floats], ...]


@dataclass(frozen=True)
class Reading:
    """The evidence of one answer in nats: per card on its own (cards), per pair (Occupations x Secrets), and, when asked, per word.

    `known` (0 to 1) is the part of its content words that could be read, `words_said` how many it has.
    """

    cards: Floats
    pairs: Floats
    known: float
    words_said: int
    _why: Callable[[], tuple[tuple[str, Floats], ...]] = field(repr=False, compare=False)

    @cached_property
    def words(self) -> tuple[tuple[str, Floats], ...]:
        """The pieces of the evidence: (word as typed, or "" for the answer as a whole; nats per card)."""
        return self._why()


def weigh(values: Floats, weights: Weights) -> Floats:
    """Measures (… x measures x cards) as evidence for each card on its own (… x cards), mean 0 within each kind."""
    import numpy as np

    return np.asarray(
        np.einsum("f,...fc->...c", np.array([w for _, w in weights.measures]), values), dtype=np.float64
    )


def pair_up(evidence: Floats, cards: Cards, competition: float) -> Floats:
    """The evidence (… x cards) as evidence for pairs (… x Occupations x Secrets)."""
    import numpy as np

    halves = [evidence[..., part] for part in cards.parts]
    first, second = (h - np.log(np.exp(h).mean(axis=-1, keepdims=True)) for h in halves)
    occupation, secret = first[..., :, None], second[..., None, :]
    return (1 - competition) * (occupation + secret) + competition * np.logaddexp(occupation, secret)


def explained(measured: Measured, weights: Weights) -> tuple[tuple[str, Floats], ...]:
    """The evidence word by word, and under "" what only the answer as a whole says. Empty for an answer that says nothing."""
    import numpy as np

    said = [(word, weigh(values, weights)) for word, values in measured.words]
    if not said:
        return ()
    rest = weigh(measured.values, weights) - np.sum([nats for _, nats in said], axis=0)
    return (*said, ("", rest))
