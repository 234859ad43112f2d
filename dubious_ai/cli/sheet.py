"""`dubious sheet`: sheets to print, for a table of people or as an exercise."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from dubious_ai.cli.composition import READERS


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("sheet")(sheet)


def sheet(
    setting: Annotated[
        str | None,
        typer.Argument(help="The setting, by its name or the beginning of it; not needed with --round."),
    ] = None,
    players: Annotated[int, typer.Option("--players", "-p", help="How many at the table, 3 to 6.")] = 4,
    round_: Annotated[
        str | None,
        typer.Option(
            "--round", help="A sample, a game's id or file, or a table as JSON, as an exercise on paper."
        ),
    ] = None,
    solution: Annotated[
        bool, typer.Option("--solution/--no-solution", help="With --round: the solution on pages of its own.")
    ] = True,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The page to write, e.g. sheets.html.")
    ] = None,
    teacher: Annotated[
        bool,
        typer.Option("--teacher", help="A page for the teacher first: aim, steps, levels, rubric, phrases."),
    ] = False,
    family: Annotated[
        bool, typer.Option("--family", help="Leave out the risqué cards, and say which.")
    ] = False,
    tier: Annotated[
        str,
        typer.Option(
            "--tier", help="easy: a shorter list of cards, and how sentences may begin. usual, hard."
        ),
    ] = "usual",
    seed: Annotated[
        str, typer.Option("--seed", help="With --tier easy: any text; the same leaves the same cards out.")
    ] = "",
    anki: Annotated[
        bool,
        typer.Option(
            "--anki", help="Cards and hard words as plain text to import into Anki, instead of a page."
        ),
    ] = False,
    initials: Annotated[
        bool, typer.Option("--initials", help="With --round: initials instead of names.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Make a page to print: reference sheet, record sheet and question cards; or with --round a round as a worksheet."""
    from dubious_ai.content.library import library, setting_slug
    from dubious_ai.errors import UsageError
    from dubious_ai.storage.whole_files import check_target, write_whole
    from dubious_ai.teach.print_sheets import round_page, sheets_page
    from dubious_ai.teach.tiers import left_out, tier_named, without
    from dubious_ai.teach.word_list import anki_text

    chosen = tier_named(tier)
    if (setting is None) == (round_ is None):
        raise UsageError(
            "Name a setting, e.g. `dubious sheet antiquity`, or a round with --round FILE; one of the two."
        )
    path = output.expanduser() if output else None
    if path is not None:
        if path.suffix.casefold() == ".pdf":
            raise UsageError(
                f"{path.name} cannot be written: these are pages for a browser, which prints them to PDF. Name an .html file."
            )
        check_target(path, force=force)
    elif sys.stdout.isatty():
        # a page is for a browser: nobody reads it in a terminal
        ending = "txt" if anki else "html"
        path = Path(f"dubious-{'round' if round_ is not None else setting_slug(setting or '')}.{ending}")
        check_target(path, force=force)
    if round_ is not None and (anki or family or tier != "usual"):
        raise UsageError("--anki, --family and --tier are for the sheets of a setting; leave out --round.")
    if round_ is not None:
        from dubious_ai.analysis.analyse import analyse
        from dubious_ai.teach.game_input import read_source
        from dubious_ai.teach.initials import with_initials

        game, notes = read_source(round_)
        for note in notes:
            print(note, file=sys.stderr)
        text = round_page(analyse(with_initials(game) if initials else game, READERS), solved=solution)
    else:
        whole = library(setting_slug(setting or ""))
        out = left_out(whole, players, tier=chosen, family=family, seed=seed)
        for note in out.notes:
            print(note, file=sys.stderr)
        texts = without(whole, out.cards)
        text = (
            anki_text(texts)
            if anki
            else sheets_page(texts, players, teacher=teacher, starters=chosen == "easy", notes=out.notes)
        )
    if path is None:
        sys.stdout.write(text)
        return
    write_whole(path, text)
    told = "Import it into Anki." if anki else "Open it in a browser and print."
    print(f"Written to {path}. {told}", file=sys.stderr)
