"""Who watches a game: what the table tells its screen, and what it asks while it waits."""

from __future__ import annotations

from typing import Literal, Protocol

from dubious_ai.core import events as ev

Choice = Literal["wait", "retry", "house", "take back", "quit"]


class Listener(Protocol):
    """Watches a game. Calls come from the thread that runs the table, except `progress`."""

    def happened(self, event: ev.Event) -> None:
        """The table itself has taken an event, or a human has, or the house acts for somebody.

        The deal and the question deck are passed too: show only what the audience may see. What bots hand in is not.
        """
        ...

    def progress(self) -> None:
        """Somebody has handed in (called from any thread)."""
        ...

    def waiting(self, seats: tuple[int, ...]) -> Choice:
        """The table has nothing to do but wait for these seats; called about ten times a second."""
        ...

    def interrupted(self, seats: tuple[int, ...]) -> Choice:
        """Ctrl-C during the wait: what shall be done about these seats?"""
        ...


class Silent:
    """A listener that shows nothing and leaves on Ctrl-C."""

    def happened(self, event: ev.Event) -> None:
        """Ignore it."""

    def progress(self) -> None:
        """Ignore it."""

    def waiting(self, seats: tuple[int, ...]) -> Choice:
        """Go on waiting."""
        del seats
        return "wait"

    def interrupted(self, seats: tuple[int, ...]) -> Choice:
        """Leave."""
        del seats
        return "quit"
