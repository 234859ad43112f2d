"""Tonight's table: one deal for everybody on a date, played once, with a result to paste that spoils nothing."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from dubious_ai.analysis.sentences import result_told
from dubious_ai.belief.readers import Readers
from dubious_ai.content import shipped
from dubious_ai.content.library import library
from dubious_ai.core import events as ev
from dubious_ai.core.deal import substream
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.core.state import State
from dubious_ai.game.seating import Plan, lay
from dubious_ai.game.sitting import house_of
from dubious_ai.game.table import Table
from dubious_ai.storage.history import Summary
from dubious_ai.storage.home import history
from dubious_ai.storage.record import read_record

SEATS = 4


def today() -> str:
    """The date as it names a table."""
    return datetime.date.today().isoformat()


def seed(date: str) -> str:
    """The seed of a date's table."""
    return f"tonight {date}"


def tonights_plan(date: str, name: str) -> Plan:
    """The table of a date for somebody of this name."""
    ours = sorted(folder.name for folder, pack in shipped.setting_folders() if not pack)
    setting = substream(seed(date), "tonight").choice(ours)
    return Plan(
        setting=setting, seats=SEATS, options=Options(tells="fair", talk=True), human=name, seed=seed(date)
    )


def told(date: str) -> str:
    """What tonight's table is, in a line."""
    return f"{library(tonights_plan(date, 'x').setting).name}, {SEATS} at the table; the same deal for everybody, one go a day."


def my_go(date: str) -> tuple[Path, Summary] | None:
    """The person's own go at a date's table."""
    return next(((p, g) for p, g in history().sound if g.seed == seed(date) and g.me is not None), None)


def share_marks(state: State, me: int) -> tuple[str, str]:
    """Who read me (one sign for each opponent and row) and what I read, as signs: ◆ for a card named, ◇ for one missed."""
    rows = [row for r in state.rounds for row in r.rows]
    read_me = [
        "".join("◆" if seat in row.right else "◇" for seat, _ in row.guesses)
        for row in rows
        if row.target == me
    ]
    i_read = "".join("◆" if me in row.right else "◇" for row in rows if row.target != me)
    return " and ".join(read_me), i_read


def share_line(date: str, state: State, me: int) -> str:
    """The line to paste. Nothing in it tells a card, a name or an answer."""
    read_me, i_read = share_marks(state, me)
    day = datetime.date.fromisoformat(date)
    return (
        f"Dubious {day.day} {day:%b} · {state.setting.name} · {len(state.players)} at the table · "
        f"you were read by {read_me} · you read {i_read} · {state.standing().totals[me]} points"
    )


def house_in_my_seat(date: str, name: str, readers: Readers) -> int:
    """The points the house makes at the same table, in the person's chair."""
    game, chance = lay(tonights_plan(date, name))
    events = [
        event.model_copy(update={"brains": ("house",) * SEATS})
        if isinstance(event, ev.BrainsNoted)
        else event
        for event in game.events
    ]
    bots = Game(events)
    house = house_of(bots, readers)
    Table(bots, dict.fromkeys(bots.state.seats, house), house, chance, parallel=False).play()
    return bots.state.standing().totals[1]


def result(date: str, path: Path, readers: Readers) -> Sequence[RenderableType]:
    """A finished go: who won, the line to paste, and the house in the same chair."""
    state = read_record(path).game().state
    names = [player.name for player in state.players]
    house = house_in_my_seat(date, names[0], readers)
    return [
        Text(result_told(names, state.standing()), "title"),
        Text(""),
        Text(share_line(date, state, 1)),
        Text(""),
        Text(f"The house in your chair made {house} point{'' if house == 1 else 's'}.", "quiet"),
        Text("Tomorrow there is another table.", "quiet"),
    ]
