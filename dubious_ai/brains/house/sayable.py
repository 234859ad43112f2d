"""What a seat may say: what its voice has ready, what was heard before, and what would contradict itself or name a card."""

from __future__ import annotations

from collections.abc import Sequence

from dubious_ai.content.cards import Prepared, answer_id
from dubious_ai.content.library import Library
from dubious_ai.content.own_words import own_words
from dubious_ai.core.model import KINDS
from dubious_ai.core.observe import Observation

REMEMBERED_ROUNDS = 12
"""Rounds of a game in which no answer is said twice: after so many everything has been said, and a long game must not grow slower."""


def spoken_voice(observation: Observation, texts: Library) -> str:
    """The voice this seat speaks for good; where the setting lacks it, the first one that is complete, if any."""
    known = texts.voices
    return observation.voice if observation.voice in known or not known else known[0]


def answers_to(observation: Observation, texts: Library, card: str, question: str) -> list[Prepared]:
    """What the seat's voice has to say for a card and a question."""
    voice = spoken_voice(observation, texts)
    return [a for a in texts.file(card).answers if a.to == question and a.voice == voice]


def texts_heard(observation: Observation) -> set[str]:
    """Every text this seat has said or heard lately in this game."""
    return set[str]().union(*(r.texts for r in observation.rounds[-REMEMBERED_ROUNDS:]))


def told_lately(observation: Observation, card: str, prepared: Prepared) -> bool:
    """Whether the answer was heard in one of the latest games."""
    return answer_id(card, prepared) in observation.heard or prepared.text in observation.heard


def may_say(observation: Observation, text: str) -> bool:
    """Whether a text keeps clear of the words of both own cards."""
    return clear_of(own_names(observation), text)


def own_names(observation: Observation) -> tuple[str, ...]:
    """The names of both own cards."""
    pair = observation.pair
    return tuple(observation.setting.card(kind, pair.of(kind)).name for kind in KINDS) if pair else ()


def clear_of(names: Sequence[str], text: str) -> bool:
    """Whether a text has no word of these cards."""
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
