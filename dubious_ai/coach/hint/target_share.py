"""Where a seat should stand: the share of readers to aim at by the last question, and on the way there.

The aim is the best pick rate of the rules (scoring.best_pick_rate); from a blind guess to it the share grows evenly in logits over
the questions, as the house's own seats plan it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dubious_ai.analysis.judging import aim_of, judge, plan_after
from dubious_ai.analysis.verdict import Verdict
from dubious_ai.belief.posterior import Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import answers_of, predict
from dubious_ai.brains.house import steer
from dubious_ai.brains.house.steer import log_odds
from dubious_ai.brains.house.tells import Tell
from dubious_ai.core.model import KINDS, Kind, Pair
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import best_pick_rate

Shares = Mapping[Kind, float]


@dataclass(frozen=True, slots=True)
class Goal:
    """The share (0 to 1) to reach after question `number` of `questions`, and after the last one; `others` is the number of opponents."""

    now: float
    end: float
    number: int
    questions: int
    others: int

    @property
    def last(self) -> bool:
        """Whether no question is left after this one."""
        return self.number >= self.questions

    def gap(self, share: float) -> float:
        """How far a share is ahead of the plan, in logits; negative when it is behind."""
        return log_odds(share) - log_odds(self.now)


def goal(observation: Observation) -> Goal:
    """The aim for the question on the table. Raises ValueError when there is none."""
    asked = observation.question
    if asked is None:
        raise ValueError("there is no question on the table")
    return Goal(
        plan_after(observation, asked.number),
        aim_of(observation),
        asked.number,
        observation.options.questions,
        len(observation.opponents),
    )


def loss_from_plan(observation: Observation, after: Shares) -> float:
    """How bad it is to stand there after the question on the table: what the house's own seats weigh their answers by."""
    pair = kept(observation)
    by_card = {pair.of(kind): after[kind] for kind in KINDS}
    return steer.loss(observation, pair, by_card, Tell(best_pick_rate(len(observation.opponents)), ()))


def kept(observation: Observation) -> Pair:
    """The seat's pair. Raises ValueError before it has chosen."""
    pair = observation.pair
    if pair is None:
        raise ValueError("no cards are kept yet")
    return pair


def said_before(observation: Observation) -> tuple[Said, ...]:
    """What the seat has said to earlier questions; an answer handed in to the one on the table can still be taken back and is left out."""
    said = answers_of(observation, observation.seat)
    open_now = observation.question is not None and observation.question.mine is not None
    answered = open_now and not (observation.question and observation.question.answers)
    return said[:-1] if answered else said


def shares_of(reader: Reader, observation: Observation, said: Sequence[Said]) -> dict[Kind, float]:
    """For both own cards: the part of the readers at this table who would name it after these answers."""
    pair = kept(observation)
    predicted = predict(reader, observation, said)
    return {kind: predicted[pair.of(kind)] for kind in KINDS}


def verdict_on(
    reader: Reader, observation: Observation, text: str, *, trail: str | None = None, copied: bool = False
) -> Verdict:
    """The verdict on a text as the answer to the question on the table. Raises ValueError when there is none."""
    asked = observation.question
    if asked is None:
        raise ValueError("there is no question on the table")
    new = Said(asked.question.text, text)
    said = said_before(observation)
    return judge(reader, observation, kept(observation), said, new, trail=trail, copied=copied)


def neediest(reader: Reader, observation: Observation) -> Kind:
    """The card that is further behind the plan."""
    aim = goal(observation)
    now = shares_of(reader, observation, said_before(observation))
    return min(KINDS, key=lambda kind: aim.gap(now[kind]))
