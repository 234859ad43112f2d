"""`dubious sample`: games played by brains, or read from a file, written as lessons or data."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dubious_ai.cli import options as opt
from dubious_ai.cli.composition import READERS
from dubious_ai.config.settings_file import EveningSettings
from dubious_ai.content.library import setting_slug
from dubious_ai.errors import UsageError
from dubious_ai.teach import sample_run
from dubious_ai.teach.cost_estimate import look
from dubious_ai.teach.orders import Order, RunReport, check_order, depth_named, form_named, spoilers_named
from dubious_ai.teach.sample_games import Wish, fresh_seed
from dubious_ai.teach.teaching_aims import aim_named
from dubious_ai.teach.tiers import TELLS, Tier, tier_named


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("sample")(opt.grouped(sample))


@dataclass(frozen=True)
class Written:
    """What is written, and how."""

    form: Annotated[
        str | None,
        typer.Option("--format", "-f", help="md, html, json, jsonl or csv; else by the file's name."),
    ] = None
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file to write.")] = None
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False
    spoilers: Annotated[str, typer.Option("--spoilers", help="The solution: end, none or inline.")] = "end"
    commentary: Annotated[str, typer.Option("--commentary", help="off, short or full.")] = "short"
    key: Annotated[
        Path | None,
        typer.Option("--key", help="Write the solution to this file, and leave it out of the lesson."),
    ] = None
    initials: Annotated[
        bool, typer.Option("--initials", help="Initials instead of names, in every form.")
    ] = False
    groups: Annotated[
        bool, typer.Option("--groups", help="With --from class.csv: all tables of the class on one page.")
    ] = False
    tasks: Annotated[
        Path | None,
        typer.Option(
            "--tasks",
            help="With --from class.csv: a list of what each pupil is to write again, for `dubious hint --batch`.",
        ),
    ] = None
    record: Annotated[
        bool, typer.Option("--record", help="Keep the game file too, for replay and review.")
    ] = False

    def order(self, count: int, tier: Tier) -> Order:
        """The same as an order, which can be delivered. Raises UsageError."""
        target = self.output.expanduser() if self.output else None
        order = Order(
            form=form_named(self.form, target),
            target=target,
            spoilers=spoilers_named(self.spoilers),
            commentary=depth_named(self.commentary),
            count=count,
            force=self.force,
            record=self.record,
            initials=self.initials,
            groups=self.groups,
            tasks=self.tasks.expanduser() if self.tasks else None,
            key=self.key.expanduser() if self.key else None,
            starters=tier == "easy",
        )
        check_order(order)
        return order


def sample(
    table: opt.TableOptions,
    written: Written,
    spending: opt.Spending,
    count: Annotated[int, typer.Option("--count", "-c", help="How many games.")] = 1,
    show: Annotated[
        str | None,
        typer.Option(
            "--show",
            help="Search for a game that has: all-guessed, none-guessed, tie-break (decided by points from guessing), "
            "false-trail (readers led to a wrong card) or both-cards (one answer that hints at both).",
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="A game's id or file, a round of your own as a JSON table, or a class's list (CSV), to tell instead of playing.",
        ),
    ] = None,
    exclude: Annotated[
        str | None, typer.Option("--exclude", help="Cards to leave out, e.g. pirate,zeus. Needs --setting.")
    ] = None,
    family: Annotated[
        bool, typer.Option("--family", help="Leave out the risqué cards, and say which.")
    ] = False,
    tier: Annotated[
        str,
        typer.Option(
            "--tier",
            help="easy: fewer cards on the list, open tells, sentence starters. usual. hard: sly tells.",
        ),
    ] = "usual",
) -> None:
    """Make sample rounds for teaching: real games with commentary, as Markdown, a page, JSON or lines of JSON.

    Without -o the lesson is printed. Lines of JSON grow in FILE.partial, and the same command goes on after an interruption.
    """
    chosen = tier_named(tier)
    order = written.order(count, chosen)
    report = RunReport(out=_out, say=_say, ask=_ask if sys.stdin.isatty() and sys.stderr.isatty() else None)
    if source is not None:
        if show is not None or count != 1 or order.record:
            raise UsageError("--from tells the one game in the file; leave out --show, --count and --record.")
        setting = setting_slug(table.setting) if table.setting else None
        sample_run.tell(source, order, report, READERS, setting)
        return
    if order.groups or order.tasks:
        raise UsageError("--groups and --tasks are for a class: add --from class.csv.")
    if table.setting is None and exclude:
        raise UsageError("--exclude needs --setting, since each setting has cards of its own.")
    plan = table.plan(exclude=exclude, otherwise=EveningSettings(tells=TELLS[chosen], talk=False))
    begun = sample_run.seed_begun(order.target if order.form == "jsonl" and not order.force else None)
    wish = Wish(
        plan=plan,
        seed=table.seed or begun or fresh_seed(),
        setting=plan.setting if table.setting is not None else None,
        family=family,
        tier=chosen,
        show=aim_named(show) if show is not None else None,
    )
    with spending.backends(table.named) as backends:
        if not wish.free:
            look(backends, wish, order, report)
        report.played = backends.remember
        with _progress(order, report, searching=show is not None):
            sample_run.deliver(order, wish, report, backends.readers, backends.make)
        if used := backends.line():
            _say(f"Used: {used}.")


def _out(text: str) -> None:
    sys.stdout.write(text)


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def _ask(question: str) -> bool:
    print(f"{question} y or n [n] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold().startswith("y")


@contextmanager
def _progress(order: Order, report: RunReport, *, searching: bool) -> Generator[None]:
    """A bar on the error stream for runs that take their time; nothing where that is no terminal."""
    if (order.count == 1 and not searching) or not sys.stderr.isatty():
        yield
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True, markup=False), transient=True) as bar:
        task = bar.add_task("games", total=order.count)
        told: Callable[[str], None] = report.say

        def step(done: int, tries: int) -> None:
            words = f"games, seed {tries} tried" if searching and tries else "games"
            bar.update(task, completed=done, description=words)

        def say(text: str) -> None:
            bar.console.print(text, markup=False, highlight=False, soft_wrap=True)

        report.step, report.say = step, say
        try:
            yield
        finally:
            report.say = told
