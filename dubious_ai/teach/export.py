"""A sample as JSON: the table document of the game, who played it, and the commentary as data. The schema lies in `schemas/sample.schema.json`.

Version 1. Shares are rounded to three digits; names are those at the table, cards their full names, answers count from 1.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from dubious_ai import __version__, document
from dubious_ai.analysis.game_analysis import AnswerAnalysis, GameAnalysis, PlayerAnalysis, RoundAnalysis
from dubious_ai.analysis.sentences import listed, result_told, row_sentence
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Kind, Level, Strength, Value
from dubious_ai.document import TableDocument
from dubious_ai.teach.commentary import hint_sentence, spoken_for
from dubious_ai.teach.discuss import to_discuss
from dubious_ai.teach.guess_reasons import guess_sentences
from dubious_ai.teach.markdown import Depth, Spoilers
from dubious_ai.teach.tiers import Tier

FORMAT = "dubious-sample"
VERSION = 1


class Made(Value):
    """How a sample was asked for: the same request gives the same sample with the house's brains and the same version."""

    seed: str
    setting: str | None = Field(default=None, description="Without it, one by chance for each game.")
    players: int
    rounds: int
    questions: str
    hard: bool = False
    level: Level
    brains: tuple[str, ...] = Field(description="The brain of each seat.")
    company: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    family: bool = False
    tier: Tier = "usual"
    show: str | None = None
    spoilers: Spoilers
    commentary: Depth


class Seated(Value):
    """A player. `wrote` names the brains that took this seat's actions; more than one if another had to step in."""

    name: str
    persona: str | None = None
    level: Level
    wrote: tuple[str, ...]


class SteppedIn(Value):
    """An action the house took for a seat whose own brain could not. `question` is 0 where it was not an answer."""

    round: int
    player: str
    action: str
    question: int
    cause: str


class HintNote(Value):
    """What one answer hints at. `through` is what carries the hint (prepared answers only); shares are of readers like those at the table, 0 to 1."""

    player: str
    question: int
    aim: Literal["occupation", "secret", "both", "false-trail", "none"] | None = None
    expected: float | None = Field(default=None, description="The share of readers its author expected.")
    card: str | None = None
    clue: str = Field(default="", description="The words that carry the hint, as its author names them.")
    why: str = Field(default="", description="The step from the words to the card.")
    also: tuple[str, ...] = Field(default=(), description="Other cards an honest reader could take it for.")
    through: str | None = None
    strength: Strength | None = None
    before: dict[Kind, float]
    after: dict[Kind, float]
    words: dict[Kind, tuple[str, ...]]
    note: str


class TickNote(Value):
    """One tick. `reason` is the rule's."""

    player: str
    points: int
    reason: str
    crossed: bool


class RowNote(Value):
    """One card of one player, scored. `why` explains the guesses."""

    player: str
    kind: Kind
    card: str
    outcome: Literal["some", "all", "none"]
    right: tuple[str, ...]
    ticks: tuple[TickNote, ...]
    rule: str
    why: tuple[str, ...]


class RoundNote(Value):
    """The commentary on one round."""

    hints: tuple[HintNote, ...]
    rows: tuple[RowNote, ...]
    discuss: tuple[str, ...]


class Result(Value):
    """Points of the whole game."""

    totals: dict[str, int]
    role_points: dict[str, int]
    guess_points: dict[str, int]
    winners: tuple[str, ...]
    tie_break: Literal["none", "guess points", "shared"]
    rule: str


class SampleDocument(Value):
    """One game. Without spoilers the table holds neither cards nor guesses, and there is no commentary and no result."""

    format: Literal["dubious-sample"] = FORMAT
    version: Literal[1] = VERSION
    app: str = Field(description="The version of the program.")
    number: int = Field(ge=1, description="Which of the games asked for.")
    seed: str = Field(description="The seed of this game; empty for a game from a file.")
    made: Made | None = Field(default=None, description="Not there for a game from a file.")
    shows: str = Field(description="What the game was chosen for.")
    seats: tuple[Seated, ...]
    stepped_in: tuple[SteppedIn, ...]
    table: TableDocument
    deliveries: tuple[dict[str, tuple[str, ...]], ...] = Field(
        description="By round and player: the manner of each answer."
    )
    commentary: tuple[RoundNote, ...] | None = None
    result: Result | None = None

    def line(self) -> str:
        """The document on one line, without fields that say nothing."""
        return self.model_dump_json(exclude_none=True)

    def text(self) -> str:
        """The document as indented JSON."""
        return self.model_dump_json(exclude_none=True, indent=2)


def sample_document(
    game: Game,
    lesson: GameAnalysis,
    *,
    number: int = 1,
    made: Made | None = None,
    shows: str = "",
    spoilers: Spoilers = "end",
    commentary: Depth = "short",
) -> SampleDocument:
    """The whole sample as data."""
    table = document.from_game(game)
    open_ = spoilers != "none"
    if not open_:
        hidden = {"kept": None, "rejected": None, "guesses": None}
        table = table.model_copy(update={"rounds": tuple(r.model_copy(update=hidden) for r in table.rounds)})
    notes = open_ and commentary != "off"
    return SampleDocument(
        app=__version__,
        number=number,
        seed=lesson.seed,
        made=made,
        shows=shows if open_ else "",
        seats=tuple(
            Seated(name=p.name, persona=persona, level=level, wrote=wrote)
            for p, persona, level, wrote in zip(
                lesson.players, lesson.personas, lesson.levels, lesson.wrote, strict=True
            )
        ),
        stepped_in=tuple(
            SteppedIn(
                round=s.round,
                player=lesson.name(s.seat),
                action=s.action,
                question=s.number,
                # the true cause may name a card
                cause=s.cause if open_ else "withheld",
            )
            for s in lesson.substitutions
        ),
        table=table,
        deliveries=tuple(
            {p.name: tuple(h.delivery for h in p.answers) for p in round_.players} for round_ in lesson.rounds
        ),
        commentary=tuple(_note(lesson, round_, commentary) for round_ in lesson.rounds) if notes else None,
        result=_result(lesson) if open_ else None,
    )


def _note(lesson: GameAnalysis, round_: RoundAnalysis, depth: Depth) -> RoundNote:
    return RoundNote(
        hints=tuple(
            _hint(lesson, player, hint, full=depth == "full")
            for player in round_.players
            for hint in player.answers
        ),
        rows=tuple(_row(lesson, player, kind) for player in round_.players for kind in KINDS),
        discuss=to_discuss(lesson, round_),
    )


def _hint(lesson: GameAnalysis, player: PlayerAnalysis, hint: AnswerAnalysis, *, full: bool) -> HintNote:
    aim = hint.aim
    names = {c.slug: c.name for kind in KINDS for c in lesson.setting.cards(kind)}
    return HintNote(
        player=player.name,
        question=hint.number,
        aim="false-trail" if aim.false else hint.intent.aim if hint.intent else aim.kind,
        expected=hint.intent.share if hint.intent else None,
        card=lesson.setting.card(aim.kind, aim.card).name if aim.kind and aim.card else None,
        clue=aim.clue,
        why=aim.why,
        also=tuple(names[c] for c in aim.also if c in names),
        through=aim.bank.by if aim.bank else None,
        strength=aim.bank.strength if aim.bank else None,
        before={kind: round(hint.verdict.of(kind).before.share, 3) for kind in KINDS},
        after={kind: round(hint.verdict.of(kind).after.share, 3) for kind in KINDS},
        words={kind: spoken_for(hint, kind) for kind in KINDS if spoken_for(hint, kind)},
        note=hint_sentence(lesson, player, hint, full=full),
    )


def _row(lesson: GameAnalysis, player: PlayerAnalysis, kind: Kind) -> RowNote:
    row = player.row(kind)
    return RowNote(
        player=player.name,
        kind=kind,
        card=lesson.setting.card(kind, row.card).name,
        outcome=row.outcome,
        right=tuple(lesson.name(seat) for seat in row.right),
        ticks=tuple(
            TickNote(player=lesson.name(t.seat), points=t.points, reason=t.reason, crossed=t.crossed)
            for t in row.ticks
        ),
        rule=row_sentence(lesson.setting, row, lambda seats: listed(map(lesson.name, seats))),
        why=tuple(guess_sentences(lesson, player, kind)),
    )


def _result(lesson: GameAnalysis) -> Result:
    standing = lesson.standing

    def named(points: dict[int, int]) -> dict[str, int]:
        return {lesson.name(seat): points[seat] for seat in sorted(points)}

    return Result(
        totals=named(standing.totals),
        role_points=named(standing.role_points),
        guess_points=named(standing.guess_points),
        winners=tuple(lesson.name(seat) for seat in standing.winners),
        tie_break=standing.tie_break,
        rule=result_told(lesson.names, standing),
    )


def sample_schema() -> dict[str, Any]:
    """The JSON Schema of one sample, as it is shipped."""
    form = SampleDocument.model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:dubious-ai:sample:1",
        **form,
        # defaults make them look optional; a line that does not say what it is, is none
        "required": ["format", "version", *form["required"]],
        "title": "Dubious sample",
        "description": "One finished game of Dubious: New Realms with its commentary. A `json` file of several games is an array of these, a `jsonl` file has one on each line.",
    }
