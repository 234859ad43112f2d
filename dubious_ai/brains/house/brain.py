"""The house brain: plays offline, free and at once, with prepared answers and the belief engine.

Owns the three decisions of a seat; how a prepared answer is weighed lives in `steer`. It keeps no memory: what it has said,
what it may repeat and who it claims to be are read back from the observation.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from threading import Lock

from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import believe
from dubious_ai.brains.guessing_temper import picks_drawn
from dubious_ai.brains.house.sayable import may_say
from dubious_ai.brains.house.steer import best_pair, choose
from dubious_ai.brains.protocol import Answer, Ask, Cast, Guesses, Shares, Telemetry, Turn
from dubious_ai.content.library import Library
from dubious_ai.content.people import Persona, persona
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Observation

DELIVERY_CHANCE = 0.6
_ONE_AT_A_TIME = Lock()
"""The house thinks for one seat after the other: it is all arithmetic, and the first thought builds what the others use."""


def persona_of(observation: Observation) -> Persona | None:
    """Who plays this seat, if it is one of the regulars."""
    return persona(observation.persona)


@dataclass(frozen=True)
class HouseBrain:
    """The offline brain, which hears the table through a reader. See Brain for the contract."""

    reader: Reader
    spec: str = "house"

    def cast(self, ask: Ask) -> Turn[Cast]:
        """Keep the pair whose hints can best be steered; take a name and an introduction that tell nothing."""
        observation = ask.observation
        with _ONE_AT_A_TIME:
            pair = best_pair(self.reader, observation, ask.rng)
        cast = Cast(pair.occupation, pair.secret, *_character(observation, self.reader.library, ask.rng))
        return Turn(cast, Telemetry(self.spec))

    def answer(self, ask: Ask) -> Turn[Answer]:
        """Say the prepared answer that steers the readers best; a refused one is not said again."""
        observation = ask.observation
        persona = persona_of(observation)
        refused = {attempt.value for attempt in ask.refused}
        with _ONE_AT_A_TIME:
            answer = choose(self.reader, observation, persona, ask.rng, refused)
        delivery = _delivery(observation, persona, ask.rng)
        return Turn(Answer(answer.text, delivery, answer.intent), Telemetry(self.spec))

    def guess(self, ask: Ask) -> Turn[Guesses]:
        """Draw each pick from what the answers suggest, as blurred as the seat's level is."""
        observation = ask.observation
        with _ONE_AT_A_TIME:
            opponents, posterior = believe(self.reader, observation)
        beliefs: dict[int, dict[Kind, Shares]] = {
            seat: {kind: posterior[i].of(kind) for kind in KINDS} for i, seat in enumerate(opponents)
        }
        picks = picks_drawn(observation, beliefs, observation.level, persona_of(observation), ask.rng)
        return Turn(Guesses(picks, beliefs), Telemetry(self.spec))


def _character(observation: Observation, texts: Library, rng: Random) -> tuple[str, str]:
    """A name nobody else at the table can draw, fresh in each round, and an introduction likewise; now and then none."""
    seats, place = len(observation.players), observation.seat - 1
    used = {c.name for r in observation.rounds for c in r.characters}
    said = {c.introduction for r in observation.rounds for c in r.characters}
    names = (*texts.names.female, *texts.names.male)
    mine = [n for n in names[place::seats] if n not in used] or list(names[place::seats])
    lines = [i for i in texts.introductions[place::seats] if i not in said]
    name = rng.choice(mine)
    line = rng.choice(lines) if lines and rng.random() < 0.75 else ""
    return name, line


def _delivery(observation: Observation, persona: Persona | None, rng: Random) -> str:
    """A gesture of the player's own, not the same twice in a game."""
    wanted = rng.random() < DELIVERY_CHANCE
    used = {a.mine.delivery for r in observation.rounds for a in r.asked if a.mine}
    fresh = [d for d in (persona.deliveries if persona else ()) if d not in used and may_say(observation, d)]
    return rng.choice(fresh) if fresh and wanted else ""
