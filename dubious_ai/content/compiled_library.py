"""The texts of a setting as one file that is read quickly: `library.json.gz`, made from the TOML files and checked against them by digest.

A file that does not fit what lies beside it is ignored; `make readings` writes it anew.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import TypeVar

from pydantic import ValidationError

from dubious_ai.content import shipped
from dubious_ai.core.model import Value

FILE = "library.json.gz"
FORM = "1"
"""Raised when the form of the compiled file changes."""
BESIDE = ("glossary.toml", "family.toml")
"""Files of a setting that are read by themselves, when they are wanted, and are no part of the compiled texts."""
M = TypeVar("M", bound=Value)


def text_digest(folder: Traversable) -> str:
    """What the texts of a setting are, as one short text: the SHA-256 of the TOML files they are made from, the general ones among them."""
    sums = hashlib.sha256(FORM.encode())
    general = shipped.root().joinpath("content", "general")
    for place, file in (*_sources(folder, ""), *_sources(general, "general/")):
        sums.update(place.encode())
        sums.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return sums.hexdigest()


def _sources(folder: Traversable, place: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml") and entry.name not in BESIDE:
            yield place + entry.name, entry
        elif entry.is_dir():
            yield from _sources(entry, f"{place}{entry.name}/")


def stored(folder: Traversable, model: type[M]) -> M | None:
    """The compiled texts, or None when there are none that fit."""
    file = folder.joinpath(FILE)
    try:
        head, _, body = gzip.decompress(file.read_bytes()).partition(b"\n")
        if head.decode() != text_digest(folder):
            return None
        return model.model_validate_json(body)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, ValidationError):
        return None


def compiled(folder: Traversable, library: Value) -> bytes:
    """The contents of the compiled file: the same bytes for the same texts."""
    body = library.model_dump_json(exclude_defaults=True).encode()
    return gzip.compress(text_digest(folder).encode() + b"\n" + body, 9, mtime=0)
