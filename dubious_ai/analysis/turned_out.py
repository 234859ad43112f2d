"""What would have won a lost game: the smallest change of guesses, of one's own or of those about oneself, that turns it. Values and their sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from dubious_ai.analysis.sentences import KIND_NAMES, card_told, number, points, possessive
from dubious_ai.core.model import Kind, Setting
from dubious_ai.core.scoring import Row, Standing, score_row, standing

OTHER = "another card"
MOST_CELLS = 60
"""Guesses that may have been otherwise, up to which pairs of them are tried."""


@dataclass(frozen=True)
class Otherwise:
    """One guess that could have been otherwise: the row (from 0 in the order revealed), who guessed, and whether it is right then."""

    row: int
    guesser: int
    right: bool


@dataclass(frozen=True)
class WouldHaveWon:
    """The changes that would have won, and the standing then."""

    changes: tuple[Otherwise, ...]
    standing: Standing


def would_have_won(rows: Sequence[Row], seats: Sequence[int], me: int) -> WouldHaveWon | None:
    """The smallest change (one guess, else two) that makes `me` win, alone if that is as small; None for a game that was won or was too far away."""
    if me in standing(seats, rows).winners:
        return None
    cells = list(_cells(rows, me))
    for many in (1, 2):
        if many > 1 and len(cells) > MOST_CELLS:
            return None
        found = [w for chosen in combinations(cells, many) if (w := _tried(rows, seats, me, chosen))]
        if found:
            # combinations come in the order of the cells, one's own guesses first, and max keeps the first of equals
            return max(found, key=lambda w: (len(w.standing.winners) == 1, _ahead(w.standing, me)))
    return None


def guesses_short(rows: Sequence[Row], seats: Sequence[int], me: int) -> int | None:
    """How many more right guesses of `me` would have won a lost game, the best ones first; None where not even all of them."""
    left = [cell for cell in _cells(rows, me) if cell.guesser == me]
    chosen: list[Otherwise] = []
    while left:
        chosen.append(max(left, key=lambda cell: _ahead(_then(rows, seats, (*chosen, cell)), me)))
        left.remove(chosen[-1])
        if me in _then(rows, seats, chosen).winners:
            return len(chosen)
    return None


def _cells(rows: Sequence[Row], me: int) -> Iterator[Otherwise]:
    """My wrong guesses, put right; then every guess about me, turned round."""
    for at, row in enumerate(rows):
        if row.target != me and me not in row.right:
            yield Otherwise(at, me, right=True)
    for at, row in enumerate(rows):
        if row.target == me:
            for guesser, _ in row.guesses:
                yield Otherwise(at, guesser, right=guesser not in row.right)


def _tried(
    rows: Sequence[Row], seats: Sequence[int], me: int, changes: Sequence[Otherwise]
) -> WouldHaveWon | None:
    then = _then(rows, seats, changes)
    return WouldHaveWon(tuple(changes), then) if me in then.winners else None


def _then(rows: Sequence[Row], seats: Sequence[int], changes: Sequence[Otherwise]) -> Standing:
    turned = list(rows)
    for change in changes:
        row = turned[change.row]
        guesses = {**dict(row.guesses), change.guesser: row.card if change.right else OTHER}
        turned[change.row] = score_row(row.target, row.kind, row.card, guesses)
    return standing(seats, turned)


def _ahead(then: Standing, me: int) -> int:
    return then.totals[me] - max(total for seat, total in then.totals.items() if seat != me)


def would_have_won_told(
    found: WouldHaveWon | None, rows: Sequence[Row], names: Sequence[str], setting: Setting, me: int
) -> str:
    """The sentence about a lost game, spoken to the player of seat `me`."""
    if found is None:
        seats = range(1, len(names) + 1)
        now = standing(seats, rows).totals
        behind = f"You were {points(max(now.values()) - now[me])} behind"
        short = guesses_short(rows, seats, me)
        if short is None:
            return f"{behind}: not even all guesses right would have won it, so it was your own cards."
        return f"{behind}: {number(short)} more right guess{'es' if short > 1 else ''} would have won it."
    parts = _parts(found.changes, rows, names, setting, me)
    total = points(found.standing.totals[me])
    end = (
        f"you would have won with {total}"
        if len(found.standing.winners) == 1
        else f"you would have shared the victory with {total}"
    )
    return f"Had {' and '.join(parts)}, {end}."


def _parts(
    changes: Sequence[Otherwise], rows: Sequence[Row], names: Sequence[str], setting: Setting, me: int
) -> list[str]:
    mine = [rows[c.row] for c in changes if c.guesser == me]
    about: dict[tuple[int, bool], int] = {}
    for change in changes:
        if change.guesser != me:
            about[change.row, change.right] = about.get((change.row, change.right), 0) + 1
    told: list[str] = []
    if mine:
        told.append("you named " + " and ".join(_named(row, names, setting) for row in mine))
    for (at, right), many in about.items():
        row = rows[at]
        card = f"your {_card(setting, row.kind, row.card)}"
        readers = f"{number(many)} {'more ' if row.right else ''}reader{'' if many == 1 else 's'}"
        if right:
            told.append(f"{readers} named {card}")
        elif row.outcome == "all":
            told.append(f"{number(many)} of them missed {card} (everybody knew it)")
        else:
            told.append(f"{number(many)} of them missed {card}")
    return told


def _named(row: Row, names: Sequence[str], setting: Setting) -> str:
    return f"{possessive(names[row.target - 1])} {_card(setting, row.kind, row.card)}"


def _card(setting: Setting, kind: Kind, slug: str) -> str:
    return f"{KIND_NAMES[kind]}, {card_told(setting, kind, slug)}"
