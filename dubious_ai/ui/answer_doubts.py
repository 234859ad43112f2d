"""What is asked once before an answer of a person is handed in. Nothing of it is forbidden."""

from __future__ import annotations

from dubious_ai.analysis.verdict_sentences import UNREADABLE
from dubious_ai.belief.reader import Reader
from dubious_ai.brains.house_rules import says_nothing
from dubious_ai.content.own_words import own_words
from dubious_ai.core.model import ANSWER_LIMIT, KINDS
from dubious_ai.core.observe import Observation


def problem(text: str) -> str:
    """Why a text cannot be an answer; empty if it can."""
    if not text:
        return "An answer needs at least one word. /help lists what else you can type here."
    if len(text) > ANSWER_LIMIT:
        return (
            f"That has {len(text)} characters; {ANSWER_LIMIT} is the limit. One or two sentences are enough."
        )
    return ""


def doubts(reader: Reader, seen: Observation, text: str, command: str) -> list[str]:
    """Sentences about an answer that may not be meant as it stands. `command` is the command it ends in, if it does."""
    found: list[str] = []
    if command:
        found.append(f"That ends in {command}, which is a command. It would be read out with your answer.")
    for kind in KINDS if seen.pair else ():
        said = own_words(reader.library.file(seen.pair.of(kind)).name, text) if seen.pair else ()
        if said:
            found.append(f"“{said[0]}” is a word of your own card: that may say too much.")
            break
    asked = seen.question.question.text if seen.question else ""
    if told := says_nothing(asked, text):
        found.append(told)
    elif unread := reader.unreadable(asked, text):
        found.append(UNREADABLE[unread])
    return found
