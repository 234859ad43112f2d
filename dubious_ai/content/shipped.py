"""Where the shipped data lies: inside the installed package, else in the checkout this module stands in."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from dubious_ai.errors import ContentError, UsageError
from dubious_ai.storage.home import folder


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


def setting_folders() -> tuple[tuple[Traversable, str], ...]:
    """The folders of all settings, each with the name of the pack it came from ("" for the game's own)."""
    own = [
        (entry, "")
        for entry in root().joinpath("content").iterdir()
        if entry.joinpath("setting.toml").is_file()
    ]
    taken = {entry.name for entry, _ in own}
    added = packs_folder()
    packs = (
        [(e, e.name) for e in added.iterdir() if e.name not in taken and e.joinpath("setting.toml").is_file()]
        if added is not None and added.is_dir()
        else []
    )
    return (*own, *packs)


def is_ours(folder: Traversable) -> bool:
    """Whether a folder lies in the installation; anything else was put there by somebody."""
    packs = packs_folder()
    return packs is None or not str(folder).startswith(str(packs))


def packs_folder() -> Path | None:
    """Where a person's added settings lie; None where no home can be found."""
    try:
        return folder() / "packs"
    except UsageError:
        return None


def text_of(place: Traversable) -> str:
    """The text of a file of a setting. Raises ContentError if it is missing or not UTF-8."""
    try:
        return place.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"Cannot read {place.name}: {error}. Install dubious-ai again.") from error


def shipped_text(*parts: str) -> str:
    """The text of a shipped file, e.g. read("content", "personas.toml"). Raises ContentError if it is missing or not UTF-8."""
    place = root().joinpath(*parts)
    try:
        return place.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ContentError(f"Cannot read {'/'.join(parts)}: {error}. Install dubious-ai again.") from error
