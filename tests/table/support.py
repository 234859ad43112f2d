"""Tables of scripted seats, and a listener that remembers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from dubious_ai.brains.protocol import Answer, Ask, Brain, Cast, Guesses, Telemetry, Turn
from dubious_ai.brains.scripted import Scripted, first_cards, first_free
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.game.listener import Choice, Silent
from dubious_ai.game.table import Table
from tests.play import laid

E = TypeVar("E")
SEED = "table"
HOUSE = Scripted(spec="house")


class Witness(Silent):
    """Remembers what it was told, and answers the wait as it is told to."""

    def __init__(self, *choices: Choice) -> None:
        self.told: list[ev.Event] = []
        self.threads: set[threading.Thread] = set()
        self.waits = 0
        self.interrupts = 0
        self._choices = list(choices)

    def happened(self, event: ev.Event) -> None:
        self.told.append(event)
        self.threads.add(threading.current_thread())

    def waiting(self, seats: tuple[int, ...]) -> Choice:
        del seats
        self.waits += 1
        return self._choices.pop(0) if self._choices else "wait"

    def interrupted(self, seats: tuple[int, ...]) -> Choice:
        del seats
        self.interrupts += 1
        return self._choices.pop(0) if self._choices else "quit"


def table(
    brains: dict[int, Brain],
    listener: Witness | None = None,
    *,
    seats: int = 3,
    humans: tuple[int, ...] = (),
    sink: Callable[[Sequence[ev.Event], bool], None] | None = None,
    parallel: bool = True,
    rounds: int = 1,
) -> Table:
    """A table of scripted seats, except for those in `brains`; the house is scripted too."""
    game = laid(seats, Options(appearance=1, assorted=1, rounds=rounds))
    everybody: dict[int, Brain] = {seat: brains.get(seat, Scripted()) for seat in game.state.seats}
    return Table(
        game,
        everybody,
        HOUSE,
        SEED,
        humans=frozenset(humans),
        sink=sink,
        listener=listener,
        parallel=parallel,
    )


def of(game: Game, kind: type[E]) -> list[E]:
    """All events of one kind."""
    return [event for event in game.events if isinstance(event, kind)]


def actor(game: Game, action: str, seat: int, number: int = 0) -> str:
    """Which brain took an action in the end."""
    notes = [e for e in game.events if isinstance(e, ev.TurnNoted)]
    return next(n.brain for n in notes if (n.action, n.seat, n.number) == (action, seat, number))


class Hanging:
    """Answers only when the gate is open; keeps what it was asked."""

    def __init__(self, gate: threading.Event) -> None:
        self.spec = "hanging"
        self._gate = gate
        self.calls: list[Ask] = []

    def answer(self, ask: Ask) -> Turn[Answer]:
        self.calls.append(ask)
        self._gate.wait(30)
        asked = ask.observation.question
        text = f"Late, call {len(self.calls)}, question {asked.number if asked else 0}."
        return Turn(Answer(text), Telemetry(self.spec))

    def cast(self, ask: Ask) -> Turn[Cast]:
        return Turn(first_cards(ask.observation), Telemetry(self.spec))

    def guess(self, ask: Ask) -> Turn[Guesses]:
        return Turn(first_free(ask.observation), Telemetry(self.spec))
