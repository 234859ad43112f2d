"""A class at tables: pupils of a list become rounds of four to six, nobody at a table holding another's card, with their own guesses or, where none were collected, the house’s."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from dubious_ai import document
from dubious_ai.analysis.sentences import listed
from dubious_ai.belief.posterior import Heard, Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.readers import Readers
from dubious_ai.belief.skill import pick
from dubious_ai.content.card_names import resolve_card
from dubious_ai.content.library import Library, SettingSlug
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, MIN_SEATS, Kind
from dubious_ai.document import DocumentError, QuestionAsked, RoundDocument, TableDocument
from dubious_ai.document.class_list import Pupil
from dubious_ai.errors import UnknownCard

LARGEST, WANTED = 6, 5
GuessPair = tuple[str | None, str | None]
SILENT = "I would rather not say."
"""What stands for an empty answer: it tells nothing about any card."""


def class_games(
    pupils: Sequence[Pupil], readers: Readers, setting: SettingSlug | None = None
) -> tuple[list[Game], list[str]]:
    """The tables of a class as finished games, and what a teacher should know. Raises DocumentError with row and column."""
    reader = readers.of(setting or _setting(pupils))
    cards: dict[str, dict[Kind, str]] = {
        p.name: {kind: _card(reader.library, kind, p) for kind in KINDS} for p in pupils
    }
    notes = [
        f"{p.where}: {p.name} has no answer to “{q}”." for p in pupils for q, a in p.answers.items() if not a
    ]
    games = [_game(reader, table, cards, n) for n, table in enumerate(tables(pupils, cards), 1)]
    silent = [p.name for p in pupils if not p.guesses]
    if len(silent) == len(pupils):
        notes.append(
            "Nobody’s guesses were collected, so the house guessed in everybody’s place, at the strength of regular readers."
        )
    elif silent:
        notes.append(f"The house guessed for {listed(silent)}, whose guesses were not collected.")
    return games, notes


def _setting(pupils: Sequence[Pupil]) -> str:
    named = next((p.setting for p in pupils if p.setting), None)
    if named is None:
        raise DocumentError(
            f"{pupils[0].where}: no column says which setting was played. Add --setting, or a column “setting”."
        )
    return named


def _card(texts: Library, kind: Kind, pupil: Pupil) -> str:
    """The full name of a card as somebody wrote it."""
    written = pupil.occupation if kind == "occupation" else pupil.secret
    return _named(texts, kind, written, f"{pupil.where}, column {kind}")


def _named(texts: Library, kind: Kind, written: str, where: str) -> str:
    try:
        return resolve_card(texts.setting(), kind, written, {f.slug: f.aliases for f in texts.files}).name
    except UnknownCard as error:
        raise DocumentError(f"{where}: {error}") from error


def tables(pupils: Sequence[Pupil], cards: dict[str, dict[Kind, str]]) -> list[list[Pupil]]:
    """Who sits with whom: the groups of the list where it has them, else tables of four to six without a card twice. Raises DocumentError."""
    named = list(dict.fromkeys(p.group for p in pupils if p.group))
    if named:
        found = [[p for p in pupils if p.group == group] for group in named]
        lost = [p for p in pupils if not p.group]
        if lost:
            raise DocumentError(f"{lost[0].where}, column group: {lost[0].name} has no group, others have.")
    else:
        found = _seated(pupils, cards)
    for table in found:
        if not MIN_SEATS <= len(table) <= LARGEST:
            raise DocumentError(
                f"{table[0].where}: the table of {', '.join(p.name for p in table)} has {len(table)}; {MIN_SEATS} to {LARGEST} can play."
            )
        for kind in KINDS:
            holders: dict[str, Pupil] = {}
            for pupil in table:
                first = holders.setdefault(cards[pupil.name][kind], pupil)
                if first is not pupil:
                    raise DocumentError(
                        f"{pupil.where}, column {kind}: {cards[pupil.name][kind]} is held by {first.name} at the same table."
                    )
    return found


def _seated(pupils: Sequence[Pupil], cards: dict[str, dict[Kind, str]]) -> list[list[Pupil]]:
    """As even tables as can be; each pupil goes to the emptiest that has neither card yet."""
    least = -(-len(pupils) // LARGEST)
    count = max(least, 1, round(len(pupils) / WANTED))
    while count > 1 and len(pupils) / count < MIN_SEATS:
        count -= 1
    for more in range(count, max(count, len(pupils) // MIN_SEATS) + 1):
        found: list[list[Pupil]] = [[] for _ in range(more)]
        for pupil in sorted(
            pupils, key=lambda p: -sum(cards[p.name][k] == cards[q.name][k] for q in pupils for k in KINDS)
        ):
            free = [
                t
                for t in found
                if len(t) < LARGEST
                and not any(cards[pupil.name][k] == cards[q.name][k] for q in t for k in KINDS)
            ]
            if not free:
                break
            min(free, key=len).append(pupil)
        else:
            if all(len(t) >= MIN_SEATS for t in found):
                order = {p.name: n for n, p in enumerate(pupils)}
                return sorted(
                    (sorted(t, key=lambda p: order[p.name]) for t in found), key=lambda t: order[t[0].name]
                )
    raise DocumentError(
        "The cards do not allow tables of three to six: too many hold the same card. Deal with `dubious class sheet`, or name groups in a column."
    )


def _game(reader: Reader, table: list[Pupil], cards: dict[str, dict[Kind, str]], number: int) -> Game:
    questions = list(dict.fromkeys(q for p in table for q in p.answers))
    answers = {p.name: tuple(p.answers.get(q, "") or SILENT for q in questions) for p in table}
    kept = {p.name: (cards[p.name]["occupation"], cards[p.name]["secret"]) for p in table}
    written = TableDocument(
        setting=reader.library.slug,
        players=tuple(kept),
        rounds=(
            RoundDocument(
                kept=kept,
                questions=tuple(QuestionAsked(text=q) for q in questions),
                answers=dict(answers),
                guesses=_guesses(reader, questions, answers, kept, number)
                | _collected(reader.library, table),
            ),
        ),
    )
    loaded = document.load(written.to_json(), f"table {number}", need=("kept", "answers", "guesses"))
    return Game(document.to_events(loaded))


def _collected(texts: Library, table: list[Pupil]) -> dict[str, dict[str, GuessPair]]:
    """What pupils guessed themselves; whom they did not guess about they left blank. Raises DocumentError with row and column."""
    found: dict[str, dict[str, GuessPair]] = {}
    for pupil in table:
        if not pupil.guesses:
            continue
        others = [p for p in table if p is not pupil]
        found[pupil.name] = {p.name: (None, None) for p in others}
        for whom, cards in pupil.guesses.items():
            target = _whom(pupil, whom, others)
            first, second = (
                _named(texts, kind, card, f"{pupil.where}, column guesses, about {whom}") if card else None
                for kind, card in zip(KINDS, cards, strict=True)
            )
            found[pupil.name][target.name] = (first, second)
    return found


def _whom(pupil: Pupil, whom: str, others: Sequence[Pupil]) -> Pupil:
    """Whom a guess is about: a number of the sheets, a name or the beginning of one."""
    wanted = whom.casefold().removeprefix("no.").strip()
    hits = [p for p in others if wanted and wanted in (p.number, p.name.casefold())] or [
        p for p in others if p.name.casefold().startswith(wanted)
    ]
    if len(hits) != 1:
        raise DocumentError(
            f"{pupil.where}, column guesses: {whom!r} does not sit at {pupil.name}’s table. There sit {listed(p.name for p in others)}."
        )
    return hits[0]


def _guesses(
    reader: Reader,
    questions: list[str],
    answers: dict[str, tuple[str, ...]],
    kept: dict[str, tuple[str, str]],
    number: int,
) -> dict[str, dict[str, GuessPair]]:
    """What regular readers in everybody's chair would say; the same class always gets the same."""
    texts = reader.library
    slugs = {f.name: f.slug for f in texts.files}
    heard = {
        name: Heard(tuple(Said(q, a) for q, a in zip(questions, said, strict=True)))
        for name, said in answers.items()
    }
    found: dict[str, dict[str, GuessPair]] = {}
    for name, mine in kept.items():
        rng = Random(f"{texts.slug}|{number}|{name}")
        others = [other for other in kept if other != name]
        excluded: dict[Kind, set[str]] = {kind: {slugs[card]} for kind, card in zip(KINDS, mine, strict=True)}
        beliefs = reader.read([heard[other] for other in others], excluded=excluded)
        found[name] = {}
        for other, belief in zip(others, beliefs.opponents, strict=True):
            first, second = (
                texts.file(belief.slugs[k][pick(belief.table[k], "regular", rng)]).name for k in KINDS
            )
            found[name][other] = (first, second)
    return found
