"""`dubious games` and `dubious replay`: what was played before."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dubious_ai.analysis.career import career
from dubious_ai.analysis.over_time import over_time
from dubious_ai.analysis.reading_estimate import estimate_from
from dubious_ai.analysis.replay_markdown import replay_markdown
from dubious_ai.analysis.sentences import result_told
from dubious_ai.cli import options as opt
from dubious_ai.errors import UsageError
from dubious_ai.game.replay import walk, whereabouts
from dubious_ai.storage.history import id_of
from dubious_ai.storage.home import delete_game, find_game, find_saved, history, repair_game
from dubious_ai.storage.record import read_record
from dubious_ai.storage.whole_files import export
from dubious_ai.ui.lines import replay_pages
from dubious_ai.ui.lines.terminal import HungUp, Interrupted, Prompt, open_terminal
from dubious_ai.ui.views import saved_games
from dubious_ai.ui.views.over_time_view import over_time_view
from dubious_ai.ui.views.saved_games import Listed

if TYPE_CHECKING:
    from dubious_ai.storage.history import Summary
    from dubious_ai.ui.lines.terminal import Terminal
    from dubious_ai.ui.views.saved_games import Listed


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("games")(games)
    app.command("replay")(replay)


def games(
    delete: Annotated[str | None, typer.Option("--delete", help="Delete a saved game, by its id.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Delete without asking.")] = False,
    repair: Annotated[
        str | None,
        typer.Option("--repair", help="Copy the sound part of a damaged game into a new one, by its id."),
    ] = None,
    stats: Annotated[bool, typer.Option("--stats", help="Your career over all finished games.")] = False,
    as_json: opt.Pipe = False,
    plain: opt.Plain = False,
) -> None:
    """List the saved games, delete or repair one, or sum up a career."""

    terminal = open_terminal(plain=plain)
    if delete is not None:
        if stats or as_json:
            raise UsageError("--delete stands alone. Ask for --stats or --json separately.")
        _delete(terminal, delete, yes=yes)
        return
    if repair is not None:
        _repair(terminal, repair)
        return
    saved = history()
    if stats:
        told = career(game for _, game in saved.sound)
        oldest_first = [game for _, game in reversed(saved.sound)]
        reads = estimate_from(oldest_first)
        courses = over_time(oldest_first)
        if as_json:
            print(
                json.dumps(
                    {**told.to_json(), "reading": vars(reads), "over_time": courses.to_json()},
                    ensure_ascii=False,
                    indent=2,
                )
            )
        else:
            terminal.show(saved_games.career_view(told, plain=terminal.plain))
            terminal.show(saved_games.reading_view(reads))
            if courses.hinting:
                terminal.gap()
                terminal.show(*over_time_view(courses, plain=terminal.plain))
        return
    listed = [_listed(game) for game in saved.files.values()]
    if as_json:
        print(json.dumps([vars(item) for item in listed], ensure_ascii=False, indent=2))
    else:
        terminal.show(saved_games.listing(listed, terminal.width, plain=terminal.plain))


def _listed(game: Summary) -> Listed:
    """How a saved game is listed: damaged ones with their problem, whether the file or its story is broken."""

    if game.problem:
        return Listed(game.game, "", "", (), "", game.problem)
    where = whereabouts(game.phase, game.round, game.question, game.questions)
    if game.finished:
        where = f"finished: {result_told(game.players, game.standing())}"
    return Listed(game.game, game.started[:10], game.setting_name, game.players, where)


def _delete(terminal: Terminal, game: str, *, yes: bool) -> None:

    path = find_saved(game)
    if not yes:
        if not terminal.live:
            raise UsageError(
                f"{path.name} would be deleted for good. Add --yes to do it without being asked."
            )
        try:
            typed = terminal.read(Prompt(f"Delete {path.name} for good? y or n ›"))
        except (HungUp, Interrupted, EOFError):
            typed = ""
        if typed.casefold() not in ("y", "yes"):
            terminal.say("Nothing was deleted.")
            return
    delete_game(path)
    terminal.say(f"{path.name} is deleted.")


def _repair(terminal: Terminal, game: str) -> None:

    new, events = repair_game(find_game(game))
    terminal.say(
        f"The sound part ({events} events) is now game {id_of(new)}; the damaged file was left as it is. `dubious resume {id_of(new)}` goes on."
    )


def replay(
    game: Annotated[str, typer.Argument(help="A game's id or file.")],
    form: Annotated[str, typer.Option("--format", "-f", help="text or md.")] = "text",
    spoil: Annotated[
        bool, typer.Option("--spoil", help="Also an unfinished game, and everybody's rejected cards.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write to this file instead of the screen.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    plain: opt.Plain = False,
) -> None:
    """Walk through a finished game again, or export it. At a terminal Enter goes on from page to page."""

    if form not in ("text", "md"):
        raise UsageError(f"There is no format {form!r}. Choose text or md.")
    told = walk(read_record(find_game(game)), spoil=spoil)
    if output is not None:
        export(output, replay_markdown(told) if form == "md" else replay_pages.as_text(told), force=force)
        print(f"Written to {output}.", file=sys.stderr)
    elif form == "md":
        print(replay_markdown(told), end="")
    else:
        replay_pages.show(open_terminal(plain=plain), told)
