"""Practice at the keyboard: an exercise is shown, a line or two is typed, and then comes what there was to see."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from dubious_ai.belief.reader import Reader
from dubious_ai.coach.drill.exercises import (
    Bet,
    Drill,
    Exercise,
    GuessExercise,
    HintExercise,
    parse_bet,
    seat_of,
    skills,
)
from dubious_ai.coach.drill.practice_log import Done, Skill, add
from dubious_ai.content.library import Library
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Observation
from dubious_ai.errors import UsageError
from dubious_ai.ui import answer_doubts
from dubious_ai.ui.drilling import (
    MarkedExercise,
    aim_told,
    answers_shown,
    hint_shown,
    mark_answer,
    mark_bets,
    session_told,
)
from dubious_ai.ui.lines.terminal import HungUp, Interrupted, Prompt, Terminal
from dubious_ai.ui.views import table_views
from dubious_ai.ui.views.table_views import NAMED

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
            found = _one(terminal, reader, exercise, clock, first=number == 1)
            terminal.show(*found.told)
            add([found.done])
            drill.history.append(found.done)
            done.append(found.done)
    except (Stop, EOFError, HungUp, Interrupted):
        terminal.say("Enough for now.")
    if told := session_told(done):
        terminal.gap()
        terminal.say(f"{told} `dubious progress` shows how it goes over time.", "title")


def _one(
    terminal: Terminal, reader: Reader, exercise: Exercise, clock: Callable[[], datetime], *, first: bool
) -> MarkedExercise:
    at = clock()
    if isinstance(exercise, GuessExercise):
        return mark_bets(reader, exercise, _guess(terminal, reader, exercise, first=first), at)
    return mark_answer(reader, exercise, _hint(terminal, reader, exercise, first=first), at)


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


def _guess(terminal: Terminal, reader: Reader, exercise: GuessExercise, *, first: bool) -> dict[Kind, Bet]:
    terminal.show(*answers_shown(exercise))
    if first:
        terminal.say(HELP, "quiet")
    return {kind: _bet(terminal, reader.library, kind) for kind in KINDS}


def _bet(terminal: Terminal, texts: Library, kind: Kind) -> Bet:
    names = tuple(f.name for f in texts.texts(kind))
    while True:
        typed = _line(terminal, texts, f"{NAMED[kind]} ›", names)
        try:
            return parse_bet(typed, texts, kind)
        except UsageError as error:
            terminal.say(str(error), "problem")


def _hint(terminal: Terminal, reader: Reader, exercise: HintExercise, *, first: bool) -> str:
    terminal.show(*hint_shown(reader, exercise))
    if first:
        terminal.say(f"{aim_told(reader, exercise)} /quit stops.", "quiet")
    return _written(terminal, reader, seat_of(reader.library, exercise))


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
