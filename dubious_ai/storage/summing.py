"""What one finished game brought its person: points, guesses, and each card that was named or missed."""

from __future__ import annotations

from pydantic import Field

from dubious_ai.core.model import KINDS, Kind, Strength, Value
from dubious_ai.core.state import RoundState, State

PLAINEST_FIRST: tuple[Strength, ...] = ("obvious", "balanced", "subtle")


class CardSeen(Value):
    """A card of somebody else at a finished game: whether the person named it, and how strong the strongest hint at it was, where that is known."""

    card: str
    kind: Kind
    right: bool
    strength: Strength | None = None


class Sum(Value):
    """What one finished game brought its person. Guesses are counted by kind: `made` (blanks left out), `right`; `readers` could name the own card, `named` did.

    `cards` are those of the others; `own` says of each own card how many named it, of how many.
    """

    rounds: int = 0
    role_points: int = 0
    guess_points: int = 0
    made: dict[Kind, int] = Field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    right: dict[Kind, int] = Field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    readers: dict[Kind, int] = Field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    named: dict[Kind, int] = Field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    sure: tuple[tuple[int, bool], ...] = ()
    cards: tuple[CardSeen, ...] = ()
    own: tuple[tuple[int, int], ...] = ()


def sum_of(state: State, seat: int) -> Sum:
    """The sum of a game that is over, for the person at a seat."""
    points = state.standing()
    made, right, readers, named = (dict.fromkeys(KINDS, 0) for _ in range(4))
    sure: list[tuple[int, bool]] = []
    cards: list[CardSeen] = []
    own: list[tuple[int, int]] = []
    for r in state.rounds:
        told = {a.target: a.sure for a in r.guesses[seat].guesses}
        for row in r.rows:
            if row.target == seat:
                readers[row.kind] += len(row.guesses)
                named[row.kind] += len(row.right)
                own.append((len(row.right), len(row.guesses)))
                continue
            hit = seat in row.right
            slug = r.pair(row.target).of(row.kind)
            cards.append(
                CardSeen(card=slug, kind=row.kind, right=hit, strength=_plainest(r, row.target, slug))
            )
            made[row.kind] += dict(row.guesses)[seat] is not None
            right[row.kind] += hit
            if (degree := told.get(row.target)) is not None:
                sure.append((degree, hit))
    return Sum(
        rounds=len(state.rounds),
        role_points=points.role_points[seat],
        guess_points=points.guess_points[seat],
        made=made,
        right=right,
        readers=readers,
        named=named,
        sure=tuple(sure),
        cards=tuple(cards),
        own=tuple(own),
    )


def _plainest(r: RoundState, seat: int, card: str) -> Strength | None:
    """The strongest hint that somebody meant for a card of theirs."""
    meant = {
        answer.intent.strength
        for answers in r.answers
        if (answer := answers.get(seat)) and answer.intent and answer.intent.card == card
    }
    return next((strength for strength in PLAINEST_FIRST if strength in meant), None)
