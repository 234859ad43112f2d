"""A career: what somebody has won, lost and guessed over all finished games they sat at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pydantic import JsonValue

from dubious_ai.core.model import KINDS, Kind
from dubious_ai.storage.history import Summary


@dataclass
class Tally:
    """Sums over games. Guesses are counted by kind: made (blanks left out) and right; `readers` sums up chances to be named."""

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

    def add(self, game: Summary) -> None:
        """Count a finished game of a person; others are passed over."""
        if game.sum is None or game.me is None:
            return
        self.games += 1
        self.rounds += game.sum.rounds
        if game.me in game.winners:
            alone = len(game.winners) == 1
            self.wins += alone
            self.shared += not alone
        self.role_points += game.sum.role_points
        self.guess_points += game.sum.guess_points
        for kind in KINDS:
            self.made[kind] += game.sum.made[kind]
            self.right[kind] += game.sum.right[kind]
            self.readers[kind] += game.sum.readers[kind]
            self.named[kind] += game.sum.named[kind]

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


def career(games: Iterable[Summary]) -> Career:
    """Add up finished games; games without a person, and unfinished ones, do not count."""
    total, settings = Tally(), dict[str, Tally]()
    for game in games:
        if game.sum is not None:
            total.add(game)
            settings.setdefault(game.setting_name, Tally()).add(game)
    return Career(total, dict(sorted(settings.items())))
