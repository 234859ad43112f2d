"""The rival of a sly seat: one other card, the same all evening, that everything it says should fit as well.

Answers that each fit several other cards still cross at a single one, unless they all fit the same other card. So for each kept card the rival is fixed from
the start: the card with which it shares most answers of its voice (`also` in the content says what an honest reader could take an answer for). And since of two cards that
fit everything readers name the one that fits better, every second hint may be one that was written for the rival and could be given by the card itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import believe
from dubious_ai.content.cards import Prepared
from dubious_ai.content.library import Library
from dubious_ai.core.model import KINDS, Pair, Strength
from dubious_ai.core.observe import Observation

SHARED = 5.0
"""What it is worth, in the loss of `steer`, that an answer fits the rival too."""
QUIET: Mapping[Strength, float] = {"subtle": 1.0, "balanced": -2.0, "obvious": -6.0}
"""What the strength of a true hint is worth."""
TAKEN = 0.35
"""Chance that somebody at the table holds the rival from which a false trail no longer leads there: they would say the same."""


def _mutual(texts: Library, voice: str, card: str) -> tuple[str, ...]:
    """The cards of the kind that share answers with a card in a voice, those that share most first: its own that they could give, and theirs that it could."""
    own = texts.file(card)
    count = Counter(slug for a in own.answers if a.voice == voice for slug in a.also)
    for other in texts.texts(own.kind):
        count[other.slug] += sum(card in a.also for a in other.answers if a.voice == voice)
    return tuple(slug for slug, shared in count.most_common() if shared)


def rival_of(texts: Library, voice: str, observation: Observation, card: str) -> str | None:
    """The rival of a card of one's own, out of the cards in play."""
    known = set(observation.setting.slugs(texts.file(card).kind)) - {card}
    return next((slug for slug in _mutual(texts, voice, card) if slug in known), None)


def rivals_of(texts: Library, voice: str, observation: Observation, pair: Pair) -> dict[str, str]:
    """The rival of each of one's own cards that has one."""
    found = {card: rival_of(texts, voice, observation, card) for card in (pair.occupation, pair.secret)}
    return {card: rival for card, rival in found.items() if rival}


def cover(texts: Library, voice: str, observation: Observation, card: str) -> float:
    """For how many of the questions (0 to 1) a card has an answer that its rival could give as well."""
    rival = rival_of(texts, voice, observation, card)
    answers = [a for a in texts.file(card).answers if a.voice == voice and rival in a.also]
    return len({a.to for a in answers}) / max(1, len(texts.questions))


def slyness(prepared: Prepared, other: str | None) -> float:
    """What an answer is worth to a sly seat besides where it leaves the readers; `other` is the card it should fit as well as its own."""
    return QUIET[prepared.strength] + SHARED * (other in prepared.also)


def open_trails(reader: Reader, observation: Observation, rivals: Mapping[str, str]) -> dict[str, str]:
    """Of the rivals (by own card) those to which a false trail may lead, since hardly anybody at the table holds them."""
    if not rivals:
        return {}
    _, posterior = believe(reader, observation)
    held = {
        r: sum(dict(b.of(k)).get(r, 0.0) for b in posterior.opponents for k in KINDS) for r in rivals.values()
    }
    return {card: rival for card, rival in rivals.items() if held[rival] < TAKEN}


def lent_answers(
    observation: Observation, texts: Library, voice: str, card: str, rival: str, question: str
) -> list[Prepared]:
    """What a sly seat may say of a card in the words written for its rival: answers that its own card could honestly give too, after each hint of its own at most one."""
    hints = [
        texts.by_text[a.mine.text][0].slug == card
        for a in observation.now.asked
        if a.mine and a.mine.intent and a.mine.intent.card == card and a.mine.text in texts.by_text
    ]
    if hints.count(True) <= hints.count(False):
        return []
    return [a for a in texts.file(rival).answers if (a.to, a.voice) == (question, voice) and card in a.also]
