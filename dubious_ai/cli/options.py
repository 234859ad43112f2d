"""Options that several commands share, each defined once, and how their text becomes values."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import Field, dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast, get_type_hints

import typer

from dubious_ai.cli.composition import READERS
from dubious_ai.config import load_settings
from dubious_ai.config.settings_file import EveningSettings
from dubious_ai.content.card_names import resolve_card
from dubious_ai.content.library import Deck, library, setting_slug
from dubious_ai.core.cleaning import clean
from dubious_ai.core.model import LEVELS, Level, Options, Tells
from dubious_ai.errors import UsageError
from dubious_ai.game.backends import Backends
from dubious_ai.game.seating import Plan
from dubious_ai.ui.before_and_after import suited_tells
from dubious_ai.ui.lines.terminal import is_live, is_plain
from dubious_ai.ui.manners import Manners

SettingOption = Annotated[
    str | None,
    typer.Option("--setting", "-s", help="The setting, by its name or the beginning of it."),
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="How many at the table, 3 to 6.")]
Questions = Annotated[
    str,
    typer.Option(
        "--questions", "-q", help="Appearance + assorted questions of a round; 2+2 is the short one."
    ),
]
Hard = Annotated[bool, typer.Option("--hard", help="Shuffle both question piles together.")]
LikedRounds = Annotated[int | None, typer.Option("--rounds", "-r", help="How many rounds; 1 without it.")]
LikedLevel = Annotated[
    str | None,
    typer.Option("--level", "-l", help="How well the others guess: novice, regular (without it) or sharp."),
]
TellsOption = Annotated[
    str | None,
    typer.Option(
        "--tells", help="How hard the others hint: open, fair, sly or auto (fitted to how you read)."
    ),
]
DeckOption = Annotated[
    str,
    typer.Option("--deck", help="Which questions: all there are, or box (those a box of the game has)."),
]
LikedTalk = Annotated[
    bool | None, typer.Option("--talk/--no-talk", help="Whether the others remark on what was said.")
]
LikedTimers = Annotated[bool | None, typer.Option("--timers/--no-timers", help="The clocks while guessing.")]
SeedOption = Annotated[
    str | None, typer.Option("--seed", help="Any text: the same seed deals the same game.")
]
Company = Annotated[str | None, typer.Option("--with", help="Who sits down, e.g. bruno,dag.")]
BrainOption = Annotated[
    str | None,
    typer.Option(
        "--brain", "-b", help="Who plays the others: house, openai:MODEL or openai:MODEL@http://…/v1."
    ),
]
Seats = Annotated[
    list[str] | None,
    typer.Option("--seat", help="A brain for one seat, e.g. 2=house. May be repeated."),
]
Plain = Annotated[bool, typer.Option("--plain", help="No boxes, no colour: for screen readers and pipes.")]
MaxCost = Annotated[
    float | None, typer.Option("--max-cost", help="Dollars the models may spend; then the house speaks.")
]
MaxTokens = Annotated[
    int | None, typer.Option("--max-tokens", help="Tokens the models may use; then the house speaks.")
]
LogFile = Annotated[
    Path | None,
    typer.Option("--log", help="Write requests and replies of models to this file, keys removed."),
]
Pipe = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


def deck_named(text: str) -> Deck:
    """The deck somebody means. Raises UsageError with the choices."""
    decks: tuple[Deck, ...] = ("all", "box")
    for deck in decks:
        if text.strip().casefold() == deck:
            return deck
    raise UsageError(f"There is no deck {text!r}. Choose all or box.")


def tells_named(text: str | None) -> Tells:
    """The tells somebody means; fair ones where nothing is said. Raises UsageError with the choices."""
    known: tuple[Tells, ...] = ("open", "fair", "sly", "auto")
    wanted = (text or "fair").strip().casefold()
    for tells in known:
        if tells == wanted:
            return tells
    raise UsageError(f"There are no tells {text!r}. Choose open, fair, sly or auto.")


@dataclass(frozen=True)
class TableOptions:
    """What play, watch and sample ask of a table."""

    setting: SettingOption = None
    players: Players = None
    rounds: LikedRounds = None
    questions: Questions = "2+3"
    hard: Hard = False
    level: LikedLevel = None
    tells: TellsOption = None
    talk: LikedTalk = None
    deck: DeckOption = "all"
    seed: SeedOption = None
    company: Company = None
    brain: BrainOption = None
    seat: Seats = None

    @property
    def bare(self) -> bool:
        """Whether nothing was said about who plays what: then a person is asked."""
        return all(v is None for v in (self.setting, self.players, self.seed, self.company, self.seat))

    @property
    def named(self) -> tuple[str | None, ...]:
        """The brains asked for."""
        return (self.brain, *(self.seat or []))

    def plan(
        self,
        *,
        setting: str | None = None,
        players: int | None = None,
        human: str | None = None,
        heard: tuple[str, ...] = (),
        exclude: str | None = None,
        otherwise: EveningSettings | None = None,
    ) -> Plan:
        """The plan of a game; what was left open is `otherwise`, else as a person in it likes it, else Antiquity and four at the table. Raises UsageError.

        A seed deals the same game to everybody, so with one nothing is taken from what somebody likes.
        """
        settings = load_settings()
        liked = otherwise or (settings.evening if human and self.seed is None else EveningSettings())
        wanted = tells_named(self.tells) if self.tells is not None else liked.tells
        tells = suited_tells(wanted, seeded=self.seed is not None) if human else (wanted or "fair", None)
        rounds = _first(self.rounds, liked.rounds, 1)
        if rounds < 1:
            raise UsageError(f"{rounds} rounds cannot be played. Ask for one or more.")
        level = level_named(self.level or liked.level or "regular")
        slug = setting_slug(setting or self.setting or liked.setting or "antiquity")
        appearance, assorted = question_split(self.questions, self.hard)
        whole = library(slug).setting()
        left_out = [part for part in (exclude or "").split(",") if part.strip()]
        return Plan(
            setting=slug,
            seats=_first(players, self.players, liked.players, 4),
            options=Options(
                rounds=rounds,
                appearance=appearance,
                assorted=assorted,
                hard=self.hard,
                tells=tells[0],
                aim=tells[1],
                talk=_first(self.talk, liked.talk, True),
            ),
            deck=deck_named(self.deck),
            human=human,
            level=level,
            brain=self.brain or settings.brain,
            brains={**({} if self.brain else settings.seats), **_brains(self.seat or [])},
            company=tuple(name for name in (self.company or "").split(",") if name.strip()),
            seed=seed_named(self.seed),
            exclude=frozenset(resolve_card(whole, None, part).slug for part in left_out),
            heard=heard,
        )


V = TypeVar("V")


def _first(*wishes: V | None) -> V:
    """The first wish that was made; the last one always is."""
    return next(wish for wish in wishes if wish is not None)


@dataclass(frozen=True)
class Spending:
    """What models may cost, and where their talk is written down."""

    max_cost: MaxCost = None
    max_tokens: MaxTokens = None
    log: LogFile = None

    def backends(self, named: Sequence[str | None] = ()) -> Backends:
        """The brains of a table, within these limits; `named` are those the command line speaks of. Raises UsageError."""
        return Backends.from_settings(
            READERS, max_cost=self.max_cost, max_tokens=self.max_tokens, log=self.log, named=named
        )


@dataclass(frozen=True)
class Manner:
    """How a game is shown."""

    fast: Annotated[bool, typer.Option("--fast", help="No pauses between spoken answers.")] = False
    plain: Plain = False
    lines: Annotated[
        bool, typer.Option("--lines", help="The scrolling table instead of the full screen.")
    ] = False

    def in_lines(self) -> bool:
        """Whether the scrolling table is meant: asked for, or nothing else can be shown here."""
        return self.lines or is_plain(self.plain) or not is_live()

    def on_screen(self, timers: bool | None, liked: EveningSettings) -> Manners:
        """The same for the full screen; what was left open is as the person likes it."""
        return Manners(
            clocks=clocks(timers, liked),
            pace=0.0 if self.fast else 1.0,
            reduced_motion=bool(liked.reduced_motion),
        )


def clocks(timers: bool | None, liked: EveningSettings) -> bool:
    """Whether clocks run while guessing: as asked for, else as liked, else they do."""
    return _first(timers, liked.timers, True)


R = TypeVar("R")


def grouped(command: Callable[..., R]) -> Callable[..., R]:
    """A command whose parameters that are groups of options (dataclasses) are given one by one on the command line."""
    hints = get_type_hints(command, include_extras=True)
    groups = {name: cast(type[Any], hint) for name, hint in hints.items() if is_dataclass(hint)}
    shown: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command).parameters.items():
        if name not in groups:
            shown.append(parameter.replace(annotation=hints[name], kind=inspect.Parameter.KEYWORD_ONLY))
            continue
        types = get_type_hints(groups[name], include_extras=True)
        shown += [_option(field, types[field.name]) for field in fields(groups[name])]

    @wraps(command)
    def run(**given: Any) -> R:
        made = {
            name: group(**{field.name: given.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        return command(**given, **made)

    vars(run)["__signature__"] = inspect.Signature(shown)
    run.__annotations__ = {p.name: p.annotation for p in shown}
    return run


def _option(field: Field[Any], kind: object) -> inspect.Parameter:
    return inspect.Parameter(
        field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=kind
    )


def seed_named(text: str | None) -> str | None:
    """A seed as typed: any text that can be written down. Raises UsageError for an empty one, or one that holds no readable text."""
    if text is None:
        return None
    if not text.strip():
        raise UsageError("The seed is empty. Give any text, or leave --seed out.")
    if not clean(text) or any(0xD800 <= ord(sign) <= 0xDFFF for sign in text):
        raise UsageError(
            f"The seed {clean(text)[:40]!r} holds signs that cannot be written down. Use letters and digits."
        )
    return text


def question_split(text: str, hard: bool) -> tuple[int, int]:
    """ "2+3" as numbers; a single number is allowed with --hard. Raises UsageError."""
    found = re.fullmatch(r"\s*(\d{1,3})\s*(?:\+\s*(\d{1,3}))?\s*", text)
    if not found or (found[2] is None and not hard):
        raise UsageError(f"{text!r} is no number of questions. Write appearance + assorted, e.g. 2+3.")
    return int(found[1]), int(found[2] or 0)


def level_named(text: str) -> Level:
    """The level somebody means. Raises UsageError with the choices."""
    for level in LEVELS:
        if text.strip().casefold() == level:
            return level
    raise UsageError(f"There is no level {text!r}. Choose novice, regular or sharp.")


def _brains(seats: list[str]) -> dict[int, str]:
    found: dict[int, str] = {}
    for text in seats:
        number, equals, spec = text.partition("=")
        if not equals or not number.strip().isdigit() or not spec.strip():
            raise UsageError(f"--seat {text!r} is not a seat and a brain. Write e.g. --seat 2=house.")
        found[int(number)] = spec.strip()
    return found
