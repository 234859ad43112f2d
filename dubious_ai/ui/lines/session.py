"""A game at the keyboard from the first deal to the goodbye: laying or resuming the table, its record, leaving and saving."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from dubious_ai.brains.protocol import Leave
from dubious_ai.core.game import Game
from dubious_ai.game.backends import Backends
from dubious_ai.game.facts import changed_since
from dubious_ai.game.seating import Plan, human_seats, lay
from dubious_ai.game.sitting import sit_down
from dubious_ai.storage.history import summarise
from dubious_ai.storage.home import Draft, begin_record
from dubious_ai.storage.record_writer import Record
from dubious_ai.ui import opinion_prompt
from dubious_ai.ui.before_and_after import reopened, where
from dubious_ai.ui.called import command
from dubious_ai.ui.lines import afterwards, guided_round
from dubious_ai.ui.lines.desk import LinesDesk
from dubious_ai.ui.lines.line_reader import HANGUPS
from dubious_ai.ui.lines.show import Show
from dubious_ai.ui.lines.terminal import Terminal
from dubious_ai.ui.lines.watching import look_at_brains, tell_of_disks


def play_new(terminal: Terminal, plan: Plan, backends: Backends, *, timers: bool) -> None:
    """Lay the table, open its record and play. Raises DubiousError before the first deal if that cannot be done."""
    game, _ = lay(plan)
    look_at_brains(terminal, game, backends)
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
        look_at_brains(terminal, game, backends)
        terminal.say(f"Going on with game {game_id}: {where(summarise(path))}.", "quiet")
        _play(terminal, game, record, game_id, backends, timers=timers)


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
