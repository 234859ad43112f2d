"""The three requests to a model, put together so that they fit its window.

Owns the size of prompts: under `PROMPT_TOKENS` where that is possible, else under what the server's window leaves. When something
must go, it is what a guesser misses least: introductions and earlier rounds, then the tails of long answers, and only
then the oldest questions. The rules at the front never go.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dubious_ai.belief.posterior import Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import answers_of, foresee, readers_of
from dubious_ai.brains.house.tells import tell_of
from dubious_ai.brains.llm.ask import OUTPUT_TOKENS, Message
from dubious_ai.brains.llm.prompt.transcript import (
    ASKED_WORDS,
    Fit,
    dealt_names,
    label,
    system_text,
    transcript,
)
from dubious_ai.brains.llm.reply.reply_models import AnswerReply, CastReply, GuessReply
from dubious_ai.brains.llm.reply.schema import shape_in_words
from dubious_ai.brains.llm.spending import TokenCounter
from dubious_ai.brains.protocol import Refused
from dubious_ai.config import ModelSettings
from dubious_ai.content import prompt_files
from dubious_ai.content.library import Library
from dubious_ai.content.own_words import telling_words
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Observation

PROMPT_TOKENS = 4000
"""Tokens of a prompt where the server's window is unknown; a whole round of six long-winded players fits. Answers are never cut for less: the clue stands at the end."""
QUIET, LOUD = 0.40, 0.65
"""Shares of readers below which a plainer hint helps, and above which the rival should be fed."""
GETS = 0.85
"""The chance that a reader of strength 1 gets a hint that was meant."""
EVEN = 0.7
"""The least part of such readers who name the card and not its rival: in rounds of strong readers it was 0.77 where authors had said 0.52."""
QUOTE = 4000
"""Characters of a refused reply that are shown to the model again."""


@dataclass(frozen=True, slots=True)
class Request:
    """A prompt ready to send. `trimmed` counts the steps of leaving out it took to fit; `tokens` is its size as counted here."""

    messages: tuple[Message, ...]
    label: str
    tokens: int
    trimmed: int


def cast_request(
    reader: Reader,
    observation: Observation,
    refused: Sequence[Refused],
    settings: ModelSettings,
    counter: TokenCounter,
) -> Request:
    """Ask which cards to keep and who the character is."""
    occupations, secrets = (dealt_names(observation, kind) for kind in KINDS)
    offered = names_offered(reader.library, observation)
    prompt = prompt_files.load_prompt("cast", "cast", frozenset(("occupations", "secrets", "names", "shape")))
    asked = prompt.render(
        occupations=" or ".join(occupations),
        secrets=" or ".join(secrets),
        names=f"a name ({', '.join(offered)})" if offered else "a name that fits the setting",
        shape=shape_in_words(CastReply),
    )
    return _fitting(reader.library, observation, asked, prompt.label, refused, settings, counter)


def names_offered(texts: Library, observation: Observation) -> tuple[str, ...]:
    """First names for this seat's character that no other seat is offered: four models asked at once all took the same one."""
    names = texts.names
    seats = len(observation.players)
    pool = [name for pair in zip(names.female, names.male, strict=False) for name in pair]
    taken = {name for earlier in observation.rounds[:-1] for name in (c.name for c in earlier.characters)}
    fresh = [name for name in pool if name not in taken] or pool
    # pairs of a woman's and a man's name go round the table, so that nobody's choice tells anything
    return tuple(name for at, name in enumerate(fresh) if (at // 2) % seats == observation.seat - 1)[:4]


def answer_request(
    reader: Reader,
    observation: Observation,
    refused: Sequence[Refused],
    settings: ModelSettings,
    counter: TokenCounter,
) -> Request:
    """Ask for an answer to the question on the table."""
    prompt = prompt_files.load_prompt("answer", "answer", frozenset(("standing",)))
    return _fitting(
        reader.library,
        observation,
        prompt.render(standing=standing_lines(reader, observation)),
        prompt.label,
        refused,
        settings,
        counter,
    )


def writing_rules(observation: Observation) -> str:
    """How to answer. Every request from the first question on begins with it, the guess too: what is said after it stays a prefix that servers need not read again."""
    pair = observation.pair
    if pair is None or not observation.now.asked:
        return ""
    own = [observation.setting.card(kind, pair.of(kind)).name for kind in KINDS]
    barred = dict.fromkeys(word for name in own for word in telling_words(name))
    prompt = prompt_files.load_prompt("writing", "", frozenset(("barred", "min_words", "max_words", "shape")))
    return prompt.render(
        barred=", ".join(barred) or "your cards' names",
        min_words=str(ASKED_WORDS[0]),
        max_words=str(ASKED_WORDS[1]),
        shape=shape_in_words(AnswerReply),
    )


def standing_lines(reader: Reader, observation: Observation) -> str:
    """How many of this table's readers would name each card by now, with a range, and what that asks for."""
    said, pair = answers_of(observation, observation.seat), observation.pair
    mark = f"{100 * tell_of(observation).share:.0f}"
    goal = f"In the end about {mark} in 100 readers should name each card."
    if not said or pair is None:
        return f"{goal} Nobody has a clue about you yet."
    told = [goal]
    for kind in KINDS:
        rival = _rival(observation, kind)
        meant = _meant(observation, kind)
        about, low, high = _standing(reader, observation, said, pair.of(kind), rival, meant)
        against = f" against {observation.setting.card(kind, rival).name}" if rival else ""
        told.append(
            f"Your {kind.title()}{against}: by now about {_rounded(about)} ({_rounded(low)} to {_rounded(high)}); {_advice(about, meant)}."
        )
    told.append("Low ends go by your words, high ends by what you meant; no order to get louder.")
    return " ".join(told)


def _standing(
    reader: Reader, observation: Observation, said: Sequence[Said], card: str, rival: str, meant: int
) -> tuple[float, float, float]:
    """About how many readers (0 to 1) would name a card, and from how few to how many.

    The offline reader misses what is meant and not said, and strong models do not: tried, they named nearly every card hinted at twice. So beside
    its figure stands that of readers who get a hint with a chance that grows with their strength, and then divide between card and rival.
    """
    now = foresee(reader, observation, said, card)
    before = foresee(reader, observation, said[:-1], card).share
    # one answer moves the estimate more than it moves people
    by_words = now.share if len(said) < 2 else (2 * now.share + before) / 3
    strengths = readers_of(observation)
    gets = GETS * sum(strengths) / len(strengths)
    split = 1.0
    if rival:
        other = foresee(reader, observation, said, rival).share
        split = min(max(now.share / max(now.share + other, 0.01), EVEN), 1.0)
    by_meaning = (1.0 - (1.0 - now.share) * (1.0 - gets) ** meant) * split
    low, high = now.range
    about = (by_words + by_meaning) / 2
    return about, min(low, about, by_meaning), max(high, about, by_meaning)


def _meant(observation: Observation, kind: Kind) -> int:
    """How many of the seat's own answers were aimed at its card of a kind."""
    intents = [asked.mine.intent for asked in observation.now.asked if asked.mine and asked.mine.intent]
    return sum(intent.aim in (kind, "both") for intent in intents)


def _rival(observation: Observation, kind: Kind) -> str:
    """The rival (slug) the seat named last for its card of a kind; empty when it has named none."""
    slugs = observation.setting.slugs(kind)
    named = [
        slug
        for asked in observation.now.asked
        if asked.mine and asked.mine.intent
        for slug in asked.mine.intent.rivals
        if slug in slugs
    ]
    return named[-1] if named else ""


def _rounded(share: float) -> int:
    return max(1, 5 * round(20 * share))


def _advice(share: float, meant: int) -> str:
    """What a card needs at this share of readers, after so many hints that were meant for it."""
    if share < QUIET:
        return "a hint that fits both is due" if not meant else "another hint that fits both is welcome"
    return "hint lightly or leave it" if share <= LOUD else "say something that fits the rival better"


def guess_request(
    reader: Reader,
    observation: Observation,
    refused: Sequence[Refused],
    settings: ModelSettings,
    counter: TokenCounter,
) -> Request:
    """Ask for the likeliest cards of every opponent."""
    prompt = prompt_files.load_prompt("guess", "guess", frozenset(("opponents", "shape")))
    asked = prompt.render(
        opponents=", ".join(label(observation, seat) for seat in observation.opponents),
        shape=shape_in_words(GuessReply),
    )
    return _fitting(reader.library, observation, asked, prompt.label, refused, settings, counter)


def again(request: Request, raw: str, problem: str, legal: str = "") -> tuple[Message, ...]:
    """The request, the reply that cannot be used, and why; the model is to reply once more."""
    prompt = prompt_files.load_prompt("again", variables=frozenset(("problem", "legal")))
    said = raw.strip()[:QUOTE] or "(nothing)"
    return (
        *request.messages,
        Message("assistant", said),
        Message("user", prompt.render(problem=problem.strip(), legal=legal.strip())),
    )


def _fitting(
    texts: Library,
    observation: Observation,
    asked: str,
    name: str,
    refused: Sequence[Refused],
    settings: ModelSettings,
    counter: TokenCounter,
) -> Request:
    system = system_text(texts, observation)
    rules = f"{told}\n\n" if (told := writing_rules(observation)) else ""
    for attempt in refused:
        asked += f"\nYour reply {attempt.value!r} was not accepted: {attempt.reason} Give another."
    limit = PROMPT_TOKENS
    if settings.context_window is not None:
        room = settings.context_window - (settings.max_output_tokens or OUTPUT_TOKENS)
        limit = max(256, min(limit, room))
    steps = [Fit(), Fit(extras=False), Fit(extras=False, words=40), Fit(extras=False, words=24)]
    steps += [Fit(extras=False, words=24, skip=n) for n in range(1, len(observation.now.asked))]
    for trimmed, fit in enumerate(steps):
        user = f"{rules}{transcript(observation, fit)}\n\n{asked}"
        tokens, _ = counter.messages([system, user])
        if tokens <= limit or trimmed == len(steps) - 1:
            return Request((Message("system", system), Message("user", user)), name, tokens, trimmed)
    raise AssertionError("there is always a last step")
