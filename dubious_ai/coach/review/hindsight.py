"""What a guesser could have seen: after any answer, the best guess its own readings allow, beside what it guessed and what was true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dubious_ai.belief.seat import believe
from dubious_ai.belief.skill import temper
from dubious_ai.core.model import KINDS, Guess, Kind
from dubious_ai.core.observe import Observation


@dataclass(frozen=True)
class Sight:
    """One card of one opponent as a seat could believe it at one moment. Cards are slugs, probabilities 0 to 1.

    `best` is the likeliest card, `true` the probability of the card that was there, `guessed` what the seat guessed in the end (None for a blank
    or while the guess is out), `chance` its probability, `likely` the chance that a guesser of the seat's level names the true card.
    """

    target: int
    kind: Kind
    truth: str
    best: str
    best_chance: float
    true: float
    guessed: str | None
    chance: float
    likely: float

    @property
    def led(self) -> bool:
        """Whether the true card was the likeliest."""
        return self.best == self.truth


def sights(
    observation: Observation, pairs: Mapping[int, Mapping[Kind, str]], guesses: Mapping[int, Guess]
) -> tuple[Sight, ...]:
    """What a seat could believe at one moment of every opponent's cards, Occupation first. `pairs` are the true cards by seat."""
    opponents, posterior = believe(observation)
    level = observation.level
    found: list[Sight] = []
    for place, target in enumerate(opponents):
        for kind in KINDS:
            chances = posterior[place].of(kind)
            best, best_chance = max(chances.items(), key=lambda item: item[1])
            truth = pairs[target][kind]
            guess = guesses.get(target)
            guessed = guess.of(kind) if guess else None
            picks = dict(zip(chances, temper(list(chances.values()), level), strict=True))
            found.append(
                Sight(
                    target=target,
                    kind=kind,
                    truth=truth,
                    best=best,
                    best_chance=best_chance,
                    true=chances[truth],
                    guessed=guessed,
                    chance=chances[guessed] if guessed else 0.0,
                    likely=picks[truth],
                )
            )
    return tuple(found)


@dataclass(frozen=True)
class Trail:
    """How one card of one opponent looked to a seat, before the first answer and after each."""

    seen: tuple[Sight, ...]

    @property
    def last(self) -> Sight:
        """How it looked when it was time to guess."""
        return self.seen[-1]

    @property
    def leads_from(self) -> int | None:
        """The number of the answer (from 1) from which on the true card was the likeliest; None if it was not in the end."""
        at = len(self.seen)
        while at > 1 and self.seen[at - 1].led:
            at -= 1
        return at if at < len(self.seen) else None


def trails(
    seen: Sequence[Observation], pairs: Mapping[int, Mapping[Kind, str]], guesses: Mapping[int, Guess]
) -> tuple[Trail, ...]:
    """The trails of a seat through a round, from its observations before the first answer and after each."""
    return tuple(Trail(line) for line in zip(*(sights(o, pairs, guesses) for o in seen), strict=True))
