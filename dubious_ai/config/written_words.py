"""Words as people write them into files, variables and command lines: what wraps them, and what in them must not be shown."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path

_WRAPPING = " \t\r\n\v\f\ufeff\u200b\u00a0"
_QUOTES = {'"': '"', "'": "'", "“": "”", "„": "“", "‘": "’", "`": "`"}
_PASSWORD = re.compile(r"(?<=://)[^/@\s]+(?=@)")
_QUERY = re.compile(r"(?<=[?&])([^=&#\s]*)=[^&#\s]*")
_WORDS = {"model": "name", "base_url": "address", "api_key": "key", "brain": "name", "coach": "name"}
"""Settings that are one word, so that quotes and blanks around it are none of it, and what such a word is called."""


def unwrapped(text: str) -> str:
    """A word without the blanks, line ends and quotes that copying and environment files leave around it."""
    word = text.strip(_WRAPPING)
    while len(word) > 1 and _QUOTES.get(word[0]) == word[-1]:
        word = word[1:-1].strip(_WRAPPING)
    return word


def hidden_passwords(text: str) -> str:
    """An address as it may be shown: without the name and password in it, and without what a query says."""
    return _QUERY.sub(r"\1=[hidden]", _PASSWORD.sub("[hidden]", text))


def plain_word(name: str, value: object, source: str, notes: list[str]) -> object:
    """A value as it was meant. A key, address or name loses what is wrapped around it; where that was more than a blank, `notes` gets a sentence."""
    leaf = name.rpartition(".")[2]
    if not isinstance(value, str):
        return value
    if leaf not in _WORDS:
        return value.strip()
    word = unwrapped(value)
    if leaf == "api_key" and word[:7].casefold() == "bearer ":
        word = word[7:].strip(_WRAPPING)
    if word != value.strip(" "):
        notes.append(
            f"{source}: what was wrapped around the {_WORDS[leaf]} (quotes, a line end) is left out."
        )
    return word


def readable_by_others(path: Path, keys: Iterable[str | None]) -> list[str]:
    """A sentence if a file that holds keys may be read by other people of this machine."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return []
    if os.name != "posix" or not any(keys) or not mode & (stat.S_IRGRP | stat.S_IROTH):
        return []
    return [f"{path} holds a key and others on this machine can read it. Close it to them: chmod 600 {path}"]
