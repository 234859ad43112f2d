"""Choosing what to say: which prepared answer brings readers nearest to "some, but not all".

A seat knows what readers believe after its earlier answers. The chance that a reader names a card should grow, answer by answer,
to the p that maximises expected role points (scoring.best_pick_rate), and not far beyond, since what is said cannot be unsaid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import log
from random import Random

from dubious_ai.belief.posterior import Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import answers_of, predict
from dubious_ai.brains.house.rivals import cover, lent_answers, open_trails, rivals_of, slyness
from dubious_ai.brains.house.sayable import (
    answers_to,
    claimed,
    clear_of,
    contradicts,
    may_say,
    own_names,
    spoken_voice,
    texts_heard,
    told_lately,
)
from dubious_ai.brains.house.tells import Tell, tell_of
from dubious_ai.content.cards import Prepared, answer_id
from dubious_ai.content.library import Library
from dubious_ai.content.people import Persona
from dubious_ai.core.model import KINDS, Intent, Kind, Pair
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import expected_role_points

AHEAD_COST = 1.3
"""What being ahead of the plan costs beside being behind it, per squared logit. Above 1: what is said cannot be unsaid."""
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
COVER = 4.0
"""Points that a card counts for more to a sly seat, when it is chosen, if every question has an answer that its rival could give."""
BORROWED = 7.5
"""What it is worth to a sly seat that an answer is truer of the rival than of its own card and fits both."""


@dataclass(frozen=True, slots=True)
class Option:
    """A prepared answer that could be said now, and the card it is meant for; `written_for` another one when it is borrowed."""

    prepared: Prepared
    card: str
    kind: Kind
    false: bool = False
    written_for: str | None = None


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is said, and privately why."""

    text: str
    intent: Intent


def choose(
    reader: Reader, observation: Observation, persona: Persona | None, rng: Random, refused: set[str]
) -> Chosen:
    """The answer to the question on the table. Raises ValueError outside the answering phase."""
    asked, pair, texts = observation.question, observation.pair, reader.library
    if asked is None or pair is None:
        raise ValueError("there is no question to answer")
    said = answers_of(observation, observation.seat)
    tell = tell_of(observation)
    now = predict(reader, observation, said, tell.strengths)
    rivals = rivals_of(texts, spoken_voice(observation, texts), observation, pair) if tell.sly else {}
    # where somebody may hold the rival, its words are theirs to say
    lent = open_trails(reader, observation, rivals)
    options = list(_options(observation, texts, asked.question.slug, pair, refused, lent))
    known = min(now[pair.of(kind)] for kind in KINDS) > tell.share + TRAIL_ABOVE
    if (known or (tell.sly and asked.number >= TRAIL_FROM)) and not _trail_laid(observation):
        options += _false_trails(observation, texts, asked.question.slug, pair, rng, refused, lent)
    if tell.sly:
        options = _of_the_silent_card(observation, pair, options)
    best, best_loss = None, float("inf")
    for option in options:
        after = predict(
            reader, observation, (*said, Said(asked.question.text, option.prepared.text)), tell.strengths
        )
        cost = loss(observation, pair, after, tell)
        if tell.sly and not option.false:
            cost -= BORROWED if option.written_for else slyness(option.prepared, rivals.get(option.card))
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
            source=answer_id(option.written_for or option.card, option.prepared),
            card=option.card,
            clue=option.prepared.clue,
            why=_why(texts, option),
            rivals=option.prepared.also,
        ),
    )


def _why(texts: Library, option: Option) -> str:
    """The step from the words to the card meant."""
    other = option.written_for
    return f"fits {texts.file(other).name} just as well, and was meant to" if other else option.prepared.why


def log_odds(p: float) -> float:
    """The log odds of a chance, kept finite."""
    p = min(max(p, 0.005), 0.995)
    return log(p / (1 - p))


def planned(observation: Observation, target: float) -> float:
    """Where a card should stand after the question on the table, in logits: the chance of being named grows evenly from a blind guess to the aim, which it reaches early and keeps."""
    return planned_at(observation, target, observation.question.number if observation.question else 1)


def planned_at(observation: Observation, target: float, number: int) -> float:
    """The same after the question of this number in the round."""
    start = log_odds(1 / max(2, len(observation.setting.occupations) - 2))
    return start + (log_odds(target) - start) * min(1.0, PLAN_SPEED * number / observation.options.questions)


def loss(observation: Observation, pair: Pair, after: Mapping[str, float], tell: Tell) -> float:
    """Distance from the plan; after the last question, points not earned, or the distance from the aim. `after` holds the shares of both own cards."""
    question = observation.question
    last = question is not None and question.number >= observation.options.questions
    if last and tell.pays:
        others = len(observation.opponents)
        return -POINT_COST * sum(expected_role_points(others, after[pair.of(kind)]) for kind in KINDS)
    plan = planned(observation, tell.share)
    gaps = [log_odds(after[pair.of(kind)]) - plan for kind in KINDS]
    missed = sum(gap * gap * (AHEAD_COST if gap > 0 else 1.0) for gap in gaps)
    return missed * (LAST_COST if last else 1.0)


def _options(
    observation: Observation,
    texts: Library,
    question: str,
    pair: Pair,
    refused: set[str],
    rivals: Mapping[str, str],
) -> Iterator[Option]:
    """The prepared answers of both own cards, in the seat's voice, that were not heard before and contradict nothing said; fresh ones if there are any. `rivals` (by own card)
    lend theirs."""
    heard, claims, names = texts_heard(observation), claimed(observation, texts), own_names(observation)

    def usable(prepared: Prepared) -> bool:
        return prepared.text not in heard | refused and clear_of(names, prepared.text)

    found = [
        Option(prepared, pair.of(kind), kind)
        for kind in KINDS
        for prepared in answers_to(observation, texts, pair.of(kind), question)
        if usable(prepared)
    ]
    voice = spoken_voice(observation, texts)
    for kind in KINDS:
        if (rival := rivals.get(pair.of(kind))) is not None:
            lent = lent_answers(observation, texts, voice, pair.of(kind), rival, question)
            found += [Option(p, pair.of(kind), kind, written_for=rival) for p in lent if usable(p)]
    consistent = [option for option in found if not contradicts(option.prepared, claims)]
    fresh = [
        option
        for option in consistent
        if not told_lately(observation, option.written_for or option.card, option.prepared)
    ]
    yield from fresh or consistent


def _false_trails(
    observation: Observation,
    texts: Library,
    question: str,
    pair: Pair,
    rng: Random,
    refused: set[str],
    rivals: Mapping[str, str],
) -> Iterator[Option]:
    """Answers of cards this seat does not hold, to mislead readers who know too much: of the rival of its own card (`rivals`), where it has one, else of the two it
    has rejected, which nobody else can hold."""
    heard, claims = texts_heard(observation), claimed(observation, texts)
    for kind in KINDS:
        slug = rivals.get(pair.of(kind))
        if slug is None:
            slug = rng.choice([s for s in observation.excluded(kind) if s != pair.of(kind)])
        for prepared in answers_to(observation, texts, slug, question):
            usable = prepared.text not in heard | refused and not told_lately(observation, slug, prepared)
            if usable and not contradicts(prepared, claims) and may_say(observation, prepared.text):
                yield Option(prepared, slug, kind, false=True)


def _of_the_silent_card(observation: Observation, pair: Pair, options: list[Option]) -> list[Option]:
    """At the last question only what speaks of a card nothing was said of yet, where there is one: nobody can be found by silence."""
    asked = observation.question
    if asked is None or asked.number < observation.options.questions:
        return options
    meant = {a.mine.intent.card for a in observation.now.asked if a.mine and a.mine.intent}
    silent = [pair.of(kind) for kind in KINDS if pair.of(kind) not in meant]
    return [option for option in options if option.card in silent] or options


def _trail_laid(observation: Observation) -> bool:
    intents = (a.mine.intent for a in observation.now.asked if a.mine)
    return any(intent is not None and intent.aim == "false-trail" for intent in intents)


def _nothing_prepared(texts: Library, observation: Observation, rng: Random) -> str:
    """For a question that is not ours, or when all is said: something prepared for another occasion, from either own card, that contradicts nothing."""
    pair = observation.pair
    heard, claims = texts_heard(observation), claimed(observation, texts)
    voice = spoken_voice(observation, texts)
    pool = [
        prepared.text
        for kind in KINDS
        for prepared in (texts.file(pair.of(kind)).answers if pair else ())
        if prepared.voice == voice
        and prepared.text not in heard
        and may_say(observation, prepared.text)
        and not contradicts(prepared, claims)
    ]
    return rng.choice(pool) if pool else "Ask me again when I have had something to eat."


def best_pair(reader: Reader, observation: Observation, rng: Random) -> Pair:
    """The kept pair: for each kind the card whose hints, two of them at random, leave the better expected points."""
    dealt, texts = observation.now.dealt, reader.library
    if dealt is None:
        raise ValueError("no cards are dealt yet")
    tell = tell_of(observation)
    others = len(observation.opponents)
    voice = spoken_voice(observation, texts)
    asked = {question.slug: question.text for question in texts.questions}

    def worth(slug: str) -> float:
        answers = [a for a in texts.file(slug).answers if a.voice == voice]
        if len(answers) < 2:
            return 0.0
        after = predict(
            reader,
            observation,
            tuple(Said(asked[p.to], p.text) for p in rng.sample(answers, 2)),
            tell.strengths,
        )
        paid = expected_role_points(others, after[slug])
        return paid + COVER * cover(texts, voice, observation, slug) if tell.sly else paid

    return Pair(occupation=max(dealt.occupations, key=worth), secret=max(dealt.secrets, key=worth))
