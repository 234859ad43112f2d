"""Opens the screen: at the start, at a new table, at a saved one, or at tonight's."""

from __future__ import annotations

from pathlib import Path

from dubious_ai.game.backends import Backends
from dubious_ai.game.seating import Plan
from dubious_ai.ui.called import as_called
from dubious_ai.ui.manners import Manners
from dubious_ai.ui.screen.app import Evening
from dubious_ai.ui.screen.places import Places


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
        places = Places(app)
        if plan is not None:
            app.play(plan, places.over)
        elif path is not None:
            app.go_on(path, places.over)
        else:
            places.start()
            if tonight:
                places.tonight(tonight)

    return Evening(backends, begin, manners=manners)
