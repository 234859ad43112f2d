"""Saved games and a career on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dubious_ai.analysis.career import Career, Tally
from dubious_ai.analysis.reading_estimate import Estimate
from dubious_ai.core.model import KINDS
from dubious_ai.ui.views import table_views

ROOM = 90
"""Columns from which a saved game fits on one line."""


@dataclass(frozen=True)
class Listed:
    """A saved game as it is listed; `problem` is empty unless its file cannot be read."""

    game: str
    date: str
    setting: str
    players: tuple[str, ...]
    where: str
    problem: str = ""


def listing(games: Sequence[Listed], width: int, *, plain: bool) -> RenderableType:
    """One line for each game where there is room, else two."""
    if not games:
        return Text("No games are saved yet. `dubious play` starts one.")
    if plain or width < ROOM:
        return Group(*(_block(game) for game in games))
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="quiet")
    for head in ("game", "date", "setting", "at the table", "where it stands"):
        table.add_column(head)
    for game in games:
        table.add_row(
            Text(game.game, "name"),
            Text(game.date),
            Text(game.setting),
            Text(table_views.listed(game.players)),
            Text(game.problem or game.where, "problem" if game.problem else ""),
        )
    return table


def _block(game: Listed) -> Text:
    if game.problem:
        return Text.assemble((game.game, "name"), ": ", (game.problem, "problem"))
    return Text.assemble(
        (game.game, "name"),
        f": {game.date}, {game.setting}, {table_views.listed(game.players)}; {game.where}",
    )


def career_view(told: Career, *, plain: bool) -> RenderableType:
    """Games, wins, points by where they came from, and how well cards were named; for each setting and together."""
    if not told.total.games:
        return Text("No finished game yet in which you sat at the table. `dubious play` starts one.")
    rows = {**told.settings, "Together": told.total} if len(told.settings) > 1 else told.settings
    if plain:
        return Group(*(Text("\n".join((name, *_lines(tally)))) for name, tally in rows.items()))
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="title")
    table.add_column("")
    for name in rows:
        table.add_column(Text(name), justify="right")
    cells = [[line.partition(": ") for line in _lines(tally)] for tally in rows.values()]
    for across in zip(*cells, strict=True):
        table.add_row(Text(across[0][0], "quiet"), *(Text(value) for _, _, value in across))
    return table


def reading_view(told: Estimate) -> Text:
    """How well a person reads the house, in a sentence."""
    if not told.guesses:
        return Text("How well you read the house will stand here after your first finished game.", "quiet")
    middle, low, high = (round(100 * share) for share in told.named())
    return Text(
        f"At fair tells you would name about {middle} of 100 cards of the house, most likely {low} to {high} "
        f"(from {told.guesses} guesses in {told.games} {'game' if told.games == 1 else 'games'}, later ones counting more).",
        "quiet",
    )


def _lines(tally: Tally) -> list[str]:
    """ "Label: value" lines, the same labels for every tally."""
    points = tally.role_points + tally.guess_points
    lines = [
        f"Games: {tally.games}",
        f"Won: {tally.wins}" + (f" and {tally.shared} shared" if tally.shared else ""),
        f"Points a round: {points / tally.rounds:.1f}",
        f"Points for own cards: {tally.role_points}",
        f"Points for guesses: {tally.guess_points}",
    ]
    for kind in KINDS:
        lines.append(
            f"{table_views.NAMED[kind]}s guessed right: {_share(tally.right[kind], tally.made[kind])}"
        )
    for kind in KINDS:
        lines.append(
            f"Own {table_views.NAMED[kind]} named by others: {_share(tally.named[kind], tally.readers[kind])}"
        )
    return lines


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.0%})" if whole else "none yet"
