"""Names from anywhere inside our sentences: one written from right to left stands apart, so that it does not turn the words around it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from dubious_ai.pages.markup import Html, join, tag


def turns(text: str) -> bool:
    """Whether a text holds letters that run from right to left."""
    return any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)


def direction(text: str) -> str | None:
    """The `dir` of an element with a text from outside: found out by the browser where letters run from right to left, else the page's own."""
    return "auto" if turns(text) else None


def apart(text: str, names: Iterable[str]) -> Html:
    """A sentence with every name in it that runs from right to left set apart as `<bdi>`; others stay as they are."""
    wanted = sorted({name for name in names if turns(name)}, key=len, reverse=True)
    if not wanted:
        return join(text)
    parts = re.split(f"({'|'.join(map(re.escape, wanted))})", text)
    return join(*(tag("bdi", part) if n % 2 else part for n, part in enumerate(parts)))
