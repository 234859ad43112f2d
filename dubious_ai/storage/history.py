"""What a person's games were, in short: a summary of each record, kept in a small index so that a start reads no old game.

The index lies in the games folder and is made anew wherever it does not fit the files; nothing is ever known from it alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from pydantic import Field, TypeAdapter, ValidationError

from dubious_ai.core import events as ev
from dubious_ai.core.model import Level, Phase, Tells, Value
from dubious_ai.core.scoring import Standing, TieBreak
from dubious_ai.core.state import State
from dubious_ai.errors import DubiousError
from dubious_ai.storage.record import SUFFIX, Loaded, read_record
from dubious_ai.storage.summing import Sum, sum_of
from dubious_ai.storage.whole_files import write_whole

INDEX = "index.json"
INDEX_VERSION = 3
HUMAN = "human"
KNOWN_BY_HEART = 60
"""Latest games whose answers and questions the index holds."""


class Summary(Value):
    """One record. `place` is where the game stands; `problem` says why a file cannot be read and then the rest is empty. `me` is the person's seat.

    `heard` are ids (or, in old games, texts) of prepared answers in the order they were said, `asked` the slugs of questions.
    """

    game: str
    problem: str = ""
    number: int = 0
    started: str = ""
    setting: str = ""
    setting_name: str = ""
    players: tuple[str, ...] = ()
    brains: tuple[str, ...] = ()
    levels: tuple[Level, ...] = ()
    seed: str = ""
    me: int | None = None
    phase: Phase = "set-up"
    round: int = 0
    question: int = 0
    questions: int = 0
    last_question: str = ""
    role_points: tuple[int, ...] = ()
    guess_points: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    tie_break: TieBreak = "none"
    tells: Tells = "fair"
    aim: float | None = None
    heard: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    sum: Sum | None = None

    @property
    def finished(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    def standing(self) -> Standing:
        """The points of all seats."""
        role = dict(enumerate(self.role_points, 1))
        guessed = dict(enumerate(self.guess_points, 1))
        totals = {seat: role[seat] + guessed[seat] for seat in role}
        return Standing(totals, role, guessed, self.winners, self.tie_break)


class _Entry(Value):
    modified: int
    size: int
    summary: Summary


class _Index(Value):
    version: int = INDEX_VERSION
    files: dict[str, _Entry] = Field(default_factory=dict)


_INDEX: TypeAdapter[_Index] = TypeAdapter(_Index)


def id_of(path: Path) -> str:
    """The id a game is called by: the last part of its file's name."""
    return path.name.removesuffix(SUFFIX).rpartition("-")[2]


def summarise(path: Path) -> Summary:
    """Read a record and sum it up; one that cannot be read is summed up by its problem. Never raises for a bad file."""
    game = id_of(path)
    try:
        loaded = read_record(path)
        return summary_of(game, loaded, loaded.game().state)
    except DubiousError as error:
        return Summary(game=game, problem=str(error))


def summary_of(game: str, loaded: Loaded, state: State) -> Summary:
    """The summary of a game that has been read and folded."""
    header = loaded.header
    if state.setup is None:
        return Summary(game=game, number=header.number, started=header.started, problem=_unlaid(loaded))
    brains = state.noted.brains if state.noted else ()
    me = brains.index(HUMAN) + 1 if HUMAN in brains else None
    now = state.rounds[-1] if state.rounds else None
    points = state.standing()
    return Summary(
        game=game,
        problem="" if state.noted else _unlaid(loaded),
        number=header.number,
        started=header.started,
        setting=state.setting.slug,
        setting_name=state.setting.name,
        players=tuple(player.name for player in state.players),
        brains=brains,
        levels=tuple(
            state.prepared[seat].level if seat in state.prepared else "regular" for seat in state.seats
        ),
        seed=state.noted.seed if state.noted else "",
        me=me,
        phase=state.phase,
        round=now.number if now else 0,
        question=len(now.asked) if now else 0,
        questions=state.options.questions,
        last_question=now.asked[-1].question.text if now and now.asked else "",
        role_points=tuple(points.role_points[seat] for seat in state.seats),
        guess_points=tuple(points.guess_points[seat] for seat in state.seats),
        winners=tuple(points.winners),
        tie_break=points.tie_break,
        tells=state.options.tells,
        aim=state.options.aim,
        heard=tuple(
            event.intent.source or event.text
            for event in loaded.events
            if isinstance(event, ev.AnswerHandedIn) and event.intent and event.intent.prepared
        ),
        asked=tuple(asked.question.slug for r in state.rounds for asked in r.asked),
        sum=sum_of(state, me) if state.ended and me is not None else None,
    )


def _unlaid(loaded: Loaded) -> str:
    return f"{loaded.path.name} ends before the table was laid: nothing was played in it. `dubious games --delete` removes it."


class History:
    """The games of one folder, latest first. Files that are no game, or damaged, are summaries with a problem, never an error."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[Path, Summary] = {}
        self._read()

    def _read(self) -> None:
        known = self._stored()
        found: dict[str, _Entry] = {}
        changed = False
        for path, modified, size in self._listed():
            entry = known.get(path.name)
            if entry is None or (entry.modified, entry.size) != (modified, size):
                entry = _Entry(modified=modified, size=size, summary=summarise(path))
                changed = True
            found[path.name] = entry
            self.files[path] = entry.summary
        self.files = dict(sorted(self.files.items(), key=_order, reverse=True))
        if changed or found.keys() != known.keys():
            # an index that cannot be kept only costs time at the next start
            with suppress(DubiousError):
                write_whole(
                    self.folder / INDEX, _INDEX.dump_json(_Index(files=self._short(found))), private=True
                )

    def _short(self, entries: dict[str, _Entry]) -> dict[str, _Entry]:
        """What is kept: only the latest games still know what was said in them."""
        latest = {path.name for path in list(self.files)[:KNOWN_BY_HEART]}
        return {
            name: entry
            if name in latest
            else entry.model_copy(
                update={"summary": entry.summary.model_copy(update={"heard": (), "asked": ()})}
            )
            for name, entry in entries.items()
        }

    def _stored(self) -> dict[str, _Entry]:
        try:
            index = _INDEX.validate_json((self.folder / INDEX).read_bytes())
        except (OSError, ValidationError, ValueError, RecursionError):
            return {}
        return index.files if index.version == INDEX_VERSION else {}

    def _listed(self) -> Iterable[tuple[Path, int, int]]:
        try:
            with os.scandir(self.folder) as entries:
                for entry in entries:
                    if not entry.name.endswith(SUFFIX):
                        continue
                    with suppress(OSError):
                        state = entry.stat()
                        yield self.folder / entry.name, state.st_mtime_ns, state.st_size
        except OSError:
            return

    @property
    def sound(self) -> list[tuple[Path, Summary]]:
        """Games that can be read, latest first."""
        return [(path, summary) for path, summary in self.files.items() if not summary.problem]

    @property
    def problems(self) -> list[Summary]:
        """Files that cannot be read."""
        return [summary for summary in self.files.values() if summary.problem]

    def next_number(self) -> int:
        """The running number of the next game."""
        return max((summary.number for summary in self.files.values()), default=0) + 1

    def last_unfinished(self) -> tuple[Path, Summary] | None:
        """The latest game that has not ended and can go on."""
        return next((found for found in self.sound if not found[1].finished), None)

    def heard(self, games: int = 50) -> tuple[str, ...]:
        """Ids of the prepared answers and questions met in the latest games, latest first, each once."""
        latest = [summary for _, summary in self.sound[:games]]
        ids = (name for summary in latest for name in (*summary.asked, *summary.heard))
        return tuple(dict.fromkeys(ids))


def _order(item: tuple[Path, Summary]) -> tuple[int, str, str]:
    """By running number; games from before there was one by their clock."""
    path, summary = item
    return summary.number, summary.started, path.name
