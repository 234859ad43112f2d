"""The terminal: one injected console to draw on and one source of lines to read from.

Owns the pauses between spoken answers and how a terminal is opened. Knows nothing of the game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from rich.console import Console, RenderableType
from rich.text import Text

from dubious_ai.core.cleaning import clean
from dubious_ai.ui.called import as_called
from dubious_ai.ui.lines.line_reader import (
    HungUp,
    Interrupted,
    LineSource,
    PipedLines,
    Prompt,
    TypedLines,
)
from dubious_ai.ui.page import THEME
from dubious_ai.ui.views.encoding import forgive

__all__ = [
    "THEME",
    "HungUp",
    "Interrupted",
    "LineSource",
    "PipedLines",
    "Prompt",
    "Terminal",
    "open_terminal",
]
NARROWEST, WIDEST = 20, 110


class Terminal:
    """What the game draws on and reads from. `plain` forgoes boxes, colour and waiting; `live` means a person at a real terminal."""

    def __init__(
        self, console: Console, lines: LineSource, *, plain: bool, live: bool, pace: float = 1.0
    ) -> None:
        self.console = console
        self.plain = plain
        self.live = live
        self._lines = lines
        self._pace = pace if live else 0.0
        self.on_typed: Callable[[str], None] | None = None

    @property
    def width(self) -> int:
        """Columns to draw on."""
        return max(NARROWEST, min(self.console.width, WIDEST))

    def show(self, *things: RenderableType) -> None:
        """Draw things one below the other."""
        for thing in things:
            self.console.print(thing, width=self.width)

    def say(self, sentence: str, style: str = "") -> None:
        """Draw a sentence, its commands named as they exist here. Never read as markup."""
        self.console.print(Text(as_called(sentence), style=style), width=self.width)

    def gap(self) -> None:
        """An empty line."""
        self.console.print()

    def read(self, prompt: Prompt) -> str:
        """Read a cleaned line. Raises EOFError, Interrupted, HungUp."""
        return clean(self._lines.read(prompt))

    def breathe(self, seconds: float) -> None:
        """Let what was said sink in; Enter cuts it short. No pause unless a person watches."""
        if self._pace > 0:
            self.listen(seconds * self._pace)

    def listen(self, seconds: float) -> None:
        """Wait, but hear a line typed meanwhile: it goes to `on_typed`, so that nothing typed is lost."""
        if not self.live:
            return
        typed = clean(self._lines.listen(seconds) or "")
        if typed and self.on_typed:
            self.on_typed(typed)


def is_plain(wanted: bool) -> bool:
    """Whether to draw without boxes and colour: asked for, a dumb terminal, or an encoding without box characters."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return wanted or os.environ.get("TERM") == "dumb" or not encoding.startswith("utf")


def is_live() -> bool:
    """Whether a person sits at standard input and output."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def open_terminal(*, plain: bool, pace: float = 1.0) -> Terminal:
    """The terminal of this process: live only if standard input and output both are terminals."""
    forgive()
    live = is_live()
    bare = is_plain(plain) or not sys.stdout.isatty()
    console = Console(
        theme=THEME,
        highlight=False,
        markup=False,
        emoji=False,
        no_color=True if bare else None,
        force_terminal=None,
        safe_box=True,
        width=None if sys.stdout.isatty() else _piped_width(),
    )
    if sys.stdout.isatty() and "NO_COLOR" in os.environ:
        console.no_color = True
    lines: LineSource = TypedLines(bare=bare) if live else PipedLines(sys.stdin.buffer, console)
    return Terminal(console, lines, plain=bare, live=live, pace=pace)


def _piped_width() -> int:
    text = os.environ.get("COLUMNS", "")
    return int(text) if text.isdigit() and int(text) >= NARROWEST else 80
