"""Belief from a seat's point of view: what it believes of the others, and what readers would make of its own words.

Everything is computed from the seat's observation alone; no brain at the table is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dubious_ai.belief.foresight import Foreseen
from dubious_ai.belief.posterior import Heard, Posterior, Said
from dubious_ai.belief.reader import BEFORE_THE_READER, Reader
from dubious_ai.core.model import KINDS, READING_STRENGTH, Kind
from dubious_ai.core.observe import Observation

KNOWN_OF_OTHERS = 0.5
"""Cards of a kind that a reader can rule out for each of the other opponents, who hold them by all they say. Measured at tables of three to six: with it the shares
foreseen are those with which cards are named (`python -m benchmarks.selfplay`)."""


def impossible(reader: Reader, observation: Observation) -> dict[Kind, set[str]]:
    """The cards no opponent can hold: those dealt to this seat, and those left out of the game."""
    return {
        kind: set(observation.excluded(kind))
        | (set(reader.cards.by_kind[kind]) - set(observation.setting.slugs(kind)))
        for kind in KINDS
    }


def answers_of(observation: Observation, seat: int) -> tuple[Said, ...]:
    """What a player has said so far in the current round; for the seat itself also what it has handed in."""
    if seat != observation.seat:
        return tuple(Said(question.text, text) for question, text in observation.now.heard(seat))
    return tuple(Said(a.question.text, a.mine.text) for a in observation.now.asked if a.mine)


def believe(reader: Reader, observation: Observation) -> tuple[tuple[int, ...], Posterior]:
    """The opponents (seats) and what this seat may believe of each, in the same order."""
    opponents = tuple(sorted(observation.opponents))
    heard = [Heard(answers_of(observation, seat)) for seat in opponents]
    return opponents, reader.read(heard, excluded=impossible(reader, observation))


def readers_of(observation: Observation) -> tuple[float, ...]:
    """The reading strengths (0 to 1) of those who will read this seat, sorted; of regulars where nothing is known."""
    return observation.readers or (READING_STRENGTH["regular"],) * len(observation.opponents)


def predict(
    reader: Reader, observation: Observation, said: Sequence[Said], strengths: Sequence[float] | None = None
) -> dict[str, float]:
    """For each card (by slug): the part of readers (0 to 1) who would pick it after these answers, if it were the true one.

    `strengths` are those of the readers (by default of the opponents).
    """
    found = Counter(strengths or readers_of(observation))
    if len(found) == 1:
        return _shares(reader, observation, said, next(iter(found)))
    total = sum(found.values())
    mixed: dict[str, float] = {}
    for strength, count in found.items():
        shares = _shares(reader, observation, said, strength)
        if not mixed:
            mixed = {slug: share * count / total for slug, share in shares.items()}
            continue
        for slug, share in shares.items():
            mixed[slug] += share * count / total
    return mixed


def foresee(reader: Reader, observation: Observation, said: Sequence[Said], card: str) -> Foreseen:
    """Who at this table would name a card (slug) after these answers, if it were the true one."""
    return foresee_cards(reader, observation, said, (card,))[card]


def foresee_cards(
    reader: Reader, observation: Observation, said: Sequence[Said], cards: Sequence[str]
) -> dict[str, Foreseen]:
    """The same for several cards at once."""
    strengths = readers_of(observation)
    by_strength = {s: _shares(reader, observation, said, s) for s in set(strengths)}
    return {card: Foreseen(tuple(by_strength[s][card] for s in strengths), len(said)) for card in cards}


def _shares(
    reader: Reader, observation: Observation, said: Sequence[Said], strength: float
) -> dict[str, float]:
    others = KNOWN_OF_OTHERS * (len(observation.opponents) - 1)
    candidates = len(observation.setting.occupations) - BEFORE_THE_READER - others
    return reader.shares(said, strength, candidates)
