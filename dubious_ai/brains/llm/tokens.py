"""Counting tokens without ever waiting for it: by the server's own count, else by tiktoken if it is ready, else by estimate.

tiktoken fetches its tables from the network at first use, without a time limit. So it is loaded in a daemon thread, only when a
server gives no counts, and only for models it knows; until (and unless) that is done, the estimate serves.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Literal, Protocol

Source = Literal["server", "tiktoken", "estimate"]
CHARACTERS_PER_TOKEN = 3.6
"""Below the usual 4 for English, so that the estimate rather errs on the dear side."""
PER_MESSAGE = 4
"""Tokens a chat message costs beyond its text, as OpenAI's cookbook counts them."""


class Encoding(Protocol):
    """What is used of a tiktoken encoding."""

    def encode(self, text: str, *, disallowed_special: tuple[str, ...] = ()) -> list[int]:
        """Token numbers of a text; nothing in it is special."""
        ...


def _load(model: str) -> Encoding:
    import tiktoken

    return tiktoken.encoding_for_model(model)


def estimate(text: str) -> int:
    """Tokens of a text by its length in UTF-8, never 0 for a text that is not empty."""
    return -int(-len(text.encode("utf-8", "replace")) // CHARACTERS_PER_TOKEN)


class Counter:
    """Counts for one model. `load` is injectable; it may hang or raise as it likes."""

    def __init__(self, model: str, *, exact: bool = True, load: Callable[[str], Encoding] = _load) -> None:
        """`exact` false: never try tiktoken (a model it cannot know)."""
        self._model = model
        self._load = load
        self._encoding: Encoding | None = None
        self._state: Literal["idle", "loading", "off"] = "idle" if exact else "off"
        self._lock = threading.Lock()

    def warm(self) -> None:
        """Begin to load tiktoken in the background, once. Returns at once."""
        with self._lock:
            if self._state != "idle":
                return
            self._state = "loading"
        threading.Thread(target=self._fetch, daemon=True, name="tiktoken").start()

    def _fetch(self) -> None:
        try:
            self._encoding = self._load(self._model)
        except BaseException:
            self._state = "off"

    def count(self, text: str) -> tuple[int, Source]:
        """Tokens of a text and how they were counted. Never waits, never raises."""
        if self._encoding is not None:
            try:
                return len(self._encoding.encode(text, disallowed_special=())), "tiktoken"
            except Exception:
                self._encoding, self._state = None, "off"
        return estimate(text), "estimate"

    def messages(self, texts: Sequence[str]) -> tuple[int, Source]:
        """Tokens of a whole prompt."""
        counted = [self.count(text) for text in texts]
        source: Source = "tiktoken" if all(how == "tiktoken" for _, how in counted) else "estimate"
        return sum(n for n, _ in counted) + PER_MESSAGE * len(texts), source
