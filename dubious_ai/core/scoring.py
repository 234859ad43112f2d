"""Scoring: ticks, each with the reason that gave it, and who wins.

A row is one card (Occupation or Secret) of one revealed player with the guesses of the n others. Rulebook, "Scoring".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from dubious_ai.core.model import KINDS, Guess, Kind, Pair

Outcome = Literal["some", "all", "none"]
Reason = Literal["guessed right", "was guessed", "nobody knew"]


@dataclass(frozen=True, slots=True)
class Tick:
    """One tick on somebody's record sheet. A crossed-out tick counts nothing."""

    seat: int
    reason: Reason
    crossed: bool = False

    @property
    def points(self) -> int:
        """1, or 0 when crossed out."""
        return 0 if self.crossed else 1

    @property
    def is_guess(self) -> bool:
        """Whether it stands beside a guess (and counts for the tie-break) rather than beside one's own card."""
        return self.reason != "was guessed"


@dataclass(frozen=True, slots=True)
class Row:
    """One card of one revealed player: who named it, and the ticks that followed."""

    target: int
    kind: Kind
    card: str
    guesses: tuple[tuple[int, str | None], ...]
    right: tuple[int, ...]
    outcome: Outcome
    ticks: tuple[Tick, ...]


TieBreak = Literal["none", "guess points", "shared"]
"""What decided between players with equal points."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Totals by seat and the winners (more than one when victory is shared)."""

    totals: dict[int, int]
    role_points: dict[int, int]
    guess_points: dict[int, int]
    winners: tuple[int, ...]
    tie_break: TieBreak


def score_row(target: int, kind: Kind, card: str, guesses: Mapping[int, str | None]) -> Row:
    """Score one card. `guesses` maps every other seat to a slug, or to None for a blank slot (neither right nor wrong)."""
    right = tuple(seat for seat, guess in guesses.items() if guess == card)
    ticks: list[Tick]
    if right:
        all_knew = len(right) == len(guesses)
        outcome: Outcome = "all" if all_knew else "some"
        ticks = [Tick(seat, "guessed right") for seat in right]
        ticks += [Tick(target, "was guessed", crossed=all_knew) for _ in right]
    else:
        outcome = "none"
        ticks = [Tick(seat, "nobody knew") for seat, guess in guesses.items() if guess is not None]
    return Row(target, kind, card, tuple(guesses.items()), right, outcome, tuple(ticks))


def score_reveal(target: int, pair: Pair, guesses: Mapping[int, Guess]) -> tuple[Row, Row]:
    """Score both cards of a revealed player, Occupation first."""
    occupation, secret = (
        score_row(target, kind, pair.of(kind), {seat: guess.of(kind) for seat, guess in guesses.items()})
        for kind in KINDS
    )
    return occupation, secret


def standing(seats: Iterable[int], rows: Iterable[Row]) -> Standing:
    """Add up the ticks of all rows so far. Most points win, then most guess points, then victory is shared."""
    role = dict.fromkeys(seats, 0)
    guess = dict(role)
    for row in rows:
        for tick in row.ticks:
            (guess if tick.is_guess else role)[tick.seat] += tick.points
    totals = {seat: role[seat] + guess[seat] for seat in role}
    best = max(totals.values())
    leaders = [seat for seat, points in totals.items() if points == best]
    most = max(guess[seat] for seat in leaders)
    winners = tuple(seat for seat in leaders if guess[seat] == most)
    if len(leaders) == 1:
        return Standing(totals, role, guess, winners, "none")
    return Standing(totals, role, guess, winners, "guess points" if len(winners) == 1 else "shared")


def best_pick_rate(opponents: int) -> float:
    """The chance p, the same and independent for each of n opponents, that maximises expected role points n·p - n·p^n of a row.

    From d/dp = 0: p = (1/n)^(1/(n-1)). Raises ValueError for fewer than two opponents, where no p scores.
    """
    if opponents < 2:
        raise ValueError("with fewer than two opponents nobody can score for their own cards")
    return (1 / opponents) ** (1 / (opponents - 1))


def expected_role_points(opponents: int, p: float) -> float:
    """Expected role points of a row when each of n opponents names the card with independent chance p: n·p - n·p^n."""
    return opponents * p - opponents * p**opponents
