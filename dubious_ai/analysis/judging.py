"""From what a seat knows and what it says to the verdict: the one way there, for drafts, hints, drills, reviews and lessons alike."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from dubious_ai.analysis.verdict import CardVerdict, Verdict, loudness, verdict
from dubious_ai.belief.foresight import Foreseen
from dubious_ai.belief.posterior import Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import foresee_cards
from dubious_ai.brains.house.steer import planned_at
from dubious_ai.content.own_words import own_words
from dubious_ai.core.model import KINDS, Kind, Pair
from dubious_ai.core.observe import Observation
from dubious_ai.core.scoring import best_pick_rate

Seen = dict[Kind, Foreseen]


def aim_of(view: Observation) -> float:
    """The share of readers (0 to 1) that pays a card's owner best at this table."""
    return best_pick_rate(len(view.opponents))


def plan_after(view: Observation, number: int) -> float:
    """The share (0 to 1) a card should have reached after the question of this number."""
    return 1 / (1 + exp(-planned_at(view, aim_of(view), number)))


def seen_of(reader: Reader, view: Observation, pair: Pair, said: Sequence[Said]) -> Seen:
    """Who at this table would name each card of a pair after these answers of its holder."""
    cards: dict[Kind, str] = {kind: pair.of(kind) for kind in KINDS}
    found = foresee_cards(reader, view, said, tuple(cards.values()))
    return {kind: found[card] for kind, card in cards.items()}


def judge(
    reader: Reader,
    view: Observation,
    pair: Pair,
    said: Sequence[Said],
    new: Said,
    *,
    seen: tuple[Seen, Seen] | None = None,
    trail: str | None = None,
    copied: bool = False,
) -> Verdict:
    """The verdict on an answer `new` to the next question after those of `said`.

    `seen` spares the reading where the caller has it, before and after. `trail` is a card that it points to instead of the own ones.
    """
    was, now = seen or (seen_of(reader, view, pair, said), seen_of(reader, view, pair, (*said, new)))
    plan, aim = plan_after(view, len(said) + 1), aim_of(view)
    cards = [
        CardVerdict(
            kind=kind,
            card=pair.of(kind),
            before=was[kind],
            after=now[kind],
            loudness=loudness(now[kind].share, plan, aim),
            own_words=own_words(view.setting.card(kind, pair.of(kind)).name, new.text),
        )
        for kind in KINDS
    ]
    unreadable = reader.unreadable(new.question, new.text)
    return verdict(cards, trail=trail, unreadable=unreadable, copied=copied)
