"""Before somebody sits down: the table is laid or opened, strange servers are asked about, brains looked at, all beside the screen's own thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from dubious_ai.coach.guided import first_round
from dubious_ai.core.game import Game
from dubious_ai.errors import DubiousError, UsageError
from dubious_ai.game.backends import Backends
from dubious_ai.game.facts import changed_since
from dubious_ai.game.seating import HUMAN, Plan, lay
from dubious_ai.storage.home import begin_record
from dubious_ai.storage.record_writer import Record
from dubious_ai.ui import opinion_prompt
from dubious_ai.ui.before_and_after import reopened, strange_servers_told
from dubious_ai.ui.screen.questions import Decision, Moment, aside

if TYPE_CHECKING:
    from dubious_ai.brains.llm.brain import LLMBrain
    from dubious_ai.ui.screen.app import Evening

TRUSTED = "Yes, I trust it with this game"
HOUSE_INSTEAD = "Play against the house instead"
NOTHING_SENT = "Nothing was sent. The game waits as it was."


@dataclass(frozen=True)
class Opened:
    """A table that can be sat down at. `told` are sentences to be read by the way, `coach` a model with a second opinion."""

    game: Game
    game_id: str
    record: Record
    told: tuple[str, ...] = ()
    coach: LLMBrain | None = None


async def lay_new(app: Evening, plan: Plan) -> Opened | None:
    """A new table; None when the person thought better of it. Raises DubiousError for one that cannot be laid and that nobody wants otherwise."""
    while True:
        game, _ = await aside(lambda plan=plan: lay(plan))
        try:
            told = await _looked_at(app, game)
            break
        except UsageError as error:
            answer = await app.push_screen_wait(Decision([str(error)], ["Back", HOUSE_INSTEAD]))
            if not answer:
                # a screen that was opened for this table only has nothing to go back to
                if len(app.screen_stack) == 1:
                    raise
                return None
            plan = replace(plan, brain="house", brains={})
    if told is None:
        return None

    coach, warning = await aside(lambda: _coach(app.backends, game))
    # nothing is waited for from here on: a record that is open has somebody sitting at it
    digest = app.backends.readers.of(plan.setting).library.digest
    game_id, record = begin_record(plan.setting, game.events, digest)
    return Opened(game, game_id, record, (*told, *warning), coach)


async def open_saved(app: Evening, path: Path) -> Opened | None:
    """A saved table; None when the person thought better of it. Raises DubiousError for one that cannot be gone on with."""
    record, loaded, game = reopened(path)
    opened: Opened | None = None
    try:
        strange = app.backends.strangers(_specs(game))
        if strange:
            ask = strange_servers_told(strange)
            if not await app.push_screen_wait(Decision([ask], ["No, send nothing", TRUSTED])):
                raise UsageError(NOTHING_SENT)
            app.backends.allow(strange)
        told = await _looked_at(app, game)
        if told is not None:
            coach, warning = await aside(lambda: _coach(app.backends, game))
            known = tuple(filter(None, (loaded.told(), changed_since(loaded))))
            opened = Opened(game, loaded.header.game, record, (*known, *told, *warning), coach)
        return opened
    finally:
        if opened is None:
            record.close()


def _specs(game: Game) -> tuple[str, ...]:
    """The brains that may be somebody else's."""
    brains = game.state.noted.brains if game.state.noted else ()
    return tuple(spec for spec in brains if spec not in ("house", HUMAN, first_round.SPEC))


async def _looked_at(app: Evening, game: Game) -> tuple[str, ...] | None:
    """What should be known of the brains; None when the person does not want to wait for them. Raises UsageError for one that cannot play."""
    models = sorted(set(_specs(game)))
    if not models:
        return ()
    looking = asyncio.ensure_future(aside(lambda: app.backends.check(models)))
    moment = Moment(f"Asking whether {' and '.join(models)} can play …", _giving_up(looking))
    app.push_screen(moment)
    try:
        return await looking
    except asyncio.CancelledError:
        if not looking.cancelled():
            raise
        return None
    finally:
        if app.screen is moment:
            app.pop_screen()


def _giving_up(task: asyncio.Future[tuple[str, ...]]) -> Callable[[], None]:
    def give_up() -> None:
        task.cancel()

    return give_up


def _coach(backends: Backends, game: Game) -> tuple[LLMBrain | None, tuple[str, ...]]:
    """The model that gives a second opinion, or a sentence why there is none: a game does not fail over it."""
    reader = backends.readers.of(game.state.setting.slug)
    try:
        return opinion_prompt.model_of(backends, backends.config.coach, reader), ()
    except DubiousError as error:
        return None, (f"No second opinion tonight: {error}",)


def goodbye(game_id: str, *, finished: bool) -> str:
    """What is said when the screen has closed behind a game."""
    if finished:
        return f"The game is kept: `dubious review {game_id}` looks back on it."
    return f"Saved. Go on with `dubious resume {game_id}`."
