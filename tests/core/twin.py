"""The same game as one seat sees it, with everything different that this seat may not know.

`twin` rewrites a list of events: other hands and choices, sealed answers and guesses, intents, notes, personas, what lies deeper
in the question deck, seeds, costs and withheld causes. What the seat may know is left alone.
"""

from __future__ import annotations

from random import Random
from typing import TypeVar

from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, LEVELS, Guess, Intent, Kind, Usage
from tests.play import SETTING

E = TypeVar("E", bound=ev.Event)


def _with(event: E, **changes: object) -> E:
    return event.model_copy(update=changes)


def rounds_of(events: list[ev.Event]) -> list[list[ev.Event]]:
    """The events before the first round, then those of each round."""
    parts: list[list[ev.Event]] = [[]]
    for event in events:
        if isinstance(event, ev.RoundStarted):
            parts.append([])
        parts[-1].append(event)
    return parts


def twin(events: list[ev.Event], me: int, rng: Random) -> list[ev.Event]:
    """Another legal game with the same observation for seat `me`."""
    return [event for part in rounds_of(events) for event in _Part(part, me, rng).all()]


class _Part:
    """One round, rewritten."""

    def __init__(self, part: list[ev.Event], me: int, rng: Random) -> None:
        self.part, self.me, self.rng = part, me, rng
        self.revealed = {e.seat: e for e in part if isinstance(e, ev.PlayerRevealed)}
        self.opened = {e.number for e in part if isinstance(e, ev.AnswersOpened)}
        self.introduced = any(isinstance(e, ev.CharactersIntroduced) for e in part)
        self.asked = sum(isinstance(e, ev.QuestionRevealed) for e in part)
        self.swap: dict[str, str] = {}
        for kind in KINDS:
            free = [slug for slug in SETTING.slugs(kind) if slug not in self._known(kind)]
            self.swap |= dict(zip(free, rng.sample(free, len(free)), strict=True))

    def _known(self, kind: Kind) -> set[str]:
        """Cards whose place the seat knows: its own four, and what revealed players had kept."""
        mine = [e for e in self.part if isinstance(e, ev.CardsDealt) and e.seat == self.me]
        own = [slug for hand in mine for slug in (hand.occupations if kind == "occupation" else hand.secrets)]
        return {*own, *(r.occupation if kind == "occupation" else r.secret for r in self.revealed.values())}

    def all(self) -> list[ev.Event]:
        return [self.changed(event) for event in self.part]

    def _card(self, slug: str) -> str:
        return self.swap.get(slug, slug)

    def changed(self, event: ev.Event) -> ev.Event:
        rng, n = self.rng, self.rng.randrange(10**6)
        match event:
            case ev.BrainsNoted():
                return _with(event, seed=f"other {n}", brains=tuple(f"model {n}" for _ in event.brains))
            case ev.TurnNoted():
                return _with(event, brain=f"model {n}", usage=Usage(calls=n))
            case ev.SubstitutionExplained() | ev.AskedAgain() | ev.CoachUsed():
                return ev.CoachUsed(seat=rng.randrange(1, 4), what="guess", number=n)
            case ev.QuestionDeckDrawn():
                top = event.questions[: self.asked]
                rest = [q for q in SETTING.questions if q not in top]
                return _with(event, questions=(*top, *rng.sample(rest, len(event.questions) - len(top))))
            case _ if getattr(event, "seat", self.me) == self.me:
                return event
            case ev.SeatPrepared():
                return _with(event, persona=f"persona {n}", level=rng.choice(LEVELS))
            case ev.CardsDealt():
                a, b = (self._card(slug) for slug in event.occupations)
                c, d = (self._card(slug) for slug in event.secrets)
                return _with(
                    event, occupations=rng.choice(((a, b), (b, a))), secrets=rng.choice(((c, d), (d, c)))
                )
            case ev.CardsKept():
                cards = {"occupation": self._card(event.occupation), "secret": self._card(event.secret)}
                told = {} if self.introduced else {"name": f"Name {n}", "introduction": f"Hello {n}."}
                return _with(event, **cards, **told)
            case ev.AnswerHandedIn():
                told = (
                    {} if event.number in self.opened else {"text": f"Other {n}.", "delivery": f"loudly {n}"}
                )
                return _with(
                    event, intent=rng.choice((None, Intent(aim="both", secret_share=rng.random()))), **told
                )
            case ev.NoteTaken():
                return _with(event, text=f"note {n}", kind=None, candidates=(), crossed=())
            case ev.GuessesHandedIn():
                return _with(event, guesses=tuple(self._guess(a) for a in event.guesses))
            case _:
                return event

    def _guess(self, announced: ev.Announced) -> ev.Announced:
        if announced.target in self.revealed:
            return announced
        occupation = self.rng.choice((None, *SETTING.slugs("occupation")))
        secret = self.rng.choice((None, *SETTING.slugs("secret")))
        return _with_guess(announced, Guess(occupation=occupation, secret=secret))


def _with_guess(announced: ev.Announced, guess: Guess) -> ev.Announced:
    return announced.model_copy(update={"guess": guess})
