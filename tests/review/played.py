"""A finished game whose cards and answers are known: the guided round, played to its end by a scripted learner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.protocol import Answer, Brain, Cast, Guesses
from dubious_ai.brains.scripted import Scripted, first_free
from dubious_ai.coach.guided.first_round import LEARNER, MINE, PARTS, SPEC, Guided, lay_guided
from dubious_ai.core import events as ev
from dubious_ai.core.observe import Observation
from dubious_ai.game.table import Table
from tests.readers import reader

QUIET = (
    "They look as they look, both of them.",
    "I keep none, the house is small.",
    "You would have to ask my friend.",
    "Good, thank you, and yours?",
    "That I am busy, which is seldom so.",
)
LOUD = (
    "Calluses across the palm, and sand I cannot get out.",
    "A goat. It goes under the bed when there is thunder.",
    "By the children who follow me with wooden swords.",
    "Barley again, and the lanista counts the beans in the barracks.",
    "That the lightning was not aimed at anybody.",
)


def played(
    answers: Sequence[str] = LOUD,
    *,
    guesses: Guesses | None = None,
    aside: Sequence[ev.Event] = (),
    name: str = "Ann",
) -> tuple[ev.Event, ...]:
    """All events of the guided round with these answers of seat 1 (Gladiator, father Zeus); `aside` happens before the first answer."""

    def cast(observation: Observation) -> Cast:
        del observation
        return Cast(MINE[0][0], MINE[1][0], "Rufus")

    def answer(observation: Observation) -> Answer:
        asked = observation.question
        return Answer(answers[asked.number - 1 if asked else 0])

    def guess(observation: Observation) -> Guesses:
        return guesses or first_free(observation)

    game = lay_guided(name)
    brains: dict[int, Brain] = {
        LEARNER: Scripted(cast, answer, guess, spec="human"),
        **{s: Guided(reader()) for s in PARTS},
    }
    table = Table(game, brains, HouseBrain(reader()), SPEC, humans=frozenset({LEARNER}), parallel=False)
    for event in aside:
        table.take(event)
    table.play()
    return tuple(game.events)


@cache
def loud() -> tuple[ev.Event, ...]:
    """The game with plain answers, played once."""
    return played()
