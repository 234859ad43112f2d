"""The reveal on the screen: one player after the other, one step at a time, by key or at a pace."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen

from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.observe import Observation
from dubious_ai.ui.screen import drawing, theatre
from dubious_ai.ui.screen.widgets import Drawn

PACE = 1.4
"""Seconds a step stands when nobody presses a key."""


class Reveal(Screen[None]):
    """Shows steps of reveals as they are asked for. `done` is told when a player's last step stands; the next player waits for a key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,right", "further", "on"),
        Binding("s,end", "to_the_end", "to the end"),
        Binding("p", "pause", "hold"),
    ]

    def __init__(self, texts: Library, *, paced: bool) -> None:
        super().__init__()
        self._texts = texts
        self._paced = paced
        self._steps: list[list[RenderableType]] = []
        self._at = 0
        self._done: Callable[[], None] | None = None
        self._next: Callable[[], None] | None = None
        self._remarks: list[RenderableType] = []
        self._seen: Observation | None = None

    def compose(self) -> ComposeResult:
        """One picture and the points below."""
        with VerticalScroll(id="reveal-body"):
            yield Drawn(id="reveal")
        yield Drawn(id="reveal-score")
        yield Drawn(id="reveal-keys")

    def on_mount(self) -> None:
        """Steps come by themselves where that is wanted."""
        if self._paced:
            self.set_interval(PACE, self._tick)

    def player(self, seen: Observation, event: ev.PlayerRevealed, done: Callable[[], None]) -> None:
        """Show a player's reveal; the one before waits for a key first."""

        def begin() -> None:
            self._steps, self._at, self._done = theatre.theatre_steps(seen, event, self._texts), 0, done
            self._remarks = []
            self._seen = seen
            self._draw()

        if self._steps:
            self._next = begin
        else:
            begin()

    def remark(self, thing: RenderableType) -> None:
        """Somebody says something about it."""
        self._remarks.append(thing)
        self._draw()

    def ending(self, close: Callable[[], None]) -> None:
        """No further player comes: the next key closes the reveal."""
        self._next = close

    def _draw(self) -> None:
        if not self._steps:
            return
        whole = self._at == len(self._steps) - 1
        things = [*self._steps[self._at], *([Text(""), *self._remarks] if whole and self._remarks else [])]
        self.query_one("#reveal", Drawn).draw(Group(*things))
        self.query_one("#reveal-body").scroll_end(animate=False)
        if self._seen is not None:
            self.query_one("#reveal-score", Drawn).draw(
                drawing.drawn_score(self._seen, self.size.width - 2) if whole else Text("")
            )
        keys = "Enter goes on · s skips to the next player" + (" · p holds" if self._paced else "")
        self.query_one("#reveal-keys", Drawn).draw(Text(keys, "quiet"))
        if whole and self._done:
            done, self._done = self._done, None
            done()

    def _tick(self) -> None:
        if self._paced and self._at < len(self._steps) - 1:
            self.action_further()

    def action_further(self) -> None:
        """One step on, or the next player."""
        if self._at < len(self._steps) - 1:
            self._at += 1
            self._draw()
        elif self._next:
            begin, self._next = self._next, None
            begin()

    def action_to_the_end(self) -> None:
        """All steps of this player at once."""
        if self._steps and self._at < len(self._steps) - 1:
            self._at = len(self._steps) - 1
            self._draw()
        else:
            self.action_further()

    def action_pause(self) -> None:
        """Steps no longer come by themselves."""
        self._paced = False
