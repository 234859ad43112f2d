"""The reveal on the screen: one player after the other, one scene at a time, by key or at a pace."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Click
from textual.screen import Screen
from textual.timer import Timer

from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.observe import Observation
from dubious_ai.ui.screen import drawing
from dubious_ai.ui.screen.theatre import Moment, RevealScene, Stage, scenes
from dubious_ai.ui.screen.widgets import OFFER, Drawn, Offer, keys, program

PACE: dict[Moment, float] = {"guesses": 0.7, "card": 1.4, "sentence": 2.2, "ticks": 1.6}
"""Seconds a scene stands when nobody presses a key."""
WIDEST = 92
"""Columns a scene takes at most, so that the eye stays in one place."""
KEYS: tuple[Offer, ...] = (
    ("Enter", "turns the next", "screen.further"),
    ("s", "shows all of this player", "screen.to_the_end"),
)
DONE: tuple[Offer, ...] = (("Enter", "goes on", "screen.further"),)
HOLD: tuple[Offer, ...] = (("p", "holds", "screen.pause"),)


class Reveal(Screen[None]):
    """Shows scenes of reveals as they are asked for. `done` is told when a player's last scene stands; the next player waits for a key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,right", "further", "on"),
        Binding("s,end", "to_the_end", "to the end"),
        Binding("p", "pause", "hold"),
        Binding("pagedown,down", "scroll(1)", show=False),
        Binding("pageup,up", "scroll(-1)", show=False),
    ]

    def __init__(self, texts: Library, *, paced: bool) -> None:
        super().__init__()
        self._texts = texts
        self._paced = paced
        self._stage: Stage | None = None
        self._scenes: list[RevealScene] = []
        self._at = 0
        self._timer: Timer | None = None
        self._done: Callable[[], None] | None = None
        self._next: Callable[[], None] | None = None
        self._remarks: list[Text] = []

    def compose(self) -> ComposeResult:
        """Which reveal it is, one picture, and the points below."""
        yield Drawn(id="reveal-head")
        with VerticalScroll(id="reveal-body", can_focus=False):
            yield Drawn(id="reveal")
        yield Drawn(id="reveal-score")
        yield Drawn(id="reveal-keys")

    def player(self, seen: Observation, event: ev.PlayerRevealed, done: Callable[[], None]) -> None:
        """Show a player's reveal; the one before waits for a key first."""

        def begin() -> None:
            self._stage = Stage.of(seen, event, self._texts)
            self._scenes, self._at, self._done = scenes(self._stage.acts), 0, done
            self._remarks = []
            self._draw()

        if self._scenes:
            self._next = begin
        else:
            begin()

    def remark(self, thing: Text) -> None:
        """Somebody says something about it."""
        self._remarks.append(thing)
        self._draw()

    def ending(self, close: Callable[[], None]) -> None:
        """No further player comes: the next key closes the reveal."""
        self._next = close

    @property
    def _whole(self) -> bool:
        return self._at == len(self._scenes) - 1

    def _draw(self) -> None:
        stage = self._stage
        if stage is None:
            return
        scene, width = self._scenes[self._at], min(self.size.width - 2, WIDEST)
        seen, console = stage.seen, program(self).console
        head = drawing.head(seen, self._texts)
        head.append(f" · {len(seen.now.revealed)} of {len(seen.players)}", "quiet")
        score = drawing.drawn_score(seen, self.size.width - 2, stage.standing(scene))
        foot = keys((*(DONE if self._whole else KEYS), *(HOLD if self._paced and not self._whole else ())))
        high = self.size.height - 1 - sum(len(t.wrap(console, self.size.width - 2)) for t in (score, foot))

        def lines(text: Text) -> int:
            return max(1, len(text.wrap(console, width)))

        things = stage.drawn(scene, high, lines, self._remarks if self._whole else ())
        body, picture = self.query_one("#reveal-body"), self.query_one("#reveal", Drawn)
        picture.styles.width = width
        picture.styles.padding = (max(0, min(4, (high - sum(map(lines, things))) // 3)), 0, 0, 0)
        picture.draw(Group(*things))
        body.scroll_home(animate=False)
        self.query_one("#reveal-head", Drawn).draw(head)
        self.query_one("#reveal-score", Drawn).draw(score)
        self.query_one("#reveal-keys", Drawn).draw(foot)
        if self._whole and self._done:
            done, self._done = self._done, None
            done()
        self._let_pass(scene)

    def _let_pass(self, scene: RevealScene) -> None:
        """The next scene comes by itself where that is wanted."""
        if self._timer:
            self._timer.stop()
            self._timer = None
        if self._paced and not self._whole:
            self._timer = self.set_timer(PACE[scene.moment], self.action_further)

    def on_resize(self) -> None:
        """The same scene in another window."""
        self._draw()

    def on_click(self, event: Click) -> None:
        """A click anywhere turns the next."""
        if OFFER not in event.style.meta:
            self.action_further()

    def action_further(self) -> None:
        """One scene on, or the next player."""
        if not self._scenes:
            return
        if not self._whole:
            self._at += 1
            self._draw()
        elif self._next:
            begin, self._next = self._next, None
            begin()

    def action_to_the_end(self) -> None:
        """All of this player at once."""
        if self._scenes and not self._whole:
            self._at = len(self._scenes) - 1
            self._draw()
        else:
            self.action_further()

    def action_pause(self) -> None:
        """Scenes no longer come by themselves."""
        self._paced = False
        self._draw()

    def action_scroll(self, step: int) -> None:
        """Long remarks can be read on."""
        body = self.query_one("#reveal-body")
        if step > 0:
            body.scroll_page_down(animate=False)
        else:
            body.scroll_page_up(animate=False)
