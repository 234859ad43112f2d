"""The request log: what was sent and what came back, one JSON line a call, without keys.

For `--log FILE`. A log that cannot be written any more is given up with a word; it never stops a game.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path

from dubious_ai.brains.llm.transport.redaction import Redactor
from dubious_ai.errors import UsageError


class RequestLog:
    """Appends to a file. `problem` is a sentence once writing has failed."""

    def __init__(self, path: Path, redact: Redactor) -> None:
        """Open the file for appending. Raises UsageError if that is impossible."""
        self.path = path
        self.problem = ""
        self._redact = redact
        self._lock = threading.Lock()
        self._told = False
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600))
        except (OSError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise UsageError(f"Cannot write the log {str(path)!r}: {reason}. Name another file.") from None

    def take_problem(self) -> str:
        """The problem, once; "" if there is none (new)."""
        with self._lock:
            if self._told or not self.problem:
                return ""
            self._told = True
            return self.problem

    def write(self, entry: Mapping[str, object]) -> None:
        """Append one entry, wiped of keys. Never raises."""
        with self._lock:
            if self.problem:
                return
            try:
                line = json.dumps(self._redact.value(dict(entry)), ensure_ascii=True, default=str)
                with self.path.open("a", encoding="utf-8") as file:
                    file.write(self._redact(line) + "\n")
            except (OSError, ValueError) as error:
                why = (error.strerror if isinstance(error, OSError) else None) or str(error)
                self.problem = f"The log {str(self.path)!r} can no longer be written: {why}. The game goes on without it."
