"""The meter: what regular readers would make of a draft, before it is handed in, and which of its words are to blame."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dubious_ai.belief import words as words_of
from dubious_ai.belief.by_setting import read
from dubious_ai.belief.posterior import Belief, Heard, Said
from dubious_ai.belief.seat import setting_of
from dubious_ai.brains.house_rules import answer_problem
from dubious_ai.coach.hint.target_share import Goal, Verdict, goal, kept, said_before, shares_of
from dubious_ai.coach.readability import hardly, readable
from dubious_ai.content.own_words import own_words
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Observation

TELLING = 0.25
"""Nats from which a word counts as giving something away."""
POINTS_TO = 0.14
"""Probability from which a draft, read by itself, points to a card; chance is 0.07."""
SILENT = 0.03
"""Change of a share below which an answer has said nothing about a card."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A word of the draft that gives a card away, and the share of readers without it."""

    word: str
    without: float


@dataclass(frozen=True, slots=True)
class Gauge:
    """One own card: the share of regular readers (0 to 1) who name it before and after the draft, and what does it."""

    kind: Kind
    card: str
    before: float
    after: float
    verdict: Verdict
    telling: tuple[Telling, ...]
    own_words: tuple[str, ...]

    @property
    def unmoved(self) -> bool:
        """Whether the draft says nothing about this card."""
        return abs(self.after - self.before) < SILENT

    @property
    def loud(self) -> bool:
        """Whether it is more than the plan asks for."""
        return self.verdict in ("a bit loud", "too obvious")


@dataclass(frozen=True)
class Check:
    """A draft on the scales. `points_to` are other cards (slugs) it fits when read by itself, likeliest first; `trail` is one that it
    points to instead of the own card; `problem` is a copy of the question or of somebody's words, as a sentence."""

    draft: str
    goal: Goal
    gauges: tuple[Gauge, Gauge]
    points_to: tuple[str, ...]
    trail: str | None
    says_nothing: bool
    problem: str | None
    hardly_readable: bool

    def of(self, kind: Kind) -> Gauge:
        """The gauge of one card."""
        return self.gauges[0] if kind == "occupation" else self.gauges[1]


def check(observation: Observation, draft: str) -> Check:
    """Weigh a draft answer to the question on the table. Raises ValueError outside the answering phase."""
    asked = observation.question
    if asked is None:
        raise ValueError("there is no question on the table")
    said, setting = said_before(observation), setting_of(observation)
    new = Said(asked.question.text, draft)
    aim = goal(observation)
    before, after = shares_of(observation, said), shares_of(observation, (*said, new))
    whole = read(setting, [Heard((*said, new))])[0]
    alone = read(setting, [Heard((new,))])[0]
    occupation, secret = (
        _gauge(observation, kind, draft, whole, before[kind], after[kind], aim) for kind in KINDS
    )
    points_to, trail = _elsewhere(observation, alone)
    problem = answer_problem(observation, draft) if not (occupation.own_words or secret.own_words) else None
    return Check(
        draft=draft,
        goal=aim,
        gauges=(occupation, secret),
        points_to=points_to,
        trail=trail,
        says_nothing=not words_of.content_words(draft)
        or (occupation.unmoved and secret.unmoved and trail is None),
        problem=problem,
        hardly_readable=hardly(readable(setting, [draft])),
    )


def _gauge(
    observation: Observation,
    kind: Kind,
    draft: str,
    whole: Belief,
    before: float,
    after: float,
    aim: Goal,
) -> Gauge:
    card = kept(observation).of(kind)
    name = observation.setting.card(kind, card).name
    return Gauge(
        kind=kind,
        card=card,
        before=before,
        after=after,
        verdict=aim.verdict(after),
        telling=_telling(observation, kind, draft, whole) if after > before else (),
        own_words=own_words(name, draft),
    )


def _telling(observation: Observation, kind: Kind, draft: str, whole: Belief) -> tuple[Telling, ...]:
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
        found.append(Telling(typed, shares_of(observation, (*said, new))[kind]))
    return tuple(found)


def _as_typed(draft: str, word: str) -> str:
    """A cleaned word as it stands in the draft."""
    for token in re.findall(r"[^\W_]+(?:['’][^\W_]+)*", draft):
        if word in words_of.words(token):
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
        fits += [(p, slug) for p, slug in others if p > POINTS_TO]
        top = others[0]
        if top[0] > 2 * POINTS_TO and top[0] > 2 * own and (trail is None or top > trail):
            trail = top
    ranked = tuple(slug for _, slug in sorted(fits, key=lambda fit: -fit[0]))
    return ranked[:4], trail[1] if trail else None
