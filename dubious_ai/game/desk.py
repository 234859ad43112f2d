"""The desk a person sits at: the one interface through which human decisions reach a table, and what a desk may see and do.

A `Desk` gets events and observations of its seat and never the table. Its methods are called in the thread that plays the game and may
take as long as a person takes; a desk with a thread of its own (a full screen) waits inside them. The `Chair` may be used from any thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from dubious_ai.brains.protocol import Answer, Ask, Cast, Guesses, Refused, Telemetry, Turn
from dubious_ai.core import events as ev
from dubious_ai.core.model import Kind
from dubious_ai.core.observe import Observation, Observer
from dubious_ai.core.rules import IllegalAction
from dubious_ai.game.listener import Choice
from dubious_ai.game.table import Table

CoachHelp = Literal["hint", "check", "guess"]
NOBODY = 0
"""A seat where nobody sits: what it sees is what is public."""


class Onlooker(Protocol):
    """Watches a game from no seat at all."""

    def look(self, seen: Observation, event: ev.Event) -> None:
        """Something has happened that may be seen from here; `seen` is what is known with it. May take its time. Raises Leave."""
        ...

    def wait(self, seats: tuple[int, ...]) -> Choice:
        """The table has nothing to do but wait for these seats; called about ten times a second."""
        ...

    def interrupted(self, seats: tuple[int, ...]) -> Choice:
        """Ctrl-C during the wait: what shall be done about these seats?"""
        ...


class Desk(Onlooker, Protocol):
    """Where one person plays. Every method may raise Leave; the game is saved then as it stands."""

    def sit(self, chair: Chair) -> None:
        """The first call: what this person may see and do from now on. A game gone on with is told from its observation."""
        ...

    def choose(self, seen: Observation, refused: tuple[Refused, ...]) -> Cast:
        """Which two cards to keep, and who the character is."""
        ...

    def answer(self, seen: Observation, refused: tuple[Refused, ...]) -> Answer:
        """The answer to the question on the table. Refused texts come back with the reason."""
        ...

    def guess(self, seen: Observation) -> Guesses:
        """A guess about everybody else, final."""
        ...

    def leave(self) -> None:
        """The last call: the game is over, or the person has left."""
        ...


class Chair:
    """What one person may see and do at a table beside handing in. Safe from any thread."""

    def __init__(self, table: Table, seat: int) -> None:
        self._table = table
        self.seat = seat

    def seen(self) -> Observation:
        """What this seat knows now."""
        return self._table.observation(self.seat)

    def writing(self) -> tuple[int, ...]:
        """The seats that have not handed in yet, this one left out."""
        return tuple(seat for seat in self._table.waiting_for() if seat != self.seat)

    def note(self, target: int, text: str) -> None:
        """Write something down about somebody. Raises IllegalAction."""
        self._table.take(ev.NoteTaken(seat=self.seat, target=target, text=text))

    def mark(
        self, target: int, kind: Kind, cards: Sequence[str], crossed: Sequence[str] | None = None
    ) -> None:
        """Pencil in candidate cards (slugs) for somebody, the likeliest first; they replace the earlier ones.

        `crossed` are the cards they cannot be, None to leave those as they stand. Raises IllegalAction.
        """
        off = crossed if crossed is not None else self.seen().now.crossed(target, kind)
        self._table.take(
            ev.NoteTaken(
                seat=self.seat,
                target=target,
                kind=kind,
                candidates=tuple(cards),
                crossed=tuple(slug for slug in off if slug not in cards),
            )
        )

    def helped(self, what: CoachHelp, number: int) -> None:
        """Put a use of the coach at a question on the record, before the help is shown. Raises IllegalAction."""
        self._table.take(ev.CoachUsed(seat=self.seat, what=what, number=number))

    def take_back(self) -> bool:
        """Take the sealed answer back to write another; False when there is nothing to take back any more."""
        now = self.seen().now
        try:
            self._table.take(ev.AnswerTakenBack(seat=self.seat, number=len(now.asked)))
        except IllegalAction:
            return False
        return True

    def opened(self) -> tuple[ev.Event, ...]:
        """Once the game is over: what was not for the table while it ran (withheld reasons, use of the coach). Empty before."""
        game = self._table.game
        if game.state.phase != "over":
            return ()
        return tuple(event for event in game.events if ev.visibility(event) == "after the game")


class Person:
    """The brain of a seat with a desk. See Brain for the contract."""

    spec = "human"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def cast(self, ask: Ask) -> Turn[Cast]:
        """Ask the desk."""
        return Turn(self._desk.choose(ask.observation, ask.refused), Telemetry(self.spec))

    def answer(self, ask: Ask) -> Turn[Answer]:
        """Ask the desk."""
        return Turn(self._desk.answer(ask.observation, ask.refused), Telemetry(self.spec))

    def guess(self, ask: Ask) -> Turn[Guesses]:
        """Ask the desk."""
        return Turn(self._desk.guess(ask.observation), Telemetry(self.spec))


class Passing:
    """The listener of a table that passes on what is public: to the desk of a seat (see `chair`) with what that seat knows, else with what anybody does."""

    def __init__(
        self,
        onlooker: Onlooker,
        past: Sequence[ev.Event] = (),
        *,
        retry: Callable[[], None] | None = None,
    ) -> None:
        self._onlooker = onlooker
        self.chair: Chair | None = None
        self._public = Observer(NOBODY)
        self._retry = retry
        for event in past:
            self._public.see(event)

    def happened(self, event: ev.Event) -> None:
        """See Listener. What the person has done without being asked (a note, the coach) is theirs to show."""
        if ev.visibility(event) != "public":
            return
        self._public.see(event)
        seen = self.chair.seen() if self.chair else self._public.observation()
        self._onlooker.look(seen, event)

    def progress(self) -> None:
        """See Listener. A desk asks its chair who is still writing."""

    def waiting(self, seats: tuple[int, ...]) -> Choice:
        """See Listener."""
        return self._chosen(self._onlooker.wait(seats))

    def interrupted(self, seats: tuple[int, ...]) -> Choice:
        """See Listener."""
        return self._chosen(self._onlooker.interrupted(seats))

    def _chosen(self, choice: Choice) -> Choice:
        if choice == "retry" and self._retry:
            self._retry()
        return choice
