"""Short questions over what stands there: yes or no; and the wait for something that takes a moment, which can be given up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList

from dubious_ai.ui.called import as_called
from dubious_ai.ui.screen.widgets import Drawn

T = TypeVar("T")


async def aside(work: Callable[[], T]) -> T:
    """What `work` returns or raises, done in a thread of its own that nobody waits for when the program ends."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def say(act: Callable[[], None]) -> None:
        def unless_done() -> None:
            if not done.done():
                act()

        # the screen may have gone meanwhile
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(unless_done)

    def run() -> None:
        try:
            value = work()
        except Exception as error:  # whoever waits gets it, whatever it is
            problem = error
            say(lambda: done.set_exception(problem))
        else:
            say(lambda: done.set_result(value))

    threading.Thread(target=run, name="aside", daemon=True).start()
    return await done


class Decision(ModalScreen[int]):
    """A sentence or two and what can be done about it; the first answer is the careful one. Esc takes the first."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "careful", "back")]

    def __init__(self, sentences: Sequence[str], answers: Sequence[str]) -> None:
        super().__init__()
        self._sentences = sentences
        self._answers = answers

    def compose(self) -> ComposeResult:
        """The sentences above, the answers below."""
        with Vertical(id="page"):
            yield Drawn(Text("\n\n".join(as_called(sentence) for sentence in self._sentences)))
            yield Drawn("")
            yield OptionList(*self._answers, id="choice-answers", compact=True)

    def on_mount(self) -> None:
        """The careful one first."""
        answers = self.query_one("#choice-answers", OptionList)
        answers.highlighted = 0
        answers.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click."""
        event.stop()
        self.dismiss(event.option_index)

    def action_careful(self) -> None:
        """Nothing is done."""
        self.dismiss(0)


class Moment(ModalScreen[None]):
    """Says what is being waited for. Esc gives it up through `give_up`."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_up", "give up")]

    def __init__(self, told: str, give_up: Callable[[], None]) -> None:
        super().__init__()
        self._told = told
        self._give_up = give_up

    def compose(self) -> ComposeResult:
        """One sentence."""
        with Vertical(id="page"):
            yield Drawn(Text(self._told))
            yield Drawn(Text("Esc gives it up.", "quiet"))

    def action_give_up(self) -> None:
        """Not any more."""
        self._give_up()
