"""The table from a chair: what readers sitting there could believe of every opponent's cards, at any moment of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dubious_ai.analysis.game_analysis import Sight, Trail
from dubious_ai.belief.posterior import Heard, Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import readers_of
from dubious_ai.belief.skill import temper
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Guess, Kind
from dubious_ai.core.observe import Observation
from dubious_ai.core.state import RoundState


def dealt_to(now: RoundState, seat: int, kind: Kind) -> tuple[str, str]:
    """The two cards of a kind that a seat was dealt."""
    return now.dealt[seat].occupations if kind == "occupation" else now.dealt[seat].secrets


def sights(
    reader: Reader,
    now: RoundState,
    view: Observation,
    views: Sequence[Observation],
    said: dict[int, tuple[Said, ...]],
) -> list[Sight]:
    """What could be believed from a seat's chair of every opponent's cards, Occupation first, when this had been said."""
    excluded: dict[Kind, set[str]] = {
        kind: {
            *dealt_to(now, view.seat, kind),
            *(set(reader.cards.by_kind[kind]) - set(view.setting.slugs(kind))),
        }
        for kind in KINDS
    }
    others = [v for v in views if v.seat != view.seat]
    beliefs = reader.read([Heard(said[v.seat]) for v in others], excluded=excluded)
    handed = now.guesses.get(view.seat)
    guesses = {a.target: a.guess for a in handed.guesses} if handed else {}
    found: list[Sight] = []
    for belief, other in zip(beliefs.opponents, others, strict=True):
        strengths = Counter(readers_of(other))
        for kind in KINDS:
            cards, chances = belief.slugs[kind], belief.table[kind]
            total = sum(strengths.values())
            picks = [0.0] * len(cards)
            for strength, count in strengths.items():
                for n, pick in enumerate(temper(chances, strength)):
                    picks[n] += pick * count / total
            best = max(range(len(cards)), key=picks.__getitem__)
            truth, guessed = now.pair(other.seat).of(kind), guesses.get(other.seat, Guess()).of(kind)
            at = cards.index(truth)
            found.append(
                Sight(
                    target=other.seat,
                    kind=kind,
                    truth=truth,
                    truth_share=picks[at],
                    best=cards[best],
                    best_share=picks[best],
                    guessed=guessed,
                    guessed_share=picks[cards.index(guessed)] if guessed else 0.0,
                    likely=temper(chances, view.level)[at],
                )
            )
    return found


def trails(reader: Reader, game: Game, number: int, seat: int) -> tuple[Trail, ...]:
    """How every opponent's cards looked to a seat in a round, answer by answer."""
    now = next(r for r in game.state.rounds if r.number == number)
    views = [game.observation(s) for s in game.state.seats]
    lines: list[list[Sight]] = []
    for count in range(len(now.opened) + 1):
        said = {
            s: tuple(
                Said(a.question.text, b[s].text)
                for a, b in zip(now.asked[:count], now.answers[:count], strict=True)
            )
            for s in game.state.seats
        }
        lines.append(sights(reader, now, views[seat - 1], views, said))
    return tuple(Trail(line) for line in zip(*lines, strict=True))
