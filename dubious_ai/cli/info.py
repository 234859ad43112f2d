"""`dubious rules` and `dubious cards`: what the game is and what it is played with."""

from __future__ import annotations

from typing import Annotated

import typer

from dubious_ai.cli import options as opt
from dubious_ai.content.library import library, setting_slug
from dubious_ai.ui.lines.terminal import open_terminal
from dubious_ai.ui.views import rules_view, table_views


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("rules")(rules)
    app.command("cards")(cards)


def rules(plain: opt.Plain = False) -> None:
    """The rules on one page, in our own words."""
    open_terminal(plain=plain).show(*rules_view.rules())


def cards(
    setting: Annotated[str, typer.Argument(help="The setting, by its name or the beginning of it.")],
    plain: opt.Plain = False,
) -> None:
    """The reference sheet of a setting: all Occupations and Secrets with their numbers, and the questions."""
    texts = library(setting_slug(setting))
    terminal = open_terminal(plain=plain)
    terminal.say(f"{texts.name}: {texts.scene}", "title")
    terminal.show(table_views.reference(texts, plain=terminal.plain))
    terminal.gap()
    terminal.say("Questions", "title")
    for question in texts.questions:
        terminal.say(f"  {question.back:<11} {question.text}")
    terminal.say("Card names are the publisher's; everything else is ours.", "quiet")
