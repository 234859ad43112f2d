"""Laying the table: from what somebody asked for to a game whose first events are taken and a brain for each seat.

Owns who sits down (personas, levels, brains) and what they bring. Used by every command that starts or continues a game.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from dubious_ai.belief.reader import Reader
from dubious_ai.belief.readers import Readers
from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.protocol import Brain
from dubious_ai.content.library import Deck, SettingSlug, library, setting_slugs
from dubious_ai.content.people import Persona, personas
from dubious_ai.content.voices import FIRST_VOICE
from dubious_ai.core import events as ev
from dubious_ai.core.cleaning import clean
from dubious_ai.core.deal import check_seats, check_table, substream
from dubious_ai.core.game import Game
from dubious_ai.core.model import READING_STRENGTH, Level, Options, Player
from dubious_ai.core.state import State
from dubious_ai.errors import UsageError
from dubious_ai.storage.history import HUMAN

NAME_LIMIT = 40
MakeBrain = Callable[[str, Reader], Brain]
"""Builds the brain of a spec other than "house" and "human". Raises UsageError for one it does not know."""


@dataclass(frozen=True)
class Plan:
    """What somebody asked for. `human` is the name of the person at seat 1, None for bots only; `brains` maps seats to specs."""

    setting: SettingSlug = "antiquity"
    seats: int = 4
    options: Options = field(default_factory=Options)
    human: str | None = None
    level: Level = "regular"
    levels: Mapping[int, Level] = field(default_factory=dict[int, Level])
    brain: str = "house"
    brains: Mapping[int, str] = field(default_factory=dict[int, str])
    company: tuple[str, ...] = ()
    seed: str | None = None
    exclude: frozenset[str] = frozenset()
    heard: tuple[str, ...] = ()
    deck: Deck = "all"


def lay(plan: Plan) -> tuple[Game, str]:
    """A game with its table laid, and the seed of its chance. Raises UsageError when the plan cannot be played."""
    seed = plan.seed if plan.seed is not None else secrets.token_hex(8)
    setting = library(plan.setting).setting(plan.exclude, plan.deck)
    check_seats(plan.seats)
    check_table(setting, tuple(f"seat {n}" for n in range(1, plan.seats + 1)), plan.options)
    first_bot = 2 if plan.human is not None else 1
    people = _company(plan, plan.seats - first_bot + 1, seed)
    names = ([_human_name(plan.human)] if plan.human is not None else []) + [p.name for p in people]
    check_table(setting, tuple(names), plan.options)
    for seat in plan.brains:
        if not 1 <= seat <= plan.seats:
            raise UsageError(f"There is no seat {seat}: this table has seats 1 to {plan.seats}.")
    human_seats = {1} if plan.human is not None else set[int]()
    if human_seats.intersection(plan.brains):
        raise UsageError("Seat 1 is yours; give the others a brain, from seat 2 on.")
    specs = [HUMAN if s in human_seats else plan.brains.get(s, plan.brain) for s in range(1, plan.seats + 1)]
    levels: list[Level] = [
        "regular" if seat in human_seats else plan.levels.get(seat, plan.level)
        for seat in range(1, plan.seats + 1)
    ]
    game = Game(
        [
            ev.GameSetUp(
                setting=setting,
                players=tuple(Player(name=name) for name in names),
                options=plan.options,
                strengths=tuple(sorted(READING_STRENGTH[level] for level in levels)),
                heard=plan.heard,
            )
        ]
    )
    # the person's seat is prepared like the others: a gap would tell which one it is
    seated = [*([None] * (first_bot - 1)), *people]
    for seat, (persona, level) in enumerate(zip(seated, levels, strict=True), 1):
        slug, voice = (persona.slug, persona.voice) if persona else (None, FIRST_VOICE)
        game.take(ev.SeatPrepared(seat=seat, persona=slug, level=level, voice=voice))
    game.take(ev.BrainsNoted(brains=tuple(specs), seed=seed))
    return game, seed


def _human_name(text: str) -> str:
    name = clean(text)
    if not name:
        raise UsageError("Your name is empty. Give one with --name.")
    if len(name) > NAME_LIMIT:
        raise UsageError(f"The name {name[:20]}… has {len(name)} characters; {NAME_LIMIT} is the limit.")
    return name


def _company(plan: Plan, bots: int, seed: str) -> list[Persona]:
    """The regulars who sit down: those asked for, then others by chance, never a namesake of the human."""
    known = {persona.slug: persona for persona in personas()}
    chosen: list[Persona] = []
    for text in plan.company:
        slug = text.strip().casefold()
        if slug not in known:
            raise UsageError(
                f"Nobody called {text!r} plays here. Choose from: {', '.join(p.name for p in known.values())}."
            )
        if known[slug] in chosen:
            raise UsageError(f"{known[slug].name} cannot sit at two places. Name everybody once.")
        chosen.append(known[slug])
    if len(chosen) > max(bots, 0):
        raise UsageError(
            f"You named {len(chosen)} people and there are {max(bots, 0)} free seats. Name fewer or raise --players."
        )
    human = (plan.human or "").strip().casefold()
    free = [p for p in known.values() if p not in chosen and p.name.casefold() != human]
    missing = min(max(bots - len(chosen), 0), len(free))
    return chosen + _mixed(chosen, free, missing, substream(seed, "company"))


def _mixed(chosen: list[Persona], free: list[Persona], missing: int, rng: Random) -> list[Persona]:
    """So many more people by chance, the voices of the table as mixed as the seats allow."""
    order = rng.sample(free, len(free))
    found: list[Persona] = []
    for _ in range(missing):
        heard = Counter(person.voice for person in (*chosen, *found))
        person = min(order, key=lambda p: heard[p.voice])
        order.remove(person)
        found.append(person)
    return found


def brains_of(
    state: State, readers: Readers, human: Brain | None = None, make: MakeBrain | None = None
) -> dict[int, Brain]:
    """The brain of each seat of a laid table, as noted in its events. Raises UsageError for a brain that cannot be had.

    Where not only the house plays, what reading strangers takes is loaded in the background, so that the first answer finds it ready.
    """
    specs = state.noted.brains if state.noted else ("house",) * len(state.players)
    reader = readers.of(state.setting.slug)
    brains: dict[int, Brain] = {}
    for seat, spec in enumerate(specs, 1):
        if spec == HUMAN:
            if human is None:
                raise UsageError("This game has a human at the table; continue it with `dubious resume`.")
            brains[seat] = human
        elif spec == "house":
            brains[seat] = HouseBrain(reader)
        elif make is not None:
            brains[seat] = make(spec, reader)
        else:
            raise UsageError(f"There is no brain {spec!r}. Use `house`, or `openai:MODEL`.")
    if set(specs) != {"house"}:
        reader.prepare_behind()
    return brains


def human_seats(state: State) -> frozenset[int]:
    """The seats played by a human."""
    specs = state.noted.brains if state.noted else ()
    return frozenset(seat for seat, spec in enumerate(specs, 1) if spec == HUMAN)


def seed_of(state: State) -> str:
    """The seed of a laid table; empty when none is noted."""
    return state.noted.seed if state.noted else ""


def any_setting(seed: str) -> SettingSlug:
    """A setting by chance, for those who name none."""
    return substream(seed, "setting").choice(setting_slugs())
