"""From beliefs to what a seat announces: as well as its reader guesses, and in the temper of the person who sits there.

The temper acts here, after the beliefs are settled, for the house and for models alike: it never makes a weight dishonest.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from dubious_ai.belief.skill import pick
from dubious_ai.brains.protocol import Shares
from dubious_ai.content.people import Persona
from dubious_ai.core.model import KINDS, Guess, Kind, Level
from dubious_ai.core.observe import Observation


def picks_drawn(
    observation: Observation,
    beliefs: Mapping[int, Mapping[Kind, Shares]],
    reader: Level | float,
    persona: Persona | None,
    rng: Random,
) -> dict[int, Guess]:
    """The guess about every opponent, by seat, drawn from `beliefs` as a reader of this level or strength (0 to 1) draws."""
    totals = observation.standing.totals
    ahead = max((totals[seat] for seat in beliefs), default=0)
    leading = {seat for seat in beliefs if ahead > 0 and totals[seat] == ahead}
    drawn = {
        kind: _drawn(
            {seat: by_kind[kind] for seat, by_kind in beliefs.items()}, reader, persona, leading, rng
        )
        for kind in KINDS
    }
    return {
        seat: Guess(occupation=drawn["occupation"][seat], secret=drawn["secret"][seat]) for seat in beliefs
    }


def _drawn(
    beliefs: Mapping[int, Shares],
    reader: Level | float,
    persona: Persona | None,
    leading: set[int],
    rng: Random,
) -> dict[int, str]:
    """One pick for each opponent. A careful guesser names no card twice; a jealous one looks twice at whoever leads."""
    style = persona.guessing if persona else "bold"
    picks: dict[int, str] = {}
    for seat, shares in beliefs.items():
        slugs, chances = list(shares), list(shares.values())
        if style == "careful":
            chances = [0.0 if slug in picks.values() else p for slug, p in zip(slugs, chances, strict=True)]
        at = pick(chances, reader, rng)
        if style == "jealous" and seat in leading:
            at = max(at, pick(chances, reader, rng), key=lambda index: chances[index])
        picks[seat] = slugs[at]
    return picks
