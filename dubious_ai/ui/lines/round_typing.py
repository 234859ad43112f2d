"""Typing in a round by hand: setting, own cards, people, and question by question what everybody said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from dubious_ai.coach.guess import Round
from dubious_ai.coach.round_text import as_round, own_cards
from dubious_ai.content.library import Library, library, setting_slug, setting_slugs
from dubious_ai.core.cleaning import clean
from dubious_ai.core.model import ANSWER_LIMIT, KINDS, MAX_SEATS, Kind
from dubious_ai.core.rules import NAME_LIMIT
from dubious_ai.errors import UsageError
from dubious_ai.ui.lines.terminal import HungUp, Interrupted, Prompt, Terminal

V = TypeVar("V")


def ask_round(terminal: Terminal) -> Round:
    """Ask for a round. Raises UsageError when nobody has answered or the person leaves."""
    terminal.say("Who is who? Type in what was said. An empty line ends a list; Ctrl-C leaves.", "title")
    texts = library(_until(terminal, "Setting ›", setting_slug, list(setting_slugs())))
    mine = _cards(terminal, texts)
    names = _until(terminal, "Who is to be guessed? Names, with commas ›", _names)
    questions = [question.text for question in texts.questions]
    answers: list[tuple[str, str, str]] = []
    number = 1
    while question := _read(terminal, f"Question {number} (Enter when that was all) ›", questions):
        for name in names:
            said = _until(terminal, f"  {name} ›", _answer)
            if said:
                answers.append((name, question, said))
        number += 1
    if not answers:
        raise UsageError("Nobody has answered anything yet, so there is nothing to read.")
    return as_round(texts, mine, names, answers)


def _cards(terminal: Terminal, texts: Library) -> dict[Kind, frozenset[str]]:
    """The cards dealt to the person, who may not want to tell."""
    found: dict[Kind, frozenset[str]] = {}
    labels = {"occupation": "The Occupations dealt to you (Enter for none) ›", "secret": "The Secrets ›"}
    for kind in KINDS:
        prefix = "" if kind == "occupation" else ";"
        names = [file.name for file in texts.texts(kind)]

        def read(text: str, kind: Kind = kind, prefix: str = prefix) -> frozenset[str]:
            return own_cards(texts, prefix + text)[kind]

        found[kind] = _until(terminal, labels[kind], read, names)
    return found


def _names(text: str) -> list[str]:
    names = [clean(part) for part in text.split(",") if clean(part)]
    if not 1 <= len(names) <= MAX_SEATS:
        raise UsageError(f"Name 1 to {MAX_SEATS} people, with commas between them.")
    if len({name.casefold() for name in names}) < len(names):
        raise UsageError("A name stands there twice. Names must differ.")
    if too_long := next((name for name in names if len(name) > NAME_LIMIT), ""):
        raise UsageError(
            f"The name {too_long[:20]}… has {len(too_long)} characters; {NAME_LIMIT} is the limit."
        )
    return names


def _answer(text: str) -> str:
    if len(text) > ANSWER_LIMIT:
        raise UsageError(f"That has {len(text)} characters; {ANSWER_LIMIT} is the limit.")
    return text


def _until(terminal: Terminal, label: str, value: Callable[[str], V], completions: Sequence[str] = ()) -> V:
    """Ask until the value can be used."""
    while True:
        try:
            return value(_read(terminal, label, completions))
        except UsageError as error:
            terminal.say(str(error), "problem")


def _read(terminal: Terminal, label: str, completions: Sequence[str] = ()) -> str:
    try:
        return terminal.read(Prompt(label, completions=completions))
    except (EOFError, HungUp, Interrupted) as stop:
        raise _Left("You left before the end; nothing was read.") from stop


class _Left(UsageError):
    """The person has gone."""
