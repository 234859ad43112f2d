"""Somebody at the learner's shoulder: any desk, with a word before each decision and after everything that happens."""

from __future__ import annotations

from collections.abc import Callable

from dubious_ai.analysis.judging import judge
from dubious_ai.analysis.sentences import KIND_NAMES, from_to
from dubious_ai.analysis.verdict_sentences import back_told
from dubious_ai.belief.posterior import Heard
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import answers_of
from dubious_ai.brains.protocol import Answer, Cast, Guesses, Refused
from dubious_ai.coach.guided import explanations as words
from dubious_ai.coach.guided.first_round import LEARNER
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, Pair
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import score_reveal
from dubious_ai.game.desk import Chair, Desk
from dubious_ai.game.listener import Choice


class Shoulder:
    """A desk that explains what another desk shows. See Desk for the contract; `say` is the voice, `reader` what it listens with."""

    def __init__(self, desk: Desk, say: Callable[..., None], reader: Reader) -> None:
        self._desk = desk
        self._say = say
        self._reader = reader

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
                self._say(*words.AFTER[event.number - 1], about_yours(self._reader, seen))
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


def about_yours(reader: Reader, observation: Observation) -> str:
    """What readers would now make of the learner's two cards, by which words, and what follows from that."""
    pair = observation.pair
    said = answers_of(observation, LEARNER)
    if pair is None or not said:
        return ""
    verdict = judge(reader, observation, pair, said[:-1], said[-1])
    belief = reader.read([Heard(said)])[0]
    told: list[str] = []
    for kind in KINDS:
        slug, card = pair.of(kind), verdict.of(kind)
        reasons = belief.why(slug, 1000)
        last = [r.word for r in reasons if r.answer == len(said) - 1 and r.word and r.nats > 0.15]
        because = f" ({', '.join(dict.fromkeys(last[:2]))})" if last and card.helped else ""
        told.append(
            f"{observation.setting.card(kind, slug).name} {from_to(card.before.share, card.after.share)} in 100{because}"
        )
    return f"You: readers who would name your cards, before and after this answer: {'; '.join(told)}. {back_told(verdict)}"
