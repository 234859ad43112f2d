"""Readings of our own prepared answers, made once when the texts change and shipped beside them.

A game of bots hears nothing but prepared answers, so it need not build what reading strangers takes. A file that does not fit
the texts or the constants any more is ignored: then everything is read anew, slower and with the same result.
`make readings` writes the files of a checkout.
"""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from dubious_ai.belief import vectors
from dubious_ai.content import shipped
from dubious_ai.content.library import SETTINGS, SettingSlug, library

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

METHOD = 1
"""Raised whenever reading changes in code rather than in texts or constants."""
FILE = "readings.npz"


@dataclass(frozen=True)
class Stored:
    """One reading: evidence for each card (28), the readable part of its content words, and how many it has."""

    cards: Floats
    known: float
    words_said: int


def digest(setting: SettingSlug, constants: str) -> str:
    """What the readings of a setting depend on, as one short text."""
    texts = library(setting)
    parts = [str(METHOD), constants, *(q.text for q in texts.questions)]
    parts += [f.model_dump_json() for f in texts.files]
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


def _asked(setting: SettingSlug) -> list[tuple[str, str]]:
    """Every prepared answer with its question, in the order of the file."""
    texts = library(setting)
    question = {q.slug: q.text for q in texts.questions}
    return [(question[a.to], a.text) for f in texts.files for a in f.answers]


@cache
def stored(setting: SettingSlug, constants: str) -> dict[tuple[str, str], Stored]:
    """The shipped readings by question and text; empty when there are none that fit, or no static vectors to go with them."""
    import numpy as np

    if not vectors.installed():
        return {}
    place = shipped.root().joinpath("content", setting, FILE)
    try:
        with np.load(io.BytesIO(place.read_bytes()), allow_pickle=False) as file:
            if str(file["digest"]) != digest(setting, constants):
                return {}
            cards, known, said = file["cards"], file["known"], file["said"]
    except (OSError, ValueError, KeyError):
        return {}
    asked = _asked(setting)
    if len(asked) != len(cards):
        return {}
    return {key: Stored(cards[n], float(known[n]), int(said[n])) for n, key in enumerate(asked)}


def write(setting: SettingSlug, folder: Path) -> None:
    """Read every prepared answer of a setting and store what it says in `folder`."""
    import numpy as np

    from dubious_ai.belief.evidence import fingerprint, read_anew

    found = [read_anew(setting, question, text) for question, text in _asked(setting)]
    np.savez_compressed(
        folder / FILE,
        digest=np.array(digest(setting, fingerprint())),
        cards=np.array([r.cards for r in found]),
        known=np.array([r.known for r in found]),
        said=np.array([r.words_said for r in found]),
    )


def write_all() -> None:
    """Write the readings of every setting into this checkout."""
    for setting in SETTINGS:
        write(setting, Path(__file__).resolve().parents[2] / "content" / setting)
