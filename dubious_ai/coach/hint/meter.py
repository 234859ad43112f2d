"""The meter: what the readers at this table would make of a draft, before it is handed in, and what in it does that."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dubious_ai.analysis.verdict import CardVerdict, Verdict
from dubious_ai.belief import words as words_of
from dubious_ai.belief.nearest import Echo, nearest
from dubious_ai.belief.posterior import Belief, Heard, Said
from dubious_ai.belief.reader import Reader
from dubious_ai.brains.house_rules import answer_problem
from dubious_ai.coach.hint.target_share import (
    Goal,
    goal,
    kept,
    said_before,
    shares_of,
    verdict_on,
)
from dubious_ai.content.own_words import own_words
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Observation

TELLING = 0.25
"""Nats from which a word counts as giving something away."""
POINTS_TO = 2.0
"""How many times likelier than by chance a card must be, from the draft by itself, for the draft to fit it."""
TRAIL = 4.0
"""The same for a draft that points there instead of to the own card."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A word of the draft that gives a card away, and the share of readers without it."""

    word: str
    without: float


@dataclass(frozen=True, slots=True)
class Gauge:
    """One own card: its verdict, and what does it: words of the draft, and the nearest meaning of what is written about the card."""

    verdict: CardVerdict
    telling: tuple[Telling, ...]
    close_to: Echo | None

    @property
    def kind(self) -> Kind:
        """Which of the two cards it is."""
        return self.verdict.kind

    @property
    def card(self) -> str:
        """Its slug."""
        return self.verdict.card

    @property
    def before(self) -> float:
        """The part of this table's readers (0 to 1) who would name it before the draft."""
        return self.verdict.before.share

    @property
    def after(self) -> float:
        """The same after the draft."""
        return self.verdict.after.share

    @property
    def own_words(self) -> tuple[str, ...]:
        """Words of the card itself in the draft."""
        return self.verdict.own_words


@dataclass(frozen=True)
class Check:
    """A draft on the scales. `points_to` are other cards (slugs) it fits when read by itself, likeliest first; `problem` is a copy of the question or
    of somebody's words, as a sentence; `notice` says, once, why drafts are read by their words alone on this machine."""

    draft: str
    goal: Goal
    gauges: tuple[Gauge, Gauge]
    verdict: Verdict
    points_to: tuple[str, ...]
    problem: str | None
    notice: str | None = None

    def of(self, kind: Kind) -> Gauge:
        """The gauge of one card."""
        return self.gauges[0] if kind == "occupation" else self.gauges[1]


def check_draft(reader: Reader, observation: Observation, draft: str) -> Check:
    """Weigh a draft answer to the question on the table. Raises ValueError outside the answering phase."""
    asked = observation.question
    if asked is None:
        raise ValueError("there is no question on the table")
    said = said_before(observation)
    new = Said(asked.question.text, draft)
    aim = goal(observation)
    whole = reader.read([Heard((*said, new))])[0]
    alone = reader.read([Heard((new,))])[0]
    points_to, trail = _elsewhere(observation, alone)
    problem = _copied(observation, draft)
    found = verdict_on(reader, observation, draft, trail=trail, copied=problem is not None)
    occupation, secret = (_gauge(reader, observation, found.of(kind), new, whole) for kind in KINDS)
    return Check(
        draft=draft,
        goal=aim,
        gauges=(occupation, secret),
        verdict=found,
        points_to=points_to,
        problem=problem,
        notice=reader.encoder.notice(),
    )


def _copied(observation: Observation, draft: str) -> str | None:
    """Whether a draft repeats the question or somebody, as a sentence; a word of the own card is told elsewhere."""
    pair = kept(observation)
    names = (observation.setting.card(kind, pair.of(kind)).name for kind in KINDS)
    return None if any(own_words(name, draft) for name in names) else answer_problem(observation, draft)


def _gauge(reader: Reader, observation: Observation, found: CardVerdict, new: Said, whole: Belief) -> Gauge:
    if not found.helped:
        return Gauge(found, (), None)
    echoes = nearest(reader, new.question, new.text, found.card)
    return Gauge(
        found, _telling(reader, observation, found.kind, new.text, whole), echoes[0] if echoes else None
    )


def _telling(
    reader: Reader, observation: Observation, kind: Kind, draft: str, whole: Belief
) -> tuple[Telling, ...]:
    """The words of the draft that speak loudest for a card, at most three, each with the share that would remain without it."""
    card = kept(observation).of(kind)
    said, asked = said_before(observation), observation.question
    here = [b for b in whole.why(card, 200) if b.answer == len(said) and b.word and b.nats > TELLING]
    loud = list(dict.fromkeys(b.word for b in here))[:3]
    found: list[Telling] = []
    for word in loud:
        typed = _as_typed(draft, word)
        rest = re.sub(rf"\b{re.escape(typed)}\b", "", draft)
        new = Said(asked.question.text if asked else "", rest)
        found.append(Telling(typed, shares_of(reader, observation, (*said, new))[kind]))
    return tuple(found)


def _as_typed(draft: str, word: str) -> str:
    """A cleaned word as it stands in the draft."""
    for token in re.findall(r"[^\W_]+(?:['’][^\W_]+)*", draft):
        if word in words_of.reading_words(token):
            return token
    return word


def _elsewhere(observation: Observation, alone: Belief) -> tuple[tuple[str, ...], str | None]:
    """Other cards a draft fits by itself, and the one it points to instead of the own card."""
    pair = kept(observation)
    fits: list[tuple[float, str]] = []
    trail: tuple[float, str] | None = None
    for kind in KINDS:
        own = alone.of(kind)[pair.of(kind)]
        others = [(p, slug) for slug, p in alone.best(kind, 4) if slug != pair.of(kind)]
        chance = 1 / len(alone.of(kind))
        fits += [(p, slug) for p, slug in others if p > POINTS_TO * chance]
        top = others[0]
        if top[0] > TRAIL * chance and top[0] > 2 * own and (trail is None or top > trail):
            trail = top
    ranked = tuple(slug for _, slug in sorted(fits, key=lambda fit: -fit[0]))
    return ranked[:4], trail[1] if trail else None
