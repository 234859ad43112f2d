"""The house rules of writing: an answer may not name its own card, nor be copied from the question or from somebody else.

The rulebook leaves this to taste; the table holds bots to it, and the screen only warns a human.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from dubious_ai.content.own_words import own_words
from dubious_ai.core.model import ANSWER_LIMIT, KINDS
from dubious_ai.core.observe import Observation


def copied_from(text: str, source: str) -> bool:
    """Whether a text repeats another: at least six words, four fifths of them in the source's order."""
    # numbers count here: "question 1" and "question 2" are not the same answer
    mine, theirs = _in_order(text), _in_order(source)
    if len(mine) < 6 or len(theirs) < 6:
        return bool(mine) and mine == theirs
    pairs = set(pairwise(theirs))
    shared = sum(pair in pairs for pair in pairwise(mine))
    return shared >= 0.8 * (len(mine) - 1)


@lru_cache(maxsize=20_000)
def _in_order(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\w+", text.casefold()))


def says_nothing(question: str, text: str) -> str | None:
    """Why a text is no answer, whoever wrote it, as a sentence: nothing to read in it, one sign again and again, or the question itself."""
    signs = [sign for sign in text.casefold() if sign.isalnum()]
    if not signs:
        return "There is no word in this answer."
    if len(signs) > 2 and len(set(signs)) == 1:
        return f"The answer is “{signs[0]}” again and again."
    if question and copied_from(text, question):
        return "The answer only repeats the question."
    return None


def answer_problem(observation: Observation, text: str, delivery: str = "") -> str | None:
    """Why the house rules refuse this answer from this seat, as a sentence; None if they do not."""
    pair = observation.pair
    if pair is not None:
        for kind in KINDS:
            name = observation.setting.card(kind, pair.of(kind)).name
            for part, told in (("answer", text), ("delivery", delivery)):
                said = own_words(name, told)
                if said:
                    return f"The {part} uses “{said[0]}”, a word of the {kind.title()} card itself: that is too obvious."
    question = observation.question
    # what the rules refuse anyway is theirs to refuse
    if 0 < len(text) <= ANSWER_LIMIT and (
        told := says_nothing(question.question.text if question else "", text)
    ):
        return told
    for asked in observation.now.asked if observation.rounds else ():
        for spoken in asked.answers:
            if copied_from(text, spoken.text):
                who = (
                    "an earlier answer of this seat"
                    if spoken.seat == observation.seat
                    else f"{observation.name(spoken.seat)}'s answer"
                )
                return f"The answer repeats {who}."
    return None
