"""`dubious watch`: a game of bots only."""

from __future__ import annotations

from typing import Annotated

import typer

from dubious_ai.cli import options as opt
from dubious_ai.ui.lines.terminal import open_terminal
from dubious_ai.ui.lines.watching import watch_bots


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("watch")(opt.grouped(watch))


def watch(
    table: opt.TableOptions,
    spending: opt.Spending,
    manner: opt.Manner,
    save: Annotated[bool, typer.Option("--save", help="Keep the game for replay and review.")] = False,
    guess: Annotated[
        bool,
        typer.Option("--guess", help="Guess along before the reveal; scored apart, never on the record."),
    ] = False,
) -> None:
    """Watch a game played by bots only. Enter cuts a pause short; Ctrl-C leaves."""
    plan = table.plan()
    terminal = open_terminal(plain=manner.plain, pace=0.0 if manner.fast else 1.0)
    with spending.backends(table.named) as backends:
        watch_bots(terminal, plan, backends, save=save, guess_along=guess)
