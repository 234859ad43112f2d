"""`dubious sample`: games played by brains, or read from a file, written as lessons or data."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dubious_ai.cli import options as opt
from dubious_ai.cli.composition import READERS

if TYPE_CHECKING:
    from dubious_ai.teach.orders import Order, RunReport


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("sample")(sample)


def sample(
    setting: opt.SettingOption = None,
    players: opt.Players = None,
    rounds: opt.Rounds = 1,
    questions: opt.Questions = "2+3",
    hard: opt.Hard = False,
    level: opt.LevelOption = "regular",
    tells: opt.TellsOption = None,
    seed: opt.SeedOption = None,
    count: Annotated[int, typer.Option("--count", "-c", help="How many games.")] = 1,
    brain: opt.BrainOption = None,
    seat: opt.Seats = None,
    company: opt.Company = None,
    form: Annotated[
        str | None,
        typer.Option("--format", "-f", help="md, html, json, jsonl or csv; else by the file's name."),
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file to write.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
    spoilers: Annotated[str, typer.Option("--spoilers", help="The solution: end, none or inline.")] = "end",
    commentary: Annotated[str, typer.Option("--commentary", help="off, short or full.")] = "short",
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
    key: Annotated[
        Path | None,
        typer.Option("--key", help="Write the solution to this file, and leave it out of the lesson."),
    ] = None,
    initials: Annotated[
        bool, typer.Option("--initials", help="Initials instead of names, in every form.")
    ] = False,
    groups: Annotated[
        bool, typer.Option("--groups", help="With --from class.csv: all tables of the class on one page.")
    ] = False,
    tasks: Annotated[
        Path | None,
        typer.Option(
            "--tasks",
            help="With --from class.csv: a list of what each pupil is to write again, for `dubious hint --batch`.",
        ),
    ] = None,
    record: Annotated[
        bool, typer.Option("--record", help="Keep the game file too, for replay and review.")
    ] = False,
    max_cost: opt.MaxCost = None,
    max_tokens: opt.MaxTokens = None,
    log: opt.LogFile = None,
) -> None:
    """Make sample rounds for teaching: real games with commentary, as Markdown, a page, JSON or lines of JSON.

    Without -o the lesson is printed. Lines of JSON grow in FILE.partial, and the same command goes on after an interruption.
    """
    from dubious_ai.errors import UsageError
    from dubious_ai.teach import orders, sample_run
    from dubious_ai.teach.tiers import TELLS, tier_named

    target = output.expanduser() if output else None
    chosen = tier_named(tier)
    order = orders.Order(
        form=orders.form_named(form, target),
        target=target,
        spoilers=orders.spoilers_named(spoilers),
        commentary=orders.depth_named(commentary),
        count=count,
        force=force,
        record=record,
        initials=initials,
        groups=groups,
        tasks=tasks.expanduser() if tasks else None,
        key=key.expanduser() if key else None,
        starters=chosen == "easy",
    )
    orders.check_order(order)
    report = orders.RunReport(
        out=_out, say=_say, ask=_ask if sys.stdin.isatty() and sys.stderr.isatty() else None
    )
    if source is not None:
        if show is not None or count != 1 or record:
            raise UsageError("--from tells the one game in the file; leave out --show, --count and --record.")
        from dubious_ai.content.library import setting_slug

        sample_run.tell(source, order, report, READERS, setting_slug(setting) if setting else None)
        return
    if groups or tasks:
        raise UsageError("--groups and --tasks are for a class: add --from class.csv.")
    if setting is None and exclude:
        raise UsageError("--exclude needs --setting, since each setting has cards of its own.")
    if seed is not None and not seed.strip():
        raise UsageError("The seed is empty. Give any text, or leave --seed out.")
    from dubious_ai.game.backends import Backends
    from dubious_ai.teach.sample_games import Wish, fresh_seed
    from dubious_ai.teach.teaching_aims import aim_named

    plan = opt.plan(
        setting=setting or "antiquity",
        players=4 if players is None else players,
        rounds=rounds,
        questions=questions,
        hard=hard,
        level=level,
        tells=(opt.tells_named(tells) if tells else TELLS[chosen], None),
        seed=seed,
        company=company,
        brain=brain,
        seats=seat,
        exclude=exclude,
    )
    wish = Wish(
        plan=plan,
        seed=seed
        or sample_run.seed_begun(target if order.form == "jsonl" and not force else None)
        or fresh_seed(),
        setting=plan.setting if setting is not None else None,
        family=family,
        tier=chosen,
        show=aim_named(show) if show is not None else None,
    )
    named = (brain, *(seat or []))
    with Backends.from_settings(
        READERS, max_cost=max_cost, max_tokens=max_tokens, log=log, named=named
    ) as backends:
        if not wish.free:
            from dubious_ai.teach.cost_estimate import look

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
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

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
