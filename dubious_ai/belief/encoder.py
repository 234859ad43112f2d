"""The small encoder that gives every word of a text a vector that depends on the words around it.

Owns loading the shipped model (all-MiniLM-L6-v2 in 8 bits, see `encoder/README.md`) and running it on one thread, one text at a time: the
rounding inside the model looks at everything it is given at once, so a text read in company would be read a little differently.
Where a platform has no runtime for it, or the file is damaged, `load` says so and reading goes by words alone.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import as_file
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from dubious_ai.belief import words as words_of
from dubious_ai.content import shipped
from dubious_ai.errors import ContentError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

SIZE = 384
"""Components of a vector."""
REMEMBERED = 4000
"""Vectors of whole texts kept at most; then all are forgotten."""
THREADS = "DUBIOUS_THREADS"
"""Environment variable: how many threads the encoder may use. One text is too little work for more than one."""


@dataclass(frozen=True)
class Encoded:
    """A text as the encoder sees it: unit vectors of the tokens of its content words (tokens x SIZE), the word each token belongs to
    (place in `words_of.spans` of the text), and the unit vector of the whole text (SIZE)."""

    tokens: Vectors
    word: tuple[int, ...]
    whole: Vectors


class Encoder:
    """The loaded model."""

    def __init__(self, tokenizer: Any, session: Any) -> None:
        self._tokenizer = tokenizer
        self._session = session
        self._wholes: dict[str, Vectors] = {}

    def encode(self, text: str) -> Encoded:
        """The vectors of a text; of a long one, of its beginning (256 tokens). Without a content word there are no tokens."""
        import numpy as np

        text = words_of.tidied_text(text)
        spans = words_of.spans(text)
        pieces = self._tokenizer.encode(text)
        ids = np.array([pieces.ids], dtype=np.int64)
        vectors = self._session.run(None, {"ids": ids, "mask": np.ones_like(ids)})[0][0]
        kept, word = _content(spans, pieces.offsets)
        tokens = vectors[kept]
        whole = vectors.mean(axis=0)
        return Encoded(
            tokens / np.maximum(np.linalg.norm(tokens, axis=1, keepdims=True), 1e-9),
            tuple(word),
            whole / max(float(np.linalg.norm(whole)), 1e-9),
        )

    def remembered(self, text: str) -> Vectors:
        """The vector of a whole text (SIZE). Kept, for what is asked again and again: questions, the words of a card."""
        if text not in self._wholes:
            if len(self._wholes) >= REMEMBERED:
                self._wholes.clear()
            self._wholes[text] = self.encode(text).whole
        return self._wholes[text]

    def vocabulary(self) -> list[str]:
        """The whole words the encoder was trained with."""
        return [w for w in self._tokenizer.get_vocab() if w.isascii() and w.isalpha() and len(w) > 2]


def _content(
    spans: Sequence[words_of.Span], offsets: Sequence[tuple[int, int]]
) -> tuple[list[int], list[int]]:
    """The tokens that belong to content words, and the word of each."""
    kept: list[int] = []
    word: list[int] = []
    at = 0
    for token, (start, end) in enumerate(offsets):
        if start == end:  # marks the beginning or the end of the text
            continue
        while at < len(spans) and spans[at].end <= start:
            at += 1
        if at < len(spans) and spans[at].start <= start and spans[at].content and spans[at].word.isascii():
            kept.append(token)
            word.append(at)
    return kept, word


@dataclass(frozen=True)
class Missing:
    """Why there is no encoder, as a sentence for people."""

    reason: str


def possible() -> bool:
    """Whether this installation has what running the encoder takes, without loading it."""
    return find_spec("onnxruntime") is not None and find_spec("tokenizers") is not None


def load_encoder() -> Encoder | Missing:
    """Read the shipped model. Never raises: what goes wrong is told in the answer."""
    if not possible():
        return Missing(
            "onnxruntime or tokenizers is not installed, so answers are read by their words alone."
        )
    try:
        from tokenizers import Tokenizer

        runtime: Any = import_module("onnxruntime")
        folder = shipped.root().joinpath("encoder")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = _threads()
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        # exact products on processors that would otherwise cut sums of 8-bit numbers off
        options.add_session_config_entry("session.x64quantprecision", "1")
        # from a file it takes 20 MB less than from bytes in memory
        with as_file(folder.joinpath("encoder.onnx")) as place:
            session = runtime.InferenceSession(str(place), options, providers=["CPUExecutionProvider"])
        tokenizer = Tokenizer.from_str(folder.joinpath("tokenizer.json").read_text(encoding="utf-8"))
    except ContentError as error:
        return Missing(str(error))
    except Exception as error:
        # the runtime has an exception class for every way a file can be damaged, and none above them but this
        first = (str(error).splitlines() or [type(error).__name__])[0]
        return Missing(
            f"The reader's model cannot be loaded ({first:.120}), so answers are read by their words alone."
        )
    return Encoder(tokenizer, session)


def _threads() -> int:
    wanted = os.environ.get(THREADS, "")
    return int(wanted) if wanted.isascii() and wanted.isdigit() and 0 < int(wanted) <= 64 else 1


class SharedEncoder:
    """One encoder for all readers of a process, loaded when first needed, by whoever needs it first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: Encoder | Missing | None = None
        self._noticed = False

    def get(self) -> Encoder | Missing:
        """The encoder, waiting for it when somebody is loading it already."""
        with self._lock:
            if self._held is None:
                self._held = load_encoder()
            return self._held

    def notice(self) -> str | None:
        """Why answers are read by their words alone, to be told to people: given once, then None."""
        found = self.get()
        if isinstance(found, Encoder) or self._noticed:
            return None
        self._noticed = True
        return found.reason

    def use(self, held: Encoder | Missing) -> None:
        """Take this one instead of loading any."""
        with self._lock:
            self._held = held

    @property
    def loaded(self) -> bool:
        """Whether somebody needed it yet."""
        return self._held is not None
