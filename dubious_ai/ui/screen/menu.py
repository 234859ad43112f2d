"""Lists to choose from: the start, a new game, saved games. What a line means is told below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from dubious_ai.ui.screen.widgets import Drawn, Offer, keys, program


@dataclass
class MenuLine:
    """A line of a list. One with `values` is turned with ← and →, and `turned` is told where to; `told` are the words to each value,
    else the first is for the line. `tells` has its words anew each time it is come to."""

    label: str
    act: Callable[[], None] | None = None
    told: Sequence[str] = ()
    values: Sequence[str] = ()
    at: int = 0
    turned: Callable[[int], None] | None = None
    tells: Callable[[], str] | None = None

    @property
    def value(self) -> str:
        """What it is turned to."""
        return self.values[self.at] if self.values else ""

    def drawn(self) -> Text:
        """The line."""
        text = Text(self.label)
        if self.values:
            text = Text.assemble(f"{self.label:<16}", ("◂ ", "quiet"), (self.value, "title"), (" ▸", "quiet"))
        return text

    def about(self) -> str:
        """What it means as it stands."""
        if self.tells:
            return self.tells()
        if not self.told:
            return ""
        return self.told[self.at] if self.values and self.at < len(self.told) else self.told[0]


class Menu(Screen[None]):
    """See module. `stays` keeps it when a game ends. A name can be asked for below the list; `named` is told when it
    changes, `arrived` whenever the person comes here, also back from elsewhere."""

    stays = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "turn", priority=True),
        Binding("right", "turn(1)", "turn", priority=True),
        Binding("escape", "back", "back"),
    ]

    def __init__(
        self,
        head: Sequence[Text],
        lines: Sequence[MenuLine],
        *,
        root: bool = False,
        name: str | None = None,
        named: Callable[[str], None] | None = None,
        arrived: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self._head = head
        self.lines = list(lines)
        self._root = root
        self._name = name
        self._named = named
        self._arrived = arrived

    def compose(self) -> ComposeResult:
        """Head, list, what the line means."""
        yield Drawn(Text("\n").join(self._head), id="menu-head")
        yield OptionList(id="menu-list")
        if self._name is not None:
            yield Drawn(Text("Your name at the table", "quiet"))
            yield Input(self._name, id="menu-name", compact=True, max_length=40)
        yield Drawn(id="menu-about")
        yield Drawn(id="menu-keys")

    def on_mount(self) -> None:
        """Draw the lines."""
        listed = self.query_one("#menu-list", OptionList)
        listed.add_options([Option(line.drawn()) for line in self.lines])
        listed.highlighted = 0
        listed.focus()
        turning: tuple[Offer, ...] = (("← →", "turn", ""),) if any(line.values for line in self.lines) else ()
        back: tuple[Offer, ...] = () if self._root else (("Esc", "back", "screen.back"),)
        offers: tuple[Offer, ...] = (
            ("Enter", "takes it", "screen.take"),
            *turning,
            *back,
            ("?", "keys", "app.place_keys"),
        )
        self.query_one("#menu-keys", Drawn).draw(keys(offers))
        self._about()

    @property
    def typed_name(self) -> str:
        """The name below the list."""
        return self.query_one("#menu-name", Input).value

    def _line(self) -> MenuLine:
        return self.lines[self.query_one("#menu-list", OptionList).highlighted or 0]

    def _about(self) -> None:
        self.query_one("#menu-about", Drawn).draw(Text(self._line().about(), "flavour"))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """What it means."""
        event.stop()
        self._about()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click."""
        event.stop()
        line = self.lines[event.option_index]
        if line.act:
            self._keep_name()
            line.act()
        elif line.values:
            self.action_turn(1)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in the name: back to the list."""
        event.stop()
        self.query_one("#menu-list").focus()

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """The name is written."""
        event.stop()
        self._keep_name()

    def on_screen_resume(self) -> None:
        """Here, for the first time or again."""
        self.call_after_refresh(self._here)

    def _here(self) -> None:
        if self._arrived and program(self).screen is self:
            self._arrived()

    def _keep_name(self) -> None:
        if self._name is not None and self._named and self.typed_name.strip() != self._name.strip():
            self._name = self.typed_name
            self._named(self._name)

    def action_take(self) -> None:
        """What Enter does."""
        self.query_one("#menu-list", OptionList).action_select()

    def action_turn(self, step: int) -> None:
        """The next value of a line."""
        if isinstance(self.focused, Input):
            self.focused.cursor_position += step
            return
        listed = self.query_one("#menu-list", OptionList)
        at = listed.highlighted or 0
        line = self.lines[at]
        if line.values:
            line.at = (line.at + step) % len(line.values)
            listed.replace_option_prompt_at_index(at, line.drawn())
            self._about()
            if line.turned:
                line.turned(line.at)

    def action_back(self) -> None:
        """Back to where one came from."""
        self._keep_name()
        if not self._root:
            self.dismiss()
