"""What models say once the last cards of a round lie open, asked for while the reveal is still looked at.

Owns when that happens and how long the table waits for it. A model that is late, silent or broken says nothing: no remark holds up a game.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence

from dubious_ai.brains.protocol import Ask, Brain, Talker, Turn
from dubious_ai.core import events as ev
from dubious_ai.core.state import State

PATIENCE = 6.0
"""Seconds the table waits for remarks after everybody has seen the reveal."""
OCCASION = "own words"
Remark = ev.Reacted | ev.TurnNoted


class ClosingWords:
    """The remarks of one round: `start` sends for them in the background, `said` collects them."""

    def __init__(self) -> None:
        self._cancelled = threading.Event()
        self._calls: list[tuple[threading.Thread, list[Remark]]] = []

    def start(
        self, event: ev.Event, state: State, brains: Mapping[int, Brain], ask: Callable[[int], Ask]
    ) -> None:
        """Ask every model of the table once, if this event has revealed the last player and people talk here."""
        now = state.round if state.rounds else None
        if now is None or not state.options.talk or not isinstance(event, ev.PlayerRevealed):
            return
        if len(now.revealed) < len(state.players):
            return
        talkers: dict[str, list[int]] = {}
        for seat, brain in sorted(brains.items()):
            if isinstance(brain, Talker):
                talkers.setdefault(brain.spec, []).append(seat)
        for seats in talkers.values():
            talker = brains[seats[0]]
            assert isinstance(talker, Talker)
            people = {
                seat: state.prepared[seat].persona if seat in state.prepared else None for seat in seats
            }
            self._send(talker, ask(seats[0]), people, len(now.asked))

    def _send(self, talker: Talker, ask: Ask, people: Mapping[int, str | None], number: int) -> None:
        found: list[Remark] = []
        asked = Ask(ask.observation, ask.rng, cancelled=self._cancelled)

        def body() -> None:
            try:
                turn: Turn[Mapping[int, str]] = talker.react(asked, people)
            except Exception:
                return
            told = turn.telemetry
            said = [
                ev.Reacted(seat=seat, occasion=OCCASION, text=text, number=number)
                for seat, text in turn.value.items()
            ]
            found.extend(said)
            cost = ev.TurnNoted(
                seat=min(people), action="react", number=number, brain=told.brain, usage=told.usage
            )
            found.append(cost)

        thread = threading.Thread(target=body, daemon=True, name="closing words")
        thread.start()
        self._calls.append((thread, found))

    def said(self) -> Sequence[Remark]:
        """What has arrived after at most PATIENCE seconds; what comes later is dropped."""
        until = time.monotonic() + PATIENCE
        for thread, _ in self._calls:
            thread.join(max(0.0, until - time.monotonic()))
        self.drop()
        return [remark for thread, found in self._calls if not thread.is_alive() for remark in found]

    def drop(self) -> None:
        """Nobody waits any more."""
        self._cancelled.set()
