"""What one answer says about the 28 cards, measured in four ways.

- *words*: for each content word, how much likelier it and its neighbours in meaning are in what is written about a card than
  over all cards: the log of a kernel-smoothed word model.
- *names*: rare words that stand in a card's texts literally.
- *cues*, *hints*: how near the answer's clauses come to the clauses of a card's texts and to its prepared hints.

Several pens have written about each card. Each of these voices is asked on its own and the mean of their opinions counts: what
one pen happened to say, or to leave out, weighs less than what all of them thought of.

Each is centred by its card's mean over a sample of in-character texts, so that a card about everyday things is not
favoured by every answer, and then within each kind. Hints written for the question that was asked are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from dubious_ai.belief import text as words_of
from dubious_ai.belief import vectors
from dubious_ai.belief.index import CARDS, CARDS_PER_KIND, TOGETHER, VOICES, Index, clauses, index
from dubious_ai.content.library import SettingSlug

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float32]
    Floats = NDArray[np.float64]

FEATURES = ("words", "names", "cues", "hints")
WORD_FEATURES = 2
NEAR = {True: 4.0, False: 7.0}
"""Sharpness of the kernel between words, by whether vectors know meaning."""
CUE_NEAR, HINT_NEAR = 10.0, 5.0
LONG = 6.0
"""Content words from which on more words make an answer longer rather than clearer."""
DAMPED = 0.15
"""A long answer counts for its length to the power of 1 - DAMPED."""


@dataclass(frozen=True)
class Measured:
    """`values` (features x cards); `words` are (word as typed, its part of the word features x cards); `known` is the part of content words that could be read."""

    values: Floats
    words: tuple[tuple[str, Floats], ...]
    known: float


def within_kinds(values: Floats) -> Floats:
    """The values (… x 28) less their mean over each kind."""
    halves = values.reshape(*values.shape[:-1], 2, CARDS_PER_KIND)
    return (halves - halves.mean(axis=-1, keepdims=True)).reshape(values.shape)


def _kernel(known: Index, words: tuple[str, ...]) -> tuple[Array, list[int | None]]:
    import numpy as np

    embedder = vectors.embedder()
    mended = [known.words.mender.mend(w) for w in words]
    places = [known.words.terms.get(words_of.stem(w)) for w in mended]
    near = _nearness(known.words.rows, embedder.rows(mended))
    for row, at in enumerate(places):
        if at is not None:
            near[row, at] = 1.0
    sharp = NEAR[embedder.meaning]
    return np.exp(sharp * (near - 1.0)), places


def _look_up(known: Index, words: tuple[str, ...]) -> list[Floats]:
    """The two word features of each word, before centring by the sample (2 x cards)."""
    import numpy as np

    found: list[Floats] = []
    for kernel, at in zip(*_kernel(known, words), strict=True):
        likely = np.log(known.words.voices @ kernel + 1e-6).reshape(VOICES, CARDS).mean(axis=0)
        names = np.zeros(CARDS) if at is None else known.words.names[:, at]
        found.append(within_kinds(np.stack((likely, names)).astype(np.float64)))
    return found


@cache
def _word_bias(setting: SettingSlug) -> Floats:
    """Mean of the word features over words of the sample (2 x cards)."""
    import numpy as np

    sample = tuple(w for t in index(setting).sample for w in words_of.content_words(t))[::3]
    return np.mean(_memory.of(setting, sample), axis=0) if sample else np.zeros((WORD_FEATURES, CARDS))


class _Memory:
    """Word features already looked up, by setting and word. Bounded: forgets all when full."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: dict[tuple[SettingSlug, str], Floats] = {}

    def forget(self) -> None:
        """Start afresh, as after a change of the vectors."""
        self._held.clear()

    def of(self, setting: SettingSlug, words: tuple[str, ...]) -> list[Floats]:
        """The features of each word, before centring by the sample."""
        if len(self._held) > self._most:
            self._held.clear()
        new = tuple(dict.fromkeys(w for w in words if (setting, w) not in self._held))
        if new:
            self._held.update(
                ((setting, w), found) for w, found in zip(new, _look_up(index(setting), new), strict=True)
            )
        return [self._held[setting, w] for w in words]


_memory = _Memory(30_000)


def _nearness(rows: Array, said: Array) -> Array:
    """Cosines (said x rows). Vector by vector: faster than a product of so narrow a matrix, and the last bit does not depend on the company."""
    import numpy as np

    return np.array([rows @ vector for vector in said])


def _clause_values(known: Index, text: str, left_out: tuple[int, ...]) -> Floats:
    """The two clause features of a text, before centring (2 x cards)."""
    import numpy as np

    parts = known.clauses
    said = vectors.embedder().rows(clauses(words_of.tidy(text)))
    near = np.exp(CUE_NEAR * _nearness(parts.voices, said))
    sums = np.add.reduceat(near, parts.voice_starts, axis=1).reshape(len(said), -1, CARDS)
    together = np.log(sums.sum(axis=1) / parts.voice_sizes.sum(axis=0))
    each = np.log(sums / parts.voice_sizes).sum(axis=1) + together
    cues = each.sum(axis=0) / (CUE_NEAR * (len(TOGETHER) + 1))
    hints = np.zeros(CARDS)
    if parts.every_card:
        allowed = ~np.isin(parts.hint_questions, left_out)
        near = np.exp(HINT_NEAR * _nearness(parts.hints, said)) * allowed
        sizes = np.add.reduceat(allowed.astype(np.float64), parts.hint_starts)
        hints = (
            np.log((np.add.reduceat(near, parts.hint_starts, axis=1) + 1e-3) / (sizes + 1e-3)).sum(axis=0)
            / HINT_NEAR
        )
    return within_kinds(np.stack((cues, hints)).astype(np.float64)) / len(said) ** DAMPED


@cache
def _clause_bias(setting: SettingSlug) -> Floats:
    import numpy as np

    known = index(setting)
    return np.mean([_clause_values(known, t, ()) for t in known.sample], axis=0)


@lru_cache(maxsize=20_000)
def measure(setting: SettingSlug, question: str, text: str) -> Measured:
    """What an answer says about each card. An answer without a readable content word says nothing."""
    import numpy as np

    known = index(setting)
    asked = {words_of.stem(w) for w in words_of.content_words(question)}
    said = tuple(dict.fromkeys(words_of.content_words(text)))
    stems = [words_of.stem(w) for w in said]
    left_out = known.left_out(question, stems)
    told = tuple(w for w, s in zip(said, stems, strict=True) if s not in asked and w.isascii())
    values = np.zeros((len(FEATURES), CARDS))
    if not told:
        return Measured(values, (), 0.0)
    shorter = max(1.0, len(told) / LONG) ** -DAMPED
    values_of = np.array(_memory.of(setting, told)) - _word_bias(setting)
    words = tuple(zip(told, values_of * shorter, strict=True))
    values[:WORD_FEATURES] = np.sum([nats for _, nats in words], axis=0)
    values[WORD_FEATURES:] = _clause_values(known, text, left_out) - _clause_bias(setting)
    return Measured(values, words, len(told) / len(said))
