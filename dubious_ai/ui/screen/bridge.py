"""The desk of the full screen: the game's thread asks here and waits, the screen's thread answers.

Nothing is shared but requests: each carries what is asked and is answered once. When the screen goes, every wait ends with Leave.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from dubious_ai.brains.protocol import Answer, Cast, Guesses, Leave, Refused
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS
from dubious_ai.core.observe import Observation
from dubious_ai.game.desk import Chair
from dubious_ai.game.listener import Choice

T = TypeVar("T")
What = Literal["choose", "answer", "guess", "look", "say"]


@dataclass
class DeskRequest:
    """Something the table wants from the screen."""

    what: What
    seen: Observation | None = None
    refused: tuple[Refused, ...] = ()
    event: ev.Event | None = None
    sentences: tuple[str, ...] = ()
    _answered: threading.Event = field(default_factory=threading.Event)
    _value: object = None

    def give(self, value: object = None) -> None:
        """Answer it. A second answer is dropped."""
        if not self._answered.is_set():
            self._value = value
            self._answered.set()

    @property
    def open(self) -> bool:
        """Whether somebody still waits for it."""
        return not self._answered.is_set()

    def wait(self, kind: type[T]) -> T:
        """What was given. Raises Leave when the person has left instead."""
        self._answered.wait()
        if not isinstance(self._value, kind):
            raise Leave
        return self._value


def _marked(seen: Observation, seat: int) -> bool:
    """Whether both cards of somebody have been marked."""
    return {note.kind for note in seen.now.notes if note.target == seat}.issuperset(KINDS)


@dataclass(frozen=True)
class Seen:
    """The answer to a look: it has been seen."""


class ScreenDesk:
    """See Desk. `post` hands a request to the screen, from the game's thread."""

    def __init__(self, post: Callable[[DeskRequest], None]) -> None:
        self._post = post
        self._lock = threading.Lock()
        self._waiting: DeskRequest | None = None
        self._gone = False
        self._choice: Choice = "wait"
        self.chair: Chair | None = None

    # --- in the game's thread ---

    def sit(self, chair: Chair) -> None:
        """See Desk."""
        self.chair = chair

    def come_back(self) -> None:
        """Show again what stood there when the game was left: nothing that happened may be missed. Raises Leave."""
        seen = self.chair.seen() if self.chair else None
        if seen is None or not seen.rounds:
            return
        now = seen.now
        if now.revealed:
            self.look(seen, now.revealed[-1])
        elif now.guessing and not now.guesses:
            if not now.reread:
                self.look(seen, ev.GuessingOpened())
            elif now.reread[-1] != seen.seat and not _marked(seen, now.reread[-1]):
                self.look(seen, ev.AnswersReread(seat=now.reread[-1]))

    def choose(self, seen: Observation, refused: tuple[Refused, ...]) -> Cast:
        """See Desk."""
        return self._ask(DeskRequest("choose", seen, refused), Cast)

    def answer(self, seen: Observation, refused: tuple[Refused, ...]) -> Answer:
        """See Desk."""
        return self._ask(DeskRequest("answer", seen, refused), Answer)

    def guess(self, seen: Observation) -> Guesses:
        """See Desk."""
        return self._ask(DeskRequest("guess", seen), Guesses)

    def look(self, seen: Observation, event: ev.Event) -> None:
        """See Desk. Returns when the person has seen it."""
        self._ask(DeskRequest("look", seen, event=event), Seen)

    def say(self, *sentences: str) -> None:
        """The voice of a guided round. Does not wait."""
        self._post(DeskRequest("say", sentences=sentences))

    def wait(self, seats: tuple[int, ...]) -> Choice:
        """See Desk."""
        del seats
        with self._lock:
            if self._gone:
                raise Leave
            choice, self._choice = self._choice, "wait"
        return choice

    def interrupted(self, seats: tuple[int, ...]) -> Choice:
        """See Desk. Keys never interrupt the game's thread."""
        del seats
        return "quit"

    def leave(self) -> None:
        """See Desk."""

    def _ask(self, request: DeskRequest, kind: type[T]) -> T:
        with self._lock:
            if self._gone:
                raise Leave
            self._waiting = request
        self._post(request)
        return request.wait(kind)

    # --- in the screen's thread ---

    def choose_in_wait(self, choice: Choice) -> None:
        """What shall be done about those we wait for."""
        with self._lock:
            self._choice = choice

    def go(self) -> None:
        """The person leaves: whatever the game waits for ends now."""
        with self._lock:
            self._gone = True
            waiting = self._waiting
        if waiting:
            waiting.give(Leave())
