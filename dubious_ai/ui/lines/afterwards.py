"""After the final standing: another game with the same people, a look at what gave one away, or goodbye."""

from __future__ import annotations

from collections.abc import Callable

from dubious_ai.content.library import library, setting_slug
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS
from dubious_ai.core.state import State
from dubious_ai.errors import DubiousError
from dubious_ai.game.seating import HUMAN, Plan
from dubious_ai.storage.home import history
from dubious_ai.ui.lines.terminal import HungUp, Interrupted, Prompt, Terminal

OFFER = "1 another game with the same people · 2 review what gave you away · 3 quit"


def same_people(state: State) -> Plan:
    """A plan for another game like the one in `state`: setting, people, levels, brains, rounds and cards left out."""
    slug = setting_slug(state.setting.slug)
    specs = state.noted.brains if state.noted else ()
    seats = len(state.players)
    bots = [seat for seat in state.seats if not specs or specs[seat - 1] != HUMAN]
    human = next((p.name for p, spec in zip(state.players, specs, strict=False) if spec == HUMAN), None)
    known = {kind: set(state.setting.slugs(kind)) for kind in KINDS}
    return Plan(
        setting=slug,
        seats=seats,
        options=state.options,
        human=human,
        levels={seat: state.prepared[seat].level for seat in bots if seat in state.prepared},
        brains={seat: specs[seat - 1] for seat in bots} if specs else {},
        company=tuple(p for seat in bots if seat in state.prepared and (p := state.prepared[seat].persona)),
        exclude=frozenset(f.slug for f in library(slug).files if f.slug not in known[f.kind]),
        heard=history().heard(),
    )


def offer(terminal: Terminal, game: Game, again: Callable[[Plan], None]) -> None:
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
                _review(terminal, game)
            case "" | "3" | "q":
                return
            case _:
                terminal.say("1, 2 or 3: another game, the review, or quit.", "problem")


def _review(terminal: Terminal, game: Game) -> None:
    from dubious_ai.coach.review.report import review
    from dubious_ai.ui.lines.review_pages import show_review

    try:
        looked = review(game)
        terminal.gap()
        show_review(terminal, looked, seat=looked.analysis.human(), only=True)
    except DubiousError as error:
        terminal.say(str(error), "problem")
