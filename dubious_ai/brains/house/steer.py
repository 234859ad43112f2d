"""Choosing what to say: which prepared answer brings readers nearest to "some, but not all".

A seat knows what readers believe after its earlier answers. The chance that a reader names a card should grow, answer by answer,
to the p that maximises expected role points (scoring.best_pick_rate), and not far beyond, since what is said cannot be unsaid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from random import Random

from dubious_ai.belief.posterior import Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import answers_of, predict
from dubious_ai.brains.house.tells import Tell, tell_of
from dubious_ai.content.cards import Prepared, answer_id
from dubious_ai.content.library import Library
from dubious_ai.content.own_words import own_words
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
REMEMBERED_ROUNDS = 12
"""Rounds of a game in which no answer is said twice: after so many everything has been said, and a long game must not grow slower."""
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
    reader: Reader, observation: Observation, persona: Persona | None, rng: Random, refused: set[str]
) -> Chosen:
    """The answer to the question on the table. Raises ValueError outside the answering phase."""
    asked, pair, texts = observation.question, observation.pair, reader.library
    if asked is None or pair is None:
        raise ValueError("there is no question to answer")
    said = answers_of(observation, observation.seat)
    tell = tell_of(observation)
    now = predict(reader, observation, said, tell.strengths)
    options = list(_options(observation, texts, asked.question.slug, pair, refused))
    known = min(now[pair.of(kind)] for kind in KINDS) > tell.share + TRAIL_ABOVE
    if (known or (tell.trail and asked.number >= TRAIL_FROM)) and not _trail_laid(observation):
        options += _false_trails(observation, texts, asked.question.slug, pair, rng, refused)
    best, best_loss = None, float("inf")
    for option in options:
        after = predict(
            reader, observation, (*said, Said(asked.question.text, option.prepared.text)), tell.strengths
        )
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
            clue=option.prepared.clue,
            why=option.prepared.why,
            rivals=option.prepared.also,
        ),
    )


def log_odds(p: float) -> float:
    """The log odds of a chance, kept finite."""
    p = min(max(p, 0.005), 0.995)
    return log(p / (1 - p))


def _ambiguity(observation: Observation, after: Mapping[str, float], option: Option) -> float:
    """How near another card of the kind comes to the one hinted at, 0 to 1."""
    rivals = (after[slug] for slug in observation.setting.slugs(option.kind) if slug != option.card)
    return min(1.0, max(rivals) / max(after[option.card], 1e-6))


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
    observation: Observation, texts: Library, question: str, pair: Pair, refused: set[str]
) -> Iterator[Option]:
    """The prepared answers of both own cards, in the seat's voice, that were not heard before and contradict nothing said; fresh ones if there are any."""
    heard, claims, names = _heard(observation), claimed(observation, texts), _own_names(observation)
    found = [
        Option(prepared, pair.of(kind), kind)
        for kind in KINDS
        for prepared in _to(observation, texts, pair.of(kind), question)
        if prepared.text not in heard and prepared.text not in refused and _clear_of(names, prepared.text)
    ]
    consistent = [option for option in found if not contradicts(option.prepared, claims)]
    fresh = [option for option in consistent if not _lately(observation, option.card, option.prepared)]
    yield from fresh or consistent


def _false_trails(
    observation: Observation, texts: Library, question: str, pair: Pair, rng: Random, refused: set[str]
) -> Iterator[Option]:
    """Answers of the two cards this seat has rejected, to mislead readers who know too much: nobody else can hold them, so nobody else says the same."""
    heard, claims = _heard(observation), claimed(observation, texts)
    for kind in KINDS:
        slug = rng.choice([s for s in observation.excluded(kind) if s != pair.of(kind)])
        for prepared in _to(observation, texts, slug, question):
            usable = prepared.text not in heard | refused and not _lately(observation, slug, prepared)
            if usable and not contradicts(prepared, claims) and may_say(observation, prepared.text):
                yield Option(prepared, slug, kind, false=True)


def _lately(observation: Observation, card: str, prepared: Prepared) -> bool:
    """Whether the answer was heard in one of the latest games."""
    return answer_id(card, prepared) in observation.heard or prepared.text in observation.heard


def _trail_laid(observation: Observation) -> bool:
    intents = (a.mine.intent for a in observation.now.asked if a.mine)
    return any(intent is not None and intent.aim == "false-trail" for intent in intents)


def _to(observation: Observation, texts: Library, card: str, question: str) -> list[Prepared]:
    """What the seat's voice has to say for a card and a question."""
    voice = spoken_voice(observation, texts)
    return [a for a in texts.file(card).answers if a.to == question and a.voice == voice]


def spoken_voice(observation: Observation, texts: Library) -> str:
    """The voice this seat speaks for good; where the setting lacks it, the first one that is complete, if any."""
    known = texts.voices
    return observation.voice if observation.voice in known or not known else known[0]


def _heard(observation: Observation) -> set[str]:
    """Every text this seat has said or heard lately in this game."""
    return set[str]().union(*(r.texts for r in observation.rounds[-REMEMBERED_ROUNDS:]))


def may_say(observation: Observation, text: str) -> bool:
    """Whether a text keeps clear of the words of both own cards."""
    return _clear_of(_own_names(observation), text)


def _own_names(observation: Observation) -> tuple[str, ...]:
    pair = observation.pair
    return tuple(observation.setting.card(kind, pair.of(kind)).name for kind in KINDS) if pair else ()


def _clear_of(names: Sequence[str], text: str) -> bool:
    return not any(own_words(name, text) for name in names)


def claimed(observation: Observation, texts: Library) -> dict[str, str]:
    """What this seat's character has claimed about itself in this round, by topic; the gender its name implies included."""
    claims: dict[str, str] = {}
    kept = observation.now.kept
    if kept and kept.name in texts.names.female:
        claims["gender"] = "female"
    if kept and kept.name in texts.names.male:
        claims["gender"] = "male"
    for asked in observation.now.asked:
        known = texts.by_text.get(asked.mine.text) if asked.mine else None
        for claim in known[1].claims if known else ():
            topic, _, value = claim.partition(":")
            claims[topic] = value
    return claims


def contradicts(prepared: Prepared, claims: dict[str, str]) -> bool:
    """Whether an answer says something else about the speaker than was said before."""
    pairs = (claim.partition(":") for claim in prepared.claims)
    return any(claims.get(topic, value) != value for topic, _, value in pairs)


def _nothing_prepared(texts: Library, observation: Observation, rng: Random) -> str:
    """For a question that is not ours, or when all is said: something prepared for another occasion, from either own card, that contradicts nothing."""
    pair = observation.pair
    heard, claims = _heard(observation), claimed(observation, texts)
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
        return expected_role_points(others, after[slug])

    return Pair(occupation=max(dealt.occupations, key=worth), secret=max(dealt.secrets, key=worth))
