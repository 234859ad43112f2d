"""The friendly text form of a round, as somebody would jot it down at the table.

    setting: antiquity
    me: Gladiator, Senator; Zeus, barbarians
    Q: What pet do you have?
    Ann: A parrot. It once nearly ruined the best hour of my life.
    Bob: A dog.

`me` (the cards dealt to the reader: Occupations, a semicolon, Secrets) and `players: Ann, Bob` may be left out. A line without a
name goes on where the line before it stopped. Lines beginning with # are remarks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from dubious_ai.belief.posterior import Said
from dubious_ai.coach.card_requests import card_of
from dubious_ai.coach.guess import PersonGuessed, Round
from dubious_ai.content.library import Library, library, setting_slug
from dubious_ai.core.cleaning import clean
from dubious_ai.core.model import ANSWER_LIMIT, KINDS, MAX_SEATS, Kind
from dubious_ai.core.rules import NAME_LIMIT
from dubious_ai.errors import UsageError

_HEAD = re.compile(r"\s*(?P<name>[^:：]{1,40})[:：]\s*(?P<rest>.*)")
_KEYS = {
    "setting": "setting",
    "me": "me",
    "players": "players",
    "q": "question",
    "question": "question",
    "occupation": "occupation",
    "secret": "secret",
}
EXAMPLE = "Write e.g. “setting: antiquity”, then “Q: What pet do you have?”, then “Ann: A parrot.”"


@dataclass
class _Jotting:
    """What has been read so far; `last` says what a line without a name goes on with."""

    source: str
    texts: Library | None = None
    mine: dict[Kind, frozenset[str]] = field(default_factory=dict[Kind, frozenset[str]])
    question: str = ""
    named: dict[str, str] = field(default_factory=dict[str, str])
    fixed: bool = False
    answers: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    last: str = ""


def read_plain(text: str, source: str) -> Round:
    """The round in a text. Raises UsageError with the line and what is wrong with it."""
    jotting = _Jotting(source)
    for number, raw in enumerate(text.splitlines(), 1):
        line = clean(raw)
        if not line or line.startswith("#"):
            continue
        try:
            _line(jotting, line)
        except UsageError as error:
            raise UsageError(f"{source}, line {number}: {error}") from error
    if jotting.texts is None:
        raise UsageError(f"{source} names no setting. {EXAMPLE}")
    if not jotting.answers:
        raise UsageError(
            f"{source}: nobody has answered anything yet, so there is nothing to read. {EXAMPLE}"
        )
    return as_round(jotting.texts, jotting.mine, list(jotting.named.values()), jotting.answers)


def as_round(
    texts: Library,
    mine: dict[Kind, frozenset[str]],
    names: list[str],
    answers: list[tuple[str, str, str]],
) -> Round:
    """A round out of (name, question, text) in the order in which they were heard."""
    people = tuple(
        PersonGuessed(name, tuple(Said(question, text) for who, question, text in answers if who == name))
        for name in names
    )
    excluded: dict[Kind, frozenset[str]] = {kind: mine.get(kind, frozenset[str]()) for kind in KINDS}
    return Round(texts.slug, people, excluded, max(len(people) - 1, 1))


def _line(jotting: _Jotting, line: str) -> None:
    found = _HEAD.match(line)
    name = clean(found["name"]) if found else ""
    key = _KEYS.get(re.sub(r"[\d.\s]+$", "", name.casefold()), "") if found else ""
    if found and key == "setting" and jotting.texts is None:
        jotting.texts = library(setting_slug(found["rest"]))
    elif found and key == "me":
        jotting.mine = own_cards(_texts(jotting), found["rest"])
    elif found and key == "players":
        jotting.fixed = True
        for part in found["rest"].split(","):
            _person(jotting, clean(part), new=True)
    elif found and key == "question":
        jotting.question, jotting.last = found["rest"], "question"
        if not found["rest"]:
            raise UsageError("the question is empty.")
    elif found and (name.casefold() in jotting.named or (not jotting.fixed and _is_name(name))):
        _texts(jotting)
        who = _person(jotting, name, new=name.casefold() not in jotting.named)
        if found["rest"]:
            jotting.answers.append((who, jotting.question, _short(found["rest"])))
        jotting.last = "answer" if found["rest"] else ""
    elif jotting.last == "answer":
        who, question, text = jotting.answers[-1]
        jotting.answers[-1] = (who, question, _short(f"{text} {line}"))
    elif jotting.last == "question":
        jotting.question = f"{jotting.question} {line}"
    else:
        raise UsageError(f"{line[:60]!r} begins with no name. {EXAMPLE}")


def _texts(jotting: _Jotting) -> Library:
    if jotting.texts is None:
        raise UsageError("the setting must come first, e.g. “setting: antiquity”.")
    return jotting.texts


def _is_name(name: str) -> bool:
    """Whether the words before a colon look like a name rather than like the middle of an answer."""
    return len(name.split()) <= 3 and name[:1].isalpha() and not name[:1].islower()


def _person(jotting: _Jotting, name: str, *, new: bool) -> str:
    if not name:
        raise UsageError("a name is empty. Write e.g. “players: Ann, Bob”.")
    if len(name) > NAME_LIMIT:
        raise UsageError(f"the name {name[:20]}… has {len(name)} characters; {NAME_LIMIT} is the limit.")
    if new and name.casefold() in jotting.named:
        raise UsageError(f"{name} is named twice.")
    if new and len(jotting.named) == MAX_SEATS:
        raise UsageError(f"{name} would be player {MAX_SEATS + 1}; {MAX_SEATS} is the most.")
    return jotting.named.setdefault(name.casefold(), name)


def _short(text: str) -> str:
    if len(text) > ANSWER_LIMIT:
        raise UsageError(f"this answer has {len(text)} characters; {ANSWER_LIMIT} is the limit.")
    return text


def own_cards(texts: Library, text: str) -> dict[Kind, frozenset[str]]:
    """ "Gladiator, Senator; Zeus, barbarians": Occupations, a semicolon, Secrets; up to two of each. Raises UsageError, UnknownCard."""
    halves = text.split(";")
    if len(halves) > 2:
        raise UsageError(
            "“me” takes Occupations, one semicolon, and Secrets: Gladiator, Senator; Zeus, barbarians."
        )
    found: dict[Kind, frozenset[str]] = {}
    for kind, half in zip(KINDS, (*halves, ""), strict=False):
        parts = [part for part in half.split(",") if part.strip()]
        if len(parts) > 2:
            raise UsageError(
                f"{len(parts)} cards of one kind were dealt to nobody; {half.strip()!r} should name two."
            )
        found[kind] = frozenset(card_of(texts, kind, part).slug for part in parts)
    return found
