"""Commands named as they exist where the person stands: what was typed to start this program, or the targets of make."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

MADE = "DUBIOUS_MADE"
"""Set by the Makefile: the commands it starts are then given as its targets."""
TARGETS = ("play", "resume", "learn", "today")
_QUOTED = re.compile(r"`dubious( [^`]*)?`")
_CARDS = re.compile(r"`dubious cards [a-z0-9-]+`")


def _program() -> str:
    typed = sys.argv[0] if sys.argv else ""
    path = Path(typed)
    if path.name == "__main__.py":
        return f"{Path(sys.executable).stem} -m dubious_ai"
    if path.stem != "dubious":
        return "dubious"
    found = shutil.which("dubious")
    try:
        known = found is not None and Path(found).samefile(path)
    except OSError:
        known = False
    return "dubious" if known else shlex.quote(typed)


def command(words: str) -> str:
    """A command of ours as it can be typed here, e.g. "resume 4F2A" as "dubious resume 4F2A" or "make resume ARGS=4F2A"."""
    first, _, rest = words.strip().partition(" ")
    if os.environ.get(MADE) and first in TARGETS:
        return f"make {first}" + (f" ARGS={shlex.quote(rest)}" if rest else "")
    return f"{_program()} {words}".rstrip()


def as_called(sentence: str) -> str:
    """A sentence with every `dubious …` in backticks named as it can be typed here."""
    return _QUOTED.sub(lambda found: f"`{command((found[1] or '').strip())}`", sentence)


def at_the_table(sentence: str) -> str:
    """A sentence said during a game, where the list of cards is at hand."""
    return _CARDS.sub("/cards", sentence)
