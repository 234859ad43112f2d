"""Options that several commands share, each defined once, and how their text becomes values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from dubious_ai.core.model import Tells
    from dubious_ai.game.seating import Plan

SettingOption = Annotated[
    str | None,
    typer.Option("--setting", "-s", help="science-fiction, cthulhu or antiquity."),
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="How many at the table, 3 to 6.")]
Rounds = Annotated[int, typer.Option("--rounds", "-r", help="How many rounds.")]
Questions = Annotated[
    str,
    typer.Option(
        "--questions", "-q", help="Appearance + assorted questions of a round; 2+2 is the short one."
    ),
]
Hard = Annotated[bool, typer.Option("--hard", help="Shuffle both question piles together.")]
LevelOption = Annotated[
    str, typer.Option("--level", "-l", help="How well the others guess: novice, regular or sharp.")
]
TellsOption = Annotated[
    str | None,
    typer.Option(
        "--tells", help="How hard the others hint: open, fair, sly or auto (fitted to how you read)."
    ),
]
SeedOption = Annotated[
    str | None, typer.Option("--seed", help="Any text: the same seed deals the same game.")
]
Company = Annotated[str | None, typer.Option("--with", help="Who sits down, e.g. bruno,dag.")]
BrainOption = Annotated[
    str | None,
    typer.Option(
        "--brain", "-b", help="Who plays the others: house, openai:MODEL or openai:MODEL@http://…/v1."
    ),
]
Seats = Annotated[
    list[str] | None,
    typer.Option("--seat", help="A brain for one seat, e.g. 2=house. May be repeated."),
]
Plain = Annotated[bool, typer.Option("--plain", help="No boxes, no colour: for screen readers and pipes.")]
MaxCost = Annotated[
    float | None, typer.Option("--max-cost", help="Dollars the models may spend; then the house speaks.")
]
MaxTokens = Annotated[
    int | None, typer.Option("--max-tokens", help="Tokens the models may use; then the house speaks.")
]
LogFile = Annotated[
    Path | None,
    typer.Option("--log", help="Write requests and replies of models to this file, keys removed."),
]
Pipe = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


def tells_named(text: str | None) -> Tells:
    """The tells somebody means; fair ones where nothing is said. Raises UsageError with the choices."""
    from dubious_ai.errors import UsageError

    known: tuple[Tells, ...] = ("open", "fair", "sly", "auto")
    wanted = (text or "fair").strip().casefold()
    for tells in known:
        if tells == wanted:
            return tells
    raise UsageError(f"There are no tells {text!r}. Choose open, fair, sly or auto.")


def suited_tells(text: str | None, seed: str | None) -> tuple[Tells, float | None]:
    """The tells of a game with a person in it: those asked for; else fair ones with a seed or in the first games, then fitted ones. Raises UsageError."""
    from dubious_ai.analysis.reading_estimate import GAMES_BEFORE, estimate_from
    from dubious_ai.storage.home import history

    chosen = tells_named(text)
    if chosen != "auto" and (text is not None or seed is not None):
        return chosen, None
    found = estimate_from(summary for _, summary in history().sound)
    if text is None and found.games < GAMES_BEFORE:
        return "fair", None
    return "auto", round(found.aim, 3)


def question_split(text: str, hard: bool) -> tuple[int, int]:
    """ "2+3" as numbers; a single number is allowed with --hard. Raises UsageError."""
    from dubious_ai.errors import UsageError

    found = re.fullmatch(r"\s*(\d{1,3})\s*(?:\+\s*(\d{1,3}))?\s*", text)
    if not found or (found[2] is None and not hard):
        raise UsageError(f"{text!r} is no number of questions. Write appearance + assorted, e.g. 2+3.")
    return int(found[1]), int(found[2] or 0)


def plan(
    *,
    setting: str,
    players: int,
    rounds: int,
    questions: str,
    hard: bool,
    level: str,
    seed: str | None,
    company: str | None,
    brain: str | None = None,
    seats: list[str] | None = None,
    human: str | None = None,
    heard: tuple[str, ...] = (),
    exclude: str | None = None,
    tells: tuple[Tells, float | None] = ("fair", None),
) -> Plan:
    """Turn the shared options into a plan; `tells` are how hard the others hint, and the aim of fitted ones. Raises UsageError with the bad value."""
    from dubious_ai.config import load
    from dubious_ai.content.card_names import resolve_card
    from dubious_ai.content.library import library, setting_slug
    from dubious_ai.core.model import LEVELS, Level, Options
    from dubious_ai.errors import UsageError
    from dubious_ai.game.seating import Plan

    if rounds < 1:
        raise UsageError(f"{rounds} rounds cannot be played. Ask for one or more.")
    by_name: dict[str, Level] = {known: known for known in LEVELS}
    chosen = by_name.get(level.strip().casefold())
    if chosen is None:
        raise UsageError(f"There is no level {level!r}. Choose novice, regular or sharp.")
    slug = setting_slug(setting)
    appearance, assorted = question_split(questions, hard)
    settings = load()
    left_out = [part for part in (exclude or "").split(",") if part.strip()]
    whole = library(slug).setting()
    return Plan(
        setting=slug,
        seats=players,
        options=Options(
            rounds=rounds, appearance=appearance, assorted=assorted, hard=hard, tells=tells[0], aim=tells[1]
        ),
        human=human,
        level=chosen,
        brain=brain or settings.brain,
        brains={**({} if brain else settings.seats), **_brains(seats or [])},
        company=tuple(name for name in (company or "").split(",") if name.strip()),
        seed=seed,
        exclude=frozenset(resolve_card(whole, None, part).slug for part in left_out),
        heard=heard,
    )


def _brains(seats: list[str]) -> dict[int, str]:
    from dubious_ai.errors import UsageError

    found: dict[int, str] = {}
    for text in seats:
        number, equals, spec = text.partition("=")
        if not equals or not number.strip().isdigit() or not spec.strip():
            raise UsageError(f"--seat {text!r} is not a seat and a brain. Write e.g. --seat 2=house.")
        found[int(number)] = spec.strip()
    return found
