"""A game of bots watched in a scrolling terminal, and what is looked at before any game in one: brains, strange servers, disks.

Apart from the session of somebody who plays, so that watching loads nothing of coach, guide and review.
"""

from __future__ import annotations

from dubious_ai.brains.protocol import Leave
from dubious_ai.core.game import Game
from dubious_ai.errors import UsageError
from dubious_ai.game.backends import Backends
from dubious_ai.game.seating import Plan, lay
from dubious_ai.game.sitting import look_on
from dubious_ai.storage.home import begin_record
from dubious_ai.storage.locking import take_warnings
from dubious_ai.ui.before_and_after import strange_servers_told
from dubious_ai.ui.lines.guessing_along import GuessingAlong
from dubious_ai.ui.lines.show import Show
from dubious_ai.ui.lines.terminal import HungUp, Interrupted, Prompt, Terminal


def watch_bots(
    terminal: Terminal, plan: Plan, backends: Backends, *, save: bool, guess_along: bool = False
) -> None:
    """A game of bots only, shown as it happens; kept as a record if `save`. `guess_along` asks what the onlooker thinks before the reveal."""
    game, _ = lay(plan)
    look_at_brains(terminal, game, backends)
    names = [player.name for player in game.state.players]
    texts = backends.readers.of(plan.setting).library
    show = Show(terminal, texts, names, None, warn=backends.warning, waits=backends.waits)
    record, game_id = None, ""
    if save:
        game_id, record = begin_record(plan.setting, game.events, texts.digest)
    tell_of_disks(terminal)
    try:
        onlooker = GuessingAlong(terminal, show, texts) if guess_along else show
        look_on(game, onlooker, backends, record.store if record else None).play()
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


def look_at_brains(terminal: Terminal, game: Game, backends: Backends) -> None:
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
