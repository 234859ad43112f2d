"""A game in progress: its events, the state they fold into, and what each seat has seen of them.

The one place where an event is judged, folded and shown, so that the three never differ.
"""

from __future__ import annotations

from collections.abc import Iterable

from dubious_ai.core.events import Event, GameSetUp
from dubious_ai.core.observe import Observation, Observer
from dubious_ai.core.rules import check, next_step
from dubious_ai.core.state import State


class Game:
    """The events so far, with everything folded from them."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.events: list[Event] = []
        self.state = State()
        self._observers: dict[int, Observer] = {}
        for event in events:
            self.take(event)

    def take(self, event: Event) -> None:
        """Judge and fold one event. Raises IllegalAction (or UsageError for the set-up) and changes nothing if it may not happen."""
        check(self.state, event)
        self.state.apply(event)
        self.events.append(event)
        if isinstance(event, GameSetUp):
            self._observers = {seat: Observer(seat) for seat in self.state.seats}
        for observer in self._observers.values():
            observer.see(event)

    def step(self, seed: str) -> Event | None:
        """Take the table's own next step and return it; None while seats are awaited or when the game is over."""
        event = next_step(self.state, seed)
        if event is not None:
            self.take(event)
        return event

    def observation(self, seat: int) -> Observation:
        """What this seat may know now."""
        return self._observers[seat].observation()
