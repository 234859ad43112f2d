"""A game at the keyboard from the first deal to the goodbye: laying or resuming the table, its record, leaving and saving."""

from __future__ import annotations

from pathlib import Path

from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.protocol import Leave
from dubious_ai.content.library import library, setting_slug
from dubious_ai.core.game import Game
from dubious_ai.errors import UsageError
from dubious_ai.game.backends import Backends
from dubious_ai.game.seating import HUMAN, Plan, brains_of, human_seats, lay, seed_of
from dubious_ai.game.table import Table
from dubious_ai.storage.history import summarise
from dubious_ai.storage.home import Draft, history, new_game
from dubious_ai.storage.record_writer import Record
from dubious_ai.ui.lines import afterwards, guided_round, opinion_prompt
from dubious_ai.ui.lines.coaching import Coaching
from dubious_ai.ui.lines.commands import Commands
from dubious_ai.ui.lines.human import Human
from dubious_ai.ui.lines.show import Show
from dubious_ai.ui.lines.start import where
from dubious_ai.ui.lines.terminal import Interrupted, Prompt, Terminal


def play_new(terminal: Terminal, plan: Plan, backends: Backends, *, timers: bool) -> None:
    """Lay the table, open its record and play. Raises DubiousError before the first deal if that cannot be done."""
    game, _ = lay(plan)
    _look_at_brains(terminal, game, backends)
    game_id, path = new_game(plan.setting)
    with Record.create(path, game_id, game.events, number=history().next_number()) as record:
        _play(terminal, game, record, game_id, backends, timers=timers)


def go_on(terminal: Terminal, path: Path, backends: Backends, *, timers: bool) -> None:
    """Open a record and go on where it stopped. Raises DubiousError if it is finished, damaged or open elsewhere."""
    if guided_round.belongs_here(path):
        guided_round.go_on(terminal, path)
        return
    record, loaded = Record.reopen(path)
    with record:
        game_id = loaded.header.game
        if loaded.finished:
            raise UsageError(f"Game {game_id} is finished. `dubious replay {game_id}` shows it.")
        if loaded.dropped:
            terminal.say(loaded.told(), "warning")
        game = loaded.game()
        if game.state.setup is None or game.state.noted is None:
            raise UsageError(
                f"Game {game_id} ends before the table was laid: nothing was played in it. `dubious play` starts a game."
            )
        _look_at_brains(terminal, game, backends)
        terminal.say(f"Going on with game {game_id}: {where(summarise(path))}.", "quiet")
        _play(terminal, game, record, game_id, backends, timers=timers)


def watch(terminal: Terminal, plan: Plan, backends: Backends, *, save: bool) -> None:
    """A game of bots only, shown as it happens; kept as a record if `save`."""
    game, seed = lay(plan)
    _look_at_brains(terminal, game, backends)
    show = Show(terminal, game, library(plan.setting), None, warn=backends.warning, waits=backends.waits)
    record, game_id = None, ""
    if save:
        game_id, path = new_game(plan.setting)
        record = Record.create(path, game_id, game.events, number=history().next_number())
    try:
        Table(
            game,
            brains_of(game.state, make=backends.make),
            HouseBrain(),
            seed,
            sink=record.store if record else None,
            listener=show,
            parallel=_parallel(game),
        ).play()
    except (Leave, KeyboardInterrupt):
        terminal.say("You leave before the end." + (f" Saved as {game_id}." if save else ""))
    finally:
        if record:
            record.close()
    if used := backends.line():
        terminal.say(f"Used: {used}.", "quiet")
    if save:
        terminal.say(f"The game is kept as {game_id}.", "quiet")


def _look_at_brains(terminal: Terminal, game: Game, backends: Backends) -> None:
    """Refuse, before anything is written, a table with a brain that cannot play; tell what should be known."""
    specs = game.state.noted.brains if game.state.noted else ()
    _ask_about_servers(terminal, backends, backends.strangers(specs))
    for caution in backends.check(specs):
        terminal.say(caution, "warning")


def _ask_about_servers(terminal: Terminal, backends: Backends, addresses: tuple[str, ...]) -> None:
    """A game file may come from anywhere: a server that only it names is shown, and asked nothing without a yes. Raises UsageError for a no."""
    if not addresses or not terminal.live:
        return
    listed = " and ".join(addresses)
    terminal.say(
        f"This game is played by a server that only its file names: {listed}. What is said at the table would be sent there; your keys would not.",
        "warning",
    )
    try:
        typed = terminal.read(Prompt(f"Send it to {listed}? yes or no ›"))
    except (Interrupted, EOFError):
        typed = ""
    if typed.casefold() not in ("y", "yes"):
        raise UsageError("Nothing was sent. The game waits as it was.")
    backends.allow(addresses)


def _parallel(game: Game) -> bool:
    """Whether any seat has a brain worth waiting for beside others."""
    specs = game.state.noted.brains if game.state.noted else ()
    return bool(set(specs) - {"house", HUMAN})


def _play(
    terminal: Terminal, game: Game, record: Record, game_id: str, backends: Backends, *, timers: bool
) -> None:
    texts = library(setting_slug(game.state.setting.slug))
    humans = human_seats(game.state)
    seat = min(humans, default=None)
    show = Show(terminal, game, texts, seat, warn=backends.warning, waits=backends.waits)
    show.on_retry = backends.try_again
    person = (
        Human(
            terminal,
            texts,
            show,
            seat=seat,
            draft=Draft(record.path),
            timers=timers,
            game=game_id,
            used=backends.line,
        )
        if seat is not None
        else None
    )
    table = Table(
        game,
        brains_of(game.state, person, backends.make),
        HouseBrain(),
        seed_of(game.state),
        humans=humans,
        sink=record.store,
        listener=show,
        parallel=terminal.live or _parallel(game),
    )
    if person is not None and seat is not None:
        commands = Commands(terminal, table, texts, seat)
        coach = opinion_prompt.model_of(backends, backends.config.coach)
        Coaching(terminal, table, texts, seat, coach).connect(commands)
        person.sit_down(table, commands)
    try:
        if person is not None:
            person.catch_up()
        table.play()
    except (Leave, KeyboardInterrupt):
        record.sync()
        terminal.gap()
        terminal.say(f"Saved. Go on with: dubious resume {game_id}")
        return
    finally:
        record.sync()
    if used := backends.line():
        terminal.say(f"Used: {used}.", "quiet")
    terminal.say(f"The game is kept as {game_id}: dubious replay {game_id} shows it again.", "quiet")
    record.close()
    afterwards.offer(terminal, game, lambda plan: play_new(terminal, plan, backends, timers=timers))
