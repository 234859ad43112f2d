"""What every place offers by key, and everything that can be done, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dubious_ai.ui.screen.guessing import OpponentPage
from dubious_ai.ui.screen.locking import AllGuesses
from dubious_ai.ui.screen.menu import Menu
from dubious_ai.ui.screen.palettes import FRAMES
from dubious_ai.ui.screen.practising import Practice
from dubious_ai.ui.screen.revealing import Reveal
from dubious_ai.ui.screen.table import TableScreen
from dubious_ai.ui.screen.watching import Watching

Key = tuple[str, str]
"""A key as it is called, and what it does."""
EVERYWHERE: tuple[Key, ...] = (
    ("F8", "other colours"),
    ("Ctrl-P", "everything, by name"),
    ("Ctrl-Q", "leaves; a game is saved at every step"),
)
READING: tuple[Key, ...] = (("↑ ↓", "chooses a line; a click takes it"), ("Enter", "takes it"), ("PgUp PgDn", "reads back and on"), ("Esc", "goes back; nothing is lost"))  # fmt: skip


def place_keys(screen: object) -> tuple[Key, ...]:
    """The keys of a place, those that work everywhere last."""
    match screen:
        case Menu():
            here: tuple[Key, ...] = (("↑ ↓", "chooses a line; a click takes it"), ("← →", "turns a line that has ◂ ▸"), ("Enter", "takes it"), ("Tab", "to the name and back"), ("Esc", "goes back; nothing is lost"))  # fmt: skip
        case OpponentPage():
            here = (("letters", "filter the cards; a number takes one too"), ("↑ ↓", "chooses a card"), ("Enter", "takes it"), ("-", "leaves it blank"), ("PgUp PgDn", "reads their answers"), ("Esc", "later: a guess may be changed until all are locked"))  # fmt: skip
        case AllGuesses():
            here = (("Enter", "locks all, or opens the one it stands on"), ("l", "locks all"))
        case Reveal():
            here = (("Enter", "goes on"), ("s", "skips to the next player"), ("p", "holds"))
        case Practice():
            here = (("letters", "filter the cards"), ("gladiator 60, pirate 20", "says how sure you are"), ("-", "no idea"), ("Enter", "takes it, hands in, goes on"), ("PgUp PgDn", "reads"), ("Esc", "enough: what was done is kept"))  # fmt: skip
        case Watching():
            here = (("Enter", "hears the next at once"), ("PgUp PgDn", "reads back and on"), ("Esc", "leaves the table"))  # fmt: skip
        case _:
            here = READING
    return (*here, *EVERYWHERE)


@dataclass(frozen=True)
class Deed:
    """Something that can be done: its name, what it is in a few words, and how."""

    name: str
    told: str
    act: Callable[[], None]


def table_deeds(table: TableScreen) -> Iterator[Deed]:
    """What can be done at a table."""
    for line, told in (
        ("/hint", "A nudge; again: a sketch; again: whole answers"),
        ("/guess", "Who the others may be, and why"),
        ("/sheet", "The record sheet as a page"),
        ("/cards", "All cards of this setting"),
        ("/rules", "The rules"),
    ):
        yield Deed(line.strip("/").title(), told, lambda line=line: table.action_command(line))
    yield Deed("Meter", "What readers make of the draft", table.action_meter)


def theme_deeds(like: Callable[[str], None]) -> Iterator[Deed]:
    """The colours."""
    for frame in FRAMES:
        yield Deed(f"Theme: {frame.name}", "Colours of the screen", lambda name=frame.name: like(name))
