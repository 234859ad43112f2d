"""After the final standing: another game with the same people, a look at what gave one away, or goodbye."""

from __future__ import annotations

from collections.abc import Callable

from dubious_ai.belief.readers import Readers
from dubious_ai.coach.review.report import review
from dubious_ai.core.game import Game
from dubious_ai.errors import DubiousError
from dubious_ai.game.seating import Plan
from dubious_ai.ui.before_and_after import same_people
from dubious_ai.ui.lines.terminal import HungUp, Interrupted, Prompt, Terminal
from dubious_ai.ui.review_pages import show_review

OFFER = "1 another game with the same people · 2 review what gave you away · 3 quit"


def offer(terminal: Terminal, game: Game, readers: Readers, again: Callable[[Plan], None]) -> None:
    """Ask what next, at a live terminal and after a finished game; `again` plays another game. Returns when the person wants to go."""
    if not terminal.live or game.state.phase != "over":
        return
    while True:
        terminal.gap()
        try:
            terminal.say(OFFER)
            typed = terminal.read(Prompt("1, 2 or 3  [3] ›")).casefold()
        except (EOFError, HungUp, Interrupted):
            return
        match typed[:1]:
            case "1" | "a":
                again(same_people(game.state))
                return
            case "2" | "r":
                _review(terminal, game, readers)
            case "" | "3" | "q":
                return
            case _:
                terminal.say("1, 2 or 3: another game, the review, or quit.", "problem")


def _review(terminal: Terminal, game: Game, readers: Readers) -> None:
    try:
        looked = review(game, readers)
        terminal.gap()
        show_review(terminal, looked, seat=looked.analysis.human(), only=True)
    except DubiousError as error:
        terminal.say(str(error), "problem")
