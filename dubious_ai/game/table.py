"""The loop of a game: whom to ask, what to do with the reply, and whose turn it is next.

Owns the running of brains (in parallel where that helps), re-asking with a reason, and the house speaking for a brain that
cannot. Every accepted event goes to the game and to the sink (the record); what the table may hear of goes to the listener (the screen).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dubious_ai.brains.house_rules import answer_problem
from dubious_ai.brains.protocol import Ask, Brain, Leave, Refused
from dubious_ai.core import events as ev
from dubious_ai.core.deal import substream
from dubious_ai.core.game import Game
from dubious_ai.core.model import Action
from dubious_ai.core.observe import Observation
from dubious_ai.core.rules import IllegalAction, due
from dubious_ai.errors import BackendError
from dubious_ai.game.closing_words import ClosingWords
from dubious_ai.game.listener import Choice, Listener, Silent
from dubious_ai.game.remarks import remarks_about
from dubious_ai.game.turns import handed_in_text, take_turn

Sink = Callable[[Sequence[ev.Event], bool], None]
"""Stores events, all or none of them; the flag asks for them to be on the disk before the call returns."""
ATTEMPTS = 2
"""How often a brain may try the same action before the house acts for it."""
ILLEGAL = "format"
"""What the table is told when a brain gave nothing that could be used; the reason itself may name hidden cards."""


@dataclass(frozen=True)
class _Ticket:
    """One call to one brain. A reply whose ticket is no longer current is dropped."""

    round: int
    action: Action
    number: int
    seat: int
    attempt: int
    cancelled: threading.Event


@dataclass(frozen=True)
class _Problem:
    """Why a value was not accepted; `tells` if the reason would give a card away."""

    reason: str
    tells: bool


class Table:
    """Runs a game to its end. `humans` are asked in the calling thread, one after the other; all others may run beside."""

    def __init__(
        self,
        game: Game,
        brains: Mapping[int, Brain],
        house: Brain,
        seed: str,
        *,
        humans: frozenset[int] = frozenset(),
        sink: Sink | None = None,
        listener: Listener | None = None,
        parallel: bool = True,
    ) -> None:
        self.game = game
        self.humans = humans
        self._brains = brains
        self._house = house
        self._seed = seed
        self._sink = sink
        self._listener: Listener = listener or Silent()
        self._parallel = parallel
        self._lock = threading.RLock()
        self._arrived = threading.Condition(self._lock)
        self._tickets: dict[int, _Ticket] = {}
        self._news: list[ev.Event] = []
        self._words = ClosingWords()
        self._failure: BaseException | None = None

    # --- what the screen may ask and do while the game runs ---

    def waiting_for(self) -> tuple[int, ...]:
        """The seats that have not handed in yet."""
        with self._lock:
            return due(self.game.state).seats

    def observation(self, seat: int) -> Observation:
        """What a seat knows now."""
        with self._lock:
            return self.game.observation(seat)

    def take(self, event: ev.Event, *, durable: bool = True) -> None:
        """Take an event of a human seat outside its turn (a note, an answer taken back, the coach asked). Raises IllegalAction."""
        with self._lock:
            self.game.take(event)
            self._store(event, durable=durable)
        self._listener.happened(event)

    # --- the loop ---

    def play(self) -> None:
        """Play until the game is over. Raises Leave when a human leaves; what was handed in until then is stored."""
        try:
            while self._advance():
                pass
        finally:
            self._cancel_all()

    def _advance(self) -> bool:
        state = self.game.state
        waiting = due(state)
        if waiting.action is not None and waiting.seats:
            self._start(waiting.action, tuple(s for s in waiting.seats if s not in self.humans))
        self._tell()
        if not waiting.seats or (waiting.action == "guess" and len(state.round.reread) < len(state.players)):
            with self._lock:
                event = self.game.step(self._seed)
                if event is None:
                    return state.phase != "over"
                self._store(event, durable=not waiting.seats)
                said = remarks_about(event, state, self._seed)
                for remark in said:
                    self.game.take(remark)
                    self._store(remark, durable=False)
            self._words = ClosingWords()
            self._words.start(event, state, self._brains, self._asked_to_talk)
            for happened in (event, *said):
                self._listener.happened(happened)
            for remark in self._words.said():
                self.take(remark, durable=False)
            return True
        for seat in waiting.seats:
            if seat in self.humans and waiting.action is not None:
                self._ask_human(waiting.action, seat)
        self._wait()
        return True

    def _tell(self) -> None:
        """Pass on, in the table's own thread, what has happened in others."""
        with self._lock:
            news, self._news = self._news, []
        for event in news:
            self._listener.happened(event)

    def _store(self, *events: ev.Event, durable: bool) -> None:
        if self._sink:
            self._sink(events, durable)

    # --- bots ---

    def _start(self, action: Action, seats: tuple[int, ...]) -> None:
        """Send the seats' brains to work, unless they are at it already."""
        for seat in seats:
            with self._lock:
                ticket = self._ticket(action, seat, 1)
                current = self._tickets.get(seat)
                if current and (current.round, current.action, current.number) == (
                    ticket.round,
                    ticket.action,
                    ticket.number,
                ):
                    continue
                self._tickets[seat] = ticket
            if self._parallel:
                threading.Thread(target=self._work, args=(ticket,), daemon=True, name=f"seat {seat}").start()
            else:
                self._work(ticket)

    def _ticket(self, action: Action, seat: int, attempt: int) -> _Ticket:
        now = self.game.state.round
        number = len(now.asked) if action == "answer" else 0
        return _Ticket(now.number, action, number, seat, attempt, threading.Event())

    def _work(self, ticket: _Ticket) -> None:
        """Let one brain act, and the house for it if it cannot. Never raises: a failure of the table itself is kept for its thread."""
        try:
            self._act(ticket, self._brains[ticket.seat], first=True)
        except BaseException as error:
            with self._lock:
                # whatever befalls a call nobody waits for any more is nobody's concern
                if self._tickets.get(ticket.seat) is ticket:
                    self._failure = error
                    self._arrived.notify_all()

    def _act(self, ticket: _Ticket, brain: Brain, *, first: bool) -> None:
        refused: list[Refused] = []
        cause, withheld = ILLEGAL, False
        for attempt in range(ATTEMPTS):
            ask = self._ask(ticket, tuple(refused), attempt if first else f"house {attempt}")
            try:
                event, note = take_turn(brain, ask, ticket.action, ticket.seat, ticket.number)
            except BackendError as error:
                cause, withheld = error.cause, False
                break
            except Leave:
                raise
            except Exception as error:
                cause, withheld = f"broken ({type(error).__name__})", False
                break
            problem = self._submit(ticket, event, note, durable=brain is not self._house, judged=first)
            if problem is None:
                return
            refused.append(Refused(handed_in_text(event), problem.reason))
            cause, withheld = (problem.reason, True) if problem.tells else (ILLEGAL, False)
            # the refusal of a choice names the cards of the hand: no one may ever read that
            told = "this choice is not allowed" if ticket.action == "keep" else problem.reason
            self._note(
                ticket,
                ev.AskedAgain(seat=ticket.seat, action=ticket.action, number=ticket.number, reason=told),
            )
        if not first:
            raise RuntimeError(f"the house brain failed at seat {ticket.seat}: {cause}")
        self._substitute(ticket, cause, withheld=withheld)

    def _ask(self, ticket: _Ticket, refused: tuple[Refused, ...], attempt: int | str) -> Ask:
        observation = self.observation(ticket.seat)
        rng = substream(self._seed, ticket.action, ticket.round, ticket.seat, ticket.number, attempt)
        return Ask(observation, rng, refused, ticket.cancelled)

    def _asked_to_talk(self, seat: int) -> Ask:
        number = self.game.state.round.number
        return Ask(self.observation(seat), substream(self._seed, "react", number, seat))

    def _submit(
        self, ticket: _Ticket, event: ev.Event, note: ev.TurnNoted, *, durable: bool, judged: bool
    ) -> _Problem | None:
        """Take the event if it is legal and still awaited; a late reply is dropped without a word. `judged` applies the house rules of writing."""
        with self._lock:
            if self._tickets.get(ticket.seat) is not ticket:
                return None
            if isinstance(event, ev.AnswerHandedIn) and judged:
                told = answer_problem(self.game.observation(ticket.seat), event.text, event.delivery)
                if told:
                    return _Problem(told, tells=True)
                if self._said_already(event):
                    return _Problem("Somebody else says exactly that.", tells=False)
            try:
                self.game.take(event)
            except IllegalAction as error:
                return _Problem(error.problem, tells=False)
            self.game.take(note)
            # in one piece: what was paid for a hand-in must not be lost between the two
            self._store(event, note, durable=durable)
            self._arrived.notify_all()
        self._listener.progress()
        return None

    def _said_already(self, event: ev.AnswerHandedIn) -> bool:
        """Whether another seat has handed in the same prepared text, which two sly seats may hold at once: one for its card, one for its card's rival."""
        if event.intent is None or not event.intent.prepared:
            return False
        sealed = self.game.state.round.answers[-1]
        return any(seat != event.seat and given.text == event.text for seat, given in sealed.items())

    def _note(self, ticket: _Ticket, event: ev.AskedAgain | ev.SubstitutionExplained) -> None:
        with self._lock:
            if self._tickets.get(ticket.seat) is not ticket:
                return
            self.game.take(event)
            self._store(event, durable=False)

    def _substitute(self, ticket: _Ticket, cause: str, *, withheld: bool) -> None:
        """The house acts for the seat, and the table is told so."""
        with self._lock:
            if self._tickets.get(ticket.seat) is not ticket:
                return
            told = ev.Substituted(
                seat=ticket.seat,
                action=ticket.action,
                number=ticket.number,
                cause="withheld" if withheld else cause,
            )
            self.game.take(told)
            self._store(told, durable=False)
            self._news.append(told)
        if withheld:
            self._note(
                ticket,
                ev.SubstitutionExplained(
                    seat=ticket.seat, action=ticket.action, number=ticket.number, cause=cause
                ),
            )
        self._act(ticket, self._house, first=False)

    def house_acts_for(self, seat: int) -> None:
        """Stop waiting for a seat's own brain and let the house act for it."""
        with self._lock:
            waiting = due(self.game.state)
            if waiting.action is None or seat not in waiting.seats:
                return
            ticket = self._renew(waiting.action, seat)
        self._substitute(ticket, "cancelled", withheld=False)

    def retry(self, seat: int) -> None:
        """Drop the running call of a seat and start another."""
        with self._lock:
            waiting = due(self.game.state)
            if waiting.action is None or seat not in waiting.seats:
                return
            ticket = self._renew(waiting.action, seat)
        threading.Thread(target=self._work, args=(ticket,), daemon=True, name=f"seat {seat}").start()

    def _renew(self, action: Action, seat: int) -> _Ticket:
        old = self._tickets.get(seat)
        if old:
            old.cancelled.set()
        ticket = self._ticket(action, seat, old.attempt + 1 if old else 1)
        self._tickets[seat] = ticket
        return ticket

    def _cancel_all(self) -> None:
        with self._lock:
            for ticket in self._tickets.values():
                ticket.cancelled.set()
            self._tickets.clear()
        self._words.drop()

    # --- humans ---

    def _ask_human(self, action: Action, seat: int) -> None:
        """Ask until the human's value is legal. Nothing typed is lost: the refused text goes back with the reason."""
        refused: tuple[Refused, ...] = ()
        brain = self._brains[seat]
        while True:
            with self._lock:
                ticket = self._ticket(action, seat, len(refused) + 1)
                self._tickets[seat] = ticket
            ask = self._ask(ticket, refused, len(refused))
            event, note = take_turn(brain, ask, action, seat, ticket.number)
            problem = self._submit(ticket, event, note, durable=True, judged=False)
            if problem is None:
                return
            refused = (*refused, Refused(handed_in_text(event), problem.reason))

    # --- waiting ---

    def _wait(self) -> None:
        """Wait until nobody is awaited any more, or a human is (who took an answer back)."""
        while True:
            try:
                waiting = self._arrival()
                self._tell()
                if not waiting:
                    return
                choice = self._listener.waiting(waiting)
            except KeyboardInterrupt:
                waiting = self.waiting_for()
                choice = self._listener.interrupted(waiting)
            self._choose(choice, waiting)

    def _arrival(self) -> tuple[int, ...]:
        """Wait a moment for a hand-in; return the bots still awaited, none if a human is. Raises what a brain's thread failed with."""
        with self._arrived:
            if not self._failure and self._bots_awaited():
                self._arrived.wait(0.1)
            if self._failure:
                raise self._failure
            return self._bots_awaited()

    def _bots_awaited(self) -> tuple[int, ...]:
        waiting = due(self.game.state).seats
        return () if self.humans.intersection(waiting) else waiting

    def _choose(self, choice: Choice, waiting: tuple[int, ...]) -> None:
        match choice:
            case "wait":
                return
            case "quit":
                raise Leave
            case "house":
                for seat in waiting:
                    self.house_acts_for(seat)
            case "retry":
                for seat in waiting:
                    self.retry(seat)
            case "take back":
                self._take_back()

    def _take_back(self) -> None:
        """Give the humans their sealed answers back. Too late is no error: the answers are open then."""
        with self._lock:
            waiting, now = due(self.game.state), self.game.state.round
            if waiting.action != "answer" or not waiting.seats:
                return
            given = [seat for seat in self.humans if seat in now.answers[-1]]
            back = [ev.AnswerTakenBack(seat=seat, number=len(now.asked)) for seat in given]
            for event in back:
                self.game.take(event)
                self._store(event, durable=True)
        for event in back:
            self._listener.happened(event)
