"""The prepared answers a coach may suggest to its seat, and the nearest question of ours to one that is not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from dubious_ai.belief import words as words_of
from dubious_ai.belief.nearest import nearness
from dubious_ai.belief.reader import Reader
from dubious_ai.brains.house.sayable import claimed, contradicts, may_say
from dubious_ai.coach.hint.target_share import kept
from dubious_ai.content.cards import Prepared
from dubious_ai.core.model import KINDS, Kind, Question
from dubious_ai.core.observe import Observation


@dataclass(frozen=True, slots=True)
class Candidate:
    """A prepared answer of an own card that could be said now."""

    prepared: Prepared
    kind: Kind
    card: str


def heard(observation: Observation) -> set[str]:
    """Every text this seat has said or heard in the whole game."""
    spoken = {s.text for r in observation.rounds for a in r.asked for s in a.answers}
    return spoken | {a.mine.text for r in observation.rounds for a in r.asked if a.mine}


def candidates(
    reader: Reader, observation: Observation, question: str, *, but: Collection[str] = ()
) -> tuple[Candidate, ...]:
    """What is prepared for the own cards and this question (slug) and may still be said: neither heard nor to be avoided, none of `but`,
    without the cards' own words, and in keeping with what the character has claimed."""
    texts, pair = reader.library, kept(observation)
    stale = heard(observation) | set(observation.heard) | set(but)
    claims = claimed(observation, texts)
    return tuple(
        Candidate(prepared, kind, pair.of(kind))
        for kind in KINDS
        for prepared in texts.file(pair.of(kind)).answers
        if prepared.to == question
        and prepared.text not in stale
        and may_say(observation, prepared.text)
        and not contradicts(prepared, claims)
    )


def nearest_questions(reader: Reader, asked: str, but: Collection[str] = ()) -> tuple[Question, ...]:
    """Our questions, those nearest to `asked` first: by shared words, and by nearness in meaning where vectors are there. `but` (slugs) are left out."""
    wanted = set(words_of.reading_words(asked))
    content = {words_of.reading_stem(w) for w in words_of.content_words(asked)}

    left = [question for question in reader.library.questions if question.slug not in but]
    close = dict(zip(left, nearness(reader, asked, [q.text for q in left]), strict=True))

    def score(question: Question) -> float:
        words = set(words_of.reading_words(question.text))
        stems = {words_of.reading_stem(w) for w in words_of.content_words(question.text)}
        shared = len(content & stems) / max(1, len(content | stems))
        form = len(wanted & words) / max(1, len(wanted | words))
        return shared + 0.5 * form + close[question]

    return tuple(sorted(left, key=score, reverse=True))
