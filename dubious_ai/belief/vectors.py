"""Static word vectors out of the `wordllama` wheel, read without the package's own loader. Optional.

The wheel brings a tokenizer and 32,000 x 256 half-precision vectors. Reading the two files directly needs no network and
avoids importing what the reading does not use. `load()` answers None where the wheel is missing or differs: everything then works
on words alone.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    Vectors = NDArray[np.float32]

_WEIGHTS = Path("weights", "l2_supercat_256.safetensors")
_TOKENIZER = Path("tokenizers", "l2_supercat_tokenizer_config.json")


class StaticVectors:
    """Vectors of words: the mean of the vectors of a word's pieces."""

    def __init__(self, tokenizer: Tokenizer, table: NDArray[np.float16]) -> None:
        self._tokenizer = tokenizer
        self._table = table
        self.size = int(table.shape[1])

    def words(self, words: Sequence[str]) -> Vectors:
        """One row per word, of unit length (zero for an empty word)."""
        import numpy as np

        rows = np.zeros((len(words), self.size), dtype=np.float32)
        if not words:
            return rows
        pieces = [e.ids for e in self._tokenizer.encode_batch(list(words), add_special_tokens=False)]
        lengths = np.array([len(p) for p in pieces])
        flat = self._table[np.array([i for p in pieces for i in p], dtype=np.intp)].astype(np.float32)
        filled = lengths > 0
        starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))[filled]
        rows[filled] = np.add.reduceat(flat, starts, axis=0)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        return rows / np.maximum(norms, 1e-9)


@cache
def load() -> StaticVectors | None:
    """The vectors, read once per process, or None without them."""
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
        return StaticVectors(Tokenizer.from_file(str(folder / _TOKENIZER)), table)
    except (ImportError, OSError, ValueError, KeyError, TypeError, struct.error):
        return None
