"""`dubious score`: points for a round played at a real table."""

from __future__ import annotations

from typing import Annotated

import typer

from dubious_ai.cli import options as opt


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("score")(score)


def score(
    file: Annotated[str, typer.Argument(help="A table document (JSON), or - for standard input.")],
    as_json: opt.Pipe = False,
    plain: opt.Plain = False,
) -> None:
    """Score a round, or several, played at a real table: every tick with its reason, totals, winner and tie-break.

    The document holds the setting, the players, what each kept and what each guessed; a blank guess is null. Totals in the document are ignored.
    """
    import json

    from dubious_ai import document
    from dubious_ai.ui.views.encoding import forgive

    forgive()
    scored = document.score(document.read(file, need=("kept", "guesses")))
    if as_json:
        print(json.dumps(scored.to_json(), ensure_ascii=False, indent=2))
        return
    from dubious_ai.ui.lines.terminal import open_terminal
    from dubious_ai.ui.views.score_view import scored_view as view

    terminal = open_terminal(plain=plain)
    terminal.show(*view(scored, plain=terminal.plain))
