"""Beginning and ending a session at the keyboard: the questions before the first deal, laying or resuming the table, leaving."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.protocol import Leave
from dubious_ai.content import SETTINGS, library, setting_slug
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.errors import DubiousError, UsageError
from dubious_ai.home import Draft, last_unfinished, new_game, saved_games
from dubious_ai.record import Loaded, Record
from dubious_ai.seating import HUMAN, Plan, brains_of, heard_lately, human_seats, lay, seed_of
from dubious_ai.table import Table
from dubious_ai.ui import views
from dubious_ai.ui.commands import Commands
from dubious_ai.ui.human import Human
from dubious_ai.ui.show import Show
from dubious_ai.ui.terminal import Interrupted, Prompt, Terminal

COMFORTABLE = 60
DEFAULT_NAME = "Ann"


@dataclass(frozen=True)
class Wishes:
    """What had to be asked before the first deal."""

    setting: str
    players: int
    name: str


def greet(terminal: Terminal) -> None:
    """The first line, and a word if the window is narrow."""
    terminal.show(views.masthead())
    if terminal.console.width < COMFORTABLE:
        terminal.say(
            f"The window is {terminal.console.width} columns wide; from {COMFORTABLE} on everything has room.",
            "quiet",
        )


def _ask(terminal: Terminal, label: str, default: str) -> str:
    try:
        return terminal.read(Prompt(f"{label}  [{default}] ›")) or default
    except (EOFError, Interrupted) as stop:
        raise UsageError("Nobody is there to answer. Nothing was started.") from stop


def ask_missing(terminal: Terminal, setting: str | None, players: int | None, name: str | None) -> Wishes:
    """Ask for what the command line left open. Only a bare start asks everything; otherwise defaults fill in.

    Raises UsageError at the end of input.
    """
    bare = setting is None and players is None and name is None
    if setting is None:
        setting = _ask_setting(terminal) if bare or terminal.live else "antiquity"
    if players is None:
        players = _ask_players(terminal) if bare else 4
    if name is None:
        name = _ask(terminal, "Your name?", _last_name()) if bare else _last_name()
    return Wishes(setting, players, name)


def _ask_setting(terminal: Terminal) -> str:
    names = "   ".join(f"{n} {library(slug).name}" for n, slug in enumerate(SETTINGS, 1))
    while True:
        typed = _ask(terminal, f"Where shall we play?   {names}", "3")
        try:
            return setting_slug(typed)
        except UsageError as error:
            terminal.say(str(error), "problem")


def _ask_players(terminal: Terminal) -> int:
    while True:
        typed = _ask(terminal, "How many at the table? 3-6", "4")
        if typed.isdigit() and 3 <= int(typed) <= 6:
            return int(typed)
        terminal.say(f"{typed!r} will not do: 3, 4, 5 or 6 can play.", "problem")


def _last_name() -> str:
    """The name used in the latest saved game."""
    for saved in saved_games():
        if saved.loaded:
            setup = next((e for e in saved.loaded.events if isinstance(e, ev.GameSetUp)), None)
            noted = next((e for e in saved.loaded.events if isinstance(e, ev.BrainsNoted)), None)
            if setup and noted and HUMAN in noted.brains:
                return setup.players[noted.brains.index(HUMAN)].name
    return DEFAULT_NAME


def offer_unfinished(terminal: Terminal) -> Path | None:
    """Ask whether to go on with the last unfinished game, if there is one."""
    saved = last_unfinished()
    if saved is None or saved.loaded is None or not terminal.live:
        return None
    terminal.say(f"There is an unfinished game: {where(saved.loaded)} ({saved.game}).")
    answer = _ask(terminal, "Go on with it? y or n", "y").casefold()
    return saved.path if answer.startswith("y") else None


def where(loaded: Loaded) -> str:
    """Setting and place of a saved game, e.g. "Antiquity, round 1, question 3 of 5"."""
    state = loaded.game().state
    name = state.setting.name
    if not state.rounds:
        return f"{name}, before the first deal"
    now = state.round
    if state.phase == "answering":
        return f"{name}, round {now.number}, question {len(now.asked)} of {state.options.questions}"
    return f"{name}, round {now.number}, {state.phase}"


def heard_in_last_games() -> tuple[str, ...]:
    """Prepared answers of the latest saved games, to be avoided in the next."""
    return heard_lately(s.loaded for s in saved_games() if s.loaded)


def play_new(terminal: Terminal, plan: Plan, *, timers: bool) -> None:
    """Lay the table, open its record and play. Raises DubiousError before the first deal if that cannot be done."""
    game, _ = lay(plan)
    brains_of(game.state, _nobody())
    game_id, path = new_game(plan.setting)
    with Record.create(path, game_id) as record:
        for event in game.events:
            record.append(event)
        record.sync()
        _play(terminal, game, record, game_id, timers=timers)


def go_on(terminal: Terminal, path: Path, *, timers: bool) -> None:
    """Open a record and go on where it stopped. Raises DubiousError if it is finished, damaged or open elsewhere."""
    record, loaded = Record.reopen(path)
    with record:
        if loaded.finished:
            raise UsageError(
                f"Game {loaded.header.game} is finished. `dubious replay {loaded.header.game}` shows it."
            )
        if loaded.torn:
            terminal.say(
                "The last line of the game file was torn and is dropped; everything before it is there.",
                "warning",
            )
        game = loaded.game()
        if game.state.setup is None:
            raise UsageError(f"{path} holds no table yet. `dubious play` starts a game.")
        terminal.say(f"Going on with game {loaded.header.game}: {where(loaded)}.", "quiet")
        _play(terminal, game, record, loaded.header.game, timers=timers)


def _nobody() -> HouseBrain:
    """A stand-in used only to see whether every brain can be had before anything is written."""
    return HouseBrain()


def _play(terminal: Terminal, game: Game, record: Record, game_id: str, *, timers: bool) -> None:
    texts = library(setting_slug(game.state.setting.slug))
    humans = human_seats(game.state)
    seat = min(humans, default=None)
    show = Show(terminal, game, texts, seat)
    person = (
        Human(terminal, texts, show, seat=seat, draft=Draft(record.path), timers=timers, game=game_id)
        if seat is not None
        else None
    )
    table = Table(
        game,
        brains_of(game.state, person),
        HouseBrain(),
        seed_of(game.state),
        humans=humans,
        sink=record.append,
        listener=show,
        parallel=terminal.live,
    )
    if person is not None and seat is not None:
        person.sit_down(table, Commands(terminal, table, texts, seat))
    try:
        table.play()
    except (Leave, KeyboardInterrupt):
        record.sync()
        terminal.gap()
        terminal.say(f"Saved. Go on with: dubious resume {game_id}")
        return
    except DubiousError:
        record.sync()
        raise
    record.sync()
    terminal.say(f"The game is kept as {game_id}: dubious replay {game_id} shows it again.", "quiet")
