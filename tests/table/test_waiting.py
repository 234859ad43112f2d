"""Parallel brains, the wait for them, taking back, late replies, and leaving whatever hangs."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

import pytest

from dubious_ai.brains.protocol import Answer, Ask, Brain, Guesses, Leave, Turn
from dubious_ai.brains.scripted import Scripted, first_free, plain_answer
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.observe import Observation
from dubious_ai.core.rules import due
from dubious_ai.game.listener import Choice, Silent
from dubious_ai.game.table import Table
from tests.play import laid, snapshot

from .support import HOUSE, SEED, Hanging, Witness, actor, of, table

# --- parallel and inline, order and storage ---


def told_apart(observation: Observation) -> Answer:
    number = observation.question.number if observation.question else 0
    time.sleep((observation.seat * 7 + number * 3) % 5 / 500)
    return Answer(f"This is {observation.name(observation.seat)}, for question {number}.")


def test_parallel_and_inline_give_the_same_outcome() -> None:
    ends: list[object] = []
    for parallel in (True, False):
        brains: dict[int, Brain] = {seat: Scripted(on_answer=told_apart) for seat in range(1, 6)}
        sitting = table(brains, seats=5, rounds=2, parallel=parallel)
        sitting.play()
        ends.append(
            (snapshot(sitting.game.state), [sitting.game.observation(s).to_json() for s in range(1, 6)])
        )
    assert ends[0] == ends[1]


def test_every_event_is_stored_in_the_order_it_was_taken_and_human_hand_ins_durably() -> None:
    stored: list[tuple[ev.Event, bool]] = []
    sitting = table(
        {}, humans=(1,), sink=lambda events, durable: stored.extend((event, durable) for event in events)
    )
    sitting.play()
    assert [event for event, _ in stored] == sitting.game.events[1:]
    assert all(durable for event, durable in stored if isinstance(event, ev.AnswersOpened | ev.GameEnded))
    mine = [d for e, d in stored if isinstance(e, ev.CardsKept | ev.AnswerHandedIn) and e.seat == 1]
    assert mine
    assert all(mine)


def test_bots_write_while_the_human_still_types() -> None:
    bots_done = threading.Event()

    def watch(events: Sequence[ev.Event], durable: bool) -> None:
        del durable
        if any(isinstance(event, ev.AnswerHandedIn) and event.seat == 3 for event in events):
            bots_done.set()

    def slow(observation: Observation) -> Answer:
        assert bots_done.wait(5), "the bots did not start while the human was typing"
        return plain_answer(observation)

    sitting = table({1: Scripted(on_answer=slow)}, humans=(1,), sink=watch)
    sitting.play()
    assert sitting.game.state.phase == "over"


# --- waiting, hanging, leaving ---


def test_a_hanging_brain_cannot_keep_quit_from_returning() -> None:
    gate = threading.Event()
    brain = Hanging(gate)
    sitting = table({2: brain}, Witness("wait", "quit"))
    with pytest.raises(Leave):
        sitting.play()
    # the call still hangs in its own thread, told that nobody waits for it
    assert any(thread.name == "seat 2" and thread.daemon for thread in threading.enumerate())
    assert brain.calls[0].cancelled.is_set()
    gate.set()


@pytest.mark.parametrize("choice", ["house", "retry"])
def test_a_late_reply_is_dropped_once_somebody_else_has_acted(choice: Choice) -> None:
    gate, first_call = threading.Event(), threading.Event()

    class Late(Hanging):
        def answer(self, ask: Ask) -> Turn[Answer]:
            if choice == "retry" and len(self.calls) == 1:
                gate.set()
                first_call.wait(5)
            turn = super().answer(ask)
            if ask is self.calls[0]:
                first_call.set()
            return turn

    brain = Late(gate)

    class Opening(Witness):
        def happened(self, event: ev.Event) -> None:
            super().happened(event)
            if isinstance(event, ev.Substituted):
                gate.set()

    witness = Opening(choice)
    sitting = table({2: brain}, witness)
    sitting.play()
    game = sitting.game
    assert game.state.phase == "over"
    handed = [e for e in game.events if isinstance(e, ev.AnswerHandedIn) and e.seat == 2 and e.number == 1]
    assert len(handed) == 1
    assert brain.calls[0].cancelled.is_set()
    if choice == "house":
        assert [(e.cause, e.number) for e in of(game, ev.Substituted)] == [("cancelled", 1)]
        assert actor(game, "answer", 2, 1) == "house"
    else:
        assert not of(game, ev.Substituted)
        assert len(brain.calls) == 3


def test_a_human_may_take_an_answer_back_while_others_still_write() -> None:
    gate = threading.Event()
    said = ["First thought.", "Second thought.", "On another question."]

    def person(_: Observation) -> Answer:
        if len(said) == 2:
            gate.set()
        return Answer(said.pop(0))

    witness = Witness("take back")
    sitting = table({1: Scripted(on_answer=person), 2: Hanging(gate)}, witness, humans=(1,))
    sitting.play()
    spoken = [
        a.text
        for e in sitting.game.events
        if isinstance(e, ev.AnswersOpened)
        for a in e.answers
        if a.seat == 1
    ]
    assert spoken == ["Second thought.", "On another question."]
    assert [e for e in witness.told if isinstance(e, ev.AnswerTakenBack)]


def test_taking_back_is_nothing_where_there_is_nothing_to_take_back() -> None:
    gate = threading.Event()

    def late(observation: Observation) -> Guesses:
        gate.wait(5)
        return first_free(observation)

    class Patient(Witness):
        def waiting(self, seats: tuple[int, ...]) -> Choice:
            if self._choices == []:
                gate.set()
            return super().waiting(seats)

    sitting = table({2: Scripted(on_guess=late)}, Patient("take back"), humans=(1,))
    sitting.play()
    assert not of(sitting.game, ev.AnswerTakenBack)
    assert sitting.game.state.phase == "over"


def test_ctrl_c_in_the_wait_asks_the_listener_and_the_game_goes_on() -> None:
    gate = threading.Event()

    class Impatient(Witness):
        def waiting(self, seats: tuple[int, ...]) -> Choice:
            if not self.interrupts:
                raise KeyboardInterrupt
            return super().waiting(seats)

        def interrupted(self, seats: tuple[int, ...]) -> Choice:
            assert seats == (2,)
            gate.set()
            return super().interrupted(seats)

    witness = Impatient("house")
    sitting = table({2: Hanging(gate)}, witness)
    sitting.play()
    assert witness.interrupts == 1
    assert sitting.game.state.phase == "over"


def test_the_listener_may_take_its_time_while_brains_hand_in() -> None:
    # asked what to do, the person ponders; that must not keep the others from handing in
    gate, handed_in = threading.Event(), threading.Event()

    class Slow(Witness):
        def waiting(self, seats: tuple[int, ...]) -> Choice:
            del seats
            raise KeyboardInterrupt

        def interrupted(self, seats: tuple[int, ...]) -> Choice:
            del seats
            gate.set()
            assert handed_in.wait(5), "nobody could hand in while the listener was asked"
            return "wait"

    def sink(events: Sequence[ev.Event], durable: bool) -> None:
        del durable
        if any(isinstance(event, ev.AnswerHandedIn) and event.seat == 2 for event in events):
            handed_in.set()

    sitting = table({2: Hanging(gate)}, Slow(), sink=sink)
    sitting.play()
    assert sitting.game.state.phase == "over"


def test_ctrl_c_without_anybody_watching_leaves_and_what_was_handed_in_is_stored() -> None:
    gate, stored = threading.Event(), list[ev.Event]()

    class Cut(Silent):
        def waiting(self, seats: tuple[int, ...]) -> Choice:
            del seats
            raise KeyboardInterrupt

    game = laid()
    brains: dict[int, Brain] = {1: Scripted(), 2: Hanging(gate), 3: Scripted()}
    sitting = Table(game, brains, HOUSE, SEED, sink=lambda events, _: stored.extend(events), listener=Cut())
    with pytest.raises(Leave):
        sitting.play()
    gate.set()
    assert stored == game.events[1:]


def test_a_human_who_leaves_is_let_go_and_the_game_can_be_resumed() -> None:
    def leave(_: Observation) -> Answer:
        raise Leave

    sitting = table({1: Scripted(on_answer=leave)}, humans=(1,))
    with pytest.raises(Leave):
        sitting.play()
    assert due(sitting.game.state).action == "answer"
    again = Game(sitting.game.events)
    Table(again, dict.fromkeys((1, 2, 3), Scripted()), HOUSE, SEED).play()
    assert again.state.phase == "over"


def test_nobody_is_substituted_who_is_not_awaited() -> None:
    sitting = table({}, parallel=False)
    sitting.house_acts_for(1)
    sitting.retry(1)
    assert len(sitting.game.events) == 1
    sitting.play()
    sitting.house_acts_for(1)
    assert not of(sitting.game, ev.Substituted)
