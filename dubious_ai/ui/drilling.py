"""An exercise in words, for every desk: what is shown, what a bet or an answer was worth, and how a session went. Asks nothing, writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from random import Random

from rich.console import RenderableType
from rich.text import Text

from dubious_ai.analysis.judging import aim_of
from dubious_ai.analysis.sentences import from_to, percent
from dubious_ai.analysis.verdict_sentences import back_told
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.readers import Readers
from dubious_ai.coach.drill.exercises import (
    FULL,
    Bet,
    Drill,
    Exercise,
    GuessExercise,
    HintExercise,
    Weighed,
    example,
    mark_bet,
    mark_hint,
    reading_exercise,
    seat_of,
    weigh_attempt,
)
from dubious_ai.coach.drill.practice_log import Done, Mark, load_practice
from dubious_ai.content.library import SettingSlug
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.storage.home import history
from dubious_ai.storage.record import read_record
from dubious_ai.ui.views.table_views import NAMED, indent

LATEST_GAMES = 20
"""Finished games from which characters to guess at may come."""


@dataclass(frozen=True)
class MarkedExercise:
    """An exercise that is over: the result to keep, and what there is to see about it."""

    done: Done
    told: tuple[RenderableType, ...]


def drill_for(
    readers: Readers,
    settings: tuple[SettingSlug, ...],
    today: date,
    *,
    seed: str | None = None,
    wanted: Mapping[SettingSlug, frozenset[str]] | None = None,
) -> Drill:
    """Exercises for the person of this machine, from what they have practised and whom they have met; a seed leaves both out. Raises RecordError."""
    finished = [path for path, game in history().sound if game.finished] if seed is None else []
    return Drill(
        list(load_practice()) if seed is None else [],
        Random(seed) if seed is not None else Random(),
        today,
        settings,
        readers,
        tuple(read_record(path) for path in finished[:LATEST_GAMES]),
        wanted or {},
    )


# --- who is this? ---


def answers_shown(exercise: GuessExercise) -> Iterator[RenderableType]:
    """Who said what."""
    character = exercise.character
    origin = "" if character.source == "house" else f" You met them in game {character.source}."
    yield Text(f"Who is this?{origin}")
    for number, answer in enumerate(character.answers, 1):
        yield indent(Text(f"{number} {answer.question}", "quiet"))
        yield indent(Text(f"“{answer.text}”"), 4)


def mark_bets(
    reader: Reader, exercise: GuessExercise, bets: Mapping[Kind, Bet], at: datetime
) -> MarkedExercise:
    """What two bets about a character were worth."""
    character = exercise.character
    marks = tuple(mark_bet(bets[kind], kind, character.pair.of(kind)) for kind in KINDS)
    told = tuple(_bets_told(reader, exercise, bets, marks))
    return MarkedExercise(_done(exercise, character.texts, marks, at), told)


def _bets_told(
    reader: Reader, exercise: GuessExercise, bets: Mapping[Kind, Bet], marks: Sequence[Mark]
) -> Iterator[RenderableType]:
    texts = reader.library
    belief = reading_exercise(reader, exercise.character)
    for mark in marks:
        bet = bets[mark.kind]
        said = (
            "no idea" if bet.pick is None else "right" if mark.right else f"not {texts.file(bet.pick).name}"
        )
        yield indent(
            Text.assemble(
                (texts.file(mark.card).name.upper(), mark.kind),
                f"  {said}, ",
                (_points(mark.points), "tick" if mark.points > 0 else ""),
            )
        )
        best, chance = belief.best(mark.kind, 1)[0]
        if best == mark.card:
            told = f"The reader thinks so too, with {percent(chance)}."
        else:
            told = f"The reader says {texts.file(best).name} ({percent(chance)}); it gives this one {percent(belief.of(mark.kind)[mark.card])}."
        yield indent(Text(told, "quiet"), 4)
        because = [r for r in belief.why(mark.card, 4) if r.nats > 0.2]
        if because:
            listed = ", ".join(
                f"{r.word} ({r.answer + 1})" if r.word else f"all of {r.answer + 1}" for r in because
            )
            yield indent(Text(f"What pointed there: {listed}", "quiet"), 4)


def _points(points: float) -> str:
    return f"{points:+.1f} points".replace("-", "−") if points else "no points"


# --- one answer ---


def hint_shown(reader: Reader, exercise: HintExercise) -> Iterator[RenderableType]:
    """Who one is, what one has said, and what is asked now."""
    files = {kind: reader.library.file(exercise.character.pair.of(kind)) for kind in KINDS}
    yield Text.assemble(
        "You are ", (files["occupation"].name.upper(), "occupation"), " · ", (files["secret"].name.upper(), "secret"),
        ", four at the table, and this is what you have said:",
    )  # fmt: skip
    for said in exercise.said:
        yield indent(Text.assemble((f"{said.question} ", "quiet"), f"“{said.text}”"))
    yield Text.assemble("The last question: ", (exercise.question, "question"))


def aim_told(reader: Reader, exercise: HintExercise) -> str:
    """What to aim at."""
    aim = percent(aim_of(seat_of(reader.library, exercise)))
    return f"Write your answer. With three readers {aim} should know each card, not all."


def mark_answer(reader: Reader, exercise: HintExercise, text: str, at: datetime) -> MarkedExercise:
    """What an answer was worth."""
    weighed = weigh_attempt(reader, exercise, text)
    best, found = example(reader, exercise)
    told: list[RenderableType] = []
    for kind in KINDS:
        words = f" ({', '.join(weighed.words(kind))})" if weighed.words(kind) else ""
        card = weighed.verdict.of(kind)
        name = reader.library.file(exercise.character.pair.of(kind)).name
        moved = (
            f"{from_to(card.before.share, card.after.share)} in 100 of readers name {name}: {card.loudness}"
        )
        told.append(indent(Text.assemble((f"{NAMED[kind]}: ", kind), moved, (words, "quiet"))))
    told.append(indent(Text(worth_told(weighed))))
    shares = ", ".join(f"{NAMED[card.kind]} {percent(card.after.share)}" for card in found.cards)
    told.append(
        indent(Text.assemble(("Prepared for this: ", "quiet"), f"“{best}”", (f" ({shares})", "quiet")))
    )
    shown = (*(said.text for said in exercise.said), best)
    return MarkedExercise(_done(exercise, shown, (mark_hint(exercise, weighed),), at), tuple(told))


def worth_told(weighed: Weighed) -> str:
    """What the answer was, and what it was worth."""
    best = " Nothing prepared for this question does better." if weighed.points == FULL else ""
    return f"{back_told(weighed.verdict)} {weighed.points:.1f} of 10 points.{best}"


def _done(exercise: Exercise, shown: tuple[str, ...], marks: tuple[Mark, ...], at: datetime) -> Done:
    character = exercise.character
    return Done(
        at=at.isoformat(timespec="seconds"),
        skill=exercise.skill,
        setting=character.setting,
        source=character.source,
        texts=shown,
        marks=marks,
    )


def session_told(done: Sequence[Done]) -> str:
    """How a session went, in a sentence; empty for none."""
    marks = [mark for one in done for mark in one.marks]
    if not marks:
        return ""
    right = sum(mark.right for mark in marks)
    points = sum(mark.points for mark in marks) / len(marks)
    return f"{right} of {len(marks)} cards well done, {points:.1f} points on average."
