"""How near short texts are in meaning, for finding what goes with a question."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from dubious_ai.belief import text as words_of
from dubious_ai.belief import vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.float32]


def nearness(asked: str, texts: Sequence[str]) -> list[float]:
    """How near each text is to `asked`, -1 to 1, by their content words; 0 where there are none."""
    if not texts:
        return []
    return [float(near) for near in _rows(tuple(texts)) @ _rows((asked,))[0]]


@lru_cache(maxsize=256)
def _rows(texts: tuple[str, ...]) -> Rows:
    """Unit vectors; what is asked again and again (the words of one card) is computed once."""
    return vectors.embedder().rows([" ".join(words_of.content_words(text)) for text in texts])
