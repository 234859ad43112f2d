"""A tournament of brains: which games are to be played, the log that lets it go on where it stopped, and what each brain is worth.

Every deal is played once for each rotation of the seats, so that each brain meets the same cards at every seat and luck of the
deal cancels. A result names the digest of the texts and prompts it was played with; results of different digests are never ranked together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean

from pydantic import ValidationError

from dubious_ai import __version__
from dubious_ai.belief.readers import Readers
from dubious_ai.brains.house import HouseBrain
from dubious_ai.content import shipped
from dubious_ai.content.library import SettingSlug
from dubious_ai.core import events as ev
from dubious_ai.core.model import LEVELS, MAX_SEATS, MIN_SEATS, Level, Options, Value
from dubious_ai.errors import UsageError
from dubious_ai.game.seating import MakeBrain, Plan, brains_of, lay
from dubious_ai.game.table import Table
from dubious_ai.storage.json_lines import LineProblem, append_lines, parse_object, regular_bytes, split_lines

Played = Callable[[Sequence[ev.Event]], object]
"""Somebody who learns from the events of a finished game."""
SPREAD = 1.96
"""Standard deviations to each side of a rating that its interval covers: 95 in 100."""
PARTS = ("hiding", "reading", "total")


class Contestant(Value):
    """Somebody who plays: a brain at a level."""

    spec: str
    level: Level = "sharp"

    @property
    def name(self) -> str:
        """E.g. "house (novice)"."""
        return f"{self.spec} ({self.level})"


ANCHORS = tuple(Contestant(spec="house", level=level) for level in LEVELS)
"""The house at its levels, which every tournament is measured against."""


class MatchResult(Value):
    """One game: which deal and rotation, who sat where (seat 1 first) with how many points for hiding and reading, and how often the house had to act."""

    digest: str
    suite: str
    setting: str
    deal: int
    rotation: int
    seats: tuple[str, ...]
    hiding: tuple[int, ...]
    reading: tuple[int, ...]
    substituted: tuple[int, ...]


@dataclass(frozen=True)
class Tournament:
    """What is to be played. `suite` names the deals: the same name is the same cards and questions for ever."""

    contestants: tuple[Contestant, ...]
    deals: int
    suite: str
    setting: SettingSlug = "antiquity"
    options: Options = field(default_factory=Options)

    def __post_init__(self) -> None:
        """Raises UsageError for what cannot be played."""
        if not MIN_SEATS <= len(self.contestants) <= MAX_SEATS:
            raise UsageError(
                f"A tournament has {MIN_SEATS} to {MAX_SEATS} brains at its table, and {len(self.contestants)} are named. "
                "The house at three levels may fill up: --anchors."
            )
        if len(set(self.contestants)) < len(self.contestants):
            raise UsageError("A brain is named twice at one level. Name everybody once.")
        if self.deals < 1:
            raise UsageError(f"{self.deals} deals cannot be played. Ask for one or more.")

    def seated(self, rotation: int) -> tuple[Contestant, ...]:
        """Who sits where in a rotation."""
        return (*self.contestants[rotation:], *self.contestants[:rotation])

    def games(self) -> Iterator[tuple[int, int]]:
        """Deal and rotation of every game, all rotations of a deal together."""
        return ((deal, turn) for deal in range(self.deals) for turn in range(len(self.contestants)))


def suite_digest() -> str:
    """What results depend on beside the brains: every text and prompt that is shipped."""
    total = hashlib.sha256(__version__.encode())
    for part in ("content", "prompts"):
        for path in _texts(shipped.root().joinpath(part)):
            total.update(path)
    return total.hexdigest()[:16]


def _texts(folder: shipped.Traversable) -> Iterator[bytes]:
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir():
            yield from _texts(entry)
        elif entry.name.endswith((".toml", ".md")):
            yield entry.name.encode() + entry.read_bytes()


def _nobody_learns(events: Sequence[ev.Event]) -> None:
    del events


def play_one(
    tournament: Tournament,
    deal: int,
    rotation: int,
    readers: Readers,
    make: MakeBrain,
    stamp: str,
    played: Played,
) -> MatchResult:
    """Play one game. Raises what brains raise that cannot be had."""
    seated = tournament.seated(rotation)
    plan = Plan(
        setting=tournament.setting,
        seats=len(seated),
        options=tournament.options,
        brains={seat: c.spec for seat, c in enumerate(seated, 1)},
        levels={seat: c.level for seat, c in enumerate(seated, 1)},
        seed=f"{tournament.suite} {deal}",
    )
    game, seed = lay(plan)
    paid = any(c.spec != "house" for c in seated)
    brains = brains_of(game.state, readers, make=make)
    Table(game, brains, HouseBrain(readers.of(tournament.setting)), seed, parallel=paid).play()
    played(game.events)
    standing = game.state.standing()
    acted = [e.seat for e in game.events if isinstance(e, ev.Substituted)]
    seats = range(1, len(seated) + 1)
    return MatchResult(
        digest=stamp,
        suite=tournament.suite,
        setting=tournament.setting,
        deal=deal,
        rotation=rotation,
        seats=tuple(c.name for c in seated),
        hiding=tuple(standing.role_points[seat] for seat in seats),
        reading=tuple(standing.guess_points[seat] for seat in seats),
        substituted=tuple(acted.count(seat) for seat in seats),
    )


def results_in(path: Path) -> list[MatchResult]:
    """What a log of results holds; nothing for a file that is not there yet. Raises RecordError, UsageError."""
    if not path.exists():
        return []
    found: list[MatchResult] = []
    for number, line in enumerate(split_lines(regular_bytes(path)).lines, 1):
        try:
            found.append(MatchResult.model_validate(parse_object(line)))
        except (LineProblem, ValidationError):
            raise UsageError(
                f"{path}, line {number}, is no result of a tournament. Name another file."
            ) from None
    return found


def run(
    tournament: Tournament,
    path: Path,
    readers: Readers,
    make: MakeBrain,
    tell: Callable[[str], None],
    spent: Callable[[], bool] = lambda: False,
    played: Played = _nobody_learns,
) -> list[MatchResult]:
    """Play what is missing, each result on the disk before the next game; all results of this tournament with today's texts.

    `spent` tells that the budget is used up: then it stops, to go on another time. `played` gets the events of every game.
    """
    stamp = suite_digest()
    names = {tournament.seated(turn): turn for turn in range(len(tournament.contestants))}
    tables = [tuple(c.name for c in seated) for seated in names]
    mine = [
        r
        for r in results_in(path)
        if (r.suite, r.setting, r.digest) == (tournament.suite, tournament.setting, stamp)
        and r.seats in tables
    ]
    done = {(r.deal, r.rotation) for r in mine}
    missing = [game for game in tournament.games() if game not in done]
    for count, (deal, rotation) in enumerate(missing, 1):
        if spent():
            tell(
                f"The budget is used up; {len(missing) - count + 1} games are left. The same command goes on with them."
            )
            break
        result = play_one(tournament, deal, rotation, readers, make, stamp, played)
        append_lines(path, (result.model_dump_json().encode(),), head=b"")
        mine.append(result)
        tell(f"Game {len(mine)} of {len(done) + len(missing)} is played.")
    return mine


@dataclass(frozen=True)
class Rated:
    """What one contestant is worth: games counted, mean points a game, and for hiding, reading and total a rating with its 95 % interval."""

    name: str
    games: int
    left_out: int
    points: dict[str, float]
    rating: dict[str, float]
    interval: dict[str, tuple[float, float]]


def ranked(results: Sequence[MatchResult]) -> list[Rated]:
    """Everybody by the rating of their totals, best first. Games in which the house had to act for somebody say nothing and are left out.

    Raises ValueError for results of different digests or suites.
    """
    from openskill.models import PlackettLuce

    if len({(r.digest, r.suite, r.setting) for r in results}) > 1:
        raise ValueError("results of different texts or suites cannot be ranked together")
    names = sorted({name for r in results for name in r.seats})
    sound = [r for r in sorted(results, key=lambda r: (r.deal, r.rotation)) if not any(r.substituted)]
    gained = {part: {name: list[int]() for name in names} for part in PARTS}
    model = PlackettLuce()
    ratings = {part: {name: model.rating(name=name) for name in names} for part in PARTS}
    for result in sound:
        by_part = {
            "hiding": result.hiding,
            "reading": result.reading,
            "total": tuple(a + b for a, b in zip(result.hiding, result.reading, strict=True)),
        }
        for part, points in by_part.items():
            teams = [[ratings[part][name]] for name in result.seats]
            after = model.rate(teams, scores=[float(p) for p in points])
            for name, team, score in zip(result.seats, after, points, strict=True):
                ratings[part][name] = team[0]
                gained[part][name].append(score)
    rated = [
        Rated(
            name,
            len(gained["total"][name]),
            sum(name in r.seats for r in results) - len(gained["total"][name]),
            {part: mean(gained[part][name]) if gained[part][name] else 0.0 for part in PARTS},
            {part: ratings[part][name].mu for part in PARTS},
            {
                part: (
                    ratings[part][name].mu - SPREAD * ratings[part][name].sigma,
                    ratings[part][name].mu + SPREAD * ratings[part][name].sigma,
                )
                for part in PARTS
            },
        )
        for name in names
    ]
    return sorted(rated, key=lambda r: -r.rating["total"])
