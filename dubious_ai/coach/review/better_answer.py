"""A better answer somebody could have given: prepared answers of their own cards to the same question, weighed by what they would have brought.

Everything is computed from the speaker's own observation, with their other answers left as they were.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dubious_ai.belief.posterior import Said
from dubious_ai.belief.seat import answers_of, predict, setting_of
from dubious_ai.coach.review.report import Review
from dubious_ai.content.library import CardFile, Prepared, library
from dubious_ai.content.own_words import own_words
from dubious_ai.core.model import KINDS, Kind, Pair
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import expected_role_points

WORTHWHILE = 0.1
"""Expected points from which another answer is worth telling."""


@dataclass(frozen=True)
class Better:
    """Another answer to one question. Shares and points are those at the end of the round, all other answers unchanged.

    `gain` is in expected points over both cards; `kind` the card the new answer belongs to.
    """

    round: int
    number: int
    question: str
    said: str
    text: str
    kind: Kind
    card: str
    before: dict[Kind, float]
    after: dict[Kind, float]
    gain: float


def better_answers(review: Review, seat: int, most: int = 2) -> tuple[Better, ...]:
    """For the weakest answers of a seat, at most `most` in each round, the best prepared one; best gain first, empty where none would have helped."""
    found: list[Better] = []
    for played in review.rounds:
        observation = review.observation(played.number, seat)
        best = sorted(_all(observation), key=lambda b: -b.gain)
        chosen: dict[int, Better] = {}
        for option in best:
            if (
                option.gain >= WORTHWHILE
                and len(chosen) < most
                and option.text not in {c.text for c in chosen.values()}
            ):
                chosen.setdefault(option.number, option)
        found += chosen.values()
    return tuple(found)


def unprepared(review: Review, seat: int) -> tuple[str, ...]:
    """The questions answered by a seat for which nothing is prepared, so that no better answer can be shown."""
    texts = library(setting_of(review.observation(review.rounds[0].number, seat)))
    known = {q.text for q in texts.questions}
    asked = (
        a.question.text
        for played in review.rounds
        for a in review.observation(played.number, seat).now.asked
        if a.answers
    )
    return tuple(dict.fromkeys(q for q in asked if q not in known))


def _all(observation: Observation) -> Iterator[Better]:
    """The best other answer to each question of the round, if there is one at all."""
    pair = observation.pair
    if pair is None:
        return
    texts = library(setting_of(observation))
    said = answers_of(observation, observation.seat)
    readers = len(observation.opponents)
    heard = {spoken.text for asked in observation.now.asked for spoken in asked.answers}
    now = predict(observation, said)
    for place, asked in enumerate(observation.now.asked[: len(said)]):
        for kind in KINDS:
            for prepared in _prepared(texts.file(pair.of(kind)), asked.question.slug, said[place].text):
                if prepared.text in heard or _names_card(observation, pair, prepared.text):
                    continue
                then = predict(
                    observation, (*said[:place], Said(asked.question.text, prepared.text), *said[place + 1 :])
                )
                yield Better(
                    round=observation.now.number,
                    number=place + 1,
                    question=asked.question.text,
                    said=said[place].text,
                    text=prepared.text,
                    kind=kind,
                    card=texts.file(pair.of(kind)).name,
                    before={k: now[pair.of(k)] for k in KINDS},
                    after={k: then[pair.of(k)] for k in KINDS},
                    gain=_points(readers, pair, then) - _points(readers, pair, now),
                )


def _prepared(file: CardFile, slug: str, said: str) -> Iterator[Prepared]:
    """Answers prepared for this question (asked in these words), other than the one that was given."""
    for prepared in file.answers:
        if prepared.to == slug and prepared.text != said:
            yield prepared


def _names_card(observation: Observation, pair: Pair, text: str) -> bool:
    return any(own_words(observation.setting.card(kind, pair.of(kind)).name, text) for kind in KINDS)


def _points(readers: int, pair: Pair, shares: dict[str, float]) -> float:
    return sum(expected_role_points(readers, shares[pair.of(kind)]) for kind in KINDS)
