"""Initials instead of pupils' names, for whatever leaves the classroom."""

from __future__ import annotations

from collections.abc import Sequence

from dubious_ai.core.events import GameSetUp
from dubious_ai.core.game import Game
from dubious_ai.core.model import Player


def initials(names: Sequence[str]) -> list[str]:
    """A letter with a full stop for each name; where two would be alike, numbers tell them apart."""
    letters = [next((sign for sign in name if sign.isalnum()), "X").upper() for name in names]
    return [
        f"{letter}. {letters[: n + 1].count(letter)}" if letters.count(letter) > 1 else f"{letter}."
        for n, letter in enumerate(letters)
    ]


def with_initials(game: Game) -> Game:
    """The same game with initials at the table. What somebody wrote stays as it is."""
    return Game(
        event.model_copy(
            update={"players": tuple(Player(name=n) for n in initials([p.name for p in event.players]))}
        )
        if isinstance(event, GameSetUp)
        else event
        for event in game.events
    )
