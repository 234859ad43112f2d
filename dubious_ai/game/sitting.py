"""A laid table with somebody at it: the brains of all seats, a person's desk or an onlooker, and where events are stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dubious_ai.belief.readers import Readers
from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.protocol import Brain
from dubious_ai.core.game import Game
from dubious_ai.game.backends import Backends
from dubious_ai.game.desk import Chair, Desk, Onlooker, Passing, Person
from dubious_ai.game.seating import HUMAN, brains_of, human_seats, seed_of
from dubious_ai.game.table import Sink, Table


def sit_down(game: Game, desk: Desk, backends: Backends, sink: Sink, *, beside: bool) -> Table:
    """The table of a game with one person at `desk`. `beside` lets the others write while the person does.

    Raises UsageError for a brain that cannot be had.
    """
    brains = brains_of(game.state, backends.readers, Person(desk), backends.make)
    house = house_of(game, backends.readers)
    return lay_before(
        game, desk, brains, house, sink, beside=beside or with_models(game), retry=backends.try_again
    )


def lay_before(
    game: Game,
    desk: Desk,
    brains: Mapping[int, Brain],
    house: Brain,
    sink: Sink,
    *,
    beside: bool,
    retry: Callable[[], None] | None = None,
) -> Table:
    """A table with these brains (`house` acts for one that cannot), and the chair of its person given to the desk."""
    passing = Passing(desk, game.events, retry=retry)
    table = Table(
        game,
        brains,
        house,
        seed_of(game.state),
        humans=human_seats(game.state),
        sink=sink,
        listener=passing,
        parallel=beside,
    )
    passing.chair = Chair(table, min(table.humans))
    desk.sit(passing.chair)
    return table


def look_on(game: Game, onlooker: Onlooker, backends: Backends, sink: Sink | None) -> Table:
    """The table of a game of bots, watched from no seat. Raises UsageError for a brain that cannot be had."""
    return Table(
        game,
        brains_of(game.state, backends.readers, make=backends.make),
        house_of(game, backends.readers),
        seed_of(game.state),
        sink=sink,
        listener=Passing(onlooker, game.events, retry=backends.try_again),
        parallel=with_models(game),
    )


def house_of(game: Game, readers: Readers) -> HouseBrain:
    """The house, hearing the table of a game. Raises UsageError for a setting that is not there any more."""
    return HouseBrain(readers.of(game.state.setting.slug))


def with_models(game: Game) -> bool:
    """Whether any seat has a brain worth waiting for beside others."""
    specs = game.state.noted.brains if game.state.noted else ()
    return bool(set(specs) - {"house", HUMAN})
