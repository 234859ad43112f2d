"""A process at a terminal of its own: keys go in, what is shown comes back as text. Waits for what is shown, never for a time."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

PATIENCE = 60.0
"""Seconds after which a screen that never comes fails the test."""
RUN = "from dubious_ai.cli.main import run; run()"
_HALF = re.compile(r"\x1b[^A-Za-z]*$")
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[=>()][0-9A-B]?)")


def _take_terminal() -> None:
    """In the child: make its standard input the terminal whose keys send it signals."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class AtTerminal:
    """`dubious` with these arguments in a pseudo-terminal of 80 columns."""

    def __init__(self, home: Path, *arguments: str, **environment: str) -> None:
        self.shown = ""
        self._raw = b""
        self._read = 0
        self._master, slave = pty.openpty()
        os.set_blocking(self._master, False)
        self._process = subprocess.Popen(
            [sys.executable, "-c", RUN, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=_take_terminal,
            env={
                **os.environ,
                "DUBIOUS_HOME": str(home),
                "TERM": "xterm",
                "LC_ALL": "C.UTF-8",
                "COLUMNS": "80",
                "LINES": "24",
                **environment,
            },
        )
        os.close(slave)

    def __enter__(self) -> AtTerminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._master)

    def until(self, words: str) -> str:
        """What is shown from the last such call up to these words, without control codes."""
        end = time.monotonic() + PATIENCE
        while words not in self.shown[self._read :]:
            if time.monotonic() > end or not self._more():
                raise AssertionError(f"{words!r} was never shown, but:\n{self.shown[self._read :]}")
        at = self.shown.index(words, self._read) + len(words)
        told, self._read = self.shown[self._read : at], at
        return told

    def _more(self) -> bool:
        if not select.select([self._master], [], [], 1.0)[0]:
            return self._process.poll() is None
        try:
            data = os.read(self._master, 65_536)
        except OSError:
            return False
        self._raw += data
        text = self._raw.decode("utf-8", errors="ignore")
        self.shown = _ESCAPES.sub("", _HALF.sub("", text)).replace("\r", "")
        return bool(data)

    def type(self, keys: str) -> None:
        """Press keys; "\\r" is Enter, "\\x03" Ctrl-C."""
        os.write(self._master, keys.encode())

    def answer(self, prompt: str, keys: str) -> None:
        """Wait for a prompt and type a line."""
        self.until(prompt)
        self.type(f"{keys}\r")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process."""
        os.kill(self._process.pid, number)

    def gone(self) -> int:
        """Wait for the end; the exit code."""
        end = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < end:
            self._more()
        return self._process.wait(1)
