"""The terminal: one injected console to draw on and one source of lines to read from.

Owns line editing, the pauses between spoken answers, and what Ctrl-C and the end of input mean at a prompt. Knows nothing
of the game.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Protocol

from rich.console import Console, RenderableType
from rich.text import Text
from rich.theme import Theme

from dubious_ai.core.cleaning import clean
from dubious_ai.ui.views.encoding import forgive

THEME = Theme(
    {
        "title": "bold",
        "quiet": "dim",
        "occupation": "bold yellow",
        "secret": "bold magenta",
        "name": "bold cyan",
        "me": "bold green",
        "delivery": "italic dim",
        "question": "bold",
        "tick": "bold green",
        "struck": "dim strike",
        "warning": "yellow",
        "problem": "bold red",
    }
)
NARROWEST, WIDEST = 20, 110


class Interrupted(Exception):
    """Ctrl-C at a prompt. `typed` is what stood in the line."""

    def __init__(self, typed: str) -> None:
        super().__init__(typed)
        self.typed = typed


class TimeUp(Exception):
    """The time for this prompt has run out and nothing was being typed."""


@dataclass(frozen=True)
class Prompt:
    """One line to be read. `toolbar` gives the line below it, asked for again and again; `deadline` is a reading of time.monotonic()."""

    label: str
    default: str = ""
    completions: Sequence[str] = ()
    toolbar: Callable[[], str] | None = None
    deadline: float | None = None


class LineSource(Protocol):
    """Where lines come from."""

    def read(self, prompt: Prompt) -> str:
        """The next line, as typed. Raises EOFError, Interrupted, TimeUp."""
        ...


class PipedLines:
    """Lines of a file or pipe, one for each prompt, echoed so that the output reads like a session. Bytes that are not UTF-8 become replacement marks."""

    def __init__(self, stream: IO[bytes], console: Console) -> None:
        self._stream = stream
        self._console = console

    def read(self, prompt: Prompt) -> str:
        """See LineSource.read. A deadline means nothing here."""
        raw = self._stream.readline()
        if not raw:
            raise EOFError
        line = raw.decode("utf-8", errors="replace").rstrip("\r\n")
        self._console.print(Text.assemble((prompt.label, "quiet"), " ", clean(line)), soft_wrap=False)
        return line


class EditedLines:
    """Lines typed at a terminal, with editing, history and completion."""

    def __init__(self) -> None:
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

        self._history = InMemoryHistory()
        self._bindings = KeyBindings()

        @self._bindings.add("c-c")
        def _(event: KeyPressEvent) -> None:  # pyright: ignore[reportUnusedFunction]
            event.app.exit(exception=Interrupted(event.app.current_buffer.text))

    def read(self, prompt: Prompt) -> str:
        """See LineSource.read. When time runs out a line being typed may still be finished."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.application import get_app
        from prompt_toolkit.completion import WordCompleter
        from prompt_toolkit.patch_stdout import patch_stdout

        def toolbar() -> str:
            told = prompt.toolbar() if prompt.toolbar else ""
            if prompt.deadline is None:
                return told
            left = prompt.deadline - time.monotonic()
            app = get_app()
            if left <= 0 and not app.current_buffer.text and app.is_running:
                app.exit(exception=TimeUp())
            clock = (
                f"{max(0, int(left)) // 60}:{max(0, int(left)) % 60:02}"
                if left > 0
                else "time is up, finish this line"
            )
            return f"{told}   {clock}".strip()

        completer = (
            WordCompleter(list(prompt.completions), ignore_case=True, sentence=True, match_middle=True)
            if prompt.completions
            else None
        )
        live = prompt.toolbar is not None or prompt.deadline is not None
        # a session of its own: one that is used again keeps the completions and the toolbar of the prompt before
        session: PromptSession[str] = PromptSession(
            f"{prompt.label} ",
            history=self._history,
            key_bindings=self._bindings,
            completer=completer,
            complete_while_typing=False,
            bottom_toolbar=toolbar if live else None,
            refresh_interval=0.25 if live else 0,
        )
        with patch_stdout():
            return session.prompt(default=prompt.default)


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
        """Draw a sentence. Never read as markup."""
        self.console.print(Text(sentence, style=style), width=self.width)

    def gap(self) -> None:
        """An empty line."""
        self.console.print()

    def read(self, prompt: Prompt) -> str:
        """Read a cleaned line. Raises EOFError, Interrupted, TimeUp."""
        return clean(self._lines.read(prompt))

    def breathe(self, seconds: float) -> None:
        """Let what was said sink in; Enter cuts it short. No pause unless a person watches."""
        if self._pace > 0:
            self.listen(seconds * self._pace)

    def listen(self, seconds: float) -> None:
        """Wait, but hear a line typed meanwhile: it goes to `on_typed`, so that nothing typed is lost."""
        if os.name != "posix" or not self.live:
            time.sleep(seconds)
            return
        import select

        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        typed = clean(sys.stdin.readline()) if ready else ""
        if typed and self.on_typed:
            self.on_typed(typed)


def is_plain(wanted: bool) -> bool:
    """Whether to draw without boxes and colour: asked for, NO_COLOR, a dumb terminal, or an encoding without box characters."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    return wanted or os.environ.get("TERM") == "dumb" or not encoding.startswith("utf")


def open_terminal(*, plain: bool, pace: float = 1.0) -> Terminal:
    """The terminal of this process: live only if standard input and output both are terminals."""
    forgive()
    live = sys.stdin.isatty() and sys.stdout.isatty()
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
    lines: LineSource = EditedLines() if live else PipedLines(sys.stdin.buffer, console)
    return Terminal(console, lines, plain=bare, live=live, pace=pace)


def _piped_width() -> int:
    text = os.environ.get("COLUMNS", "")
    return int(text) if text.isdigit() and int(text) >= NARROWEST else 80
