"""A scored table on the screen: each player's cards, who named them, every tick with its reason, the points."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from dubious_ai.core.scoring import Row
from dubious_ai.document import Scored
from dubious_ai.ui.views import reveal, table_views


def _cards(name: str, rows: list[Row], *, plain: bool) -> RenderableType:
    told = Text.assemble((name, "name"), ": " if plain else " was ")
    for n, row in enumerate(rows):
        told.append(" · " if n else "").append(row.card, style=row.kind)
    return told


def _guesses(scored: Scored, rows: list[Row]) -> Iterator[RenderableType]:
    """One line for each guesser; a right guess is marked with a word, not only with colour."""
    for index, (seat, _) in enumerate(rows[0].guesses):
        line = Text.assemble((scored.name(seat), "name"), " said ")
        for n, row in enumerate(rows):
            card = row.guesses[index][1]
            line.append(" · " if n else "").append(card or "nothing", style="" if card else "quiet")
            if seat in row.right:
                line.append(" (right)", style="tick")
        yield table_views.indent(line)


def scored_view(scored: Scored, *, plain: bool) -> Iterator[RenderableType]:
    """The parts of the view, from the first row to who wins."""
    rounds = max(row.round for row in scored.rows)
    names = list(scored.players)
    for (number, target), group in groupby(scored.rows, key=lambda r: (r.round, r.row.target)):
        rows = [found.row for found in group]
        if rounds > 1 and target == 1:
            yield Text(f"Round {number}", "title")
        yield _cards(scored.name(target), rows, plain=plain)
        yield from _guesses(scored, rows)
        for row in rows:
            yield reveal.ticks(row, names, None)
        yield Text("")
    yield table_views.standing_view(names, scored.standing, final=True, me=None, plain=plain)
