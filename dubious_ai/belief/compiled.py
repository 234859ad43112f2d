"""What is computed once from a setting's texts and shipped beside them: vectors for reading strangers, and readings of our own answers.

`meanings.npz` holds the vectors of everything written about the cards: without it they would have to be encoded anew, which takes
seconds. `readings.npz` holds the evidence of every prepared answer: a game of bots hears nothing else and needs no encoder. Each
carries a digest of what it was made from; one that does not fit the texts or the weights any more is ignored. `make readings` writes both.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dubious_ai.belief.meanings import Compiled, Meanings
from dubious_ai.belief.passages import Cards, Passage
from dubious_ai.content.library import Library

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

METHOD = 2
"""Raised whenever reading changes in code rather than in texts or weights."""
ENCODER = "3870c14b677d"
"""The beginning of the SHA-256 of the encoder that the files were made with."""
READINGS, MEANINGS = "readings.npz", "meanings.npz"


@dataclass(frozen=True)
class StoredReading:
    """The evidence of one prepared answer (cards), the readable part of its content words, and how many it has."""

    cards: Floats
    known: float
    words_said: int


def digest(library: Library, passages: tuple[Passage, ...], weights: str = "") -> str:
    """What the files of a setting depend on, as one short text."""
    parts = [str(METHOD), ENCODER, weights, *(f"{q.slug} {q.text}" for q in library.questions)]
    parts += ["|".join(map(str, p)) for p in passages]
    parts += [f"{f.slug} {f.name} {' '.join(f.aliases)}" for f in library.files]
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


def _arrays(folder: Traversable, file: str, wanted: str) -> dict[str, Any]:
    """The arrays of a file, or nothing when it is missing, damaged or made from something else."""
    import zipfile

    import numpy as np

    try:
        with np.load(io.BytesIO(folder.joinpath(file).read_bytes()), allow_pickle=False) as opened:
            if str(opened["digest"]) != wanted:
                return {}
            return {name: opened[name] for name in opened.files}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return {}


class _Stored(Mapping[tuple[str, str], StoredReading]):
    """Stored readings, each made when it is asked for: a game needs a few hundred of thousands."""

    def __init__(self, answers: Sequence[tuple[str, str]], found: Mapping[str, Any]) -> None:
        self._place = {key: n for n, key in enumerate(answers)}
        self._found = found

    def __getitem__(self, key: tuple[str, str]) -> StoredReading:
        n = self._place[key]
        found = self._found
        return StoredReading(found["cards"][n], float(found["known"][n]), int(found["said"][n]))

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._place)

    def __len__(self) -> int:
        return len(self._place)


def readings(
    library: Library, passages: tuple[Passage, ...], folder: Traversable, weights: str
) -> Mapping[tuple[str, str], StoredReading]:
    """The shipped readings by question and text; empty when there are none that fit."""
    found = _arrays(folder, READINGS, digest(library, passages, weights))
    answers = asked(library, passages)
    if not found or len(answers) != len(found["cards"]):
        return {}
    return _Stored(answers, found)


def meanings(
    library: Library, cards: Cards, passages: tuple[Passage, ...], folder: Traversable
) -> Meanings | None:
    """The shipped vectors, or None when there are none that fit."""
    found = _arrays(folder, MEANINGS, digest(library, passages))
    if not found:
        return None
    voices = tuple(sorted({p.voice for p in passages if p.source == "answers"}))
    try:
        held = Compiled(**{name: found[name] for name in Compiled.__dataclass_fields__})
    except KeyError:
        return None
    return Meanings(cards, passages, voices, held)


def asked(library: Library, passages: tuple[Passage, ...]) -> list[tuple[str, str]]:
    """Every prepared answer with its question, in the order of the file."""
    return [(library.questions[p.question].text, p.text) for p in passages if p.source == "answers"]


def write_meanings(library: Library, made: Meanings, folder: Path) -> None:
    """Store the vectors of a setting in `folder`."""
    import numpy as np

    held = {name: getattr(made.compiled, name) for name in Compiled.__dataclass_fields__}
    np.savez_compressed(
        folder / MEANINGS,
        allow_pickle=False,
        digest=np.array(digest(library, made.passages)),
        **held,
    )


def write_readings(
    library: Library,
    passages: tuple[Passage, ...],
    found: list[StoredReading],
    folder: Path,
    weights: str,
) -> None:
    """Store the readings of all prepared answers, in the order of `asked`, in `folder`."""
    import numpy as np

    np.savez_compressed(
        folder / READINGS,
        allow_pickle=False,
        digest=np.array(digest(library, passages, weights)),
        cards=np.array([r.cards for r in found], dtype=np.float32),
        known=np.array([r.known for r in found], dtype=np.float32),
        said=np.array([r.words_said for r in found], dtype=np.int16),
    )
