"""`dubious play` and `dubious resume`: a game with a person at the keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dubious_ai.cli import options as opt
from dubious_ai.errors import UsageError
from dubious_ai.storage.home import find_game, history
from dubious_ai.ui.lines import session, start
from dubious_ai.ui.lines.terminal import open_terminal

Name = Annotated[str | None, typer.Option("--name", "-n", help="Your name at the table.")]
Timers = Annotated[bool, typer.Option("--timers/--no-timers", help="The clocks while guessing.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("play")(opt.grouped(play))
    app.command("resume")(opt.grouped(resume))


def play(
    table: opt.Table, spending: opt.Spending, manner: opt.Manner, name: Name = None, timers: Timers = True
) -> None:
    """Play a game against the house. Without options it asks three things and begins.

    Input may also come from a file, one line for each prompt: your Occupation, your Secret, a name, an introduction, one answer for each question, then for each
    opponent in reading order an Occupation and a Secret, and an empty line to lock the guesses.
    """
    backends = spending.backends(table.named)
    terminal = open_terminal(plain=manner.plain, pace=0.0 if manner.fast else 1.0)
    start.greet(terminal)
    if table.bare and name is None and (path := start.offer_unfinished(terminal)):
        with backends:
            session.go_on(terminal, path, backends, timers=timers)
        return
    wishes = start.ask_missing(terminal, table.setting, table.players, name)
    plan = table.plan(
        setting=wishes.setting,
        players=wishes.players,
        human=wishes.name,
        heard=() if table.seed is not None else history().heard(),
    )
    with backends:
        session.play_new(terminal, plan, backends, timers=timers)


def resume(
    spending: opt.Spending,
    manner: opt.Manner,
    game: Annotated[
        str | None, typer.Argument(help="A game's id or file; without it the last unfinished one.")
    ] = None,
    timers: Timers = True,
    server: Annotated[
        list[str] | None,
        typer.Option("--server", help="A server the game's file names and you trust. May be repeated."),
    ] = None,
) -> None:
    """Go on with a saved game at the very step where it stopped."""
    terminal = open_terminal(plain=manner.plain, pace=0.0 if manner.fast else 1.0)
    path = find_game(game) if game is not None else _latest()
    with spending.backends([f"openai@{address}" for address in server or []]) as backends:
        session.go_on(terminal, path, backends, timers=timers)


def _latest() -> Path:
    found = history().last_unfinished()
    if found is None:
        raise UsageError("There is no unfinished game. `dubious play` starts one.")
    return found[0]
