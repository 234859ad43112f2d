"""Where practice begins: which kind, in which setting, how much of it."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from dubious_ai.coach.drill.practice_log import Skill
from dubious_ai.content.library import SettingSlug, library, setting_slugs
from dubious_ai.ui.screen.app import Evening
from dubious_ai.ui.screen.menu import Menu, MenuLine

KINDS_OF_PRACTICE: tuple[tuple[str, Skill | None, str], ...] = (
    ("A bit of both", None, "Two to recognise for every one to write."),
    ("Who is this?", "guess", "Five answers of somebody: which Occupation, which Secret?"),
    ("One answer to write", "hint", "Two cards, four answers said, and the last question is yours."),
)
Begin = Callable[[Skill | None, int, tuple[SettingSlug, ...]], None]


def practice_place(app: Evening, begin: Begin, progress: Callable[[], None]) -> Menu:
    """The place."""
    slugs = setting_slugs()
    names = [library(slug).name for slug in slugs]
    where = MenuLine(
        "Where", values=["everywhere", *names], told=["Any setting.", *("Only there." for _ in names)]
    )
    many = MenuLine(
        "How many", values=["3", "5", "10", "20"], at=1, told=["Stop whenever you like: every one is kept."]
    )

    def start(kind: Skill | None) -> None:
        begin(kind, int(many.value), slugs if where.at == 0 else (slugs[where.at - 1],))

    lines = [
        MenuLine(label, lambda kind=kind: start(kind), [told]) for label, kind, told in KINDS_OF_PRACTICE
    ]
    lines += [
        where,
        many,
        MenuLine("How it goes", progress, ["Accuracy over time, and how sure you should be."]),
    ]
    return Menu([Text("Practise", "title")], lines, arrived=lambda: app.goto("practise"))
