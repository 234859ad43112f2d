"""A second opinion: what a model would say or guess in the seat's place. It is shown the seat's observation and nothing else.

Needs a brain that talks to a model. Without one the coach is complete by itself; when a model fails, its sentence is told and
the offline help stands.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from pydantic import BaseModel, ConfigDict

from dubious_ai.brains.house_rules import answer_problem
from dubious_ai.brains.llm.ask import Message
from dubious_ai.brains.llm.brain import LLMBrain
from dubious_ai.brains.llm.prompt.requests import Request
from dubious_ai.brains.llm.prompt.transcript import system_text, transcript
from dubious_ai.brains.llm.repair import Unusable, converse
from dubious_ai.brains.llm.reply.schema import in_words, strict_schema
from dubious_ai.brains.llm.reply.spoken_words import tidy
from dubious_ai.brains.protocol import Ask, Shares
from dubious_ai.coach.guess import Advice
from dubious_ai.coach.hint.prepared import heard
from dubious_ai.coach.hint.steps import STRENGTHS, Suggestion
from dubious_ai.coach.hint.target_share import goal, loss_from_plan, said_before, shares_of, verdict_on
from dubious_ai.content import prompt_files
from dubious_ai.core.model import KINDS, Kind, Strength
from dubious_ai.core.observe import Observation
from dubious_ai.errors import UsageError

FEWEST = 2
"""Opponents below which a model cannot be asked: the rules it is told need a table."""


class HintReply(BaseModel):
    """Three answers by a model."""

    model_config = ConfigDict(extra="ignore")

    subtle: str
    balanced: str
    obvious: str


def suggestions(
    brain: LLMBrain, observation: Observation, cancelled: threading.Event
) -> tuple[Suggestion, ...]:
    """Three answers of the model's, measured like any other. Raises BackendError; ValueError outside the answering phase."""
    asked = observation.question
    if asked is None:
        raise ValueError("there is no question on the table")
    before = shares_of(brain.reader, observation, said_before(observation))
    stale = heard(observation) | set(observation.heard)

    def check(reply: HintReply, last: bool) -> tuple[Suggestion, ...]:
        found: list[Suggestion] = []
        for strength, written in zip(STRENGTHS, (reply.subtle, reply.balanced, reply.obvious), strict=True):
            text = tidy(written)
            problem = answer_problem(observation, text) if text else "It is empty."
            if text in stale:
                problem = "It was said before."
            if problem and not last:
                raise Unusable(f"the {strength} answer cannot be used: {problem}")
            if not problem:
                told = verdict_on(brain.reader, observation, text)
                kind = max(told.cards, key=lambda c: c.rise).kind
                found.append(Suggestion(strength, text, kind, told))
        if not found:
            raise Unusable("none of the answers can be used.")
        best = min(found, key=lambda s: loss_from_plan(observation, s.after))
        return tuple(_marked(s, best) for s in found)

    request = _hint_request(brain, observation, before)
    found, _ = converse(brain.chat, request, HintReply, check, "coach_hint", {}, cancelled)
    return found


def _marked(s: Suggestion, best: Suggestion) -> Suggestion:
    return replace(s, nearest_to_plan=s is best)


def _hint_request(brain: LLMBrain, observation: Observation, before: Mapping[Kind, float]) -> Request:
    aim = goal(observation)
    standing = (
        f"By what was said so far, ordinary readers would name the Occupation {100 * before['occupation']:.0f} times in 100 and the Secret "
        f"{100 * before['secret']:.0f} times; after this question {100 * aim.now:.0f} would do, after the last {100 * aim.end:.0f}."
    )
    prompt = prompt_files.load_prompt("coach_hint", "coach_hint", frozenset(("standing", "shape")))
    asked = prompt.render(standing=standing, shape=in_words(strict_schema(HintReply)))
    system, user = system_text(brain.reader.library, observation), f"{transcript(observation)}\n\n{asked}"
    tokens, _ = brain.chat.counter.messages([system, user])
    return Request((Message("system", system), Message("user", user)), prompt.label, tokens, 0)


def model_beliefs(
    brain: LLMBrain, observation: Observation, cancelled: threading.Event
) -> dict[str, Mapping[Kind, Shares]]:
    """What the model believes of every opponent (by name), all cards with their probabilities. Raises BackendError, UsageError."""
    if len(observation.opponents) < FEWEST:
        raise UsageError(f"A model needs at least {FEWEST} people to tell apart; ask without --brain.")
    found = brain.guess(Ask(observation, Random(0), cancelled=cancelled)).value.beliefs
    return {observation.name(seat): shares for seat, shares in found.items()}


def differences(
    advice: Advice, other: Mapping[str, Mapping[Kind, Shares]]
) -> list[tuple[str, Kind, str, float, str]]:
    """Where the model's likeliest card is another: name, kind, its card, its probability, ours."""
    found: list[tuple[str, Kind, str, float, str]] = []
    for view in advice.views:
        for kind in KINDS:
            shares = other.get(view.name, {}).get(kind, {})
            ours = view.ranked[kind][0][0]
            if view.answers and shares:
                theirs = max(shares, key=lambda slug: shares[slug])
                if theirs != ours:
                    found.append((view.name, kind, theirs, shares[theirs], ours))
    return found


def strengths(found: tuple[Suggestion, ...], wanted: Strength | None) -> tuple[Suggestion, ...]:
    """Those of one strength, or all."""
    return tuple(s for s in found if wanted in (None, s.strength))
