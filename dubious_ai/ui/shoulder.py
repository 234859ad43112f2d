"""Somebody at the learner's shoulder: any desk, with a word before each decision and after everything that happens."""

from __future__ import annotations

from collections.abc import Callable

from dubious_ai.analysis.sentences import KIND_NAMES, from_to, percent
from dubious_ai.belief.by_setting import read_answers
from dubious_ai.belief.posterior import Heard
from dubious_ai.belief.seat import answers_of, predict, setting_of
from dubious_ai.brains.protocol import Answer, Cast, Guesses, Refused
from dubious_ai.coach.guided import explanations as words
from dubious_ai.coach.guided.first_round import LEARNER
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, Kind, Pair
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import best_pick_rate, score_reveal
from dubious_ai.game.desk import Chair, Desk
from dubious_ai.game.listener import Choice

QUIET, LOUD = 0.03, 0.2
"""Changes of a share too small to speak of, and how far above the aim is too loud."""


class Shoulder:
    """A desk that explains what another desk shows. See Desk for the contract; `say` is the voice."""

    def __init__(self, desk: Desk, say: Callable[..., None]) -> None:
        self._desk = desk
        self._say = say

    def sit(self, chair: Chair) -> None:
        """See Desk."""
        self._desk.sit(chair)

    def choose(self, seen: Observation, refused: tuple[Refused, ...]) -> Cast:
        """Which cards to keep."""
        if not refused:
            self._say(*words.CAST)
        return self._desk.choose(seen, refused)

    def answer(self, seen: Observation, refused: tuple[Refused, ...]) -> Answer:
        """What to write."""
        if seen.question and not refused:
            self._say(*words.BEFORE[seen.question.number - 1])
        return self._desk.answer(seen, refused)

    def guess(self, seen: Observation) -> Guesses:
        """Whom to suspect."""
        self._say(words.LOCK)
        return self._desk.guess(seen)

    def look(self, seen: Observation, event: ev.Event) -> None:
        """See Desk. What is said first prepares for what is shown, the rest explains it."""
        match event:
            case ev.GuessingOpened():
                self._say(*words.GUESSING)
            case ev.PlayerRevealed() if len(seen.now.revealed) == 1:
                self._say(words.LOCKED)
            case _:
                pass
        self._desk.look(seen, event)
        match event:
            case ev.CharactersIntroduced():
                self._say(words.INTRODUCED)
            case ev.AnswersOpened():
                self._say(*words.AFTER[event.number - 1], about_yours(seen))
            case ev.PlayerRevealed():
                self._say(*about_ticks(seen, event))
            case _:
                pass

    def wait(self, seats: tuple[int, ...]) -> Choice:
        """See Desk."""
        return self._desk.wait(seats)

    def interrupted(self, seats: tuple[int, ...]) -> Choice:
        """See Desk."""
        return self._desk.interrupted(seats)

    def leave(self) -> None:
        """See Desk."""
        self._desk.leave()


def about_ticks(seen: Observation, event: ev.PlayerRevealed) -> list[str]:
    """Each row of a reveal: why it went as it did, and the rule it follows."""
    told: list[str] = []
    pair = Pair(occupation=event.occupation, secret=event.secret)
    rows = score_reveal(event.seat, pair, {h.seat: h.guess for h in event.guesses})
    explained = {row.outcome for row in seen.now.rows[: -len(rows)]}
    for row in rows:
        rule = words.AGAIN[row.outcome] if row.outcome in explained else words.RULE[row.outcome]
        why = words.TICKS.get((row.target, row.kind)) or words.YOURS[row.outcome]
        also = words.ALSO.get((row.target, row.kind, row.outcome), "")
        told.append(f"{KIND_NAMES[row.kind]}: {rule} {why} {also}".rstrip())
        explained.add(row.outcome)
    return told


def about_yours(observation: Observation) -> str:
    """What readers would now make of the learner's two cards, by which words, and what follows from that."""
    pair = observation.pair
    said = answers_of(observation, LEARNER)
    if pair is None or not said:
        return ""
    before, after = predict(observation, said[:-1]), predict(observation, said)
    belief = read_answers(setting_of(observation), [Heard(said)])[0]
    told: list[str] = []
    for kind in KINDS:
        slug = pair.of(kind)
        reasons = belief.why(slug, 1000)
        last = [r.word for r in reasons if r.answer == len(said) - 1 and r.word and r.nats > 0.15]
        because = (
            f" ({', '.join(dict.fromkeys(last[:2]))})" if last and after[slug] > before[slug] + QUIET else ""
        )
        told.append(
            f"{observation.setting.card(kind, slug).name} {from_to(before[slug], after[slug])} in 100{because}"
        )
    moves: dict[Kind, float] = {kind: after[pair.of(kind)] - before[pair.of(kind)] for kind in KINDS}
    advice = _advice(observation, {kind: after[pair.of(kind)] for kind in KINDS}, moves)
    return (
        f"You: readers who would name your cards, before and after this answer: {'; '.join(told)}. {advice}"
    )


def _advice(observation: Observation, shares: dict[Kind, float], moves: dict[Kind, float]) -> str:
    aim = best_pick_rate(len(observation.opponents))
    loud: list[Kind] = [kind for kind in KINDS if shares[kind] > aim + LOUD]
    if loud:
        return (
            f"Your {KIND_NAMES[loud[0]]} is out; leave it alone from here on, and let them look at the other."
        )
    if all(abs(move) < QUIET for move in moves.values()):
        return "That answer told them nothing. A thing, a place or a moment next time: something only a few of these people could have in the house."
    if any(move < -2 * QUIET for move in moves.values()) and max(moves.values()) < QUIET:
        return "That one led away from you. Allowed, but you only score when somebody finds you."
    if all(shares[kind] > aim - LOUD for kind in KINDS):
        return "Both stand well; from here on less is more."
    stands: list[Kind] = [kind for kind in KINDS if shares[kind] > aim - LOUD]
    if stands:
        return f"Your {KIND_NAMES[stands[0]]} stands where it should, near {percent(aim)}. Let it rest, and give the other card its turn."
    return f"Good: it says something and leaves room. By the end aim near {percent(aim)} for each."
