"""Where the shipped data lies: inside the installed package, else in the checkout this module stands in."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from dubious_ai.errors import ContentError


@cache
def root() -> Traversable:
    """The folder that holds `content` and `prompts`. Raises ContentError when the installation has lost it."""
    packaged = files("dubious_ai") / "_data"
    if packaged.is_dir():
        return packaged
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "content").is_dir():
        return checkout
    raise ContentError(
        "The cards and questions are missing from this installation. Install dubious-ai again."
    )


def read(*parts: str) -> str:
    """The text of a shipped file, e.g. read("content", "personas.toml"). Raises ContentError if it is missing or not UTF-8."""
    place = root().joinpath(*parts)
    try:
        return place.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"Cannot read {'/'.join(parts)}: {error}. Install dubious-ai again.") from error
