"""The record sheet of the player at the keyboard: marks, notes, what cannot be, and the guesses as they stand."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, Guess, Kind
from dubious_ai.core.observe import Observation
from dubious_ai.ui.views.table_views import NAMED, all_answers, indent, listed

COLUMN = 18
"""Narrowest useful column for an opponent; below that they stand one under the other."""


def marks(observation: Observation, target: int, kind: Kind) -> tuple[str, ...]:
    """The candidate cards (slugs) noted last about an opponent."""
    for note in reversed(observation.now.notes):
        if note.target == target and note.kind == kind:
            return note.candidates
    return ()


def sheet_remarks(observation: Observation, target: int) -> list[str]:
    """The free notes about an opponent, oldest first."""
    return [n.text for n in observation.now.notes if n.target == target and n.text]


def standing_guess(observation: Observation, target: int) -> Guess:
    """The guess as marked so far: the first candidate of each kind."""
    occupation, secret = (next(iter(marks(observation, target, kind)), None) for kind in KINDS)
    return Guess(occupation=occupation, secret=secret)


def _cell(observation: Observation, texts: Library, target: int, kind: Kind) -> Text:
    names = [texts.file(slug).name for slug in marks(observation, target, kind)]
    return Text("? ".join(names) + "?" if names else "-", kind if names else "quiet")


def not_in_play(observation: Observation, texts: Library) -> str:
    """The player's own four cards, which nobody else can hold."""
    slugs = [slug for kind in KINDS for slug in observation.excluded(kind)]
    return f"Not in play for the others: {listed(texts.file(slug).name for slug in slugs)}"


def sheet_view(observation: Observation, texts: Library, width: int, *, plain: bool) -> RenderableType:
    """Opponents and marks, own cards crossed out, and every answer so far."""
    opponents = sorted(observation.opponents)
    parts: list[RenderableType] = [Text("Your record sheet", "title")]
    if observation.pair:
        mine = (texts.file(observation.pair.of(kind)).name for kind in KINDS)
        parts.append(Text(f"You are: {listed(mine)}"))
    if plain or (width - 14) // len(opponents) < COLUMN:
        parts += _blocks(observation, texts, opponents)
    else:
        parts.append(_columns(observation, texts, opponents))
    parts.append(Text(not_in_play(observation, texts), "quiet"))
    if any(asked.answers for asked in observation.now.asked):
        for seat in opponents:
            parts += [
                Text(observation.name(seat), "name"),
                indent(all_answers(observation, seat, plain=plain)),
            ]
    return Group(*parts)


def _columns(observation: Observation, texts: Library, opponents: list[int]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="name")
    table.add_column("")
    for seat in opponents:
        table.add_column(Text(observation.name(seat)))
    for kind in KINDS:
        table.add_row(
            Text(NAMED[kind], "quiet"), *(_cell(observation, texts, seat, kind) for seat in opponents)
        )
    if any(sheet_remarks(observation, seat) for seat in opponents):
        table.add_row(
            Text("Notes", "quiet"), *(Text("; ".join(sheet_remarks(observation, seat))) for seat in opponents)
        )
    return table


def _blocks(observation: Observation, texts: Library, opponents: list[int]) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for seat in opponents:
        line = Text.assemble((f"{observation.name(seat)}: ", "name"))
        line.append_text(_cell(observation, texts, seat, "occupation")).append(", ")
        line.append_text(_cell(observation, texts, seat, "secret"))
        noted = "; ".join(sheet_remarks(observation, seat))
        parts.append(line.append(f"   note: {noted}") if noted else line)
    return parts


def blanks(observation: Observation, guesses: dict[int, Guess]) -> str:
    """A sentence about the slots left blank; empty when there are none."""
    empty = [
        f"{observation.name(seat)}'s {NAMED[kind]}"
        for seat, guess in guesses.items()
        for kind in KINDS
        if guess.of(kind) is None
    ]
    if not empty:
        return ""
    return (
        f"{listed(empty)} {'is' if len(empty) == 1 else 'are'} blank."
        if len(empty) < 4
        else f"{len(empty)} slots are blank."
    )


def guess_warnings(observation: Observation, texts: Library, guesses: dict[int, Guess]) -> list[str]:
    """What is pointless or contradictory about a set of guesses; nothing of it is forbidden."""
    told: list[str] = []
    for kind in KINDS:
        picked: dict[str, list[int]] = {}
        for seat, guess in guesses.items():
            slug = guess.of(kind)
            if slug:
                picked.setdefault(slug, []).append(seat)
        for slug, seats in picked.items():
            name = texts.file(slug).name
            if slug in observation.excluded(kind):
                told.append(
                    f"{name} was dealt to you, so nobody else can hold it: that guess cannot be right."
                )
            if len(seats) > 1:
                who = listed(observation.name(seat) for seat in seats)
                told.append(f"{name} stands for {who}: at most one of them can be right.")
    return told


def guess_table(
    observation: Observation, texts: Library, guesses: dict[int, Guess], *, plain: bool = False
) -> RenderableType:
    """The guesses as they stand: in columns, or plainly as one line for each opponent."""
    table = Table.grid(padding=(0, 2, 0, 0))
    lines: list[RenderableType] = []
    for seat, guess in guesses.items():
        cells = [
            Text(texts.file(slug).name, kind) if (slug := guess.of(kind)) else Text("blank", "quiet")
            for kind in KINDS
        ]
        table.add_row(Text(observation.name(seat), "name"), *cells)
        lines.append(Text.assemble((f"{observation.name(seat)}: ", "name"), cells[0], ", ", cells[1]))
    return Group(*lines) if plain else indent(table)


def announced(guesses: dict[int, Guess]) -> tuple[ev.Announced, ...]:
    """Guesses as they are handed in."""
    return tuple(ev.Announced(target=seat, guess=guess) for seat, guess in sorted(guesses.items()))
