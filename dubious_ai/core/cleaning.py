"""Cleaning of text that comes from outside: typed, read from a file, or sent by a model.

It happens once, at the rules' edge; everything behind it may rely on clean, one-line text.
"""

from __future__ import annotations

import re
import unicodedata

_BREAKS = re.compile(r"[\r\n\t\v\f\x85\u2028\u2029]+")
_ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|[ -/]*[0-~])"
)
_SPACES = re.compile(r" {2,}")
_KEPT_FORMAT = "\u200c\u200d"
"""Joiners some scripts and emoji need; every other invisible format character goes (bidi controls, zero-width marks, soft hyphens)."""


def clean(text: str) -> str:
    """One line of printable text: terminal escape sequences, control, bidi and other invisible characters and lone surrogates are dropped.

    Line breaks and tabs become spaces, runs of spaces one. Composed as NFC. Cleaning twice changes nothing.
    """
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    while True:
        once = _pass(text)
        if once == text:
            return once
        text = once


def _pass(text: str) -> str:
    text = _ESCAPES.sub("", _BREAKS.sub(" ", unicodedata.normalize("NFC", text)))
    kept = "".join(
        " " if unicodedata.category(c) in ("Zs", "Zl", "Zp") else c
        for c in text
        if c in _KEPT_FORMAT or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    return _SPACES.sub(" ", kept).strip()
