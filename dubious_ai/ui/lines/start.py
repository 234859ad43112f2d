"""Before the first deal: the masthead, the unfinished game, and the three questions a bare start asks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dubious_ai.config.settings_file import EveningSettings
from dubious_ai.content.library import library, setting_slug, setting_slugs
from dubious_ai.content.rules_text import WINNING
from dubious_ai.errors import UsageError
from dubious_ai.storage.home import history
from dubious_ai.ui.before_and_after import usual_name, where
from dubious_ai.ui.lines.terminal import HungUp, Interrupted, Prompt, Terminal
from dubious_ai.ui.typed import number_typed
from dubious_ai.ui.views import table_views

COMFORTABLE = 60


@dataclass(frozen=True)
class Wishes:
    """What had to be asked before the first deal."""

    setting: str
    players: int
    name: str


def greet(terminal: Terminal) -> None:
    """The first line, and a word if the window is narrow."""
    terminal.show(table_views.masthead())
    terminal.say(WINNING)
    if terminal.console.width < COMFORTABLE:
        terminal.say(
            f"The window is {terminal.console.width} columns wide; from {COMFORTABLE} on everything has room.",
            "quiet",
        )


def _ask(terminal: Terminal, label: str, default: str) -> str:
    try:
        return terminal.read(Prompt(f"{label}  [{default}] ›")) or default
    except (EOFError, Interrupted, HungUp) as stop:
        raise UsageError("Nobody is there to answer. Nothing was started.") from stop


def ask_missing(
    terminal: Terminal, setting: str | None, players: int | None, name: str | None, liked: EveningSettings
) -> Wishes:
    """Ask for what the command line left open, what the person likes first. Only a bare start asks everything; otherwise defaults fill in.

    Raises UsageError at the end of input.
    """
    bare = setting is None and players is None and name is None
    if setting is None:
        usual = liked.setting or "antiquity"
        setting = _ask_setting(terminal, usual) if bare or terminal.live else usual
    if players is None:
        players = _ask_players(terminal, liked.players or 4) if bare else liked.players or 4
    if name is None:
        name = usual_name(liked.name)
        if bare:
            name = _ask(terminal, "Your name?", name)
    return Wishes(setting, players, name)


def _ask_setting(terminal: Terminal, usual: str) -> str:
    known = setting_slugs()
    default = str(known.index(usual) + 1) if usual in known else "3"
    names = "   ".join(f"{n} {library(slug).name}" for n, slug in enumerate(known, 1))
    while True:
        typed = _ask(terminal, f"Where shall we play?   {names}", default)
        try:
            number = number_typed(typed)
            return setting_slug(str(number) if number else typed)
        except UsageError as error:
            terminal.say(str(error), "problem")


def _ask_players(terminal: Terminal, usual: int) -> int:
    while True:
        typed = _ask(terminal, "How many at the table? 3-6", str(usual))
        number = number_typed(typed)
        if number is not None and 3 <= number <= 6:
            return number
        terminal.say(f"{typed!r} will not do: 3, 4, 5 or 6 can play.", "problem")


def offer_unfinished(terminal: Terminal) -> Path | None:
    """Ask whether to go on with the last unfinished game, if there is one."""
    found = history().last_unfinished()
    if found is None or not terminal.live:
        return None
    path, game = found
    terminal.say(f"There is an unfinished game: {where(game)} ({game.game}).")
    answer = _ask(terminal, "Go on with it? y or n", "y").casefold()
    return path if answer.startswith("y") else None
