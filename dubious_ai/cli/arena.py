"""`dubious arena`: a tournament of brains, with ratings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dubious_ai.cli import options as opt
from dubious_ai.cli.composition import READERS

if TYPE_CHECKING:
    from dubious_ai.game.arena import Contestant, Rated


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("arena")(arena)


def arena(
    brain: Annotated[
        list[str] | None,
        typer.Option(
            "--brain", "-b", help="A brain, e.g. openai:MODEL, or with a level: house/novice. Repeat it."
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-g", help="Deals; each is played once for every seat order.")
    ] = 4,
    suite: Annotated[
        str, typer.Option("--suite", help="The name of the deals: one name is the same cards for ever.")
    ] = "first",
    setting: opt.SettingOption = None,
    questions: opt.Questions = "2+3",
    anchors: Annotated[
        bool, typer.Option("--anchors/--no-anchors", help="Fill up with the house at three levels.")
    ] = True,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The log of results; it goes on where it stopped.")
    ] = None,
    max_cost: opt.MaxCost = None,
    max_tokens: opt.MaxTokens = None,
    log: opt.LogFile = None,
    as_json: opt.Pipe = False,
) -> None:
    """Let brains play each other: every deal with every order of seats, so that luck of the cards cancels. Ratings for hiding, reading and the total."""
    import json
    import sys

    from dubious_ai.content.library import setting_slug
    from dubious_ai.core.model import Options
    from dubious_ai.game.arena import Tournament, ranked, run
    from dubious_ai.game.backends import Backends
    from dubious_ai.storage.home import folder

    chosen = [_contestant(text) for text in brain or []]
    if anchors:
        chosen += [anchor for anchor in _anchors() if anchor not in chosen][: max(0, 6 - len(chosen))]
    appearance, assorted = opt.question_split(questions, hard=False)
    tournament = Tournament(
        tuple(chosen),
        games,
        suite.strip() or "first",
        setting_slug(setting or "antiquity"),
        Options(appearance=appearance, assorted=assorted),
    )
    path = output or folder() / "arena.jsonl"
    specs = [c.spec for c in chosen]
    with Backends.from_settings(
        READERS, max_cost=max_cost, max_tokens=max_tokens, log=log, named=specs
    ) as backends:
        for caution in backends.check(specs):
            print(caution, file=sys.stderr)
        results = run(
            tournament,
            path,
            backends.readers,
            backends.make,
            lambda line: print(line, file=sys.stderr),
            lambda: backends.spent,
            backends.remember,
        )
    rated = ranked(results)
    if as_json:
        told = {"suite": tournament.suite, "digest": results[0].digest if results else "", "file": str(path)}
        print(json.dumps({**told, "brains": [_as_json(r) for r in rated]}, indent=2))
        return
    print(f"Suite {tournament.suite}, {tournament.setting}: {len(results)} games, kept in {path}.")
    print(f"  {'brain':<34} games   hiding             reading            total")
    for one in rated:
        cells = "  ".join(
            f"{one.points[part]:5.2f} {one.rating[part]:5.1f}±{(one.interval[part][1] - one.interval[part][0]) / 2:<4.1f}"
            for part in ("hiding", "reading", "total")
        )
        more = f"  {one.left_out} left out: the house had to act" if one.left_out else ""
        print(f"  {one.name:<34} {one.games:>5}  {cells}{more}")
    print("Points a game, then the rating with half its 95 % interval; ratings begin at 25.")


def _contestant(text: str) -> Contestant:
    """ "house/novice" or a model, which plays at the sharp level unless one is named. Raises UsageError."""
    from dubious_ai.core.model import LEVELS, Level
    from dubious_ai.game.arena import Contestant

    spec, slash, level = text.strip().rpartition("/")
    levels: tuple[Level, ...] = LEVELS
    for known in levels:
        if slash and known == level.casefold():
            return Contestant(spec=spec, level=known)
    return Contestant(spec=text.strip())


def _anchors() -> list[Contestant]:
    from dubious_ai.game.arena import ANCHORS

    return list(ANCHORS)


def _as_json(one: Rated) -> dict[str, object]:
    return {
        "name": one.name,
        "games": one.games,
        "left_out": one.left_out,
        **{
            part: {"points": one.points[part], "rating": one.rating[part], "interval": one.interval[part]}
            for part in one.points
        },
    }
