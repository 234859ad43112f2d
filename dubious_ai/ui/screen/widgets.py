"""Small pieces of the screen: something drawn that follows the theme, the answer's editor, pages of text, the keys of a place."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import ClassVar, cast

from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.dom import DOMNode
from textual.events import Click, Key, Paste, Resize
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from dubious_ai.core.cleaning import clean
from dubious_ai.core.model import ANSWER_LIMIT
from dubious_ai.ui.called import as_called

_APP = attrgetter("app")  # Textual leaves the type of what its programs return open here


def program(node: DOMNode) -> App[object]:
    """The program a screen or widget belongs to."""
    return cast("App[object]", _APP(node))


MOST_PASTED = 4 * ANSWER_LIMIT
"""Characters of a paste that are kept; nobody writes an answer of more."""


Offer = tuple[str, str, str]
"""A key as it is called, what it does in a few words, and the action a click on them carries out (empty for none)."""


OFFER = "offer"
"""Where a piece of drawn text keeps the action of a click on it."""


def keys(offers: Sequence[Offer]) -> Text:
    """The keys of a place in a line; each can be clicked as well."""
    line = Text()
    for key, told, action in offers:
        if line:
            line.append(" · ", "quiet")
        start = len(line)
        line.append(key, "key").append(f" {told}" if told else "", "quiet")
        if action:
            line.stylize(Style(meta={OFFER: action}), start, len(line))
    return line


class Drawn(Static):
    """Something drawn, drawn again when the theme changes."""

    def __init__(
        self, thing: RenderableType = "", *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(
            Text(thing) if isinstance(thing, str) else thing, id=id, classes=classes, markup=False
        )
        self.thing: RenderableType = thing

    def draw(self, thing: RenderableType) -> None:
        """Show this from now on."""
        self.thing = thing
        self.update(Text(thing) if isinstance(thing, str) else thing)

    async def on_click(self, event: Click) -> None:
        """A click on a key does what the key does."""
        action: object = event.style.meta.get(OFFER)
        if isinstance(action, str):
            event.stop()
            await program(self).run_action(action, self.screen)

    def redraw(self) -> None:
        """Show the same in the colours of now."""
        self.draw(self.thing)


class Editor(TextArea):
    """The answer being written: long lines wrap, a paste is one line, Enter hands in."""

    class HandIn(Message):
        """Enter was pressed."""

        def __init__(self, editor: Editor) -> None:
            super().__init__()
            self.editor = editor

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+z", "undo", "undo", show=False)]

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, soft_wrap=True, show_line_numbers=False, tab_behavior="focus", compact=True)

    @property
    def line(self) -> str:
        """What stands there, as one clean line."""
        return clean(self.text)

    async def _on_key(self, event: Key) -> None:
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self.post_message(self.HandIn(self))
            return
        await super()._on_key(event)

    async def _on_paste(self, event: Paste) -> None:
        event.stop()
        event.prevent_default()
        if not self.read_only:
            self.insert(clean(event.text[:MOST_PASTED]))


class Pages(ModalScreen[None]):
    """Something to read, over what was there. Esc goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,space", "dismiss_page", "back"),
        Binding("down,j", "down", show=False),
        Binding("up,k", "up", show=False),
        Binding("pagedown", "further", show=False),
        Binding("pageup", "back", show=False),
    ]

    def __init__(self, title: str, things: Sequence[RenderableType]) -> None:
        super().__init__()
        self._title = title
        self._things = list(things)

    def compose(self) -> ComposeResult:
        """The page."""
        with Vertical(id="page"):
            yield Drawn(Text(self._title, "title"), id="page-title")
            with VerticalScroll(id="page-body"):
                yield Drawn(Group(*self._things))
            yield Drawn(Text("Esc goes back, ↑ ↓ read on", "quiet"), id="page-keys")

    def on_mount(self) -> None:
        """Keys go to the text."""
        self.query_one("#page-body").focus()

    def on_resize(self, event: Resize) -> None:
        """The text gives way to the keys below it, whatever the window: frame and margin take four lines, title and keys one each."""
        self.query_one("#page-body").styles.max_height = max(1, event.size.height - 6)

    def action_dismiss_page(self) -> None:
        """Back."""
        self.dismiss()

    def action_down(self) -> None:
        """A line on."""
        self.query_one("#page-body").scroll_down(animate=False)

    def action_up(self) -> None:
        """A line back."""
        self.query_one("#page-body").scroll_up(animate=False)

    def action_further(self) -> None:
        """A page on."""
        self.query_one("#page-body").scroll_page_down(animate=False)

    def action_back(self) -> None:
        """A page back."""
        self.query_one("#page-body").scroll_page_up(animate=False)


class Collected:
    """A page (see `ui.page`) that gathers what commands and the coach say, to be shown at once."""

    plain = False

    def __init__(self, width: int) -> None:
        self.width = max(40, min(width - 6, 100))
        self.things: list[RenderableType] = []

    def show(self, *things: RenderableType) -> None:
        """Gather."""
        self.things += things

    def say(self, sentence: str, style: str = "") -> None:
        """Gather."""
        self.things.append(Text(as_called(sentence), style))

    def gap(self) -> None:
        """An empty line."""
        self.things.append(Text(""))

    def take(self) -> list[RenderableType]:
        """What was gathered since the last time."""
        found, self.things = self.things, []
        return found
