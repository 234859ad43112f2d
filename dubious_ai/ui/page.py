"""What every desk is drawn on: a page that takes sentences and things to draw, and the colours they share."""

from __future__ import annotations

from typing import Protocol

from rich.console import RenderableType
from rich.theme import Theme

THEME = Theme(
    {
        "title": "bold",
        "quiet": "dim",
        "flavour": "italic",
        "occupation": "bold yellow",
        "secret": "bold magenta",
        "name": "bold cyan",
        "me": "bold green",
        "delivery": "italic dim",
        "question": "bold",
        "key": "bold",
        "clue": "bold underline",
        "tick": "bold green",
        "struck": "dim strike",
        "warning": "yellow",
        "problem": "bold red",
        **{f"player{n}": f"bold {colour}" for n, colour in enumerate(
            ("green", "cyan", "bright_blue", "bright_red", "bright_yellow", "bright_magenta"), 1)},
    }
)  # fmt: skip


class Page(Protocol):
    """Takes what is to be read."""

    @property
    def plain(self) -> bool:
        """Whether to forgo boxes, columns and colour."""
        ...

    @property
    def width(self) -> int:
        """Columns to draw on."""
        ...

    def show(self, *things: RenderableType) -> None:
        """Draw things one below the other."""
        ...

    def say(self, sentence: str, style: str = "") -> None:
        """Draw a sentence. Never read as markup."""
        ...

    def gap(self) -> None:
        """An empty line."""
        ...
