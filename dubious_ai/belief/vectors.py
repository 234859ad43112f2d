"""Vectors of words and texts: out of the `wordllama` wheel where it is installed, else spelled out of letters.

The wheel brings a tokenizer and 32,000 x 256 half-precision static vectors. Reading its two files directly needs no network and
avoids importing what the reading does not use. Without the wheel a word's vector says only which letters stand together in it: then
"smuggling" still resembles "smuggler", but "customs" nothing that is not spelled like it.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dubious_ai.belief import text as words_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    Vectors = NDArray[np.float32]

_WEIGHTS = Path("weights", "l2_supercat_256.safetensors")
_TOKENIZER = Path("tokenizers", "l2_supercat_tokenizer_config.json")
_SIZE = 128
"""Leading components used; the vectors are trained so that the first ones carry most. All 256 read no better and cost twice as much."""
_LETTERS = 512
_FEW, _BATCH = 64, 1024


class Embedder(Protocol):
    """Turns words or texts into rows of unit length (zero rows for nothing). `meaning` is false for mere spelling."""

    meaning: bool

    def rows(self, texts: Sequence[str]) -> Vectors:
        """One row per text."""
        ...


def _pooled(table: Vectors, lengths: Sequence[int]) -> Vectors:
    """Sums of consecutive groups of rows, scaled to unit length."""
    import numpy as np

    counts = np.array(lengths, dtype=np.intp)
    result = np.zeros((len(counts), table.shape[1]), dtype=np.float32)
    filled = counts > 0
    if filled.any():
        starts = (np.cumsum(counts) - counts)[filled]
        result[filled] = np.add.reduceat(table, starts, axis=0)
    norms = np.sqrt(np.einsum("ij,ij->i", result, result))[:, None]
    return np.asarray(result / np.maximum(norms, 1e-9), dtype=np.float32)


class Meaning:
    """Static vectors: the mean over the pieces of a text, as the vectors were trained to be used."""

    meaning = True

    def __init__(self, tokenizer: Tokenizer, table: NDArray[np.float16]) -> None:
        self._tokenizer = tokenizer
        self._table = table

    def rows(self, texts: Sequence[str]) -> Vectors:
        """One row of 128 per text."""
        import numpy as np

        if len(texts) > _BATCH:  # the vectors of all pieces at once would be most of the memory of a game
            parts = [self.rows(texts[at : at + _BATCH]) for at in range(0, len(texts), _BATCH)]
            return np.concatenate(parts)
        pieces = self._pieces(texts)
        flat = np.array([i for p in pieces for i in p], dtype=np.intp)
        return _pooled(self._table[flat].astype(np.float32), [len(p) for p in pieces])

    def _pieces(self, texts: Sequence[str]) -> list[list[int]]:
        if len(texts) < _FEW:  # waking the tokenizer's threads costs more than they save
            return [self._tokenizer.encode(t, add_special_tokens=False).ids for t in texts]
        return [e.ids for e in self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)]

    def words(self, words: Sequence[str]) -> Vectors:
        """One row of 128 per word."""
        return self.rows(words)


class Spelling:
    """Sums of hashed three- and four-letter runs of the content words."""

    meaning = False

    def rows(self, texts: Sequence[str]) -> Vectors:
        """One row of 512 per text."""
        import numpy as np

        found = [words_of.content_words(t) for t in texts]
        kinds = {word: n for n, word in enumerate(dict.fromkeys(w for ws in found for w in ws))}
        table = np.zeros((len(kinds), _LETTERS), dtype=np.float32)
        for word, n in kinds.items():
            runs = _runs(f"<{words_of.stem(word)}>")
            table[n, runs] = 1.0 / len(runs) ** 0.5
        order = np.array([kinds[w] for ws in found for w in ws], dtype=np.intp)
        return _pooled(table[order], [len(ws) for ws in found])


def _runs(word: str) -> list[int]:
    grams = {word[i : i + n] for n in (3, 4) for i in range(max(1, len(word) - n + 1))}
    return sorted({zlib.crc32(g.encode()) % _LETTERS for g in grams})


def installed() -> bool:
    """Whether the wheel with the static vectors is there, without reading it."""
    return find_spec("wordllama") is not None


@cache
def load() -> Meaning | None:
    """The static vectors, read once per process, or None without them."""
    try:
        found = find_spec("wordllama")
        if found is None or not found.submodule_search_locations:
            return None
        import numpy as np
        from tokenizers import Tokenizer

        folder = Path(next(iter(found.submodule_search_locations)))
        weights = folder / _WEIGHTS
        with weights.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            header = json.loads(file.read(length))["embedding.weight"]
        if header["dtype"] != "F16":
            return None
        rows, size = (int(n) for n in header["shape"])
        start = 8 + int(length) + int(header["data_offsets"][0])
        table = np.memmap(weights, dtype="<f2", mode="r", offset=start, shape=(rows, size))
        return Meaning(Tokenizer.from_file(str(folder / _TOKENIZER)), table[:, :_SIZE])
    except (ImportError, OSError, ValueError, KeyError, TypeError, struct.error):
        return None


@cache
def embedder() -> Embedder:
    """The best vectors this installation has, read once per process."""
    return load() or Spelling()
