"""What a brain is asked and what it gives back. One protocol for bots, models, scripts and humans.

A brain receives an `Ask` and returns a `Turn`: the decision, and apart from it what the decision cost. It keeps no memory of
its own (the observation holds the whole visible history), so that a game can be resumed at any point.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar, runtime_checkable

from dubious_ai.core.model import Guess, Intent, Kind, Usage
from dubious_ai.core.observe import Observation

T = TypeVar("T")
Shares = Mapping[str, float]
"""Probability by card slug; sums to 1."""


class Leave(Exception):
    """The human leaves the table. The game is saved as it stands."""


@dataclass(frozen=True, slots=True)
class Refused:
    """An earlier attempt of the same action that was not accepted: the value as text, and why."""

    value: str
    reason: str


@dataclass(frozen=True)
class Ask:
    """One request to a brain.

    `rng` is a stream of randomness of its own for this action; `refused` lists earlier attempts of the same action, oldest first;
    `cancelled` is set when nobody waits for the reply any more.
    """

    observation: Observation
    rng: random.Random
    refused: tuple[Refused, ...] = ()
    cancelled: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class Telemetry:
    """Which brain took the action and what it cost, if it costs anything. Never shown at the table, never evidence."""

    brain: str
    usage: Usage | None = None


@dataclass(frozen=True, slots=True)
class Turn(Generic[T]):
    """A decision and its telemetry."""

    value: T
    telemetry: Telemetry


@dataclass(frozen=True, slots=True)
class Cast:
    """The cards a seat keeps (slugs) and who its character is."""

    occupation: str
    secret: str
    name: str = ""
    introduction: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A written answer. The delivery is shown with it and is never evidence; the intent stays with the seat."""

    text: str
    delivery: str = ""
    intent: Intent | None = None


@dataclass(frozen=True, slots=True)
class Guesses:
    """The pick about every opponent (by seat), the probabilities behind it (by seat and kind) where the brain has any, and how sure it is (1 to 5)."""

    picks: Mapping[int, Guess]
    beliefs: Mapping[int, Mapping[Kind, Shares]] = field(default_factory=dict[int, Mapping[Kind, Shares]])
    sure: Mapping[int, int] = field(default_factory=dict[int, int])


class Brain(Protocol):
    """Plays a seat. `spec` is how the brain is named on the command line and in the record.

    A brain may raise BackendError when it cannot act; the table then lets the house act for it, visibly. An illegal value is
    returned to the brain in `Ask.refused` with the reason.
    """

    @property
    def spec(self) -> str:
        """E.g. "house", "human", "openai:MODEL"."""
        ...

    def cast(self, ask: Ask) -> Turn[Cast]:
        """Keep one Occupation and one Secret of the four cards dealt and invent the character."""
        ...

    def answer(self, ask: Ask) -> Turn[Answer]:
        """Answer the question on the table."""
        ...

    def guess(self, ask: Ask) -> Turn[Guesses]:
        """Guess both cards of every opponent."""
        ...


@runtime_checkable
class Talker(Protocol):
    """A brain that can put remarks of its own into words, for itself and for other seats it plays."""

    def react(self, ask: Ask, speakers: Mapping[int, str | None]) -> Turn[Mapping[int, str]]:
        """What these seats (each with the slug of who sits there, if it is a regular) say about a round that lies open; seats that say nothing are left out.

        Raises BackendError.
        """
        ...
