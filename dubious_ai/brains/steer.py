"""Choosing what to say: which prepared answer brings readers nearest to "some, but not all".

A seat knows what readers believe after its earlier answers. The chance that a reader names a card should grow, answer by answer,
to the p that maximises expected role points (scoring.best_pick_rate), and not far beyond, since what is said cannot be unsaid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import log
from random import Random

from dubious_ai.belief.posterior import Said
from dubious_ai.belief.seat import answers_of, predict
from dubious_ai.brains.tells import Tell, tell_of
from dubious_ai.content.library import CardFile, Library, Persona, Prepared, SettingSlug, answer_id, library
from dubious_ai.content.own_words import own_words
from dubious_ai.core.model import KINDS, Intent, Kind, Pair
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import expected_role_points

AHEAD_COST = 0.8
"""What being ahead of the plan costs beside being behind it, per squared logit. Below 1: readers blur a hint more often than they overhear it."""
PLAN_SPEED = 2.0
"""How many times faster than evenly the plan runs to its aim: half-heard hints blur each other, so a late start never arrives."""
TONE_WORTH = 0.2
"""What a persona's favourite tone is worth, in squared logits; its second half as much, and so on."""
CHOICE_NOISE = 0.08
"""Mean of the random part of a choice, in squared logits: keeps bots from being predictable where choices are nearly equal."""
POINT_COST = 4.0
"""Squared logits that a point not earned counts for after the last question."""
LAST_COST = 2.0
"""How much more a squared logit counts after the last question, for a seat that aims at a share rather than at points."""
TRAIL_ABOVE = 0.18
"""How far above the aim both cards must be before a false trail is worth its price."""
TRAIL_FROM = 2
"""The question from which a sly seat may point elsewhere."""


@dataclass(frozen=True, slots=True)
class Option:
    """A prepared answer that could be said now, and the card it belongs to."""

    prepared: Prepared
    card: str
    kind: Kind
    false: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is said, and privately why."""

    text: str
    intent: Intent


def choose(
    observation: Observation, texts: Library, persona: Persona | None, rng: Random, refused: set[str]
) -> Chosen:
    """The answer to the question on the table. Raises ValueError outside the answering phase."""
    asked, pair = observation.question, observation.pair
    if asked is None or pair is None:
        raise ValueError("there is no question to answer")
    said = answers_of(observation, observation.seat)
    tell = tell_of(observation)
    now = predict(observation, said, tell.strengths)
    options = list(_options(observation, texts, asked.question.slug, pair, refused))
    known = min(now[pair.of(kind)] for kind in KINDS) > tell.share + TRAIL_ABOVE
    if (known or (tell.trail and asked.number >= TRAIL_FROM)) and not _trail_laid(observation):
        options += _false_trails(observation, texts, asked.question.slug, pair, rng, refused)
    best, best_loss = None, float("inf")
    for option in options:
        after = predict(observation, (*said, Said(asked.question.text, option.prepared.text)), tell.strengths)
        cost = loss(observation, pair, after, tell)
        if tell.ambiguity and not option.false:
            cost -= tell.ambiguity * _ambiguity(observation, after, option)
        if persona and option.prepared.tone in persona.tones:
            cost -= TONE_WORTH / (1 + persona.tones.index(option.prepared.tone))
        cost += CHOICE_NOISE * rng.expovariate(1.0)
        if cost < best_loss:
            best, best_loss = (option, after), cost
    if best is None:
        return Chosen(_nothing_prepared(texts, observation, rng), Intent(aim="false-trail"))
    option, after = best
    return Chosen(
        option.prepared.text,
        Intent(
            aim="false-trail" if option.false else option.kind,
            occupation_share=round(after[pair.occupation], 3),
            secret_share=round(after[pair.secret], 3),
            strength=option.prepared.strength,
            prepared=True,
            source=answer_id(option.card, option.prepared),
            card=option.card,
        ),
    )


def logit(p: float) -> float:
    """The log odds of a chance, kept finite."""
    p = min(max(p, 0.005), 0.995)
    return log(p / (1 - p))


def _ambiguity(observation: Observation, after: Mapping[str, float], option: Option) -> float:
    """How near another card of the kind comes to the one hinted at, 0 to 1."""
    rivals = (after[slug] for slug in observation.setting.slugs(option.kind) if slug != option.card)
    return min(1.0, max(rivals) / max(after[option.card], 1e-6))


def planned(observation: Observation, target: float) -> float:
    """Where a card should stand after the question on the table, in logits: the chance of being named grows evenly from a blind guess to the aim, which it reaches early and keeps."""
    question = observation.question
    number = question.number if question else 1
    start = logit(1 / max(2, len(observation.setting.occupations) - 2))
    return start + (logit(target) - start) * min(1.0, PLAN_SPEED * number / observation.options.questions)


def loss(observation: Observation, pair: Pair, after: Mapping[str, float], tell: Tell) -> float:
    """Distance from the plan; after the last question, points not earned, or the distance from the aim. `after` holds the shares of both own cards."""
    question = observation.question
    last = question is not None and question.number >= observation.options.questions
    if last and tell.pays:
        others = len(observation.opponents)
        return -POINT_COST * sum(expected_role_points(others, after[pair.of(kind)]) for kind in KINDS)
    plan = planned(observation, tell.share)
    gaps = [logit(after[pair.of(kind)]) - plan for kind in KINDS]
    missed = sum(gap * gap * (AHEAD_COST if gap > 0 else 1.0) for gap in gaps)
    return missed * (LAST_COST if last else 1.0)


def _options(
    observation: Observation, texts: Library, question: str, pair: Pair, refused: set[str]
) -> Iterator[Option]:
    """The prepared answers of both own cards that were not heard before and contradict nothing said, fresh ones if there are any."""
    heard, claims = _heard(observation), claimed(observation, texts)
    found = [
        Option(prepared, pair.of(kind), kind)
        for kind in KINDS
        for prepared in _to(texts.file(pair.of(kind)), question)
        if prepared.text not in heard and prepared.text not in refused and may_say(observation, prepared.text)
    ]
    consistent = [option for option in found if not contradicts(option.prepared, claims)] or found
    fresh = [option for option in consistent if not _lately(observation, option.card, option.prepared)]
    yield from fresh or consistent


def _false_trails(
    observation: Observation, texts: Library, question: str, pair: Pair, rng: Random, refused: set[str]
) -> Iterator[Option]:
    """Answers of two cards that are not this seat's, to mislead readers who know too much."""
    heard, claims = _heard(observation), claimed(observation, texts)
    for kind in KINDS:
        others = [c.slug for c in observation.setting.cards(kind) if c.slug != pair.of(kind)]
        slug = rng.choice(others)
        for prepared in _to(texts.file(slug), question):
            usable = prepared.text not in heard | refused and not _lately(observation, slug, prepared)
            if usable and not contradicts(prepared, claims) and may_say(observation, prepared.text):
                yield Option(prepared, slug, kind, false=True)


def _lately(observation: Observation, card: str, prepared: Prepared) -> bool:
    """Whether the answer was heard in one of the latest games."""
    return answer_id(card, prepared) in observation.heard or prepared.text in observation.heard


def _trail_laid(observation: Observation) -> bool:
    intents = (a.mine.intent for a in observation.now.asked if a.mine)
    return any(intent is not None and intent.aim == "false-trail" for intent in intents)


def _to(file: CardFile, question: str) -> list[Prepared]:
    return [prepared for prepared in file.answers if prepared.to == question]


def _heard(observation: Observation) -> set[str]:
    """Every text this seat has said or heard in the whole game."""
    texts = {s.text for r in observation.rounds for a in r.asked for s in a.answers}
    return texts | {a.mine.text for r in observation.rounds for a in r.asked if a.mine}


def may_say(observation: Observation, text: str) -> bool:
    """Whether a text keeps clear of the words of both own cards."""
    pair = observation.pair
    if pair is None:
        return True
    return not any(own_words(observation.setting.card(kind, pair.of(kind)).name, text) for kind in KINDS)


@cache
def _by_text(slug: SettingSlug) -> dict[str, Prepared]:
    return {prepared.text: prepared for file in library(slug).files for prepared in file.answers}


def claimed(observation: Observation, texts: Library) -> dict[str, str]:
    """What this seat's character has claimed about itself in this round, by topic; the gender its name implies included."""
    claims: dict[str, str] = {}
    kept = observation.now.kept
    if kept and kept.name in texts.names.female:
        claims["gender"] = "female"
    if kept and kept.name in texts.names.male:
        claims["gender"] = "male"
    known = _by_text(texts.slug)
    for asked in observation.now.asked:
        prepared = known.get(asked.mine.text) if asked.mine else None
        for claim in prepared.claims if prepared else ():
            topic, _, value = claim.partition(":")
            claims[topic] = value
    return claims


def contradicts(prepared: Prepared, claims: dict[str, str]) -> bool:
    """Whether an answer says something else about the speaker than was said before."""
    pairs = (claim.partition(":") for claim in prepared.claims)
    return any(claims.get(topic, value) != value for topic, _, value in pairs)


def _nothing_prepared(texts: Library, observation: Observation, rng: Random) -> str:
    """For a question that is not ours, or when all is said: something prepared for the nearest occasion, from either own card."""
    pair = observation.pair
    heard = _heard(observation)
    pool = [
        prepared.text
        for kind in KINDS
        for prepared in (texts.file(pair.of(kind)).answers if pair else ())
        if prepared.text not in heard and may_say(observation, prepared.text)
    ]
    return rng.choice(pool) if pool else "Ask me again when I have had something to eat."


def best_pair(observation: Observation, texts: Library, rng: Random) -> Pair:
    """The kept pair: for each kind the card whose hints, two of them at random, leave the better expected points."""
    dealt = observation.now.dealt
    if dealt is None:
        raise ValueError("no cards are dealt yet")
    tell = tell_of(observation)
    others = len(observation.opponents)
    asked = {question.slug: question.text for question in texts.questions}

    def worth(slug: str) -> float:
        answers = texts.file(slug).answers
        if len(answers) < 2:
            return 0.0
        after = predict(
            observation, tuple(Said(asked[p.to], p.text) for p in rng.sample(answers, 2)), tell.strengths
        )
        return expected_role_points(others, after[slug])

    return Pair(occupation=max(dealt.occupations, key=worth), secret=max(dealt.secrets, key=worth))
