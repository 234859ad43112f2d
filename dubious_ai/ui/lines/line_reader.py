"""Reads lines: from a file or pipe, or typed at a terminal with the standard library's line editor where there is one.

Owns what Ctrl-C, Ctrl-Z, the end of input, a paste of several lines and a line typed ahead mean. Draws nothing but the line itself.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType, ModuleType
from typing import IO, Protocol

from rich.console import Console
from rich.text import Text

from dubious_ai.core.cleaning import clean
from dubious_ai.ui.lines.completion import Completion

SAVED_EVERY = 0.5
"""Seconds between two looks at the line being typed, for its draft."""
PASTE = 0.015
"""Lines that arrive within so many seconds of each other are one paste; nobody types that fast."""
MOST = 200_000
"""Bytes of a paste that are read."""
HANGUPS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Interrupted(Exception):
    """Ctrl-C at a prompt. `typed` is what stood in the line."""

    def __init__(self, typed: str) -> None:
        super().__init__(typed)
        self.typed = typed


class HungUp(Exception):
    """The terminal was closed, or the process was asked to end, during a prompt. What stood in the line is kept."""


class _Stopped(Exception):
    """Ctrl-Z at a prompt."""

    def __init__(self, typed: str) -> None:
        super().__init__(typed)
        self.typed = typed


@dataclass(frozen=True)
class Prompt:
    """One line to be read. `recall` is what the Up key brings, `completions` what Tab offers (those in `marked` last and marked).

    `keep` is given the line while it is being typed.
    """

    label: str
    recall: str = ""
    completions: Sequence[str] = ()
    marked: frozenset[str] = field(default_factory=frozenset[str])
    keep: Callable[[str], None] | None = None


class LineSource(Protocol):
    """Where lines come from."""

    def read(self, prompt: Prompt) -> str:
        """The next line, as typed. Raises EOFError, Interrupted, HungUp."""
        ...

    def listen(self, seconds: float) -> str | None:
        """Wait, but hear a line typed meanwhile."""
        ...


class PipedLines:
    """Lines of a file or pipe, one for each prompt, echoed so that the output reads like a session. Bytes that are not UTF-8 become replacement marks."""

    def __init__(self, stream: IO[bytes], console: Console) -> None:
        self._stream = stream
        self._console = console

    def read(self, prompt: Prompt) -> str:
        """See LineSource."""
        raw = self._stream.readline()
        if not raw:
            raise EOFError
        line = raw.decode("utf-8", errors="replace").rstrip("\r\n")
        self._console.print(Text.assemble((prompt.label, "quiet"), " ", clean(line)), soft_wrap=False)
        return line

    def listen(self, seconds: float) -> str | None:
        """See LineSource. Nobody types ahead in a pipe."""
        time.sleep(seconds)
        return None


class TypedLines:
    """Lines typed at a terminal. `bare` does without anything that moves the cursor beyond the line."""

    def __init__(self, *, bare: bool = False) -> None:
        self._editor = _editor(bare=bare)
        self._earlier: list[str] = []
        self._ahead = b""

    def read(self, prompt: Prompt) -> str:
        """See LineSource. Lines pasted together come back as one."""
        if self._ahead:
            return self._taken()
        preset = ""
        while True:
            try:
                line = self._edited(prompt, preset)
            except _Stopped as stop:
                preset = stop.typed
                _stop_here()
                continue
            self._ahead = _waiting(PASTE)
            if not self._ahead:
                self._remember(line)
                return line
            pasted = self._taken()
            whole = f"{line}\n{pasted}"
            if self._unfinished:
                preset = clean(whole)
                continue
            self._remember(whole)
            return whole

    _unfinished = False

    def _taken(self) -> str:
        """All that was typed or pasted ahead, up to its last line break; `_unfinished` tells whether more stands behind that."""
        data, self._ahead = self._ahead, b""
        self._unfinished = not data.endswith((b"\n", b"\r"))
        return data.decode("utf-8", errors="replace").strip("\r\n")

    def _remember(self, line: str) -> None:
        if line.strip():
            self._earlier.append(line)

    def listen(self, seconds: float) -> str | None:
        """See LineSource."""
        if os.name != "posix":
            time.sleep(seconds)
            return None
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
        if not ready:
            return None
        self._ahead += _waiting(PASTE)
        return self._taken() if self._ahead else None

    def _edited(self, prompt: Prompt, preset: str) -> str:
        editor = self._editor
        if editor is None:
            with _signals(prompt, lambda: ""):
                return input(f"{prompt.label} ")
        editor.clear_history()
        for line in [*self._earlier[-50:], *([prompt.recall] if prompt.recall else [])]:
            editor.add_history(line)
        editor.set_pre_input_hook((lambda: _insert(editor, preset)) if preset else None)
        offered = Completion(prompt.completions, prompt.marked)
        editor.set_completer(offered)

        def display(typed: str, found: Sequence[str], width: int) -> None:
            del typed, width
            _display(editor, prompt.label, offered, found)

        editor.set_completion_display_matches_hook(display)
        with _signals(prompt, editor.get_line_buffer):
            return input(f"{prompt.label} ")


def _editor(*, bare: bool) -> ModuleType | None:
    """The line editor of the standard library, set up; None where there is none."""
    try:
        import readline
    except ImportError:
        return None
    readline.set_auto_history(False)
    readline.set_completer_delims("")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    if not libedit:
        readline.parse_and_bind("set bell-style none")
        readline.parse_and_bind(f"set enable-bracketed-paste {'off' if bare else 'on'}")
    return readline


def _insert(editor: ModuleType, text: str) -> None:
    editor.insert_text(text)
    editor.redisplay()


def _display(editor: ModuleType, label: str, offered: Completion, found: Sequence[str]) -> None:
    """Show what Tab found, marked ones last, and the line again."""
    print()
    for line in offered.listed(found):
        print(f"  {line}")
    print(f"{label} {editor.get_line_buffer()}", end="", flush=True)


def _waiting(seconds: float) -> bytes:
    """What stands in the terminal's queue, as long as it keeps coming."""
    if os.name != "posix":
        return b""
    found = b""
    handle = sys.stdin.fileno()
    while len(found) < MOST and select.select([handle], [], [], seconds)[0]:
        part = os.read(handle, 65_536)
        if not part:
            break
        found += part
    return found


def _stop_here() -> None:
    """Stop as Ctrl-Z does, now that the terminal is as it was; returns when the shell lets us go on."""
    print(flush=True)
    signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGTSTP)


@contextmanager
def _signals(prompt: Prompt, line: Callable[[], str]) -> Generator[None]:
    """While a line is edited: its draft is kept again and again, and signals take it along."""
    if threading.current_thread() is not threading.main_thread() or os.name != "posix":
        try:
            yield
        except KeyboardInterrupt:
            raise Interrupted("") from None
        return

    leaving = False

    def keep(*_: object) -> None:
        # an alarm that was due together with another signal comes while that one's exception is on its way
        if prompt.keep and not leaving:
            prompt.keep(line())

    def interrupted(number: int, frame: FrameType | None) -> None:
        nonlocal leaving
        del number, frame
        typed, leaving = line(), True
        raise Interrupted(typed)

    def stopped(number: int, frame: FrameType | None) -> None:
        nonlocal leaving
        del number, frame
        typed, leaving = line(), True
        raise _Stopped(typed)

    def hung_up(number: int, frame: FrameType | None) -> None:
        nonlocal leaving
        del number, frame
        keep()
        leaving = True
        raise HungUp

    handlers = {signal.SIGALRM: keep, signal.SIGINT: interrupted, signal.SIGTSTP: stopped}
    handlers |= dict.fromkeys(HANGUPS, hung_up)
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    signal.setitimer(signal.ITIMER_REAL, SAVED_EVERY, SAVED_EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
