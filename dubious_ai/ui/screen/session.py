"""Opens the screen: at the start, at a new table, at a saved one, or at tonight's."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from dubious_ai.game.backends import Backends
from dubious_ai.game.seating import Plan
from dubious_ai.storage.record import read_record
from dubious_ai.ui.called import as_called
from dubious_ai.ui.manners import HANGUPS, Manners
from dubious_ai.ui.screen.app import Evening, Over
from dubious_ai.ui.screen.places import Places
from dubious_ai.ui.screen.table import TableScreen


def evening(
    backends: Backends,
    *,
    manners: Manners,
    plan: Plan | None = None,
    path: Path | None = None,
    tonight: str | None = None,
) -> None:
    """Run the screen until the person leaves. Raises DubiousError for a table that cannot be laid or opened."""
    app = screen(backends, manners=manners, plan=plan, path=path, tonight=tonight)
    app.run()
    if app.problem:
        raise app.problem
    if app.farewell:
        print(as_called(app.farewell))


def screen(
    backends: Backends,
    *,
    manners: Manners,
    plan: Plan | None = None,
    path: Path | None = None,
    tonight: str | None = None,
) -> Evening:
    """The program, not yet running."""

    def begin(app: Evening) -> None:
        leave_when_hung_up(app)
        places = Places(app)
        if plan is not None:
            app.play(plan, places.over)
        elif path is not None and (ended := finished(path)):
            places.over(ended)
        elif path is not None:
            app.go_on(path, places.over)
        else:
            places.start()
            if tonight:
                places.tonight(tonight)

    return Evening(backends, begin, manners=manners)


def finished(path: Path) -> Over | None:
    """A saved game that is over already, as it stands when it ends; None for one that goes on. Raises DubiousError for a damaged one."""
    loaded = read_record(path)
    if not loaded.finished:
        return None
    return Over(loaded.header.game, loaded.game(), finished=True)


def leave_when_hung_up(app: Evening) -> None:
    """A closed terminal or a request to end leaves the table as a person would: saved, the line that was being written too."""

    def leave() -> None:
        for place in app.screen_stack:
            if isinstance(place, TableScreen):
                place.keep()
        app.exit()

    for number in HANGUPS:
        # not every system has these signals in its loop; without them nothing is lost but the last half second of a line
        with suppress(NotImplementedError, RuntimeError, ValueError):
            asyncio.get_running_loop().add_signal_handler(number, leave)
