"""Guessing along while others play: a pencil of one's own, never on the record, and what it would have brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from rich.console import RenderableType
from rich.text import Text

from dubious_ai.content.library import Library
from dubious_ai.core import events as ev
from dubious_ai.core.model import Guess, Kind
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import Row
from dubious_ai.game.desk import NOBODY
from dubious_ai.ui.views import record_sheet
from dubious_ai.ui.views.table_views import indent


class Pencil(Protocol):
    """What marks are made with: what is seen with the marks made so far, and one more."""

    def seen(self) -> Observation:
        """What is known, with one's own marks in it."""
        ...

    def mark(self, target: int, kind: Kind, cards: Sequence[str]) -> None:
        """Candidate cards (slugs) for somebody, the likeliest first."""
        ...


class OwnPencil:
    """The pencil of somebody who only watches. What it marks is nobody's business."""

    def __init__(self) -> None:
        self._seen: Observation | None = None
        self._notes: dict[tuple[int, int, Kind], ev.NoteTaken] = {}

    def look(self, seen: Observation) -> None:
        """This is known now."""
        self._seen = seen

    def seen(self) -> Observation:
        """See Pencil. Raises ValueError before anything was seen."""
        if self._seen is None:
            raise ValueError("nothing was seen yet")
        rounds = tuple(
            replace(
                r, notes=tuple(note for (number, _, _), note in self._notes.items() if number == r.number)
            )
            for r in self._seen.rounds
        )
        return replace(self._seen, rounds=rounds)

    def mark(self, target: int, kind: Kind, cards: Sequence[str]) -> None:
        """See Pencil."""
        key = self.seen().now.number, target, kind
        self._notes[key] = ev.NoteTaken(seat=NOBODY, target=target, kind=kind, candidates=tuple(cards))

    def guess(self, number: int, target: int) -> Guess:
        """What was marked first about somebody in a round."""
        seen = self.seen()
        there = replace(seen, rounds=seen.rounds[:number])
        return record_sheet.standing_guess(there, target)


def along_told(pencil: OwnPencil, texts: Library) -> Iterator[RenderableType]:
    """What the guesses would have been worth, card by card and together, beside whoever at the table read best."""
    seen = pencil.seen()
    named, made, points = 0, 0, 0
    yield Text("Your guesses from beside the table", "title")
    for r in seen.rounds:
        for revealed in r.revealed:
            rows = [row for row in r.rows if row.target == revealed.seat]
            guess = pencil.guess(r.number, revealed.seat)
            for row in rows:
                named += guess.of(row.kind) == row.card
                made += 1
                points += _points(row, guess.of(row.kind))
            yield indent(_line(seen, texts, revealed.seat, guess, rows))
    yield Text(
        f"You would have named {named} of {made} cards and made {points} point{'' if points == 1 else 's'} with it. {_best(seen)}"
    )


def _points(row: Row, guess: str | None) -> int:
    """A right guess scores; so does a wrong one where nobody was right."""
    return int(guess == row.card or (guess is not None and not row.right))


def _line(seen: Observation, texts: Library, seat: int, guess: Guess, rows: Sequence[Row]) -> Text:
    line = Text.assemble((f"{seen.name(seat)}: ", "name"))
    for n, row in enumerate(rows):
        said = guess.of(row.kind)
        line.append(" · " if n else "").append(texts.file(row.card).name, style=row.kind)
        if said == row.card:
            line.append(" ✓ yours", style="tick")
        else:
            line.append(f" ✗ you said {texts.file(said).name}" if said else " – no guess")
    return line


def _best(seen: Observation) -> str:
    """Who at the table named most, of how many."""
    seats = range(1, len(seen.players) + 1)
    rows = [row for r in seen.rounds for row in r.rows]
    right = {seat: sum(seat in row.right for row in rows) for seat in seats}
    best = max(seats, key=lambda seat: right[seat])
    tried = sum(row.target != best for row in rows)
    return f"{seen.name(best)}, who read best of them, named {right[best]} of {tried}."
