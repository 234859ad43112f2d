"""Output in an encoding that lacks some of our characters (legacy code pages, LC_ALL=C): the nearest plain sign instead of an error."""

from __future__ import annotations

import codecs
import sys
from io import TextIOWrapper

NEAREST = {
    "“": '"', "”": '"', "‘": "'", "’": "'", "·": "-", "–": "-", "—": "-", "…": "...", "›": ">", "×": "x", "✓": "ok",
}  # fmt: skip


def _nearest(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lost = error.object[error.start : error.end]
    return "".join(NEAREST.get(char, "?") for char in lost), error.end


codecs.register_error("dubious-nearest", _nearest)


def forgive() -> None:
    """Let standard output never fail over a character. (Standard error escapes what it cannot write anyway.)"""
    stream = sys.stdout
    if isinstance(stream, TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
        stream.reconfigure(errors="dubious-nearest")
