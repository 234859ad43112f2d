"""What one answer says about the 28 cards of a setting, in nats, and which of its words say so.

Each content word is looked up, softly, in what is written about each card: itself and words near it in meaning. A word counts for
a card as far as it is likelier there than over all cards; what any card could have said counts nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from dubious_ai.belief import text as words_of
from dubious_ai.belief import vectors
from dubious_ai.belief.index import BANK_WEIGHT, CARDS_PER_KIND, NO_QUESTION, Index, index, question_key
from dubious_ai.content import SettingSlug

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

NEAR, SHARPNESS = 0.45, 3.0
SMOOTH = 0.6
SCALE = 0.9
LENGTH = 6.0


@dataclass(frozen=True)
class Reading:
    """The evidence of one answer. `words` are (word as typed, its share of the evidence per card)."""

    cards: Floats
    words: tuple[tuple[str, Floats], ...]


@lru_cache(maxsize=65536)
def word_evidence(setting: SettingSlug, word: str, question: int) -> Floats:
    """Evidence of one content word for each card, centred within each kind."""
    import numpy as np

    known = index(setting)
    return _centred(np.log(_support(known, word, question) + SMOOTH))


def _centred(values: Floats) -> Floats:
    import numpy as np

    halves = values.reshape(2, CARDS_PER_KIND)
    return np.asarray(halves - halves.mean(axis=1, keepdims=True), dtype=np.float64).reshape(-1)


def _support(known: Index, word: str, question: int) -> Floats:
    import numpy as np

    mended = known.mender.mend(word)
    at = known.terms.get(words_of.stem(mended))
    loaded = vectors.load() if known.embedding is not None else None
    if loaded is None or known.embedding is None:
        if at is None:
            return np.zeros(len(known.slugs))
        columns, weights = np.array([at]), np.ones(1)
    else:
        near = known.embedding @ loaded.words([mended])[0]
        if at is not None:
            near[at] = 1.0
        columns = np.flatnonzero(near > NEAR)
        weights = ((near[columns] - NEAR) / (1 - NEAR)) ** SHARPNESS
    counts = known.cues[:, columns] + BANK_WEIGHT * known.bank[:, columns]
    if question != NO_QUESTION:
        counts = counts - BANK_WEIGHT * known.by_question[question][:, columns]
    counts = np.maximum(counts, 0.0)
    spread = (counts > 0).mean(axis=0)
    rare = np.log(1.0 + 1.0 / np.maximum(spread, 0.01))
    return np.asarray((np.sqrt(counts) * rare) @ weights, dtype=np.float64)


@lru_cache(maxsize=65536)
def evidence(setting: SettingSlug, question: str, text: str) -> Reading:
    """What an answer says about each card. An empty or unreadable answer says nothing."""
    import numpy as np

    known = index(setting)
    asked = known.questions.get(question_key(question), NO_QUESTION) if question else NO_QUESTION
    found = words_of.content_words(text)
    parts = [(w, word_evidence(setting, w, asked)) for w in found]
    scale = SCALE / max(1.0, (len(parts) / LENGTH) ** 0.5)
    said = tuple((w, e * scale) for w, e in parts)
    total = np.sum([e for _, e in said], axis=0) if said else np.zeros(len(known.slugs))
    return Reading(np.asarray(total, dtype=np.float64), said)
