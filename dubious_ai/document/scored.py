"""Scoring of a table document: each row with its ticks and reasons, totals, winners, tie-break."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from dubious_ai.core.model import KINDS
from dubious_ai.core.scoring import Row, Standing, score_row, standing
from dubious_ai.document.table_document import TableDocument


@dataclass(frozen=True)
class ScoredRow:
    """One card of one player in one round. Seats in `row` count from 1 in the order of the players; cards are full names."""

    round: int
    row: Row


@dataclass(frozen=True)
class Scored:
    """A scored table."""

    setting: str
    players: tuple[str, ...]
    rows: tuple[ScoredRow, ...]
    standing: Standing

    def name(self, seat: int) -> str:
        """The name at a seat."""
        return self.players[seat - 1]

    def by_name(self, points: dict[int, int]) -> dict[str, int]:
        """Points under the players' names."""
        return {name: points[seat] for seat, name in enumerate(self.players, 1)}

    def to_json(self) -> dict[str, JsonValue]:
        """What `dubious score --json` answers."""
        points = self.standing
        return {
            "totals": {**self.by_name(points.totals)},
            "guess_points": {**self.by_name(points.guess_points)},
            "role_points": {**self.by_name(points.role_points)},
            "winners": [self.name(seat) for seat in points.winners],
            "tie_break": points.tie_break,
            "rows": [self._row(scored) for scored in self.rows],
        }

    def _row(self, scored: ScoredRow) -> JsonValue:
        row = scored.row
        return {
            "round": scored.round,
            "player": self.name(row.target),
            "kind": row.kind,
            "card": row.card,
            "guesses": {self.name(seat): card for seat, card in row.guesses},
            "right": [self.name(seat) for seat in row.right],
            "outcome": row.outcome,
            "ticks": [
                {"player": self.name(t.seat), "points": t.points, "reason": t.reason, "crossed": t.crossed}
                for t in row.ticks
            ],
        }


def score(table: TableDocument) -> Scored:
    """Score a table loaded with need=("kept", "guesses"). Raises ValueError if kept cards or guesses are missing."""
    seats = {name: seat for seat, name in enumerate(table.players, 1)}
    rows: list[ScoredRow] = []
    for number, r in enumerate(table.rounds, 1):
        if r.kept is None or r.guesses is None:
            raise ValueError("kept cards and guesses are needed to score")
        for target in table.players:
            for index, kind in enumerate(KINDS):
                said = {
                    seats[name]: r.guesses[name][target][index] for name in table.players if name != target
                }
                row = score_row(seats[target], kind, r.kept[target][index], said)
                rows.append(ScoredRow(number, row))
    points = standing(seats.values(), (scored.row for scored in rows))
    return Scored(table.setting, table.players, tuple(rows), points)
