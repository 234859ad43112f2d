"""Is it an answer at all? Evidence for a card can be drawn out of any letters; whether they mean something is a matter of knowing the language.

An answer is read when at least one of its words can carry a hint and is an English word, when most of its words are, and when it is more
than one word said over and over. Otherwise it says nothing that can be read, and moves nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from dubious_ai.belief import words as words_of

Unreadable = Literal["nothing", "repeats itself", "not words", "another language"]
"""Why an answer is not read: no word that could carry a hint; one word over and over; letters that are no words; not English."""

KNOWN = 0.5
"""Part of the words of an answer that must be known. Answers of players, slips and slang included, lie above it."""
OVER_AND_OVER = 3
"""Times that a word may be said when it is the only one."""
FEW_WORDS = 3
"""Words below which the language is not judged by the part that is known."""

_SMALL_WORDS = """
    ich du er wir ihr und oder aber nicht ein eine einen der das den dem mit von zu auf ist sind habe mein meine immer kein sich
    je tu il elle nous vous et ou mais ne pas une le les des avec sur est sont mon ma mes toujours dans qui que suis
    yo ella nosotros y pero el los las una con de en es mi mis siempre soy por para muy del
    io lui lei noi e non lo gli di che sono mio mia sempre nel della per
    eu voce ele nos mas nao o os um uma com em sou meu minha
    ik jij hij wij maar niet een het met van op zijn mijn altijd
    jag och inte det som med av har min mitt
"""
ELSEWHERE = frozenset(_SMALL_WORDS.split()) - words_of.STOP
"""Small words of the neighbours of English that are none in it."""


def unreadable(text: str, english: Collection[str], asked: Collection[str] = ()) -> Unreadable | None:
    """Why a text is no answer that can be read, or None if it is.

    `english` are stems of known words; `asked` the stems of the question's words, which alone are no answer.
    """
    text = words_of.tidied_text(text)
    found = words_of.reading_words(text)
    if not found:
        return "nothing"
    distinct = set(found)
    if len(distinct) == 1 and len(found) > OVER_AND_OVER:
        return "repeats itself"
    elsewhere = [w for w in found if w in ELSEWHERE]
    at_home = [w for w in found if w in words_of.STOP]
    if len(elsewhere) >= 2 and len(elsewhere) > len(at_home):
        return "another language"
    if sum(not w.isascii() for w in found) > len(found) / 2:
        return "another language"
    known = [w for w in found if w in words_of.STOP or words_of.reading_stem(w) in english]
    telling = [w for w in known if w in words_of.content_words(w) and words_of.reading_stem(w) not in asked]
    if not telling:
        unknown = [
            s for s in words_of.spans(text) if s.content and words_of.reading_stem(s.word) not in asked
        ]
        if not unknown:
            return "nothing"
        # one rare word in an English sentence may well be a word; a name with a capital is none
        return None if len(at_home) > 1 and any(text[s.start].islower() for s in unknown) else "not words"
    if len(found) >= FEW_WORDS and len(known) < KNOWN * len(found):
        return "not words"
    return None
