"""What every place offers by key, and everything that can be done, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dubious_ai.ui.screen.palettes import FRAMES
from dubious_ai.ui.screen.table import TableScreen

Key = tuple[str, str]
"""A key as it is called, and what it does."""
EVERYWHERE: tuple[Key, ...] = (
    ("F8", "other colours"),
    ("Ctrl-P", "everything, by name"),
    ("Ctrl-Q", "leaves; a game is saved at every step"),
)
READING: tuple[Key, ...] = (("↑ ↓", "chooses a line; a click takes it"), ("Enter", "takes it"), ("PgUp PgDn", "reads back and on"), ("Esc", "goes back; nothing is lost"))  # fmt: skip


HERE: dict[str, tuple[Key, ...]] = {
    "Menu": (
        ("↑ ↓", "chooses a line; a click takes it"),
        ("← →", "turns a line that has ◂ ▸"),
        ("Enter", "takes it"),
        ("Tab", "to the name and back"),
        ("Esc", "goes back; nothing is lost"),
    ),
    "OpponentPage": (
        ("letters", "filter the cards; a number takes one too"),
        ("↑ ↓", "chooses a card"),
        ("Enter", "takes it"),
        ("-", "leaves it blank"),
        ("PgUp PgDn", "reads their answers"),
        ("Esc", "later: a guess may be changed until all are locked"),
    ),
    "AllGuesses": (("Enter", "locks all, or opens the one it stands on"), ("l", "locks all")),
    "Reveal": (("Enter", "goes on"), ("s", "skips to the next player"), ("p", "holds")),
    "Practice": (
        ("letters", "filter the cards"),
        ("gladiator 60, pirate 20", "says how sure you are"),
        ("-", "no idea"),
        ("Enter", "takes it, hands in, goes on"),
        ("PgUp PgDn", "reads"),
        ("Esc", "enough: what was done is kept"),
    ),
    "Watching": (
        ("Enter", "hears the next at once"),
        ("PgUp PgDn", "reads back and on"),
        ("Esc", "leaves the table"),
    ),
}
"""The keys of places by their class, which is not loaded for it."""


def place_keys(screen: object) -> tuple[Key, ...]:
    """The keys of a place, those that work everywhere last."""
    return (*HERE.get(type(screen).__name__, READING), *EVERYWHERE)


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
