"""A game at the keyboard from the first deal to the goodbye: laying or resuming the table, its record, leaving and saving."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from dubious_ai.brains.protocol import Leave
from dubious_ai.core.game import Game
from dubious_ai.errors import UsageError
from dubious_ai.game.backends import Backends
from dubious_ai.game.facts import changed_since
from dubious_ai.game.seating import Plan, human_seats, lay
from dubious_ai.game.sitting import look_on, sit_down
from dubious_ai.storage.history import summarise
from dubious_ai.storage.home import Draft, begin_record
from dubious_ai.storage.locking import take_warnings
from dubious_ai.storage.record_writer import Record
from dubious_ai.ui import opinion_prompt
from dubious_ai.ui.before_and_after import reopened, strange_servers_told, where
from dubious_ai.ui.called import command
from dubious_ai.ui.lines import afterwards, guided_round
from dubious_ai.ui.lines.desk import LinesDesk
from dubious_ai.ui.lines.line_reader import HANGUPS
from dubious_ai.ui.lines.show import Show
from dubious_ai.ui.lines.terminal import HungUp, Interrupted, Prompt, Terminal


def play_new(terminal: Terminal, plan: Plan, backends: Backends, *, timers: bool) -> None:
    """Lay the table, open its record and play. Raises DubiousError before the first deal if that cannot be done."""
    game, _ = lay(plan)
    _look_at_brains(terminal, game, backends)
    digest = backends.readers.of(plan.setting).library.digest
    game_id, record = begin_record(plan.setting, game.events, digest)
    with record:
        _play(terminal, game, record, game_id, backends, timers=timers)


def go_on(terminal: Terminal, path: Path, backends: Backends, *, timers: bool) -> None:
    """Open a record and go on where it stopped. Raises DubiousError if it is finished, damaged or open elsewhere."""
    if guided_round.belongs_here(path):
        guided_round.go_on_learning(terminal, path, backends.readers)
        return
    record, loaded, game = reopened(path)
    with record:
        game_id = loaded.header.game
        if loaded.dropped:
            terminal.say(loaded.told(), "warning")
        if changed := changed_since(loaded):
            terminal.say(changed, "warning")
        _look_at_brains(terminal, game, backends)
        terminal.say(f"Going on with game {game_id}: {where(summarise(path))}.", "quiet")
        _play(terminal, game, record, game_id, backends, timers=timers)


def watch(terminal: Terminal, plan: Plan, backends: Backends, *, save: bool) -> None:
    """A game of bots only, shown as it happens; kept as a record if `save`."""
    game, _ = lay(plan)
    _look_at_brains(terminal, game, backends)
    names = [player.name for player in game.state.players]
    texts = backends.readers.of(plan.setting).library
    show = Show(terminal, texts, names, None, warn=backends.warning, waits=backends.waits)
    record, game_id = None, ""
    if save:
        game_id, record = begin_record(plan.setting, game.events, texts.digest)
    tell_of_disks(terminal)
    try:
        look_on(game, show, backends, record.store if record else None).play()
    except (Leave, KeyboardInterrupt):
        terminal.say("You leave before the end." + (f" Saved as {game_id}." if save else ""))
    finally:
        if record:
            record.close()
    if used := backends.line():
        terminal.say(f"Used: {used}.", "quiet")
    if game.state.phase == "over" and (problem := backends.remember(game.events)):
        terminal.say(problem, "warning")
    if save:
        terminal.say(f"The game is kept as {game_id}.", "quiet")


def tell_of_disks(terminal: Terminal) -> None:
    """Say what the disk under the games cannot do, where it cannot."""
    for warning in take_warnings():
        terminal.say(warning, "warning")


@contextmanager
def saved_when_hung_up() -> Generator[None]:
    """A closed terminal or a request to end leaves the table as a person would: saved."""

    def leave(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise Leave

    before = {number: signal.signal(number, leave) for number in HANGUPS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


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
    terminal.say(strange_servers_told(addresses), "warning")
    try:
        typed = terminal.read(Prompt(f"Send it to {listed}? yes or no ›"))
    except (HungUp, Interrupted, EOFError):
        typed = ""
    if typed.casefold() not in ("y", "yes"):
        raise UsageError("Nothing was sent. The game waits as it was.")
    backends.allow(addresses)


def _play(
    terminal: Terminal, game: Game, record: Record, game_id: str, backends: Backends, *, timers: bool
) -> None:
    reader = backends.readers.of(game.state.setting.slug)
    names = [player.name for player in game.state.players]
    tell_of_disks(terminal)
    desk = LinesDesk(
        terminal,
        reader,
        Show(
            terminal,
            reader.library,
            names,
            min(human_seats(game.state)),
            warn=backends.warning,
            waits=backends.waits,
        ),
        game=game_id,
        draft=Draft(record.path),
        clocks=timers,
        opinion=opinion_prompt.model_of(backends, backends.config.coach, reader),
        used=backends.line,
    )
    try:
        with saved_when_hung_up():
            sit_down(game, desk, backends, record.store, beside=terminal.live).play()
    except (Leave, KeyboardInterrupt):
        record.sync()
        terminal.gap()
        terminal.say(f"Saved. Go on with: {command(f'resume {game_id}')}")
        return
    finally:
        desk.leave()
        record.sync()
    if used := backends.line():
        terminal.say(f"Used: {used}.", "quiet")
    if game.state.phase == "over" and (problem := backends.remember(game.events)):
        terminal.say(problem, "warning")
    terminal.say(f"The game is kept as {game_id}: {command(f'replay {game_id}')} shows it again.", "quiet")
    record.close()
    afterwards.offer(
        terminal, game, backends.readers, lambda plan: play_new(terminal, plan, backends, timers=timers)
    )
