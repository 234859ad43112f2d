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
from dubious_ai.content.people import personas
from dubious_ai.core import events as ev
from dubious_ai.core.deal import substream
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.core.state import State
from dubious_ai.errors import UsageError
from dubious_ai.game.seating import Plan, lay
from dubious_ai.game.sitting import house_of
from dubious_ai.game.table import Table
from dubious_ai.storage.history import Summary
from dubious_ai.storage.home import history
from dubious_ai.storage.record import read_record
from dubious_ai.ui.before_and_after import DEFAULT_NAME

SEATS = 4
SEEDED = "tonight "
"""How the seed of every date's table begins."""


def today() -> str:
    """The date as it names a table."""
    return datetime.date.today().isoformat()


def date_named(text: str | None) -> str:
    """A date as typed, today without one. Raises UsageError for what is no date, and for one that is still to come."""
    if text is None:
        return today()
    try:
        date = datetime.date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise UsageError(f"{text!r:.40} is no date. Write one as {today()}.") from None
    if date > today():
        raise UsageError(f"The table of {date} is not laid yet. Come back that evening.")
    return date


def seed(date: str) -> str:
    """The seed of a date's table."""
    return f"{SEEDED}{date}"


def date_of(seeded: str) -> str | None:
    """The date whose table has this seed; None for any other table."""
    date = seeded.removeprefix(SEEDED)
    try:
        return datetime.date.fromisoformat(date).isoformat() if seeded.startswith(SEEDED) else None
    except ValueError:
        return None


def tonights_plan(date: str, name: str) -> Plan:
    """The table of a date for somebody of this name, which changes nothing else: a namesake of one of the house is called otherwise tonight."""
    ours = sorted(folder.name for folder, pack in shipped.setting_folders() if not pack)
    setting = substream(seed(date), "tonight").choice(ours)
    taken = {persona.name.casefold() for persona in personas()}
    human = DEFAULT_NAME if name.strip().casefold() in taken else name
    return Plan(
        setting=setting, seats=SEATS, options=Options(tells="fair", talk=True), human=human, seed=seed(date)
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


def share_line(state: State, me: int) -> str:
    """The line to paste. Nothing in it tells a card, a name or an answer. It says the date of a date's table, and none for any other."""
    read_me, i_read = share_marks(state, me)
    date = date_of(state.noted.seed if state.noted else "")
    day = f" {_said(date)}" if date else ""
    points = state.standing().totals[me]
    return (
        f"Dubious{day} · {state.setting.name} · {len(state.players)} at the table · "
        f"read by {read_me} · I read {i_read} · {points} point{'' if points == 1 else 's'}"
    )


def _said(date: str) -> str:
    """A date in words, with its year once that is not this one."""
    day = datetime.date.fromisoformat(date)
    year = "" if date[:4] == today()[:4] else f" {day.year}"
    return f"{day.day} {day:%b}{year}"


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


def _beside(mine: int, house: int) -> str:
    points = f"{house} point{'' if house == 1 else 's'}"
    if house == mine:
        return f"The house, in your chair and with your cards to choose from, made {points} too."
    return f"The house, in your chair and with your cards to choose from, made {points}: {'you did better' if mine > house else 'there was more in it'}."


def result(date: str, path: Path, readers: Readers) -> Sequence[RenderableType]:
    """A finished go: who won, the line to paste, and the house in the same chair."""
    state = read_record(path).game().state
    names = [player.name for player in state.players]
    house = house_in_my_seat(date, names[0], readers)
    return [
        Text(result_told(names, state.standing()), "title"),
        Text(""),
        Text(share_line(state, 1)),
        Text(""),
        Text("◆ a card that was named, ◇ one that was not; first your own two, then theirs.", "quiet"),
        Text(""),
        Text(_beside(state.standing().totals[1], house)),
        Text(
            "Tomorrow there is another table." if date == today() else f"That was the table of {_said(date)}."
        ),
    ]
