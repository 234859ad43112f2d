"""`dubious class`: sheets and a form for a class, and what the class wrote collected into one list."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        help="A class of your own: hand out cards and questions, collect what was written, make lessons of it.",
        no_args_is_help=True,
    )
    group.command("sheet")(sheet)
    group.command("collect")(collect)
    app.add_typer(group, name="class")


def sheet(
    setting: Annotated[str, typer.Argument(help="Which setting's cards are dealt.")],
    pupils: Annotated[int, typer.Option("--pupils", help="How many pupils, 3 to 60.")] = 30,
    questions: Annotated[int, typer.Option("--questions", "-q", help="How many questions, 2 to 8.")] = 5,
    seed: Annotated[
        str | None, typer.Option("--seed", help="Any text: the same seed deals the same.")
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to print.")] = Path("class.html"),
    form: Annotated[
        Path | None, typer.Option("--form", help="Write the same as a form for phones to this file, too.")
    ] = None,
    guesses: Annotated[
        bool,
        typer.Option("--guesses", help="Ask on sheet and form, too, whom each pupil takes the others for."),
    ] = False,
    family: Annotated[
        bool, typer.Option("--family", help="Leave out the risqué cards, and say which.")
    ] = False,
    tier: Annotated[
        str,
        typer.Option(
            "--tier", help="easy: smaller tables, fewer cards, and how answers may begin. usual, hard."
        ),
    ] = "usual",
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
) -> None:
    """Deal cards to a class at tables of four to six: a sheet to print for each pupil, and with --form a page for phones that ends in a text to paste."""
    from dubious_ai.content.library import library, setting_slug
    from dubious_ai.core.model import MAX_SEATS
    from dubious_ai.storage.whole_files import check_target, write_whole
    from dubious_ai.teach.class_sheet import deal_class, form_page, handouts_page
    from dubious_ai.teach.sample_games import fresh_seed
    from dubious_ai.teach.tiers import LeftOut, family_cards, tier_named, without

    for path in (output, form):
        if path is not None:
            check_target(path.expanduser(), force=force)
    texts = library(setting_slug(setting))
    out = family_cards(texts, MAX_SEATS) if family else LeftOut()
    for note in out.notes:
        print(note, file=sys.stderr)
    dealt = deal_class(
        without(texts, out.cards), pupils, questions, seed or fresh_seed(), tier=tier_named(tier)
    )
    write_whole(output.expanduser(), handouts_page(dealt, guesses=guesses))
    print(
        f"Written to {output}: {pupils} sheets at {dealt.tables} tables. Seed: {dealt.seed}.", file=sys.stderr
    )
    if form is not None:
        write_whole(form.expanduser(), form_page(dealt, guesses=guesses))
        print(f"Written to {form}: send it to the pupils, or put it where they can open it.", file=sys.stderr)


def collect(
    files: Annotated[
        list[Path], typer.Argument(help="Files with the pasted texts, one or many; - for standard input.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The list to write.")] = Path("class.csv"),
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Read the texts of the form, from one or many files, into a list for `dubious sample --from class.csv`. What cannot be read is named."""
    from dubious_ai.document import text_bytes
    from dubious_ai.document.class_list import Pupil, decoded, read_pasted, to_csv
    from dubious_ai.errors import UsageError
    from dubious_ai.storage.whole_files import check_target, write_whole

    path = output.expanduser()
    check_target(path, force=force)
    pupils: dict[str, Pupil] = {}
    problems: list[str] = []
    for file in files:
        data, source = text_bytes(str(file))
        found, wrong = read_pasted(decoded(data), source)
        pupils |= {p.name.casefold(): p for p in found}
        problems += wrong
    for problem in problems:
        print(problem, file=sys.stderr)
    if not pupils:
        raise UsageError("Nothing could be read, so no list is written.")
    write_whole(path, to_csv(list(pupils.values())))
    print(
        f"Written to {path}: {len(pupils)} pupils, {len(problems)} texts could not be read.", file=sys.stderr
    )
