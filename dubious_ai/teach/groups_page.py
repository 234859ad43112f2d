"""All tables of a class on one page: who sits where, then each table's round with its solution and a word for each pupil, printed on pages of its own."""

from __future__ import annotations

from collections.abc import Sequence

from dubious_ai.analysis.game_analysis import GameAnalysis
from dubious_ai.analysis.sentences import CREDIT
from dubious_ai.pages import Html, join, page, table, tag
from dubious_ai.teach.lesson_page import PAPER, for_pupil, resource, solution
from dubious_ai.teach.markdown import Depth, Spoilers
from dubious_ai.teach.worksheet import worksheet


def groups_page(
    lessons: Sequence[GameAnalysis],
    *,
    spoilers: Spoilers = "end",
    commentary: Depth = "short",
    starters: bool = False,
) -> str:
    """The page; `starters` say how a guess may be put into words. Raises ValueError without lessons."""
    if not lessons:
        raise ValueError("a class without tables has no page")
    title = f"Dubious: {lessons[0].setting.name}, {len(lessons)} table{'' if len(lessons) == 1 else 's'}"
    rows = (
        (
            tag("a", f"Table {n}", href=f"#table-{n}"),
            join(*(join(", " if at else "", tag("bdi", name)) for at, name in enumerate(lesson.names))),
        )
        for n, lesson in enumerate(lessons, 1)
    )
    body = join(
        tag("h1", title),
        tag("section", tag("h2", "Who sits where"), table(("", "Pupils"), rows)),
        *(_table(n, lesson, spoilers, commentary, starters=starters) for n, lesson in enumerate(lessons, 1)),
        tag("footer", CREDIT),
    )
    style = (
        resource("lesson.css") + PAPER + "@media print { .table-of-class, .solved { break-before: page; } }"
    )
    return page(title, body, style=style)


def _table(
    number: int, lesson: GameAnalysis, spoilers: Spoilers, commentary: Depth, *, starters: bool
) -> Html:
    open_ = spoilers == "inline"
    parts: list[Html] = [tag("h2", f"Table {number}", id=f"table-{number}")]
    for round_ in lesson.rounds:
        parts.append(worksheet(lesson, round_, "open" if open_ else "paper", commentary, starters=starters))
    if spoilers != "none":
        told = [solution(lesson, round_, commentary, hints=not open_) for round_ in lesson.rounds]
        told += [for_pupil(lesson, player) for player in lesson.rounds[-1].players]
        parts.append(tag("div", tag("p", f"Table {number}", class_="soft"), *told, class_="solved"))
    return tag("section", *parts, class_="table-of-class")
