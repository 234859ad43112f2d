"""The solution of one round or many, apart from the lesson: for the teacher's hand, as a page or as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from dubious_ai.analysis.game_analysis import GameAnalysis
from dubious_ai.analysis.sentences import CREDIT, listed
from dubious_ai.pages import join, page, tag
from dubious_ai.pages.markdown_text import escape_markdown as escape
from dubious_ai.pages.names import apart
from dubious_ai.teach.lesson_page import PAPER, for_pupil, resource, solution
from dubious_ai.teach.markdown import Depth, pupil_lines, solution_lines


def key_page(lessons: Sequence[GameAnalysis], commentary: Depth, *, pupils: bool = False) -> str:
    """All solutions on one page, each on a sheet of its own; `pupils` adds a word for each of them."""
    parts = [
        tag(
            "section",
            tag("h2", apart(_title(lesson, n, len(lessons)), lesson.names)),
            *(solution(lesson, round_, commentary) for round_ in lesson.rounds),
            *((for_pupil(lesson, player) for player in lesson.rounds[-1].players) if pupils else ()),
            class_="solved",
        )
        for n, lesson in enumerate(lessons, 1)
    ]
    body = join(tag("h1", "Answer key"), *parts, tag("footer", CREDIT))
    # a key begins where the one before it ends, not with an empty sheet
    style = "@media print { .solved + .solved { break-before: page; } .solved .solution:first-of-type { break-before: auto; } }"
    return page("Answer key", body, style=resource("lesson.css") + PAPER + style)


def key_markdown(lessons: Sequence[GameAnalysis], commentary: Depth, *, pupils: bool = False) -> str:
    """All solutions as Markdown; `pupils` adds a word for each of them."""
    lines = ["# Answer key"]
    for n, lesson in enumerate(lessons, 1):
        lines += [
            "",
            f"## {escape(_title(lesson, n, len(lessons)))}",
            "",
            *solution_lines(lesson, commentary),
        ]
        lines += pupil_lines(lesson) if pupils else []
    return "\n".join([*lines, "", f"*{CREDIT}*"]) + "\n"


def _title(lesson: GameAnalysis, number: int, of: int) -> str:
    which = f"Table {number}: " if of > 1 else ""
    return f"{which}{lesson.setting.name}, {listed(lesson.names)}"
