"""`dubious watch`: a game of bots only."""

from __future__ import annotations

from typing import Annotated

import typer

from dubious_ai.cli import options as opt


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("watch")(watch)


def watch(
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
    fast: Annotated[bool, typer.Option("--fast", help="No pauses between spoken answers.")] = False,
    save: Annotated[bool, typer.Option("--save", help="Keep the game for replay and review.")] = False,
    max_cost: opt.MaxCost = None,
    max_tokens: opt.MaxTokens = None,
    log: opt.LogFile = None,
    plain: opt.Plain = False,
) -> None:
    """Watch a game played by bots only. Enter cuts a pause short; Ctrl-C leaves."""
    from dubious_ai.game.backends import Backends
    from dubious_ai.ui.lines import session
    from dubious_ai.ui.lines.terminal import open_terminal

    plan = opt.plan(
        setting=setting or "antiquity",
        players=4 if players is None else players,
        rounds=rounds,
        questions=questions,
        hard=hard,
        level=level,
        tells=(opt.tells_named(tells), None),
        seed=seed,
        company=company,
        brain=brain,
        seats=seat,
        human=None,
    )
    terminal = open_terminal(plain=plain, pace=0.0 if fast else 1.0)
    named = (brain, *(seat or []))
    with Backends.from_settings(max_cost=max_cost, max_tokens=max_tokens, log=log, named=named) as backends:
        session.watch(terminal, plan, backends, save=save)
