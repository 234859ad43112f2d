"""The guess input from outside: a table document in JSON, JSON lines, or the friendly text form, as a round to be weighed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from dubious_ai.belief.posterior import Said
from dubious_ai.coach.guess import PersonGuessed, Round
from dubious_ai.coach.round_text import read_plain
from dubious_ai.content.library import SettingSlug, library, setting_slug
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.document import MyCards, TableDocument, load, text_bytes
from dubious_ai.document.json_text import utf8_text
from dubious_ai.errors import DubiousError, UsageError

NOTHING_SAID = (
    "nobody has answered anything yet, so there is nothing to read. Write down at least one answer."
)


@dataclass(frozen=True)
class RoundLine:
    """One line of a batch: its number in the input, and the round in it or what is wrong."""

    number: int
    round: Round | None
    problem: str = ""


def read_round(file: str) -> Round:
    """The round in a file, or on standard input for "-", in whichever form. Raises UsageError with place and value."""
    text, source = text_in(file, "`dubious guess --help`")
    if text.lstrip()[:1] in ("{", "["):
        return from_document(load(text, source), source)
    return read_plain(text, source)


def read_lines(file: str) -> Iterator[RoundLine]:
    """The rounds of a batch, one JSON object a line; blank lines are passed over. A bad line is a problem of its own, never of the rest."""
    data, source = text_bytes(file)
    for number, raw in enumerate(data.split(b"\n"), 1):
        if not raw.strip():
            continue
        place = f"{source}, line {number}"
        try:
            yield RoundLine(number, from_document(load(utf8_text(raw, place), place), place))
        except DubiousError as error:
            yield RoundLine(number, None, _one_place(str(error), place))


def from_document(table: TableDocument, source: str) -> Round:
    """The last round of a checked document, as the person who asks knows it. Raises UsageError when nobody has answered."""
    now = table.rounds[-1]
    setting = setting_slug(table.setting)
    me = table.me if isinstance(table.me, str) else None
    answers = now.answers or {}
    people = tuple(
        PersonGuessed(
            name,
            tuple(
                Said(question.text, text)
                for question, text in zip(now.questions, answers.get(name, ()), strict=False)
                if text
            ),
        )
        for name in table.players
        if name != me
    )
    if not any(person.answers for person in people):
        raise UsageError(f"{source}: {NOTHING_SAID}")
    return Round(setting, people, _excluded(table, me), max(len(people) - 1, 1))


@cache
def _slugs(setting: SettingSlug) -> dict[str, str]:
    """Slug by full name; the names of a setting's cards are all different."""
    return {file.name: file.slug for file in library(setting).files}


def _excluded(table: TableDocument, me: str | None) -> dict[Kind, frozenset[str]]:
    """The cards dealt to whoever asks. A checked document names cards in full."""
    names: dict[Kind, list[str]] = {"occupation": [], "secret": []}
    if isinstance(table.me, MyCards):
        names["occupation"] += table.me.occupations
        names["secret"] += table.me.secrets
    now = table.rounds[-1]
    for cards in (now.kept, now.rejected):
        if me is not None and cards and me in cards:
            for kind, name in zip(KINDS, cards[me], strict=True):
                names[kind].append(name)
    slugs = _slugs(setting_slug(table.setting))
    return {kind: frozenset(slugs[name] for name in names[kind]) for kind in KINDS}


def text_in(file: str, told_by: str) -> tuple[str, str]:
    """The text of a file, or of standard input for "-", and what to call it. Raises UsageError: unreadable, not UTF-8, empty."""
    data, source = text_bytes(file)
    text = utf8_text(data, source)
    if not text.strip():
        raise UsageError(f"{source} is empty. {told_by} shows what to write.")
    return text, source


def _one_place(sentence: str, place: str) -> str:
    """A sentence about one line of a batch: the line number stands once, and "line 1" within the line goes."""
    return sentence.removeprefix(place).lstrip(",: ").removeprefix("line 1, ")
