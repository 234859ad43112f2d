"""Practice at the keyboard: an exercise is shown, a line or two is typed, and then comes what there was to see."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from rich.text import Text

from dubious_ai.analysis.judging import aim_of
from dubious_ai.analysis.sentences import from_to, percent
from dubious_ai.analysis.verdict_sentences import back_told
from dubious_ai.belief.reader import Reader
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
    parse_bet,
    reading_exercise,
    seat_of,
    skills,
    weigh_attempt,
)
from dubious_ai.coach.drill.practice_log import Done, Mark, Skill, add
from dubious_ai.content.library import Library
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Observation
from dubious_ai.errors import UsageError
from dubious_ai.ui import answer_doubts
from dubious_ai.ui.lines.terminal import HungUp, Interrupted, Prompt, Terminal
from dubious_ai.ui.views import table_views
from dubious_ai.ui.views.table_views import NAMED, indent

HELP = "Type a name, or names with percent: gladiator 60, pirate 20. - for no idea, /cards for the list, /quit to stop."


class Stop(Exception):
    """The person has had enough."""


def practise(
    terminal: Terminal, drill: Drill, kind: Skill | None, count: int, clock: Callable[[], datetime]
) -> None:
    """So many exercises; each result is kept before the next begins."""
    done: list[Done] = []
    try:
        for number, skill in enumerate(skills(kind, count), 1):
            exercise = drill.next(skill)
            terminal.gap()
            reader = drill.readers.of(exercise.character.setting)
            terminal.say(f"Exercise {number} of {count} · {reader.library.name}", "title")
            result = _one(terminal, reader, exercise, clock, first=number == 1)
            add([result])
            drill.history.append(result)
            done.append(result)
    except (Stop, EOFError, HungUp, Interrupted):
        terminal.say("Enough for now.")
    _summary(terminal, done)


def _one(
    terminal: Terminal, reader: Reader, exercise: Exercise, clock: Callable[[], datetime], *, first: bool
) -> Done:
    at = clock().isoformat(timespec="seconds")
    character = exercise.character
    if isinstance(exercise, GuessExercise):
        marks, shown = _guess(terminal, reader, exercise, first=first), character.texts
    else:
        mark, shown = _hint(terminal, reader, exercise, first=first)
        marks = (mark,)
    return Done(
        at=at,
        skill=exercise.skill,
        setting=character.setting,
        source=character.source,
        texts=shown,
        marks=marks,
    )


def _line(terminal: Terminal, texts: Library, label: str, completions: tuple[str, ...] = ()) -> str:
    """A line that is not a command. Raises Stop, EOFError, Interrupted."""
    while True:
        typed = terminal.read(Prompt(label, completions=completions))
        word = typed.casefold()
        if word in ("/quit", "/q"):
            raise Stop
        if word == "/cards":
            terminal.show(table_views.reference(texts, plain=terminal.plain))
        elif typed.startswith("/"):
            terminal.say(f"There is no command {typed} here. /cards lists the cards, /quit stops.", "problem")
        else:
            return typed


# --- who is this? ---


def _guess(terminal: Terminal, reader: Reader, exercise: GuessExercise, *, first: bool) -> tuple[Mark, ...]:
    character = exercise.character
    texts = reader.library
    origin = "" if character.source == "house" else f" You met them in game {character.source}."
    terminal.say(f"Who is this?{origin}")
    for number, answer in enumerate(character.answers, 1):
        terminal.show(indent(Text(f"{number} {answer.question}", "quiet")))
        terminal.show(indent(Text(f"“{answer.text}”"), 4))
    if first:
        terminal.say(HELP, "quiet")
    bets: dict[Kind, Bet] = {kind: _bet(terminal, texts, kind) for kind in KINDS}
    marks = tuple(mark_bet(bets[kind], kind, character.pair.of(kind)) for kind in KINDS)
    _tell_guess(terminal, reader, exercise, bets, marks)
    return marks


def _bet(terminal: Terminal, texts: Library, kind: Kind) -> Bet:
    names = tuple(f.name for f in texts.texts(kind))
    while True:
        typed = _line(terminal, texts, f"{NAMED[kind]} ›", names)
        try:
            return parse_bet(typed, texts, kind)
        except UsageError as error:
            terminal.say(str(error), "problem")


def _tell_guess(
    terminal: Terminal,
    reader: Reader,
    exercise: GuessExercise,
    bets: dict[Kind, Bet],
    marks: tuple[Mark, ...],
) -> None:
    character = exercise.character
    texts = reader.library
    belief = reading_exercise(reader, character)
    for mark in marks:
        bet = bets[mark.kind]
        said = (
            "no idea" if bet.pick is None else "right" if mark.right else f"not {texts.file(bet.pick).name}"
        )
        terminal.show(
            indent(
                Text.assemble(
                    (texts.file(mark.card).name.upper(), mark.kind),
                    f"  {said}, ",
                    (_points(mark.points), "tick" if mark.points > 0 else ""),
                )
            )
        )
        best, chance = belief.best(mark.kind, 1)[0]
        if best == mark.card:
            told = f"The reader thinks so too, with {percent(chance)}."
        else:
            told = f"The reader says {texts.file(best).name} ({percent(chance)}); it gives this one {percent(belief.of(mark.kind)[mark.card])}."
        terminal.show(indent(Text(told, "quiet"), 4))
        because = [r for r in belief.why(mark.card, 4) if r.nats > 0.2]
        if because:
            listed = ", ".join(
                f"{r.word} ({r.answer + 1})" if r.word else f"all of {r.answer + 1}" for r in because
            )
            terminal.show(indent(Text(f"What pointed there: {listed}", "quiet"), 4))


def _points(points: float) -> str:
    return f"{points:+.1f} points".replace("-", "−") if points else "no points"


# --- one answer ---


def _hint(
    terminal: Terminal, reader: Reader, exercise: HintExercise, *, first: bool
) -> tuple[Mark, tuple[str, ...]]:
    texts = reader.library
    files = {kind: texts.file(exercise.character.pair.of(kind)) for kind in KINDS}
    terminal.show(
        Text.assemble(
            "You are ", (files["occupation"].name.upper(), "occupation"), " · ", (files["secret"].name.upper(), "secret"),
            ", four at the table, and this is what you have said:",
        )
    )  # fmt: skip
    for said in exercise.said:
        terminal.show(indent(Text.assemble((f"{said.question} ", "quiet"), f"“{said.text}”")))
    terminal.show(Text.assemble("The last question: ", (exercise.question, "question")))
    if first:
        terminal.say(
            f"Write your answer. With three readers {percent(aim_of(seat_of(texts, exercise)))} should know each card, not all. /quit stops.",
            "quiet",
        )
    text = _written(terminal, reader, seat_of(texts, exercise))
    weighed = weigh_attempt(reader, exercise, text)
    for kind in KINDS:
        words = f" ({', '.join(weighed.words(kind))})" if weighed.words(kind) else ""
        card = weighed.verdict.of(kind)
        moved = f"{from_to(card.before.share, card.after.share)} in 100"
        terminal.show(
            indent(
                Text.assemble(
                    (f"{NAMED[kind]}: ", kind),
                    f"{moved} of readers name {files[kind].name}: {card.loudness}",
                    (words, "quiet"),
                )
            )
        )
    mark = mark_hint(exercise, weighed)
    terminal.show(indent(Text(worth_told(weighed))))
    best, found = example(reader, exercise)
    told = ", ".join(f"{NAMED[card.kind]} {percent(card.after.share)}" for card in found.cards)
    terminal.show(
        indent(Text.assemble(("Prepared for this: ", "quiet"), f"“{best}”", (f" ({told})", "quiet")))
    )
    return mark, (*(said.text for said in exercise.said), best)


def _written(terminal: Terminal, reader: Reader, seen: Observation) -> str:
    """An answer. What speaks against it is said once; at a terminal Enter hands it in all the same."""
    warned = ""
    while True:
        text = _line(terminal, reader.library, "You ›") or warned
        if told := answer_doubts.problem(text):
            terminal.say(told, "problem")
            continue
        found = answer_doubts.doubts(reader, seen, text, "")
        if not found or text == warned:
            return text
        for doubt in found:
            terminal.say(doubt, "warning")
        if not terminal.live:
            return text
        warned = text
        terminal.say("Enter hands it in all the same; or write another.", "warning")


def worth_told(weighed: Weighed) -> str:
    """What the answer was, and what it was worth."""
    best = " Nothing prepared for this question does better." if weighed.points == FULL else ""
    return f"{back_told(weighed.verdict)} {weighed.points:.1f} of 10 points.{best}"


def _summary(terminal: Terminal, done: list[Done]) -> None:
    marks = [m for d in done for m in d.marks]
    if not marks:
        return
    terminal.gap()
    right = sum(m.right for m in marks)
    terminal.say(
        f"{right} of {len(marks)} cards well done, {sum(m.points for m in marks) / len(marks):.1f} points on average. `dubious progress` shows how it goes over time.",
        "title",
    )
