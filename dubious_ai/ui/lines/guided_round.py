"""The guided first round in a scrolling terminal."""

from __future__ import annotations

from pathlib import Path

from rich.table import Table
from rich.text import Text

from dubious_ai.belief.reader import Reader
from dubious_ai.belief.readers import Readers
from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.protocol import Brain, Leave
from dubious_ai.coach.guided import explanations as words
from dubious_ai.coach.guided.first_round import LEARNER, PARTS, SETTING, SPEC, Guided, is_guided, lay_guided
from dubious_ai.core.game import Game
from dubious_ai.errors import RecordError, UsageError
from dubious_ai.game.desk import Person
from dubious_ai.game.sitting import lay_before
from dubious_ai.storage.home import Draft, begin_record, history
from dubious_ai.storage.record import read_record as read_record
from dubious_ai.storage.record_writer import Record
from dubious_ai.ui.before_and_after import DEFAULT_NAME, usual_name
from dubious_ai.ui.called import as_called
from dubious_ai.ui.lines.desk import LinesDesk
from dubious_ai.ui.lines.show import Show
from dubious_ai.ui.lines.terminal import Terminal
from dubious_ai.ui.shoulder import Shoulder


def unfinished() -> Path | None:
    """The guided round somebody left, if there is one."""
    return next((path for path, game in history().sound if not game.finished and SPEC in game.brains), None)


def belongs_here(path: Path) -> bool:
    """Whether a record is an unfinished guided round. False for anything that cannot be read: others will say why."""
    try:
        loaded = read_record(path)
    except RecordError:
        return False
    return not loaded.finished and is_guided(loaded.events)


def learner_name() -> str:
    """The name the person last played under, unless one of the three has it."""
    name = usual_name()
    taken = {part.name.casefold() for part in PARTS.values()}
    return DEFAULT_NAME if name.casefold() in taken else name


def begin(terminal: Terminal, name: str, readers: Readers) -> None:
    """A guided round from the start, for somebody of this name. Raises UsageError for a name that is taken or no name."""
    game = lay_guided(name)
    game_id, record = begin_record(SETTING, game.events, readers.of(SETTING).library.digest)
    with record:
        _say(terminal, *words.WELCOME)
        _play(terminal, game, record, game_id, readers.of(SETTING))


def go_on_learning(terminal: Terminal, path: Path, readers: Readers) -> None:
    """Go on with a guided round where it was left. Raises DubiousError if it is open elsewhere or damaged."""
    record, loaded = Record.reopen(path)
    with record:
        if loaded.finished:
            raise UsageError("This guided round is finished. `dubious learn --again` begins another.")
        game = loaded.game()
        terminal.say(f"Going on with the guided round ({loaded.header.game}) where you left it.")
        _play(terminal, game, record, loaded.header.game, readers.of(SETTING))


def _play(terminal: Terminal, game: Game, record: Record, game_id: str, reader: Reader) -> None:
    names = [player.name for player in game.state.players]
    lines = LinesDesk(
        terminal,
        reader,
        Show(terminal, reader.library, names, LEARNER),
        game=game_id,
        draft=Draft(record.path),
    )
    desk = Shoulder(lines, lambda *sentences: _say(terminal, *sentences), reader)
    brains: dict[int, Brain] = {LEARNER: Person(desk), **{seat: Guided(reader) for seat in PARTS}}
    try:
        lay_before(game, desk, brains, HouseBrain(reader), record.store, beside=False).play()
    except (Leave, KeyboardInterrupt):
        record.sync()
        terminal.gap()
        terminal.say("Saved. `dubious learn` brings you back to this chair.")
        return
    _say(
        terminal,
        *(as_called(line) for line in words.ENDING),
        as_called(f"And `dubious review {game_id}` looks back on tonight, answer by answer."),
    )


def _say(terminal: Terminal, *sentences: str) -> None:
    """The voice at the shoulder: set apart by an empty line, and by a mark where colour is not to be had."""
    terminal.gap()
    for sentence in sentences:
        if terminal.plain:
            terminal.say(f"» {sentence}")
        else:
            line = Table.grid(padding=(0, 1, 0, 0))
            line.add_row(Text("»", "tick"), Text(sentence))
            terminal.show(line)
        terminal.breathe(1.0)
