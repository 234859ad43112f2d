"""How well a model reads, and what its seat makes of it: beliefs over all cards, picks as good as the level, and what is found in play.

What a model leaves open is filled with what the offline reader believes; own cards are impossible; models are surer than they are
right, so a temperature per model cools them; "no card twice" is taken into account over the whole table. The seat's level
then decides how well the pick follows the belief, as for the house: a strong model is blurred down to the level, never sharpened beyond it.
What models were found to be (hits against stated weights, cost, time) is kept in a file of the settings folder.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from pathlib import Path

from pydantic import TypeAdapter

from dubious_ai.belief.marginals import table_marginals
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import believe
from dubious_ai.belief.skill import temper
from dubious_ai.brains.guessing_temper import picks_drawn
from dubious_ai.brains.protocol import Shares
from dubious_ai.content.people import persona
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, READING_STRENGTH, Guess, Kind, Usage, Value
from dubious_ai.core.observe import Observation
from dubious_ai.storage.whole_files import write_whole

Ranked = Mapping[str, float]
"""Chances (0 to 1, together at most 1) by slug, for the cards a model named."""
WEAKEST, LEAST = 0.1, 0.002
"""The weakest reader a seat is blurred down to, and the least chance a card counts with when a model is judged."""
OPEN = 0.12
"""The part of belief that is always left to cards the model did not name."""
TEMPERATURE = 1.4
"""Cooling of a model nobody has calibrated. `fit_temperature` finds a model's own; guess_temperature in the settings holds it."""


def beliefs(
    reader: Reader,
    observation: Observation,
    ranked: Mapping[int, Mapping[Kind, Ranked]],
    temperature: float = TEMPERATURE,
) -> dict[int, dict[Kind, Shares]]:
    """Probability of every card in play, by opponent and kind."""
    import numpy as np

    opponents, reading = believe(reader, observation)
    result: dict[int, dict[Kind, Shares]] = {seat: {} for seat in opponents}
    for kind in KINDS:
        slugs = observation.setting.slugs(kind)
        rows = np.array(
            [
                _smoothed(slugs, ranked.get(seat, {}).get(kind, {}), reading[at].of(kind), temperature)
                for at, seat in enumerate(opponents)
            ]
        )
        together = np.asarray(table_marginals(rows), dtype=np.float64)
        for at, seat in enumerate(opponents):
            result[seat][kind] = dict(zip(slugs, (float(p) for p in together[at]), strict=True))
    return result


def _smoothed(slugs: Sequence[str], ranked: Ranked, reading: Shares, temperature: float) -> list[float]:
    """One opponent and kind: the model's chances where it gave them, the offline reading for the rest, cooled."""
    legal = {slug: reading.get(slug, 0.0) for slug in slugs if reading.get(slug, 0.0) > 0.0}
    named = {slug: chance for slug, chance in ranked.items() if slug in legal}
    total = sum(named.values())
    kept = min(total, 1.0 - OPEN)
    rest = 1.0 - kept
    mass = sum(legal.values())
    mixed = {
        slug: rest * p / mass + (named.get(slug, 0.0) / total * kept if total > 0.0 else 0.0)
        for slug, p in legal.items()
    }
    cooled = {slug: exp(log(p) / temperature) for slug, p in mixed.items() if p > 0.0}
    whole = sum(cooled.values())
    return [cooled.get(slug, 0.0) / whole for slug in slugs]


def picks(
    observation: Observation, believed: Mapping[int, Mapping[Kind, Shares]], rng: random.Random
) -> dict[int, Guess]:
    """What the seat announces about every opponent, as well as its level guesses and in the temper of its persona."""
    reader = reading_strength(believed, READING_STRENGTH[observation.level])
    ordered = {seat: believed[seat] for seat in sorted(believed)}
    return picks_drawn(observation, ordered, reader, persona(observation.persona), rng)


def reading_strength(believed: Mapping[int, Mapping[Kind, Shares]], level: float) -> float:
    """The strength (0 to 1) to sample with, so that on average no more than `level` of the cards are named, if the beliefs are right."""
    rows = [list(by_kind[kind].values()) for by_kind in believed.values() for kind in by_kind]

    def expected(strength: float) -> float:
        hits = [sum(p * q for p, q in zip(row, temper(row, strength), strict=True)) for row in rows]
        return sum(hits) / len(hits) if hits else 0.0

    if expected(level) <= level:
        return level
    low, high = WEAKEST, level
    for _ in range(12):
        middle = (low + high) / 2
        low, high = (low, middle) if expected(middle) > level else (middle, high)
    return (low + high) / 2


def fit_temperature(judged: Sequence[tuple[Sequence[float], int]]) -> float:
    """The temperature (0.5 to 5) under which these probabilities lose least, each given with the index of the true card.

    Minimises mean log loss of p^(1/T), normalised; at least 30 cases make sense. Raises ValueError for none.
    """
    if not judged:
        raise ValueError("nothing to calibrate on")

    def loss(temperature: float) -> float:
        total = 0.0
        for probabilities, true in judged:
            cooled = [max(p, 1e-9) ** (1 / temperature) for p in probabilities]
            total -= log(cooled[true] / sum(cooled))
        return total

    steps = [0.5 * 1.05**n for n in range(48)]
    return min(steps, key=loss)


TEMPERATURES = (0.7, 1.0, 1.2, 1.4, 1.7, 2.0, 2.5, 3.2)
"""Temperatures that are compared on what a model said in play."""
ENOUGH = 60
"""Cards from which on a model's own temperature is used."""


class Found(Value):
    """What was found of one model in play. `stated` sums the weights (0 to 1) of its likeliest cards, `losses` the log loss at each of TEMPERATURES;
    `cost` is in dollars, None where a price was unknown."""

    games: int = 0
    cards: int = 0
    right: int = 0
    stated: float = 0.0
    losses: tuple[float, ...] = (0.0,) * len(TEMPERATURES)
    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0
    cost: float | None = 0.0

    @property
    def temperature(self) -> float | None:
        """The cooling that suits this model; None before enough was seen."""
        if self.cards < ENOUGH:
            return None
        return TEMPERATURES[min(range(len(TEMPERATURES)), key=lambda at: self.losses[at])]

    def plus(self, more: Found) -> Found:
        """Both together."""
        known = self.cost is not None and more.cost is not None
        return Found(
            games=self.games + more.games,
            cards=self.cards + more.cards,
            right=self.right + more.right,
            stated=self.stated + more.stated,
            losses=tuple(a + b for a, b in zip(self.losses, more.losses, strict=True)),
            calls=self.calls + more.calls,
            tokens=self.tokens + more.tokens,
            seconds=self.seconds + more.seconds,
            cost=(self.cost or 0.0) + (more.cost or 0.0) if known else None,
        )


class Strengths:
    """The file of what models were found to be, by the name of the brain. A damaged file counts as none: it is only experience."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._found: dict[str, Found] | None = None

    def all(self) -> dict[str, Found]:
        """Everything known, by brain."""
        if self._found is None:
            try:
                self._found = _FILE.validate_json(self.path.read_bytes())
            except (OSError, ValueError):
                self._found = {}
        return self._found

    def temperature(self, spec: str) -> float | None:
        """The cooling found for a brain, if enough was seen of it."""
        found = self.all().get(spec)
        return found.temperature if found else None

    def remember(self, events: Iterable[ev.Event]) -> None:
        """Add what a finished game shows. Raises UsageError where the file cannot be written."""
        found = measured(events, {spec: one.temperature or TEMPERATURE for spec, one in self.all().items()})
        if not found:
            return
        self._found = None  # another game may have been played meanwhile
        known = dict(self.all())
        for spec, one in found.items():
            known[spec] = known.get(spec, Found()).plus(one)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, _FILE.dump_json(known, indent=1), private=True)
        self._found = known


def measured(events: Iterable[ev.Event], used: Mapping[str, float]) -> dict[str, Found]:
    """What a game shows of the models in it. `used` are the temperatures their beliefs were cooled with (else the usual one)."""
    found: dict[str, Found] = {}
    noted: dict[int, ev.TurnNoted] = {}
    for event in events:
        match event:
            case ev.RoundStarted():
                noted = {}
            case ev.TurnNoted() if event.brain not in ("house", "human"):
                usage = event.usage or Usage()
                paid = Found(
                    calls=usage.calls,
                    tokens=usage.prompt_tokens + usage.completion_tokens,
                    seconds=usage.seconds,
                    cost=usage.cost,
                )
                found[event.brain] = found.get(event.brain, Found()).plus(paid)
                if event.action == "guess":
                    noted[event.seat] = event
            case ev.PlayerRevealed():
                for note in noted.values():
                    told = next((b for b in note.beliefs if b.target == event.seat), None)
                    for shares, true in (
                        ((told.occupation, event.occupation), (told.secret, event.secret)) if told else ()
                    ):
                        one = _judged(shares, true, used.get(note.brain, TEMPERATURE))
                        found[note.brain] = found.get(note.brain, Found()).plus(one)
            case _:
                pass
    return {spec: one.model_copy(update={"games": 1}) for spec, one in found.items()}


def _judged(shares: Mapping[str, float], true: str, used: float) -> Found:
    """One card: whether the likeliest was right, and how well each temperature would have told so."""
    if not shares:
        return Found()
    best = max(shares, key=lambda slug: shares[slug])
    losses: list[float] = []
    for temperature in TEMPERATURES:
        cooled = {slug: max(p, LEAST) ** (used / temperature) for slug, p in shares.items()}
        chance = cooled.get(true, LEAST ** (used / temperature)) / sum(cooled.values())
        losses.append(-log(min(1.0, chance)))
    return Found(cards=1, right=int(best == true), stated=shares[best], losses=tuple(losses))


_FILE: TypeAdapter[dict[str, Found]] = TypeAdapter(dict[str, Found])
