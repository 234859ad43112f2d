"""`dubious drill` and `dubious progress`: short exercises, and how they go over time."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from dubious_ai.cli import options as opt
from dubious_ai.cli.composition import READERS
from dubious_ai.coach.drill.practice_log import SKILLS, load_practice
from dubious_ai.content.library import setting_slug, setting_slugs
from dubious_ai.errors import UsageError
from dubious_ai.ui.drilling import drill_for
from dubious_ai.ui.lines.drill_session import practise
from dubious_ai.ui.lines.terminal import open_terminal
from dubious_ai.ui.progress_pages import show_progress

if TYPE_CHECKING:
    from dubious_ai.coach.drill.practice_log import Skill
    from dubious_ai.content.library import SettingSlug


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("drill")(drill)
    app.command("progress")(progress)


def drill(
    setting: opt.SettingOption = None,
    kind: Annotated[str | None, typer.Option("--kind", "-k", help="guess or hint; both without it.")] = None,
    count: Annotated[int, typer.Option("--count", "-c", help="How many exercises.")] = 10,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed", help="Any text: the same seed gives the same exercises, whatever was practised before."
        ),
    ] = None,
    plain: opt.Plain = False,
) -> None:
    """Short exercises: who gave these five answers, and one answer to write. Cards that went wrong come again sooner.

    Input may also come from a file: for a guess a line for the Occupation and one for the Secret, for a hint one line.
    """

    seed = opt.seed_named(seed)
    if not 1 <= count <= 200:
        raise UsageError(f"{count} exercises cannot be set. Ask for 1 to 200.")
    now = datetime.now().astimezone
    drill = drill_for(READERS, _settings(setting), now().date(), seed=seed)
    practise(open_terminal(plain=plain), drill, _kind(kind), count, now)


def progress(setting: opt.SettingOption = None, plain: opt.Plain = False) -> None:
    """How practice goes: accuracy over time by setting and card, and how sure you should be."""

    show_progress(open_terminal(plain=plain), load_practice(), _settings(setting))


def _settings(text: str | None) -> tuple[SettingSlug, ...]:

    return setting_slugs() if text is None else (setting_slug(text),)


def _kind(text: str | None) -> Skill | None:

    if text is None:
        return None
    for skill in SKILLS:
        if text.strip().casefold() in (skill, f"{skill}s"):
            return skill
    raise UsageError(f"There is no exercise {text!r}. Choose guess or hint.")
