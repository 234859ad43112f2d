"""Looking back on the screen: a career over time, with practice one key away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from rich.console import Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList

from dubious_ai.analysis.over_time import OverTime
from dubious_ai.storage.history import Summary
from dubious_ai.ui.screen.widgets import Drawn
from dubious_ai.ui.views.over_time_view import over_time_view

PRACTISE_MISSED = "Five characters who hold the cards you miss most."


def told_in_line(game: Summary) -> str:
    """A finished game in a line."""
    points = game.standing()
    mine = points.totals.get(game.me or 0, 0)
    won = " · won" if game.me in points.winners else ""
    return f"{game.started[:10]}  {game.setting_name}, {len(game.players)} at the table · {mine} points{won}"


def summed_up(told: OverTime) -> Iterator[str]:
    """A career in a sentence."""
    parts: list[str] = []
    if told.reading:
        parts.append(f"you name about {100 * told.reading[-1].middle:.0f} of 100 cards")
    if told.hinting:
        parts.append(
            f"about {100 * told.hinting[-1].middle:.0f} of 100 of yours are found out by some, not all"
        )
    sentence = "; ".join(parts)
    yield f"{sentence[:1].upper()}{sentence[1:]}." if sentence else "Nothing can be said yet."


class CareerPlace(Screen[None]):
    """How somebody reads and hints, from game to game; `practise` starts with what they miss, None where nothing is missed."""

    stays = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "home", "back"),
        Binding("pagedown", "read(1)", show=False, priority=True),
        Binding("pageup", "read(-1)", show=False, priority=True),
    ]

    def __init__(
        self, told: OverTime, practise: Callable[[], None] | None, arrived: Callable[[], None]
    ) -> None:
        super().__init__()
        self._told = told
        self._practise = practise
        self._arrived = arrived

    def compose(self) -> ComposeResult:
        """The courses, then what next."""
        yield Drawn(Text.assemble(("Your career", "title")))
        with VerticalScroll(id="career-body", can_focus=False):
            yield Drawn(Group(*over_time_view(self._told, plain=False)))
        answers = ["Practise what you miss", "Back"] if self._practise else ["Back"]
        yield OptionList(*answers, id="career-list", compact=True)

    def on_mount(self) -> None:
        """Practice is what Enter does."""
        answers = self.query_one("#career-list", OptionList)
        answers.highlighted = 0
        answers.focus()

    def on_screen_resume(self) -> None:
        """Here, for the first time or again."""
        self.call_after_refresh(self._arrived)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """What next."""
        event.stop()
        if self._practise and event.option_index == 0:
            self._practise()
        else:
            self.dismiss()

    def action_read(self, step: int) -> None:
        """On and back."""
        self.query_one("#career-body").scroll_relative(y=5 * step, animate=False)

    def action_home(self) -> None:
        """Back."""
        self.dismiss()
