"""`dubious play` and `dubious resume`: a game with a person at the keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from dubious_ai.cli import options as opt
from dubious_ai.cli.composition import READERS
from dubious_ai.config.settings_file import EveningSettings
from dubious_ai.errors import UsageError
from dubious_ai.game.backends import Backends
from dubious_ai.storage.home import find_game, history
from dubious_ai.storage.record import read_record
from dubious_ai.ui import tonight
from dubious_ai.ui.before_and_after import usual_name
from dubious_ai.ui.lines import session, start
from dubious_ai.ui.lines.terminal import open_terminal


def evening(backends: Backends, **wishes: Any) -> None:
    """Open the screen; nothing of it is imported before."""
    from dubious_ai.ui.screen.session import evening as run

    run(backends, **wishes)


Name = Annotated[str | None, typer.Option("--name", "-n", help="Your name at the table.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("play")(opt.grouped(play))
    app.command("resume")(opt.grouped(resume))
    app.command("start", hidden=True)(opt.grouped(start_screen))
    app.command("today")(opt.grouped(today))


def play(
    table: opt.TableOptions,
    spending: opt.Spending,
    manner: opt.Manner,
    name: Name = None,
    timers: opt.LikedTimers = None,
) -> None:
    """Play a game against the house. Without options it asks three things and begins.

    Input may also come from a file, one line for each prompt: your Occupation, your Secret, a name, an introduction, one answer for each question, then for each
    opponent in reading order an Occupation and a Secret, and an empty line to lock the guesses.
    """
    backends = spending.backends(table.named)
    liked = backends.config.evening
    if not manner.in_lines():
        with backends:
            plan = table.plan(
                human=name or usual_name(liked.name), heard=() if table.seed else history().heard()
            )
            evening(backends, manners=manner.on_screen(timers, liked), plan=plan)
        return
    terminal = open_terminal(plain=manner.plain, pace=0.0 if manner.fast else 1.0)
    start.greet(terminal)
    if table.bare and name is None and (path := start.offer_unfinished(terminal)):
        with backends:
            session.go_on(terminal, path, backends, timers=opt.clocks(timers, liked))
        return
    # the same table for everybody with this seed: nothing of it comes from what one person likes
    wishes = start.ask_missing(
        terminal,
        table.setting,
        table.players,
        name,
        liked if table.seed is None else EveningSettings(name=liked.name),
    )
    plan = table.plan(
        setting=wishes.setting,
        players=wishes.players,
        human=wishes.name,
        heard=() if table.seed is not None else history().heard(),
    )
    with backends:
        session.play_new(terminal, plan, backends, timers=opt.clocks(timers, liked))


def resume(
    spending: opt.Spending,
    manner: opt.Manner,
    game: Annotated[
        str | None, typer.Argument(help="A game's id or file; without it the last unfinished one.")
    ] = None,
    timers: opt.LikedTimers = None,
    server: Annotated[
        list[str] | None,
        typer.Option("--server", help="A server the game's file names and you trust. May be repeated."),
    ] = None,
) -> None:
    """Go on with a saved game at the very step where it stopped."""
    path = find_game(game) if game is not None else _latest()
    named = [f"openai@{address}" for address in server or []]
    if not manner.in_lines():
        with spending.backends(named) as backends:
            evening(backends, manners=manner.on_screen(timers, backends.config.evening), path=path)
        return
    terminal = open_terminal(plain=manner.plain, pace=0.0 if manner.fast else 1.0)
    with spending.backends(named) as backends:
        session.go_on(terminal, path, backends, timers=opt.clocks(timers, backends.config.evening))


def start_screen(spending: opt.Spending, manner: opt.Manner, timers: opt.LikedTimers = None) -> None:
    """The first place of the screen."""
    with spending.backends() as backends:
        evening(backends, manners=manner.on_screen(timers, backends.config.evening))


def today(
    spending: opt.Spending,
    manner: opt.Manner,
    timers: opt.LikedTimers = None,
    share: Annotated[bool, typer.Option("--share", help="Only print the line to paste.")] = False,
    of: Annotated[
        str | None, typer.Option("--date", help="The table of an earlier day, e.g. 2026-11-30.")
    ] = None,
) -> None:
    """Tonight's table: the same deal for everybody on a date, one go a day, with a result to paste that spoils nothing.

    The others hint fairly, whoever plays. A go that was left goes on; one that is finished shows its result and what the house would have made of your chair.
    """
    date = tonight.date_named(of)
    mine = tonight.my_go(date)
    if mine and mine[1].finished:
        if share:
            print(tonight.share_line(read_record(mine[0]).game().state, 1))
        else:
            open_terminal(plain=manner.plain).show(*tonight.result(date, mine[0], READERS))
        return
    if share:
        raise UsageError("Tonight's table is not finished yet. `dubious today` plays it.")
    with spending.backends() as backends:
        liked = backends.config.evening
        if not manner.in_lines():
            evening(backends, manners=manner.on_screen(timers, liked), tonight=date)
            return
        terminal = open_terminal(plain=manner.plain, pace=0.0 if manner.fast else 1.0)
        if mine:
            session.go_on(terminal, mine[0], backends, timers=opt.clocks(timers, liked))
        else:
            terminal.say(tonight.told(date), "quiet")
            session.play_new(
                terminal,
                tonight.tonights_plan(date, usual_name(liked.name)),
                backends,
                timers=opt.clocks(timers, liked),
            )
    after = tonight.my_go(date)
    if after and after[1].finished:
        terminal.show(*tonight.result(date, after[0], backends.readers))


def _latest() -> Path:
    found = history().last_unfinished()
    if found is None:
        raise UsageError("There is no unfinished game. `dubious play` starts one.")
    return found[0]
