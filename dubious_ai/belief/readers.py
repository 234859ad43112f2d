"""The readers of one run of the program: one for each setting somebody asks for, with one encoder between them.

Made once where a command begins and handed to whatever reads; nobody else makes a reader. A reader takes half a second to prepare and
remembers what it has read, so the same one serves a table, its coach and the look back afterwards.
"""

from __future__ import annotations

import threading

from dubious_ai.belief.encoder import SharedEncoder
from dubious_ai.belief.reader import Reader
from dubious_ai.content.library import library, setting_slug


class Readers:
    """Makes the reader of a setting when it is first asked for, and gives the same one from then on. Safe from any thread."""

    def __init__(self, encoder: SharedEncoder | None = None) -> None:
        self.encoder = encoder or SharedEncoder()
        self._lock = threading.Lock()
        self._made: dict[str, Reader] = {}

    def of(self, setting: str) -> Reader:
        """The reader of a setting, named as people name it. Raises ContentError for damaged content, UsageError for a setting that is not there."""
        slug = setting_slug(setting)
        with self._lock:
            if slug not in self._made:
                self._made[slug] = Reader(library(slug), self.encoder)
            return self._made[slug]
