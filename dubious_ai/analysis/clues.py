"""What in an answer speaks for a card, and how a person can check it: the clue and reason its author gave, the nearest meaning, else its loudest words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal

from dubious_ai.analysis.sentences import as_typed
from dubious_ai.belief import words as words_of
from dubious_ai.belief.nearest import nearest, nearness
from dubious_ai.belief.posterior import Said
from dubious_ai.belief.reader import Reader
from dubious_ai.content.cards import Prepared
from dubious_ai.content.library import Library
from dubious_ai.core.events import AnswerHandedIn, Meant
from dubious_ai.core.model import Intent, Kind, Pair

Source = Literal["meant", "also", "meaning", "words"]
"""How a clue is known: its author says so; its author says that it fits this card as well; it is close in meaning; words alone did it."""
SPEAKS = 1.1
"""Nats from which an answer as a whole speaks for a card."""
TELLING, BESIDE = 0.15, 0.35
"""Nats from which a word is named as a reason, and its least part of the loudest one's."""
MOST_WORDS = 3
FEWEST_LETTERS = 4
"""Letters of a word of ours that is worth naming beside somebody's."""
EXAMPLES, CLOSE_BY = 12, 0.45
"""Passages looked through for something a holder of a card might say, and how near in meaning (cosine) it must be."""
NAMED_WORDS = 2
"""Words named of an answer as a reader hears it."""
WHOLE = "the answer as a whole"
"""What is named where no single word did it."""


@dataclass(frozen=True)
class Clue:
    """A stretch of an answer (numbers from 1) that speaks for a card: its words as typed, the reason told, and the words of our own texts it comes close to.

    `example` is what a holder of the card might say that comes close to the answer, where that was looked for and found.
    """

    number: int
    card: str
    source: Source
    words: tuple[str, ...]
    why: str = ""
    near: tuple[str, ...] = ()
    example: str = ""


@dataclass(frozen=True)
class Aimed:
    """What an answer was meant to do: the card, whether that is none of its speaker's own, and what its author says about it.

    `bank` is the prepared text it was, if it was one. `also` are other cards an honest reader could take it for.
    """

    kind: Kind | None = None
    card: str | None = None
    false: bool = False
    clue: str = ""
    why: str = ""
    also: tuple[str, ...] = ()
    bank: Prepared | None = None


def aimed(texts: Library, answer: AnswerHandedIn, pair: Pair, told: Sequence[Meant] = ()) -> Aimed:
    """What an answer was meant to hint at: from the record, else (games of older versions) from the prepared text it was. `told` are the author's words at the reveal."""
    intent = answer.intent or Intent(aim="none")
    card: str | None = None
    kind: Kind | None = None
    bank: Prepared | None = None
    if found := texts.by_text.get(answer.text):
        file, bank = found
        card, kind = file.slug, file.kind
    kinds: dict[str, Kind | None] = {f.slug: f.kind for f in texts.files}
    said = next((m for m in told if m.number == answer.number), None)
    card = (said.card if said else intent.card) or card
    if card is None and (intent.aim == "occupation" or intent.aim == "secret"):
        card = pair.of(intent.aim)
    kind = kinds.get(card or "", kind)
    return Aimed(
        kind=kind,
        card=card,
        false=intent.aim == "false-trail" or (kind is not None and card != pair.of(kind)),
        clue=(said.clue if said else "") or intent.clue or (bank.clue if bank else ""),
        why=(said.why if said else "") or intent.why or (bank.why if bank else ""),
        also=intent.rivals or (bank.also if bank else ()),
        bank=bank,
    )


def weight(reader: Reader, said: Said, card: str) -> float:
    """How loudly an answer as a whole speaks for a card, in nats against the mean card of its kind."""
    return float(reader.evidence(said.question, said.text).cards[reader.cards.place[card]])


def words_for(
    reader: Reader, said: Said, card: str, sign: int = 1, least: float = TELLING
) -> tuple[str, ...]:
    """The words of an answer that move readers towards a card (sign 1) or away from it (-1), as typed, loudest first; WHOLE where only the whole does."""
    place = reader.cards.place[card]
    pieces = [
        (float(nats[place]) * sign, word) for word, nats in reader.evidence(said.question, said.text).words
    ]
    loud = sorted((p for p in pieces if p[1] and p[0] >= least), key=lambda p: -p[0])
    if not loud:
        return (WHOLE,) if any(not word and nats >= least for nats, word in pieces) else ()
    strong = (as_typed(said.text, word) for nats, word in loud if nats >= BESIDE * loud[0][0])
    return tuple(dict.fromkeys(strong))[:MOST_WORDS]


def admitted(number: int, aim: Aimed, card: str) -> Clue | None:
    """What the author of an answer says of a card: that it was meant, or that it fits as well."""
    told = (aim.clue,) if aim.clue else ()
    if card == aim.card and (told or aim.why):
        return Clue(number, card, "meant", told, aim.why)
    if card in aim.also and told:
        return Clue(number, card, "also", told)
    return None


@lru_cache(maxsize=20_000)
def heard_in(reader: Reader, number: int, said: Said, card: str) -> Clue | None:
    """What a reader hears in an answer for a card: the nearest meaning with the words that carry it, else its loudest words; None when nothing in it speaks for the card."""
    if weight(reader, said, card) < SPEAKS:
        return None
    example = example_for(reader, said, card)
    for echo in nearest(reader, said.question, said.text, card):
        words = tuple(dict.fromkeys(as_typed(said.text, w) for w in echo.said))[:NAMED_WORDS]
        if words:
            return Clue(number, card, "meaning", words, near=_telling(echo.theirs, words), example=example)
    words = words_for(reader, said, card)[:NAMED_WORDS]
    return Clue(number, card, "words", words, example=example) if words else None


@lru_cache(maxsize=5_000)
def example_for(reader: Reader, said: Said, card: str) -> str:
    """What a holder of a card might say that comes close to an answer; empty where nothing comes close enough to be told."""
    for echo in nearest(reader, said.question, said.text, card, EXAMPLES):
        if echo.passage.source == "hints":
            near = nearness(reader, said.text, [echo.passage.text])[0]
            return echo.passage.text if near >= CLOSE_BY else ""
    return ""


def _telling(theirs: Sequence[str], said: Sequence[str]) -> tuple[str, ...]:
    """Those words of a text of ours that say more than the words they were found by: no small ones, and not the same again."""
    mine = {words_of.reading_stem(w.casefold()) for w in said}
    found = (w for w in theirs if len(w) >= FEWEST_LETTERS and words_of.reading_stem(w) not in mine)
    return tuple(w for w in dict.fromkeys(found) if w not in words_of.STOP)[:NAMED_WORDS]


def clues_for(
    reader: Reader,
    said: Sequence[Said],
    aims: Sequence[Aimed],
    card: str,
    *,
    most: int = 2,
    hear: bool = True,
) -> tuple[Clue, ...]:
    """The clues of all answers of a player for a card, in order: what their author says of it; where that is nothing (and with `hear`), what a reader hears in the loudest of them."""
    loud = sorted(range(len(said)), key=lambda n: -weight(reader, said[n], card))
    told = [clue for n in loud if (clue := admitted(n + 1, aims[n], card))]
    if not told and hear:
        found = (heard_in(reader, n + 1, said[n], card) for n in loud)
        told = list(islice((clue for clue in found if clue), 1))
    told.sort(key=lambda clue: clue.source != "meant")
    return tuple(sorted(told[:most], key=lambda clue: clue.number))
