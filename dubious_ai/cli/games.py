"""`dubious games` and `dubious replay`: what was played before."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dubious_ai.cli import options as opt

if TYPE_CHECKING:
    from dubious_ai.storage.home import Saved
    from dubious_ai.ui.lines.terminal import Terminal
    from dubious_ai.ui.views.saved_games import Listed


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("games")(games)
    app.command("replay")(replay)


def games(
    delete: Annotated[str | None, typer.Option("--delete", help="Delete a saved game, by its id.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Delete without asking.")] = False,
    stats: Annotated[bool, typer.Option("--stats", help="Your career over all finished games.")] = False,
    as_json: opt.Pipe = False,
    plain: opt.Plain = False,
) -> None:
    """List the saved games, delete one, or sum up a career."""
    import json

    from dubious_ai.analysis.career import career
    from dubious_ai.errors import UsageError
    from dubious_ai.storage.home import saved_games
    from dubious_ai.ui.lines.terminal import open_terminal
    from dubious_ai.ui.views import saved_games as view

    terminal = open_terminal(plain=plain)
    if delete is not None:
        if stats or as_json:
            raise UsageError("--delete stands alone. Ask for --stats or --json separately.")
        _delete(terminal, delete, yes=yes)
        return
    saved = saved_games()
    if stats:
        sound = [s.loaded for s in saved if s.loaded and s.loaded.finished and not _listed(s).problem]
        told = career(loaded.game().state for loaded in sound)
        if as_json:
            print(json.dumps(told.to_json(), ensure_ascii=False, indent=2))
        else:
            terminal.show(view.career(told, plain=terminal.plain))
        return
    listed = [_listed(s) for s in saved]
    if as_json:
        print(json.dumps([vars(item) for item in listed], ensure_ascii=False, indent=2))
    else:
        terminal.show(view.listing(listed, terminal.width, plain=terminal.plain))


def _listed(saved: Saved) -> Listed:
    """How a saved game is listed: damaged ones with their problem, whether the file or its story is broken."""
    from dubious_ai.errors import RecordError
    from dubious_ai.game.replay import whereabouts
    from dubious_ai.ui.views.saved_games import Listed
    from dubious_ai.ui.views.table_views import verdict

    if saved.loaded is None:
        return Listed(saved.game, "", "", (), "", saved.problem)
    try:
        state = saved.loaded.game().state
    except RecordError as error:
        return Listed(saved.game, "", "", (), "", str(error))
    date = saved.loaded.header.started[:10]
    if state.setup is None:
        return Listed(saved.game, date, "", (), "no table was laid")
    names = tuple(player.name for player in state.players)
    where = f"finished: {verdict(list(names), state.standing())}" if state.ended else whereabouts(state)
    return Listed(saved.game, date, state.setting.name, names, where)


def _delete(terminal: Terminal, game: str, *, yes: bool) -> None:
    from dubious_ai.errors import RecordError, UsageError
    from dubious_ai.storage.home import Draft, find_game
    from dubious_ai.storage.record import Record, read
    from dubious_ai.ui.lines.terminal import Interrupted, Prompt

    path = find_game(game)
    if not yes:
        if not terminal.live:
            raise UsageError(
                f"{path.name} would be deleted for good. Add --yes to do it without being asked."
            )
        try:
            typed = terminal.read(Prompt(f"Delete {path.name} for good? y or n ›"))
        except (Interrupted, EOFError):
            typed = ""
        if typed.casefold() not in ("y", "yes"):
            terminal.say("Nothing was deleted.")
            return
    try:
        read(path)
    except RecordError:
        pass  # damaged: nobody can be playing it
    else:
        # refuses a game that is being played in another window
        Record.reopen(path)[0].close()
    try:
        path.unlink()
    except OSError as error:
        raise RecordError(f"Cannot delete {path}: {error.strerror or error}.") from error
    Draft(path).keep("")
    terminal.say(f"{path.name} is deleted.")


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
    from dubious_ai.errors import UsageError
    from dubious_ai.game.replay import markdown, walk
    from dubious_ai.storage.home import find_game
    from dubious_ai.storage.record import read
    from dubious_ai.ui.lines import replay_pages as view
    from dubious_ai.ui.lines.terminal import open_terminal

    if form not in ("text", "md"):
        raise UsageError(f"There is no format {form!r}. Choose text or md.")
    told = walk(read(find_game(game)), spoil=spoil)
    if output is not None:
        _write(output, markdown(told) if form == "md" else view.as_text(told), force=force)
        print(f"Written to {output}.", file=sys.stderr)
    elif form == "md":
        print(markdown(told), end="")
    else:
        view.show(open_terminal(plain=plain), told)


def _write(path: Path, text: str, *, force: bool) -> None:
    """Write a file as a whole or not at all."""
    import os

    from dubious_ai.errors import UsageError

    half = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if path.exists() and not force:
            raise UsageError(f"{path} exists already. Choose another name or add --force.")
        half.write_text(text, encoding="utf-8", errors="replace")
        half.replace(path)
    except (OSError, ValueError) as error:
        half.unlink(missing_ok=True)
        told = getattr(error, "strerror", None) or error
        raise UsageError(f"Cannot write {path}: {told}.") from error
