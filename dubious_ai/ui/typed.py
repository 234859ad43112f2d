"""What people type, whatever their keyboard: numbers and commands."""

from __future__ import annotations

import re
import unicodedata


def number_typed(text: str) -> int | None:
    """ "2", "2.", "2)", "(2)" or full-width "２" as a number; None for anything else."""
    found = re.fullmatch(r"\(?(\d{1,3})[.):]?", unicodedata.normalize("NFKC", text.strip()))
    return int(found[1]) if found else None


def command_of(text: str) -> str:
    """A line with its first sign as our slash, however the person's keyboard wrote it; empty unless the line is a command."""
    return f"/{text[1:]}" if unicodedata.normalize("NFKC", text[:1]) == "/" else ""
