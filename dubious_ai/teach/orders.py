"""An order for lessons or data: which form, how many, where to. Owns what can be ordered and how it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from dubious_ai.core.events import Event
from dubious_ai.errors import UsageError
from dubious_ai.teach.flat_tables import table_files
from dubious_ai.teach.markdown import Depth, Spoilers

Form = Literal["md", "html", "json", "jsonl", "csv"]
FORMS: tuple[Form, ...] = get_args(Form)
MOST: dict[Form, int] = {"md": 100, "html": 100, "json": 1000, "jsonl": 100_000, "csv": 10_000}


@dataclass(frozen=True)
class Order:
    """What is to be written. `target` None means standard output; `feedback` adds lines for each pupil of a class, `initials` takes their names away.

    `groups` puts all tables of a class on one page; `tasks` is where the list of what each pupil is to write again goes, `key` where the solution
    goes when it is to be a file of its own. `starters` say how a guess may be put into words.
    """

    form: Form = "md"
    target: Path | None = None
    spoilers: Spoilers = "end"
    commentary: Depth = "short"
    count: int = 1
    force: bool = False
    record: bool = False
    feedback: bool = False
    initials: bool = False
    groups: bool = False
    tasks: Path | None = None
    key: Path | None = None
    starters: bool = False


def _nothing(text: str) -> None:
    del text


def _no_step(done: int, tries: int) -> None:
    del done, tries


def _nobody_learns(events: Sequence[Event]) -> None:
    del events


@dataclass
class RunReport:
    """Where a run speaks: `out` is the result itself, `say` words beside it, `step` progress (games done, seeds tried for the next), `played` the events of every game played."""

    out: Callable[[str], None] = _nothing
    say: Callable[[str], None] = _nothing
    ask: Callable[[str], bool] | None = None
    step: Callable[[int, int], None] = field(default=_no_step)
    played: Callable[[Sequence[Event]], object] = field(default=_nobody_learns)


def form_named(text: str | None, target: Path | None) -> Form:
    """The form somebody asks for, else the one of the file's ending, else Markdown. Raises UsageError."""
    known: dict[str, Form] = {**{f: f for f in FORMS}, "markdown": "md", "htm": "html", "ndjson": "jsonl"}
    if text is not None:
        wanted = text.strip().casefold().lstrip(".")
        if wanted not in known:
            raise UsageError(f"There is no format {text!r}. Choose one of: {', '.join(FORMS)}.")
        return known[wanted]
    return known.get(target.suffix.casefold().lstrip("."), "md") if target else "md"


def spoilers_named(text: str) -> Spoilers:
    """Where the solution stands. Raises UsageError."""
    for known in get_args(Spoilers):
        if known == text.strip().casefold():
            return known
    raise UsageError(f"--spoilers {text!r} is not known. Choose end, none or inline.")


def depth_named(text: str) -> Depth:
    """How much commentary. Raises UsageError."""
    for known in get_args(Depth):
        if known == text.strip().casefold():
            return known
    raise UsageError(f"--commentary {text!r} is not known. Choose off, short or full.")


def check_order(order: Order) -> None:
    """Refuse, before anything is played, what cannot be delivered. Raises UsageError."""
    if order.count < 1:
        raise UsageError(f"{order.count} games are none. Ask for --count 1 or more.")
    if order.count > MOST[order.form]:
        more = "" if order.form == "jsonl" else "; for data sets use --format jsonl"
        raise UsageError(
            f"{order.count:,} games are too many at once: {order.form} goes up to {MOST[order.form]:,}{more}."
        )
    if order.record and order.form == "jsonl":
        raise UsageError(
            "--record keeps a file for each game and does not go with jsonl, whose lines hold the games already."
        )
    if order.key and order.form not in ("md", "html"):
        raise UsageError("--key is for lessons to read: md or html. Data hold the solution themselves.")
    if order.form == "csv" and order.target is None:
        raise UsageError("CSV goes to four files, so they need a name: add e.g. -o games.csv.")
    if order.form == "html" and order.target is None and order.count > 1 and not order.groups:
        raise UsageError("Several pages need a file to be named after: add e.g. -o lesson.html.")


def targets(order: Order) -> list[Path]:
    """The files of an order: one, or for pages and Markdown of several games numbered ones."""
    if order.target is None:
        return []
    if order.form == "csv":
        return list(table_files(order.target).values())
    if order.count == 1 or order.groups or order.form in ("json", "jsonl"):
        return [order.target]
    path = order.target
    return [path.with_name(f"{path.stem}-{n}{path.suffix}") for n in range(1, order.count + 1)]
