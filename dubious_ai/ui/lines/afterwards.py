"""After the final standing: another game with the same people, a look at what gave one away, or goodbye."""

from __future__ import annotations

from collections.abc import Callable

from dubious_ai.belief.readers import Readers
from dubious_ai.coach.review.report import review
from dubious_ai.core.game import Game
from dubious_ai.errors import DubiousError
from dubious_ai.game.seating import Plan
from dubious_ai.ui.before_and_after import elsewhere, harder, harder_told, same_people
from dubious_ai.ui.lines.terminal import HungUp, Interrupted, Prompt, Terminal
from dubious_ai.ui.review_pages import show_review
from dubious_ai.ui.views.after_game import findings_view

OFFER = "1 another game with the same people · 2 the whole review · 3 quit · 4 another setting · 5 {}"


def offer(terminal: Terminal, game: Game, readers: Readers, again: Callable[[Plan], None]) -> None:
    """Say what gave the person away and ask what next, at a live terminal and after a finished game; `again` plays another game.

    Returns when the person wants to go.
    """
    if not terminal.live or game.state.phase != "over":
        return
    _findings(terminal, game, readers)
    plan = same_people(game.state)
    while True:
        terminal.gap()
        try:
            terminal.say(OFFER.format(harder_told(plan)))
            typed = terminal.read(Prompt("1 to 5  [3] ›")).casefold()
        except (EOFError, HungUp, Interrupted):
            return
        match typed[:1]:
            case "1" | "a":
                again(plan)
                return
            case "2" | "r":
                _review(terminal, game, readers)
            case "" | "3" | "q":
                return
            case "4":
                again(elsewhere(plan))
                return
            case "5":
                again(harder(plan))
                return
            case _:
                terminal.say("1 to 5: another game, the review, or quit.", "problem")


def _findings(terminal: Terminal, game: Game, readers: Readers) -> None:
    try:
        looked = review(game, readers)
        seat = looked.analysis.human()
        if seat is not None:
            terminal.gap()
            terminal.show(*findings_view(looked, seat))
    except DubiousError as error:
        terminal.say(str(error), "problem")


def _review(terminal: Terminal, game: Game, readers: Readers) -> None:
    try:
        looked = review(game, readers)
        terminal.gap()
        show_review(terminal, looked, seat=looked.analysis.human(), only=True)
    except DubiousError as error:
        terminal.say(str(error), "problem")
