"""What every desk needs before a game and after it: the person's name, tells that suit them, where a saved game stands, the same people again, elsewhere or harder to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dubious_ai.analysis.reading_estimate import GAMES_BEFORE, estimate_from
from dubious_ai.content.library import library, setting_slug, setting_slugs
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Tells
from dubious_ai.core.state import State
from dubious_ai.errors import UsageError
from dubious_ai.game.replay import whereabouts
from dubious_ai.game.seating import HUMAN, Plan
from dubious_ai.storage.history import Summary
from dubious_ai.storage.home import history
from dubious_ai.storage.record import Loaded
from dubious_ai.storage.record_writer import Record

DEFAULT_NAME = "Ann"
HARDER: dict[Tells, Tells] = {"open": "fair", "fair": "sly", "auto": "sly"}
"""How they hint next time, where the hints shall be harder."""


def usual_name(liked: str | None = None) -> str:
    """The name somebody plays under: the one in their settings, else that of their latest saved game."""
    if liked and liked.strip():
        return liked.strip()
    for _, game in history().sound:
        if game.me is not None:
            return game.players[game.me - 1]
    return DEFAULT_NAME


def suited_tells(wanted: Tells | None, *, seeded: bool = False) -> tuple[Tells, float | None]:
    """The tells of a game with a person in it, and the aim of fitted ones: those asked for; else fair ones with a seed or in the first games, then fitted ones."""
    if wanted is not None and wanted != "auto":
        return wanted, None
    if wanted is None and seeded:
        return "fair", None
    found = estimate_from(summary for _, summary in reversed(history().sound))
    if wanted is None and found.games < GAMES_BEFORE:
        return "fair", None
    return "auto", round(found.aim, 3)


def where(game: Summary) -> str:
    """Setting and place of a saved game, e.g. "Antiquity, round 1, question 3 of 5"."""
    return f"{game.setting_name}, {whereabouts(game.phase, game.round, game.question, game.questions)}"


def reopened(path: Path) -> tuple[Record, Loaded, Game]:
    """A saved game to go on with; the record is held open. Raises DubiousError if it is finished, damaged, open elsewhere or was never laid."""
    record, loaded = Record.reopen(path)
    try:
        game_id = loaded.header.game
        if loaded.finished:
            raise UsageError(f"Game {game_id} is finished. `dubious replay {game_id}` shows it.")
        game = loaded.game()
        if game.state.setup is None or game.state.noted is None:
            raise UsageError(
                f"Game {game_id} ends before the table was laid: nothing was played in it. `dubious play` starts a game."
            )
    except BaseException:
        record.close()
        raise
    return record, loaded, game


def strange_servers_told(addresses: Sequence[str]) -> str:
    """What is to be said before a server that only a game's file names hears a word."""
    return (
        f"This game is played by a server that only its file names: {' and '.join(addresses)}. "
        "What is said at the table would be sent there; your keys would not."
    )


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


def elsewhere(plan: Plan) -> Plan:
    """The same people in the next setting."""
    known = setting_slugs()
    after = known[(known.index(plan.setting) + 1) % len(known)]
    return replace(plan, setting=after, exclude=frozenset())


def harder(plan: Plan) -> Plan:
    """The same evening with harder hints; where they are the hardest, with sharper readers."""
    tells = HARDER.get(plan.options.tells)
    if tells is None:
        return replace(plan, level="sharp", levels={})
    return replace(plan, options=plan.options.model_copy(update={"tells": tells}))


def harder_told(plan: Plan) -> str:
    """What is harder then."""
    return "harder hints" if plan.options.tells in HARDER else "sharper readers"
