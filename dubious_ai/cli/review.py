"""`dubious review`: looking back on a finished game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dubious_ai.cli import options as opt
from dubious_ai.cli.composition import READERS

if TYPE_CHECKING:
    from dubious_ai.coach.review.report import Review


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("review")(review)


def review(
    game: Annotated[
        str,
        typer.Argument(
            help="A game's id or file; a sample; or a table with cards, answers and guesses as JSON."
        ),
    ],
    html: Annotated[
        Path | None, typer.Option("--html", help="Write a page with charts to this file.")
    ] = None,
    spoil: Annotated[bool, typer.Option("--spoil", help="Look into a game that is not finished.")] = False,
    player: Annotated[
        str | None, typer.Option("--player", help="Only this player, and the table from their chair.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    plain: opt.Plain = False,
) -> None:
    """Look back on a game: how belief about every card moved, what each answer did, and what you could have seen and said."""
    from dubious_ai.ui.lines.terminal import open_terminal
    from dubious_ai.ui.review_pages import show_review

    looked = _look(game, spoil=spoil)
    seat = looked.analysis.seat_of(player) if player is not None else looked.analysis.human()
    if html is not None:
        from dubious_ai.coach.review.review_page import review_page
        from dubious_ai.storage.whole_files import export

        export(html, review_page(looked, seat), force=force)
        print(f"The review is in {html}.")
        return
    show_review(open_terminal(plain=plain), looked, seat=seat, only=player is not None)


def _look(game: str, *, spoil: bool) -> Review:
    """Raises UsageError for everything that cannot be looked back on: it is the request that was wrong, and nothing was changed."""
    from dubious_ai.coach.review.report import review as look_back
    from dubious_ai.errors import RecordError, UsageError
    from dubious_ai.teach.game_input import read_source

    try:
        played, notes = read_source(game)
        return look_back(played, READERS, spoil=spoil, notes=notes)
    except RecordError as error:
        raise UsageError(str(error)) from error
