"""A career: what somebody has won, lost and guessed over all finished games they sat at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pydantic import JsonValue

from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.state import State
from dubious_ai.game.seating import human_seats


@dataclass
class Tally:
    """Sums over games. Guesses are counted by kind: made (blanks left out) and right; `opponents` sums up chances to be named."""

    games: int = 0
    rounds: int = 0
    wins: int = 0
    shared: int = 0
    role_points: int = 0
    guess_points: int = 0
    made: dict[Kind, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    right: dict[Kind, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    readers: dict[Kind, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    named: dict[Kind, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))

    def add(self, state: State, seat: int) -> None:
        """Count a finished game of one seat."""
        points = state.standing()
        self.games += 1
        self.rounds += len(state.rounds)
        if seat in points.winners:
            alone = len(points.winners) == 1
            self.wins += alone
            self.shared += not alone
        self.role_points += points.role_points[seat]
        self.guess_points += points.guess_points[seat]
        for r in state.rounds:
            for row in r.rows:
                if row.target == seat:
                    self.readers[row.kind] += len(row.guesses)
                    self.named[row.kind] += len(row.right)
                else:
                    self.made[row.kind] += dict(row.guesses)[seat] is not None
                    self.right[row.kind] += seat in row.right

    def accuracy(self, kind: Kind) -> float | None:
        """Share of right guesses among those made; None before the first."""
        return self.right[kind] / self.made[kind] if self.made[kind] else None

    def pick_rate(self, kind: Kind) -> float | None:
        """Share of opponents who named this person's own card; None before the first round."""
        return self.named[kind] / self.readers[kind] if self.readers[kind] else None

    def to_json(self) -> dict[str, JsonValue]:
        """For --json."""
        return {
            "games": self.games,
            "rounds": self.rounds,
            "wins": self.wins,
            "shared_wins": self.shared,
            "points": self.role_points + self.guess_points,
            "role_points": self.role_points,
            "guess_points": self.guess_points,
            "guesses_right": {kind: [self.right[kind], self.made[kind]] for kind in KINDS},
            "named_by": {kind: [self.named[kind], self.readers[kind]] for kind in KINDS},
        }


@dataclass(frozen=True)
class Career:
    """Everything together, and each setting by its name."""

    total: Tally
    settings: dict[str, Tally]

    def to_json(self) -> dict[str, JsonValue]:
        """For --json."""
        return {
            "total": self.total.to_json(),
            "settings": {name: tally.to_json() for name, tally in self.settings.items()},
        }


def career(states: Iterable[State]) -> Career:
    """Add up finished games; games without a human, and unfinished ones, do not count."""
    total, settings = Tally(), dict[str, Tally]()
    for state in states:
        if not state.ended:
            continue
        for seat in human_seats(state):
            total.add(state, seat)
            settings.setdefault(state.setting.name, Tally()).add(state, seat)
    return Career(total, dict(sorted(settings.items())))
