"""The rules on a page: headings, paragraphs wrapped to the width, points of a list hanging."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from dubious_ai.content.rules_text import RULES, WINNING


def rules() -> Iterator[RenderableType]:
    """Everything, in the order it is needed."""
    yield Text(WINNING, "question")
    for chapter in RULES:
        yield Text("")
        yield Text(chapter.heading, "title")
        for paragraph in chapter.paragraphs:
            yield Padding(Text(paragraph), (0, 0, 0, 2))
        for point in chapter.points:
            line = Table.grid(padding=(0, 1, 0, 0))
            line.add_row(Text("  -"), Text(point))
            yield line
