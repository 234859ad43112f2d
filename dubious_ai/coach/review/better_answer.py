"""A better answer somebody could have given: prepared answers of their own cards to the same question, weighed by what they would have brought.

Everything is computed from what the speaker knew, with their other answers left as they were.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis, RoundAnalysis
from dubious_ai.belief.posterior import Said
from dubious_ai.belief.seat import predict
from dubious_ai.content.cards import CardFile, Prepared
from dubious_ai.content.own_words import own_words
from dubious_ai.core.model import KINDS, Kind, Pair, Setting
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


def better_answers(told: GameAnalysis, seat: int, most: int = 2) -> tuple[Better, ...]:
    """For the weakest answers of a seat, at most `most` in each round, the best prepared one; best gain first, empty where none would have helped."""
    found: list[Better] = []
    for played in told.rounds:
        best = sorted(_all(told, played, seat), key=lambda b: -b.gain)
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


def unprepared(told: GameAnalysis, seat: int) -> tuple[str, ...]:
    """The questions answered by a seat for which nothing is prepared, so that no better answer can be shown."""
    known = {q.text for q in told.texts.questions}
    asked = (a.question.text for played in told.rounds for a in played.player(seat).answers)
    return tuple(dict.fromkeys(q for q in asked if q not in known))


def _all(told: GameAnalysis, played: RoundAnalysis, seat: int) -> Iterator[Better]:
    """The best other answer to each question of the round, if there is one at all."""
    player: PlayerAnalysis = played.player(seat)
    pair, texts, view = player.pair, told.texts, told.seats[seat - 1]
    said = tuple(answer.said for answer in player.answers)
    heard = {answer.text for other in played.players for answer in other.answers}
    now: dict[Kind, float] = {kind: player.card(kind).shares[-1] for kind in KINDS}
    for place, answer in enumerate(player.answers):
        for kind in KINDS:
            for prepared in _prepared(texts.file(pair.of(kind)), answer.question.slug, answer.text):
                if prepared.text in heard or _names_card(told.setting, pair, prepared.text):
                    continue
                new = Said(answer.question.text, prepared.text)
                after = predict(told.reader, view, (*said[:place], new, *said[place + 1 :]))
                then: dict[Kind, float] = {k: after[pair.of(k)] for k in KINDS}
                yield Better(
                    round=played.number,
                    number=place + 1,
                    question=answer.question.text,
                    said=answer.text,
                    text=prepared.text,
                    kind=kind,
                    card=texts.file(pair.of(kind)).name,
                    before=now,
                    after=then,
                    gain=_points(told.readers, then) - _points(told.readers, now),
                )


def _prepared(file: CardFile, slug: str, said: str) -> Iterator[Prepared]:
    """Answers prepared for this question (asked in these words), other than the one that was given."""
    for prepared in file.answers:
        if prepared.to == slug and prepared.text != said:
            yield prepared


def _names_card(setting: Setting, pair: Pair, text: str) -> bool:
    return any(own_words(setting.card(kind, pair.of(kind)).name, text) for kind in KINDS)


def _points(readers: int, shares: dict[Kind, float]) -> float:
    return sum(expected_role_points(readers, shares[kind]) for kind in KINDS)
