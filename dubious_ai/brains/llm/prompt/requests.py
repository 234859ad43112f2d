"""The three requests to a model, put together so that they fit its window.

Owns the size of prompts: under `PROMPT_TOKENS` where that is possible, else under what the server's window leaves. When something
must go, it is what a guesser misses least: introductions and earlier rounds, then the tails of long answers, and only
then the oldest questions. The rules at the front never go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dubious_ai.brains.llm.ask import OUTPUT_TOKENS, Message
from dubious_ai.brains.llm.prompt.transcript import Fit, dealt_names, label, system_text, transcript
from dubious_ai.brains.llm.reply.reply_models import AnswerReply, CastReply, GuessReply
from dubious_ai.brains.llm.reply.schema import shape_in_words
from dubious_ai.brains.llm.spending import TokenCounter
from dubious_ai.brains.protocol import Refused
from dubious_ai.config import ModelSettings
from dubious_ai.content import prompt_files
from dubious_ai.core.model import KINDS
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import best_pick_rate

PROMPT_TOKENS = 2000
QUOTE = 600
"""Characters of a refused reply that are shown to the model again."""


@dataclass(frozen=True, slots=True)
class Request:
    """A prompt ready to send. `trimmed` counts the steps of leaving out it took to fit; `tokens` is its size as counted here."""

    messages: tuple[Message, ...]
    label: str
    tokens: int
    trimmed: int


def cast_request(
    observation: Observation, refused: Sequence[Refused], settings: ModelSettings, counter: TokenCounter
) -> Request:
    """Ask which cards to keep and who the character is."""
    occupations, secrets = (dealt_names(observation, kind) for kind in KINDS)
    prompt = prompt_files.load("cast", "cast", frozenset(("occupations", "secrets", "shape")))
    asked = prompt.render(
        occupations=" or ".join(occupations),
        secrets=" or ".join(secrets),
        shape=shape_in_words(CastReply),
    )
    return _fitting(observation, asked, prompt.label, refused, settings, counter)


def answer_request(
    observation: Observation,
    named: tuple[float, float] | None,
    refused: Sequence[Refused],
    settings: ModelSettings,
    counter: TokenCounter,
) -> Request:
    """Ask for an answer to the question on the table. `named`: the parts of ordinary readers who would name the two cards by now."""
    target = 100 * best_pick_rate(len(observation.opponents))
    if named is None:
        standing = f"Nobody has a clue about you yet; the mark is {target:.0f} in 100."
    else:
        standing = (
            f"By what you said so far, ordinary readers would name your Occupation {100 * named[0]:.0f} times in 100 "
            f"and your Secret {100 * named[1]:.0f} times; the mark is {target:.0f}."
        )
    prompt = prompt_files.load("answer", "answer", frozenset(("standing", "shape")))
    asked = prompt.render(standing=standing, shape=shape_in_words(AnswerReply))
    return _fitting(observation, asked, prompt.label, refused, settings, counter)


def guess_request(
    observation: Observation, refused: Sequence[Refused], settings: ModelSettings, counter: TokenCounter
) -> Request:
    """Ask for the likeliest cards of every opponent."""
    prompt = prompt_files.load("guess", "guess", frozenset(("opponents", "shape")))
    asked = prompt.render(
        opponents=", ".join(label(observation, seat) for seat in observation.opponents),
        shape=shape_in_words(GuessReply),
    )
    return _fitting(observation, asked, prompt.label, refused, settings, counter)


def again(request: Request, raw: str, problem: str, legal: str = "") -> tuple[Message, ...]:
    """The request, the reply that cannot be used, and why; the model is to reply once more."""
    prompt = prompt_files.load("again", variables=frozenset(("problem", "legal")))
    said = raw.strip()[:QUOTE] or "(nothing)"
    return (
        *request.messages,
        Message("assistant", said),
        Message("user", prompt.render(problem=problem, legal=legal)),
    )


def _fitting(
    observation: Observation,
    asked: str,
    name: str,
    refused: Sequence[Refused],
    settings: ModelSettings,
    counter: TokenCounter,
) -> Request:
    system = system_text(observation)
    for attempt in refused:
        asked += f"\nYour reply {attempt.value!r} was not accepted: {attempt.reason} Give another."
    limit = PROMPT_TOKENS
    if settings.context_window is not None:
        room = settings.context_window - (settings.max_output_tokens or OUTPUT_TOKENS)
        limit = max(256, min(limit, room))
    steps = [Fit(), Fit(extras=False), Fit(extras=False, words=40), Fit(extras=False, words=24)]
    steps += [Fit(extras=False, words=24, skip=n) for n in range(1, len(observation.now.asked))]
    for trimmed, fit in enumerate(steps):
        user = f"{transcript(observation, fit)}\n\n{asked}"
        tokens, _ = counter.messages([system, user])
        if tokens <= limit or trimmed == len(steps) - 1:
            return Request((Message("system", system), Message("user", user)), name, tokens, trimmed)
    raise AssertionError("there is always a last step")
