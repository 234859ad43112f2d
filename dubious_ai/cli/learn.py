"""`dubious learn`: a guided first round."""

from __future__ import annotations

from typing import Annotated

import typer

from dubious_ai.cli import options as opt
from dubious_ai.cli.composition import READERS
from dubious_ai.ui.lines import guided_round as room
from dubious_ai.ui.lines.terminal import open_terminal


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("learn")(learn)


def learn(
    again: Annotated[
        bool, typer.Option("--again", help="Begin anew, even if a guided round was left.")
    ] = False,
    name: Annotated[
        str | None,
        typer.Option("--name", "-n", help="Your name at the table; else the one you played under."),
    ] = None,
    fast: Annotated[bool, typer.Option("--fast", help="No pauses between spoken answers.")] = False,
    plain: opt.Plain = False,
) -> None:
    """A first round in ten minutes, with somebody at your shoulder. Come back any time: it goes on where you left.

    Input may also come from a file, one line for each prompt, as in `dubious play`.
    """

    terminal = open_terminal(plain=plain, pace=0.0 if fast else 1.0)
    left = None if again else room.unfinished()
    if left is None:
        room.begin(terminal, name or room.learner_name(), READERS)
    else:
        room.go_on_learning(terminal, left, READERS)
