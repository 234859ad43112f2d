"""Playing the games that become lessons: one seed for each, brains at every seat, the real table and its rules.

The first game has the seed that was asked for, so that `play --seed` deals the same cards; the others add `#2`, `#3` …, and
the tries of a search `~2`, `~3` ….
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from dubious_ai.belief.readers import Readers
from dubious_ai.brains.house import HouseBrain
from dubious_ai.content.library import SettingSlug, library
from dubious_ai.core.game import Game
from dubious_ai.errors import UsageError
from dubious_ai.game.listener import Listener
from dubious_ai.game.seating import MakeBrain, Plan, any_setting, brains_of, lay
from dubious_ai.game.table import Table
from dubious_ai.teach.teaching_aims import Aim, aim_shown
from dubious_ai.teach.tiers import LeftOut, Tier, left_out

TRIES = 400
PAID_TRIES = 12
"""How many seeds a search tries; fewer when a brain costs time and money."""
HOUSE = "house"


@dataclass(frozen=True)
class Wish:
    """What is asked for. `plan.seed` is the seed of the first game; `setting` None takes one by chance for each game.

    `family` leaves out the cards marked as risqué; the `tier` may shorten the list of cards.
    """

    plan: Plan
    seed: str
    setting: SettingSlug | None = None
    family: bool = False
    show: Aim | None = None
    tier: Tier = "usual"

    def left_out(self, setting: SettingSlug) -> LeftOut:
        """The cards that stay out of a game in a setting, and what is to be said about them."""
        texts, players = library(setting), self.plan.seats
        return left_out(
            texts, players, tier=self.tier, family=self.family, seed=self.seed, but=self.plan.exclude
        )

    def game_plan(self, number: int, attempt: int = 1) -> Plan:
        """The plan of one game (numbers and attempts count from 1)."""
        seed = self.seed + (f"#{number}" if number > 1 else "") + (f"~{attempt}" if attempt > 1 else "")
        setting = self.setting or any_setting(seed)
        return replace(self.plan, seed=seed, setting=setting, exclude=self.left_out(setting).cards)

    @property
    def free(self) -> bool:
        """Whether every seat is played by the house."""
        return all(spec == HOUSE for spec in (self.plan.brain, *self.plan.brains.values()))


@dataclass(frozen=True)
class Sample:
    """A finished game. `number` counts the games asked for, `tries` the seeds looked at for it, `shows` says what it was chosen for."""

    game: Game
    number: int
    seed: str
    tries: int = 1
    shows: str = ""


def fresh_seed() -> str:
    """A short seed by chance."""
    return secrets.token_hex(3)


def play_sample(
    plan: Plan, readers: Readers, make: MakeBrain | None = None, listener: Listener | None = None
) -> Game:
    """Play one game to its end. Brains other than the house's think side by side."""
    game, seed = lay(plan)
    brains = brains_of(game.state, readers, make=make)
    bought = any(spec != HOUSE for spec in (game.state.noted.brains if game.state.noted else ()))
    Table(game, brains, HouseBrain(readers.of(plan.setting)), seed, listener=listener, parallel=bought).play()
    return game


def samples(
    wish: Wish,
    readers: Readers,
    count: int = 1,
    *,
    start: int = 1,
    make: MakeBrain | None = None,
    listener: Listener | None = None,
    tried: Callable[[int], None] | None = None,
) -> Iterator[Sample]:
    """The games `start` to `count` of a wish. `tried` hears of every seed a search has looked at.

    Raises UsageError when the plan cannot be played, or when no seed tried shows what was asked for.
    """
    for number in range(start, count + 1):
        yield _search(wish, number, readers, make, listener, tried)


def _search(
    wish: Wish,
    number: int,
    readers: Readers,
    make: MakeBrain | None,
    listener: Listener | None,
    tried: Callable[[int], None] | None,
) -> Sample:
    tries = TRIES if wish.free else PAID_TRIES
    for attempt in range(1, tries + 1):
        plan = wish.game_plan(number, attempt)
        game = play_sample(plan, readers, make, listener)
        if tried:
            tried(attempt)
        told = aim_shown(game, wish.show, readers) if wish.show else ""
        if told is not None:
            return Sample(game, number, plan.seed or "", attempt, told)
    raise UsageError(
        f"None of {tries} games shows {wish.show}. Try another --seed, more --players or another --level."
    )
