"""A brain that plays what it was told to: for tests, for the guided first round, and for measuring the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from dubious_ai.brains.protocol import Answer, Ask, Cast, Guesses, Telemetry, Turn
from dubious_ai.core.model import Guess
from dubious_ai.core.observe import Observation


def first_cards(observation: Observation) -> Cast:
    """Keep the first Occupation and the first Secret dealt."""
    dealt = observation.now.dealt
    if dealt is None:
        raise ValueError("no cards are dealt yet")
    return Cast(dealt.occupations[0], dealt.secrets[0])


def plain_answer(observation: Observation) -> Answer:
    """Say something legal that tells nothing."""
    asked = observation.question
    return Answer(f"Seat {observation.seat} answers question {asked.number if asked else 0}.")


def first_free(observation: Observation) -> Guesses:
    """Guess the first cards of the sheet that were not dealt to this seat."""
    occupation, secret = (
        next(s for s in observation.setting.slugs(kind) if s not in observation.excluded(kind))
        for kind in ("occupation", "secret")
    )
    return Guesses({seat: Guess(occupation=occupation, secret=secret) for seat in observation.opponents})


@dataclass(frozen=True)
class Scripted:
    """Plays by three functions of the observation; each may raise to act a broken brain."""

    on_cast: Callable[[Observation], Cast] = first_cards
    on_answer: Callable[[Observation], Answer] = plain_answer
    on_guess: Callable[[Observation], Guesses] = first_free
    spec: str = field(default="scripted")

    def cast(self, ask: Ask) -> Turn[Cast]:
        """See Brain.cast."""
        return Turn(self.on_cast(ask.observation), Telemetry(self.spec))

    def answer(self, ask: Ask) -> Turn[Answer]:
        """See Brain.answer."""
        return Turn(self.on_answer(ask.observation), Telemetry(self.spec))

    def guess(self, ask: Ask) -> Turn[Guesses]:
        """See Brain.guess."""
        return Turn(self.on_guess(ask.observation), Telemetry(self.spec))
