"""What a model is shown: a prefix that never changes within a game and a transcript that only grows.

Two messages: the rules, lists and voice (system), then everything that was said so far with the request at its end (user). More
messages in a row from one role break some models' templates, and a text that only grows at its end is what providers' prompt
caches reward. Everything said by players is one line in double quotes behind the speaker's name, JSON-escaped, so that
nothing in it can pass for anything else.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from functools import lru_cache

from dubious_ai.content import prompt_files
from dubious_ai.content.library import Library
from dubious_ai.content.people import Persona, personas
from dubious_ai.core.events import AnswerHandedIn
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Asked, Observation, RoundSeen

ASKED_WORDS = (6, 30)
"""Shortest and longest answer a model is asked for, in words: any voice fits in."""
SEAT_VARIABLES = frozenset(["setting", "scene", "others", "occupations", "secrets", "dealt", "persona"])


@dataclass(frozen=True, slots=True)
class Fit:
    """How much is left out to make a prompt fit: introductions and earlier rounds first, the oldest questions last."""

    extras: bool = True
    words: int = 0
    skip: int = 0


def label(observation: Observation, seat: int) -> str:
    """What a player is called in prompts and replies: the name, if it is a plain one, else the seat."""
    name = observation.name(seat)
    ordinary = len(name) <= 24 and name.replace(" ", "").replace("-", "").replace("'", "").isalpha()
    return name if ordinary else f"Seat {seat}"


def json_quoted(text: str, words: int = 0) -> str:
    """A player's words as data: one line, escaped, in double quotes; cut to a number of words if that is not 0."""
    parts = text.split()
    if words and len(parts) > words:
        text = " ".join(parts[:words]) + " …"
    return json.dumps(text, ensure_ascii=False)


def shuffled(observation: Observation, kind: Kind) -> tuple[str, ...]:
    """The card names of a kind in this seat's own order, the same for the whole game.

    Order bias is real; a common order would push all models to the same cards. The order is drawn from what only this seat and
    this game have: its first deal.
    """
    first = observation.rounds[0].dealt if observation.rounds else None
    key = (
        observation.seat,
        kind,
        tuple(p.name for p in observation.players),
        first.model_dump_json() if first else "",
    )
    names = [card.name for card in observation.setting.cards(kind)]
    random.Random(repr(key)).shuffle(names)
    return tuple(names)


@lru_cache(maxsize=64)
def _persona(slug: str) -> Persona | None:
    return next((p for p in personas() if p.slug == slug), None)


def _voice(observation: Observation) -> str:
    """Who sits at the seat. How a person guesses is no part of it: it would only distort honest weights."""
    name = label(observation, observation.seat)
    persona = _persona(observation.persona or "")
    if persona is None:
        return f"You are {name}, a friendly player with a dry wit and few words."
    habits = "; ".join(persona.habits)
    return (
        f"You are {name}, {persona.temper}. Now and then, never in two answers running, and where it fits: {habits}. "
        "It shows in how you speak, never in your cards."
    )


def legal_names(observation: Observation, kind: Kind) -> tuple[str, ...]:
    """The names an opponent's card of this kind can have, in the seat's own order."""
    own = dealt_names(observation, kind)
    return tuple(name for name in shuffled(observation, kind) if name not in own)


def system_text(texts: Library, observation: Observation) -> str:
    """The prefix: byte for byte the same for all calls of a seat in a round."""
    prompt = prompt_files.load_prompt("seat", variables=SEAT_VARIABLES)
    return prompt.render(
        setting=observation.setting.name,
        scene=texts.scene,
        others=str(len(observation.opponents)),
        occupations="; ".join(legal_names(observation, "occupation")),
        secrets="; ".join(legal_names(observation, "secret")),
        dealt="; ".join(name for kind in KINDS for name in dealt_names(observation, kind)),
        persona=_voice(observation),
    )


def dealt_names(observation: Observation, kind: Kind) -> tuple[str, ...]:
    """The names of the two cards of a kind dealt to the seat."""
    return tuple(observation.setting.card(kind, slug).name for slug in observation.excluded(kind))


def transcript(observation: Observation, fit: Fit | None = None) -> str:
    """Everything that happened so far as the seat knows it; ends with the last revealed question."""
    fit = fit or Fit()
    now = observation.now
    lines: list[str] = []
    if fit.extras:
        lines += [_result(observation, earlier) for earlier in observation.rounds[:-1]]
    lines.append(f"ROUND {now.number} of {observation.options.rounds}.")
    pair = observation.pair
    if pair:
        cards = {kind: observation.setting.card(kind, pair.of(kind)).name for kind in KINDS}
        lines.append(f"YOUR CARDS: Occupation {cards['occupation']}, Secret {cards['secret']}.")
    if fit.extras:
        lines += [_introduced(observation, seat) for seat in _speakers(observation)]
    for asked in now.asked[fit.skip :]:
        lines += _asked(observation, asked, fit)
    return "\n".join(line for line in lines if line)


def _speakers(observation: Observation) -> list[int]:
    return [c.seat for c in observation.now.characters]


def _introduced(observation: Observation, seat: int) -> str:
    character = observation.now.character(seat)
    if character is None or not (character.name or character.introduction):
        return ""
    who = "You" if seat == observation.seat else label(observation, seat)
    playing = f" as {json_quoted(character.name)}" if character.name else ""
    return f"{who}{playing}" + (f": {json_quoted(character.introduction)}" if character.introduction else "")


def _asked(observation: Observation, asked: Asked, fit: Fit) -> list[str]:
    lines = [
        f"QUESTION {asked.number} of {observation.options.questions}: {json_quoted(asked.question.text)}"
    ]
    for spoken in asked.answers:
        mine = spoken.seat == observation.seat
        who = "You" if mine else label(observation, spoken.seat)
        plan = _plan(asked.mine) if mine and asked.mine else ""
        lines.append(f"{who}: {json_quoted(spoken.text, fit.words)}{plan}")
    return lines


def _plan(mine: AnswerHandedIn) -> str:
    """What an own answer was meant to do; only its author reads this."""
    if mine.intent is None:
        return ""
    known = (mine.intent.occupation_share, mine.intent.secret_share)
    hoped = "".join(f", {100 * share:.0f}" for share in known if share is not None)
    return f" (aim: {mine.intent.aim}{hoped})"


def _result(observation: Observation, earlier: RoundSeen) -> str:
    """One line about a finished round: how well the seat's own hints worked."""
    others = len(observation.opponents)
    told: list[str] = []
    own = [revealed for revealed in earlier.revealed if revealed.seat == observation.seat]
    for revealed in own:
        for kind in KINDS:
            slug = revealed.occupation if kind == "occupation" else revealed.secret
            named = sum(heard.guess.of(kind) == slug for heard in revealed.guesses)
            name = observation.setting.card(kind, slug).name
            verdict = "too loud" if named == others else "too quiet" if named == 0 else f"{named} points"
            told.append(f"{named} of {others} named your {kind.title()} {name} ({verdict})")
    return f"ROUND {earlier.number}, over: {'; '.join(told)}." if told else ""
