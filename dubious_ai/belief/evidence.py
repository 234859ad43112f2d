"""From what an answer measures to what it says about pairs of one Occupation and one Secret, in nats.

The measures are added with fixed weights. An answer may hint at either card, at both, or at none: evidence that one
card explains counts less for the other kind. With o and s the log evidence for an Occupation and a Secret, each relative to its mean over cards,
a pair gets (1 - C) (o + s) + C log(exp o + exp s): C = 0 would take the kinds as independent, C = 1 would let each answer hint at one card only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from dubious_ai.belief import vectors
from dubious_ai.belief.bank import stored
from dubious_ai.belief.features import WORD_FEATURES, Measured, measure
from dubious_ai.belief.index import CARDS_PER_KIND
from dubious_ai.content.library import SettingSlug

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Constants:
    """Weights of the features (in their order) and the strength of competition between the kinds, 0 to 1."""

    weights: tuple[float, float, float, float]
    competition: float


FITTED = {
    True: Constants((3.06, 1.41, 9.0, 16.3), 0.47),
    False: Constants((0.96, 0.93, 4.2, 11.1), 0.48),
}
"""By whether the vectors know meaning; printed by `benchmarks/guessing.py --fit`."""


@dataclass(frozen=True)
class Reading:
    """The evidence of one answer in nats: per card on its own, per pair (Occupations x Secrets), and, when asked, per word."""

    cards: Floats
    pairs: Floats
    known: float
    words_said: int
    _why: Callable[[], tuple[tuple[str, Floats], ...]] = field(repr=False, compare=False)

    @cached_property
    def words(self) -> tuple[tuple[str, Floats], ...]:
        """The pieces of the evidence: (word as typed, or "" for the answer as a whole; nats per card)."""
        return self._why()


def weigh(measured: Measured, constants: Constants) -> Floats:
    """The evidence of an answer for each card on its own (28), mean 0 within each kind."""
    import numpy as np

    return np.asarray(np.array(constants.weights) @ measured.values, dtype=np.float64)


def pair_up(cards: Floats, competition: float) -> Floats:
    """The evidence (… x 28) as evidence for pairs (… x 14 x 14)."""
    import numpy as np

    halves = cards.reshape(*cards.shape[:-1], 2, CARDS_PER_KIND)
    halves = halves - np.log(np.exp(halves).mean(axis=-1, keepdims=True))
    occupation, secret = halves[..., 0, :, None], halves[..., 1, None, :]
    return (1 - competition) * (occupation + secret) + competition * np.logaddexp(occupation, secret)


def fingerprint() -> str:
    """The constants that readings with static vectors depend on."""
    return repr(FITTED[True])


@lru_cache(maxsize=20_000)
def evidence(setting: SettingSlug, question: str, text: str) -> Reading:
    """What an answer says about each card. An empty or unreadable answer says nothing."""
    shipped = stored(setting, fingerprint()).get((question, text))
    if shipped is None:
        return read_anew(setting, question, text)
    pairs = pair_up(shipped.cards, FITTED[True].competition)
    return Reading(
        shipped.cards,
        pairs,
        shipped.known,
        shipped.words_said,
        lambda: read_anew(setting, question, text).words,
    )


def read_anew(setting: SettingSlug, question: str, text: str) -> Reading:
    """The same, without looking at what was read before."""
    import numpy as np

    measured = measure(setting, question, text)
    constants = FITTED[vectors.embedder().meaning]
    cards = weigh(measured, constants)
    weights = np.array(constants.weights[:WORD_FEATURES])
    said = [(word, weights @ nats) for word, nats in measured.words]
    if said:
        rest = cards - np.sum([nats for _, nats in said], axis=0)
        said.append(("", rest))
    pairs = pair_up(cards, constants.competition) if said else np.zeros((CARDS_PER_KIND, CARDS_PER_KIND))
    return Reading(cards, pairs, measured.known, len(measured.words), lambda: tuple(said))
