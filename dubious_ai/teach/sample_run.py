"""From an order to files: plays or reads the games, turns each into its form, writes them whole, goes on with long runs.

Knows nothing of a command line or a screen: what is to be said goes through `Report`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from dubious_ai.analysis.analyse import analyse
from dubious_ai.analysis.game_analysis import GameAnalysis
from dubious_ai.belief.readers import Readers
from dubious_ai.brains.protocol import Leave
from dubious_ai.content.library import SettingSlug, setting_slugs
from dubious_ai.core import events as ev
from dubious_ai.core.cleaning import clean
from dubious_ai.core.game import Game
from dubious_ai.document import text_bytes
from dubious_ai.document.class_list import read_csv
from dubious_ai.errors import UsageError
from dubious_ai.game.seating import MakeBrain
from dubious_ai.storage.home import new_game
from dubious_ai.storage.record import SUFFIX
from dubious_ai.storage.record_writer import write_events
from dubious_ai.storage.whole_files import check_target, write_whole
from dubious_ai.teach.answer_key import key_markdown, key_page
from dubious_ai.teach.class_tables import class_games
from dubious_ai.teach.export import Made
from dubious_ai.teach.flat_tables import TABLES, Table, csv_text, rows, table_files
from dubious_ai.teach.game_input import read_source
from dubious_ai.teach.groups_page import groups_page
from dubious_ai.teach.initials import with_initials
from dubious_ai.teach.markdown import Spoilers
from dubious_ai.teach.orders import Order, RunReport, check_order, targets
from dubious_ai.teach.output_files import SampleLines, begun, partial_of
from dubious_ai.teach.rendering import made_of, render
from dubious_ai.teach.rewriting import tasks_csv
from dubious_ai.teach.sample_games import Sample, Wish, samples

CLASS_LISTS = (".csv", ".tsv")
"""Endings of spreadsheets: the list of a class."""


def deliver(
    order: Order, wish: Wish, report: RunReport, readers: Readers, make: MakeBrain | None = None
) -> None:
    """Play what is wished for and write it. Raises UsageError, and KeyboardInterrupt when somebody stops it."""
    check_order(order)
    for setting in [wish.setting] if wish.setting else setting_slugs():
        for note in wish.left_out(setting).notes:
            report.say(note)
    if order.form == "jsonl" and order.target is not None:
        _lines(order, wish, report, readers, make)
        return
    _check_targets(order, report)
    playing = _playing(order, wish, report, readers, make)
    write(order, playing, report, readers, made_of(wish, order))


def tell(
    source: str, order: Order, report: RunReport, readers: Readers, setting: SettingSlug | None = None
) -> None:
    """Write the lesson of a game that was played: one of ours by id or file, a table written down as JSON, or all tables of a class's list. Raises DubiousError."""
    if source.casefold().endswith(CLASS_LISTS):
        games, notes = class_games(read_csv(*text_bytes(source)), readers, setting)
        order = replace(order, count=len(games), feedback=True)
        check_order(order)
    elif order.groups or order.tasks:
        raise UsageError("--groups and --tasks are for a class: give its list, e.g. --from class.csv.")
    else:
        game, notes = read_source(source)
        games = [game]
    for note in notes:
        report.say(note)
    _check_targets(order, report)
    found = [Sample(game, n, "") for n, game in enumerate(games, 1)]
    if order.groups and order.form == "html":
        _together(order, found, report, readers)
    else:
        write(order, found, report, readers)
    if order.tasks:
        told = [analyse(_named(s, order).game, readers, hear=False) for s in found]
        write_whole(order.tasks, tasks_csv(told))
        report.say(
            f"Written to {clean(str(order.tasks))}: a task for each pupil, with a column for the new draft."
        )


def _together(order: Order, games: Iterable[Sample], report: RunReport, readers: Readers) -> None:
    """All tables of a class on one page."""
    told = [analyse(_named(sample, order).game, readers) for sample in games]
    spoilers: Spoilers = "none" if order.key else order.spoilers
    text = groups_page(told, spoilers=spoilers, commentary=order.commentary, starters=order.starters)
    _write_key(order, told, report)
    if order.target is None:
        report.out(text)
        return
    write_whole(order.target, text)
    report.say(f"Written to {clean(str(order.target))}: {len(told)} tables.")


def _check_targets(order: Order, report: RunReport) -> None:
    for path in (*targets(order), *(path for path in (order.tasks, order.key) if path)):
        check_target(path, force=order.force, ask=report.ask)
    for n in range(1, order.count + 1) if order.record and order.target else ():
        check_target(_record_path(order, n), force=order.force, ask=report.ask)


def _playing(
    order: Order, wish: Wish, report: RunReport, readers: Readers, make: MakeBrain | None, start: int = 1
) -> Generator[Sample]:
    """The games of a wish one by one; leaving the table stops the run."""
    now = start

    def tried(attempt: int) -> None:
        report.step(now - 1, attempt)

    try:
        for sample in samples(wish, readers, order.count, start=start, make=make, tried=tried):
            report.played(sample.game.events)
            yield sample
            report.step(now, 0)
            now += 1
    except Leave:
        raise KeyboardInterrupt from None


def write(
    order: Order, games: Iterable[Sample], report: RunReport, readers: Readers, made: Made | None = None
) -> None:
    """Write games in any form. Raises UsageError."""
    if order.form == "csv" and order.target is not None:
        _write_tables(order.target, order, games, report, readers)
        return
    paths = targets(order)
    texts: list[str] = []
    solved: list[GameAnalysis] = []
    for sample in games:
        text = render(_named(sample, order), order, readers, made)
        if order.key:
            solved.append(analyse(_named(sample, order).game, readers))
        if order.record:
            _keep(sample, order, report, readers)
        if order.form == "json" or not paths:
            texts.append(text)
            continue
        path = paths[sample.number - 1]
        write_whole(path, text)
        report.say(_written(sample, path))
    _write_key(order, solved, report)
    if not texts:
        return
    if order.form == "json":
        whole = texts[0] + "\n" if order.count == 1 else "[\n" + ",\n".join(texts) + "\n]\n"
    else:
        whole = ("" if order.form in ("html", "jsonl") else "\n").join(texts)
    if paths:
        write_whole(paths[0], whole)
        report.say(f"Written to {clean(str(paths[0]))}.")
    else:
        report.out(whole)


def _write_key(order: Order, solved: list[GameAnalysis], report: RunReport) -> None:
    """The solutions alone, in the form of the order."""
    if order.key is None:
        return
    make = key_page if order.form == "html" else key_markdown
    write_whole(order.key, make(solved, order.commentary, pupils=order.feedback))
    report.say(f"Written to {clean(str(order.key))}: the solution.")


def _named(sample: Sample, order: Order) -> Sample:
    """The game as it may leave the room."""
    return replace(sample, game=with_initials(sample.game)) if order.initials else sample


def _write_tables(
    target: Path, order: Order, games: Iterable[Sample], report: RunReport, readers: Readers
) -> None:
    """Flat tables, each whole in its file."""
    found: dict[Table, list[tuple[object, ...]]] = {table: [] for table in TABLES}
    for sample in games:
        told = analyse(_named(sample, order).game, readers, hear=False)
        for table, row in rows(told, sample.seed or f"{target.stem}-{sample.number}"):
            found[table].append(row)
        if order.record:
            _keep(sample, order, report, readers)
    for table, path in table_files(target).items():
        write_whole(path, csv_text(table, found[table]))
        report.say(f"Written to {clean(str(path))}: {len(found[table]):,} {table}.")


def _written(sample: Sample, path: Path) -> str:
    found = f" Found with the {_th(sample.tries)} seed tried, {sample.seed}: {sample.shows}"
    return f"Written to {clean(str(path))}.{found if sample.shows else ''}"


def _th(n: int) -> str:
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def seed_begun(target: Path | None) -> str | None:
    """The seed of an unfinished run of lines, so that a command without --seed goes on with it."""
    first = begun(partial_of(target)) if target else None
    return first.made.seed if first and first.made else None


def _lines(order: Order, wish: Wish, report: RunReport, readers: Readers, make: MakeBrain | None) -> None:
    path = order.target
    if path is None:
        raise ValueError("lines go to a file")
    check_target(path, force=order.force, ask=report.ask)
    made = made_of(wish, order)
    with SampleLines(path, made, anew=order.force) as lines:
        if lines.done:
            report.say(f"Going on after {min(lines.done, order.count):,} of {order.count:,} games.")
        if lines.done > order.count:
            raise UsageError(
                f"{clean(str(lines.partial))} holds {lines.done:,} games already, more than --count {order.count:,}. Ask for as many or more, or begin anew with --force."
            )
        report.step(lines.done, 0)
        playing = _playing(order, wish, report, readers, make, lines.done + 1)
        try:
            with closing(playing):
                for sample in playing:
                    _stop_without_budget(sample.game, lines)
                    lines.add(render(_named(sample, order), order, readers, made).rstrip("\n"))
        except KeyboardInterrupt:
            report.say(
                f"Stopped. {lines.done:,} of {order.count:,} games are in {clean(str(lines.partial))}; the same command goes on from there."
            )
            raise
        lines.finish()
    report.say(f"Written to {clean(str(path))}: {order.count:,} games.")


def _stop_without_budget(game: Game, lines: SampleLines) -> None:
    """A data set of a model is no place for games the house finished because the money was gone."""
    if any(isinstance(event, ev.Substituted) and event.cause == "budget" for event in game.events):
        raise UsageError(
            f"The budget is used up. {lines.done:,} games are in {clean(str(lines.partial))}; the same command with a larger budget goes on from there."
        )


def _record_path(order: Order, number: int) -> Path:
    path = targets(order)[number - 1 if len(targets(order)) > 1 else 0]
    several = order.count > 1 and len(targets(order)) == 1
    return path.with_name(f"{path.stem}{f'-{number}' if several else ''}{SUFFIX}")


def _keep(sample: Sample, order: Order, report: RunReport, readers: Readers) -> None:
    """Store the game file beside the lesson, or among the saved games when the lesson goes to standard output."""
    setting = sample.game.state.setting.slug
    if order.target is None:
        game, path = new_game(setting)
    else:
        path = _record_path(order, sample.number)
        game = path.name.removesuffix(SUFFIX)
        if order.force:
            path.unlink(missing_ok=True)
    write_events(path, game, sample.game.events, readers.of(setting).library.digest)
    report.say(f"The game is kept in {clean(str(path))}.")
