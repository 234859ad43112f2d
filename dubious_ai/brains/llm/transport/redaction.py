"""Keys: held so that nothing prints them, and wiped out of whatever a server or a library says, and out of the log of requests.

A server may echo the key it was sent, in an error, in a reply or inside the JSON of a reply; everything that comes in passes
a `Redactor` before anybody sees, logs or records it.
"""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from dubious_ai.brains.llm.reply.lenient_json import is_list, is_object
from dubious_ai.errors import UsageError

MASK = "[key]"
_LOOKS_LIKE_A_KEY = re.compile(
    r"\b(?:(?:sk|rk|gsk|xai|pk)-[A-Za-z0-9_*.\-]{6,}|(?:gsk|hf|ghp|github_pat|nvapi|r8)_[A-Za-z0-9_\-]{12,}|nvapi-[\w-]{12,}|AIza[\w-]{20,})"
    r"|(?<=Bearer )[^\s\"',}]{6,}"
)
_MIN_LENGTH = 6


def looks_like_a_key(text: str) -> bool:
    """Whether a word has the form providers give their keys."""
    return _LOOKS_LIKE_A_KEY.match(text.strip()) is not None


@dataclass(frozen=True, slots=True)
class Key:
    """An API key and, in words, where it came from. Only `reveal` gives the key."""

    _value: str = field(repr=False)
    source: str = ""

    def reveal(self) -> str:
        """The key itself, for the one place that sends it."""
        return self._value

    def __str__(self) -> str:
        return MASK


class Redactor:
    """Replaces known keys, and what looks like one, by `[key]`."""

    def __init__(self, keys: Iterable[Key] = ()) -> None:
        self._known: list[str] = []
        for key in keys:
            self.learn(key)

    def learn(self, key: Key) -> None:
        """Wipe this key, too, from now on. Keys under six characters are dummies, not secrets."""
        plain = key.reveal()
        if len(plain) < _MIN_LENGTH:
            return
        escaped = "".join(f"\\u{ord(c):04x}" for c in plain)
        for form in {
            plain,
            quote(plain, safe=""),
            escaped,
            escaped.upper().replace("\\U", "\\u"),
            plain[::-1],
        }:
            if form not in self._known:
                self._known.append(form)
        self._known.sort(key=len, reverse=True)

    def __call__(self, text: str) -> str:
        """The text without keys."""
        for form in self._known:
            text = text.replace(form, MASK)
        return _LOOKS_LIKE_A_KEY.sub(MASK, text)

    def value(self, value: object) -> object:
        """The same for every string inside a JSON value."""
        if isinstance(value, str):
            return self(value)
        if is_object(value):
            return {self(str(k)): self.value(v) for k, v in value.items()}
        if is_list(value):
            return [self.value(v) for v in value]
        return value

    def __repr__(self) -> str:
        return "Redactor()"


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
