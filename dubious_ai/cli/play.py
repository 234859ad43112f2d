"""`dubious play` and `dubious resume`: a game with a person at the keyboard."""

from __future__ import annotations

from typing import Annotated

import typer

from dubious_ai.cli import options as opt


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("play")(play)
    app.command("resume")(resume)


def play(
    setting: opt.SettingOption = None,
    players: opt.Players = None,
    rounds: opt.Rounds = 1,
    questions: opt.Questions = "2+3",
    hard: opt.Hard = False,
    level: opt.LevelOption = "regular",
    tells: opt.TellsOption = None,
    seed: opt.SeedOption = None,
    company: opt.Company = None,
    brain: opt.BrainOption = None,
    seat: opt.Seats = None,
    name: Annotated[str | None, typer.Option("--name", "-n", help="Your name at the table.")] = None,
    timers: Annotated[bool, typer.Option("--timers/--no-timers", help="The clocks while guessing.")] = True,
    fast: Annotated[bool, typer.Option("--fast", help="No pauses between spoken answers.")] = False,
    max_cost: opt.MaxCost = None,
    max_tokens: opt.MaxTokens = None,
    log: opt.LogFile = None,
    plain: opt.Plain = False,
) -> None:
    """Play a game against the house. Without options it asks three things and begins.

    Input may also come from a file, one line for each prompt: your Occupation, your Secret, a name, an introduction, one answer for each question, then for each
    opponent in reading order an Occupation and a Secret, and an empty line to lock the guesses.
    """
    from dubious_ai.game.backends import Backends
    from dubious_ai.storage.home import history
    from dubious_ai.ui.lines import session, start
    from dubious_ai.ui.lines.terminal import open_terminal

    named = (brain, *(seat or []))
    backends = Backends.from_settings(max_cost=max_cost, max_tokens=max_tokens, log=log, named=named)
    terminal = open_terminal(plain=plain, pace=0.0 if fast else 1.0)
    bare = all(value is None for value in (setting, players, seed, company, name, seat))
    start.greet(terminal)
    if bare and (path := start.offer_unfinished(terminal)):
        with backends:
            session.go_on(terminal, path, backends, timers=timers)
        return
    wishes = start.ask_missing(terminal, setting, players, name)
    plan = opt.plan(
        setting=wishes.setting,
        players=wishes.players,
        rounds=rounds,
        questions=questions,
        hard=hard,
        level=level,
        seed=seed,
        company=company,
        brain=brain,
        seats=seat,
        human=wishes.name,
        heard=() if seed is not None else history().heard(),
        tells=opt.suited_tells(tells, seed),
    )
    with backends:
        session.play_new(terminal, plan, backends, timers=timers)


def resume(
    game: Annotated[
        str | None, typer.Argument(help="A game's id or file; without it the last unfinished one.")
    ] = None,
    timers: Annotated[bool, typer.Option("--timers/--no-timers", help="The clocks while guessing.")] = True,
    fast: Annotated[bool, typer.Option("--fast", help="No pauses between spoken answers.")] = False,
    server: Annotated[
        list[str] | None,
        typer.Option("--server", help="A server the game's file names and you trust. May be repeated."),
    ] = None,
    max_cost: opt.MaxCost = None,
    max_tokens: opt.MaxTokens = None,
    log: opt.LogFile = None,
    plain: opt.Plain = False,
) -> None:
    """Go on with a saved game at the very step where it stopped."""
    from dubious_ai.errors import UsageError
    from dubious_ai.game.backends import Backends
    from dubious_ai.storage.home import find_game, history
    from dubious_ai.ui.lines import session
    from dubious_ai.ui.lines.terminal import open_terminal

    terminal = open_terminal(plain=plain, pace=0.0 if fast else 1.0)
    if game is not None:
        path = find_game(game)
    else:
        found = history().last_unfinished()
        if found is None:
            raise UsageError("There is no unfinished game. `dubious play` starts one.")
        path = found[0]
    named = [f"openai@{address}" for address in server or []]
    with Backends.from_settings(max_cost=max_cost, max_tokens=max_tokens, log=log, named=named) as backends:
        session.go_on(terminal, path, backends, timers=timers)
