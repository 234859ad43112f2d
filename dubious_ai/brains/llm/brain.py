"""A seat played by a model: the three actions of a brain, each one question to a chat and one checked value back.

Holds no memory of the game. Raises BackendError with a cause when the model or its server fails; the table then lets the house
act. The house rules of writing (own words, copies) are the table's to judge; it asks again through `Ask.refused`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TypeVar

from dubious_ai.belief.posterior import Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import answers_of, predict
from dubious_ai.brains.house_rules import answer_problem
from dubious_ai.brains.llm import strength
from dubious_ai.brains.llm.ask import Chat
from dubious_ai.brains.llm.prompt import requests
from dubious_ai.brains.llm.prompt.transcript import ASKED_WORDS, dealt_names, label, legal_names
from dubious_ai.brains.llm.reactions import reactions
from dubious_ai.brains.llm.repair import Unusable, converse
from dubious_ai.brains.llm.reply.answer_intent import RivalLost, answer_intent
from dubious_ai.brains.llm.reply.reply_models import (
    AnswerReply,
    CastReply,
    GuessReply,
    GuessRow,
    card_named,
    chances,
    one_of,
)
from dubious_ai.brains.llm.reply.schema import Span
from dubious_ai.brains.llm.reply.spoken_words import no_answer, spoken, tidy
from dubious_ai.brains.protocol import Answer, Ask, Cast, Guesses, Telemetry, Turn
from dubious_ai.config import ModelSettings
from dubious_ai.content.own_words import own_words
from dubious_ai.core.model import ANSWER_LIMIT, KINDS, Kind, Usage
from dubious_ai.core.observe import Observation
from dubious_ai.core.rules import LINE_LIMIT, NAME_LIMIT

_ONE_AT_A_TIME = threading.Lock()
"""Seats hear the same answers: the second to read them finds them read."""


def read_ahead(*works: Callable[[], object]) -> threading.Thread:
    """Do these works in the background, one after the other; `join` the thread to wait for them. What they raise is dropped."""

    def body() -> None:
        for work in works:
            try:
                with _ONE_AT_A_TIME:
                    work()
            except Exception:
                return

    thread = threading.Thread(target=body, daemon=True, name="read ahead")
    thread.start()
    return thread


V = TypeVar("V")
CHOICES = 5
"""Cards per opponent and kind that are looked at; three are asked for."""
LONGEST = 2 * ASKED_WORDS[1]
"""Words of an answer beyond which it is sent back once."""
Ranked = dict[int, dict[Kind, dict[str, float]]]


class LLMBrain:
    """See Brain. `spec` names the brain in records; it holds no key."""

    def __init__(self, spec: str, chat: Chat, reader: Reader, temperature: float | None = None) -> None:
        """`reader` believes what the model leaves open; `temperature` is the cooling found for this model in play; a setting goes before it."""
        self._spec = spec
        self.chat = chat
        self.reader = reader
        self._temperature = self._settings.guess_temperature or temperature or strength.TEMPERATURE

    @property
    def spec(self) -> str:
        """The brain's name, e.g. "openai:gpt-5-mini"."""
        return self._spec

    def __repr__(self) -> str:
        return f"LLMBrain({self._spec!r})"

    def cast(self, ask: Ask) -> Turn[Cast]:
        """See Brain.cast. A name or introduction that would give a card away is left out."""
        seen = ask.observation
        offered: dict[Kind, tuple[str, ...]] = {kind: dealt_names(seen, kind) for kind in KINDS}

        def check(reply: CastReply, last: bool) -> Cast:
            del last
            kept: dict[Kind, str] = {}
            for kind in KINDS:
                said = reply.occupation if kind == "occupation" else reply.secret
                card = card_named(seen.setting, kind, said)
                if card is None or card.slug not in seen.excluded(kind):
                    raise Unusable(
                        f"{said[:80]!r} is not an {kind.title()} dealt to you. ", "; ".join(offered[kind])
                    )
                kept[kind] = card.slug
            names = [seen.setting.card(kind, kept[kind]).name for kind in KINDS]
            return Cast(
                kept["occupation"],
                kept["secret"],
                _harmless(reply.name, names, NAME_LIMIT),
                _harmless(reply.introduction, names, LINE_LIMIT),
            )

        read_ahead(self.reader.prepare)
        request = requests.cast_request(self.reader, seen, ask.refused, self._settings, self.chat.counter)
        choices = {"occupation": offered["occupation"], "secret": offered["secret"]}
        return self._turn(converse(self.chat, request, CastReply, check, "cast", choices, ask.cancelled))

    def answer(self, ask: Ask) -> Turn[Answer]:
        """See Brain.answer. A delivery that would give a card away is left out; an answer that would is the table's to refuse."""
        seen = ask.observation
        kept = seen.now.kept
        speakers = (label(seen, seen.seat), seen.name(seen.seat), kept.name if kept else "")

        asked_again: set[str] = set()

        def check(reply: AnswerReply, last: bool) -> Answer:
            text, stage = spoken(reply.text, speakers)
            if problem := no_answer(text):
                raise Unusable(f"the text cannot be said at the table: {problem}")
            if len(text) > ANSWER_LIMIT or (len(text.split()) > LONGEST and not last):
                raise Unusable(f"the text has {len(text.split())} words; {ASKED_WORDS[1]} is the limit.")
            delivery = tidy(reply.delivery).strip("()*_ ") or stage
            if len(delivery) > LINE_LIMIT or len(delivery.split()) > LONGEST:
                delivery = ""
            if (
                delivery
                and answer_problem(seen, text) is None
                and answer_problem(seen, text, delivery) is not None
            ):
                delivery = ""
            # the table refuses such an answer by itself; asking about its rival first would cost a call
            strict = not last and "rival" not in asked_again and answer_problem(seen, text) is None
            try:
                intent = answer_intent(self.reader, seen, reply, text, strict=strict)
            except RivalLost:
                asked_again.add("rival")
                raise
            return Answer(text, delivery, intent)

        request = requests.answer_request(self.reader, seen, ask.refused, self._settings, self.chat.counter)
        read_ahead(lambda: _hear(self.reader, seen))
        turn = self._turn(converse(self.chat, request, AnswerReply, check, "answer", {}, ask.cancelled))
        asked = seen.question.question.text if seen.question else ""
        said = (*answers_of(seen, seen.seat), Said(asked, turn.value.text))
        read_ahead(lambda: predict(self.reader, seen, said))
        return turn

    def guess(self, ask: Ask) -> Turn[Guesses]:
        """See Brain.guess. One call for all opponents; a name that is none is asked again, then left out if others remain."""
        seen = ask.observation

        def check(reply: GuessReply, last: bool) -> Guesses:
            ranked = _ranked(seen, reply, lenient=last)
            reading.join()
            believed = strength.beliefs(self.reader, seen, ranked, self._temperature)
            return Guesses(strength.picks(seen, believed, ask.rng), believed)

        reading = read_ahead(lambda: _hear(self.reader, seen))
        request = requests.guess_request(self.reader, seen, ask.refused, self._settings, self.chat.counter)
        choices = {
            "player": tuple(label(seen, seat) for seat in seen.opponents),
            "occupations": legal_names(seen, "occupation"),
            "secrets": legal_names(seen, "secret"),
        }
        lists = ("occupations", "occupation_weights", "secrets", "secret_weights")
        rows = len(seen.opponents)
        counts: dict[str, Span] = {"guesses": (rows, rows), **dict.fromkeys(lists, (1, 3))}
        return self._turn(
            converse(self.chat, request, GuessReply, check, "guess", choices, ask.cancelled, counts)
        )

    def react(self, ask: Ask, speakers: Mapping[int, str | None]) -> Turn[Mapping[int, str]]:
        """See Talker.react. One small call, never repeated."""
        said, usage = reactions(self.chat, ask, speakers)
        return Turn(said, Telemetry(self._spec, usage))

    @property
    def _settings(self) -> ModelSettings:
        return self.chat.endpoint.settings

    def _turn(self, said: tuple[V, Usage]) -> Turn[V]:
        value, usage = said
        return Turn(value, Telemetry(self._spec, usage))


def _harmless(text: str, card_names: list[str], limit: int) -> str:
    """A name or introduction as it may stand; "" where it is too long or uses a word of an own card."""
    line = tidy(text)
    return "" if len(line) > limit or any(own_words(name, line) for name in card_names) else line


def _hear(reader: Reader, seen: Observation) -> None:
    """Let the offline reader work out (and remember) what the opponents' answers say."""
    for seat in seen.opponents:
        for said in answers_of(seen, seat):
            reader.evidence(said.question, said.text)


def _ranked(seen: Observation, reply: GuessReply, *, lenient: bool) -> Ranked:
    """The named cards with their chances, by opponent and kind.

    Raises Unusable for a missing opponent, and for a name that is none; `lenient` leaves such a name out where another one is left.
    """
    labels = {label(seen, seat): seat for seat in seen.opponents}
    rows: dict[int, GuessRow] = {}
    for row in reply.guesses[:12]:
        name = one_of(row.player, labels)
        if name is not None:
            rows.setdefault(labels[name], row)
    missing = [name for name, seat in labels.items() if seat not in rows]
    if missing:
        raise Unusable(f"there is no row for {missing[0]}.", "; ".join(labels))
    return {
        seat: {kind: _slot(seen, row, kind, lenient=lenient) for kind in KINDS} for seat, row in rows.items()
    }


def _slot(seen: Observation, row: GuessRow, kind: Kind, *, lenient: bool) -> dict[str, float]:
    """The chances of one opponent's cards of a kind. A card of the seat's own deal is possible for nobody and counts nothing."""
    names, weights = (
        (row.occupations, row.occupation_weights)
        if kind == "occupation"
        else (row.secrets, row.secret_weights)
    )
    names = names[:CHOICES]
    found: dict[str, float] = {}
    wrong = ""
    for name, chance in zip(names, chances(weights, len(names)), strict=True):
        card = card_named(seen.setting, kind, name)
        if card is None:
            wrong = wrong or f"{name[:80]!r} is no {kind.title()} of the list."
        elif card.slug not in seen.excluded(kind):
            found[card.slug] = found.get(card.slug, 0.0) + chance
        else:
            wrong = wrong or f"{card.name} was dealt to you: nobody else has it."
    if wrong and not (lenient and found):
        raise Unusable(wrong, "; ".join(legal_names(seen, kind)))
    if not found:
        raise Unusable(
            f"there is no {kind.title()} for {row.player[:40]}.", "; ".join(legal_names(seen, kind))
        )
    return found
