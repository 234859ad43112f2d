"""What a server and a model can do, found out by trying and remembered for the process.

The ladder of structured output is json_schema -> json_object -> prompt (the schema in words, which every rung sends along).
Parameters a server refuses are swapped or dropped. Shared by all seats that use the same model of the same server.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Literal

from dubious_ai.brains.llm.transport.server_words import Parameter, ServerWords

Rung = Literal["json_schema", "json_object", "prompt"]
RUNGS: tuple[Rung, Rung, Rung] = ("json_schema", "json_object", "prompt")
Limit = Literal["max_tokens", "max_completion_tokens"]
SEVERAL = 4
"""Unreadable replies in a row after which a rung is left."""


@dataclass
class ServerHabits:
    """What is known of a server whatever the model: whether it answers in streams only, and counts tokens in them when asked to."""

    streams: bool = False
    counts_streams: bool = True


@dataclass
class Abilities:
    """What is known of one model at one server. `limit` is the name it takes for the output limit, None if it takes none;
    `counts` whether its schemas may fix the length of lists; `server` is shared by all models of the server."""

    server: ServerHabits = field(default_factory=ServerHabits)
    limit: Limit | None = "max_tokens"
    rung: Rung = "json_schema"
    dropped: set[Parameter] = field(default_factory=lambda: set[Parameter]())
    raised: bool = False
    counts: bool = True
    _spoiled: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def learn(self, said: ServerWords, sent: frozenset[Parameter], used: Rung) -> bool:
        """Draw the lesson of a 400 or 422 that says this, to a request with these parameters on this rung.

        Returns whether trying again is worth while. Several seats may learn the same lesson at once.
        """
        with self._lock:
            if self.server.streams and self.server.counts_streams and said.of("stream options"):
                self.server.counts_streams = False
                return True
            if not self.server.streams and said.of("streams only"):
                self.server.streams = True
                return True
            for guilty in said.parameters:
                if guilty not in sent:
                    continue
                if guilty in ("max_tokens", "max_completion_tokens"):
                    self._swap_limit(guilty)
                elif said.of("reply format"):
                    continue
                self.dropped.add(guilty)
                return True
            if used == "json_schema" and said.of("list lengths"):
                self.counts = False
                return True
            return self._step_down(used)

    def _swap_limit(self, guilty: Limit) -> None:
        """The other name for the output limit, or none if that was refused, too."""
        other: Limit = "max_completion_tokens" if guilty == "max_tokens" else "max_tokens"
        if self.limit == guilty:
            self.limit = None if other in self.dropped else other

    def _step_down(self, used: Rung) -> bool:
        """One rung down, unless another seat took that step since this request was sent."""
        if used == "prompt":
            return False
        if used == self.rung:
            self.rung, self._spoiled = RUNGS[RUNGS.index(used) + 1], 0
        return True

    def works(self, rung: Rung) -> None:
        """A reply of the right shape came back on this rung; one on a lower rung, tried by way of exception, proves nothing."""
        with self._lock:
            if rung == self.rung:
                self._spoiled = 0

    def spoiled(self, rung: Rung) -> None:
        """A reply on this rung could not be read. One costs nothing; several in a row cost the rung."""
        with self._lock:
            if rung != self.rung:
                return
            self._spoiled += 1
            if self._spoiled >= SEVERAL:
                self._step_down(rung)


class Memory:
    """The abilities of every (base_url, model) met so far."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Abilities] = {}
        self._servers: dict[str, ServerHabits] = {}
        self._lock = threading.Lock()

    def of(self, base_url: str, model: str, *, official: bool = False) -> Abilities:
        """What is known of a model; shared, so that what one seat learns all seats know."""
        with self._lock:
            if (base_url, model) not in self._known:
                limit: Limit = "max_completion_tokens" if official else "max_tokens"
                server = self._servers.setdefault(base_url, ServerHabits())
                self._known[base_url, model] = Abilities(server, limit)
            return self._known[base_url, model]
