"""Who is who: what the answers of each opponent say about both cards, over the whole table, and which guess earns most.

A guess earns 1 when it is right; when nobody is right every wrong guess earns 1 as well. With p the belief in a card and q the chance
that another reader names it, picking card c is worth p(c) plus the sum over the other cards t of p(t)·(1 - q(t))^m, for m other guessers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dubious_ai.analysis.sentences import listed
from dubious_ai.belief.posterior import Because, Belief, Heard, Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.seat import answers_of, impossible
from dubious_ai.belief.skill import temper
from dubious_ai.content.library import SettingSlug
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.observe import Observation

CLOSE = 0.03
"""Expected points that are too few to matter."""
Ranked = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class PersonGuessed:
    """Somebody to be guessed: name and answers."""

    name: str
    answers: tuple[Said, ...]


@dataclass(frozen=True)
class Round:
    """What one seat knows when it guesses: the people, and the cards (slugs) nobody of them can hold. `guessers` counts the others who guess about each."""

    setting: SettingSlug
    people: tuple[PersonGuessed, ...]
    excluded: Mapping[Kind, frozenset[str]]
    guessers: int


@dataclass(frozen=True)
class Pick:
    """The guess that earns most about one card: expected points, of which `p` for being right; `runner_up` is the next best with what it costs."""

    card: str
    p: float
    points: float
    runner_up: tuple[str, float] | None


@dataclass(frozen=True)
class View:
    """One person read: all cards of each kind, likeliest first, and the best pick."""

    name: str
    answers: tuple[Said, ...]
    ranked: Mapping[Kind, Ranked]
    picks: Mapping[Kind, Pick]
    _reader: Reader
    _belief: Belief

    @property
    def unread(self) -> tuple[int, ...]:
        """The numbers of the answers that cannot be read."""
        return tuple(
            n for n, said in enumerate(self.answers, 1) if self._reader.unreadable(said.question, said.text)
        )

    @property
    def doubt(self) -> str:
        """What is to be said of answers that cannot be read; empty if there are none."""
        if not self.unread:
            return ""
        which = (
            f"Answer {self.unread[0]}"
            if len(self.unread) == 1
            else f"Answers {listed(map(str, self.unread))}"
        )
        return f"{which} of {self.name} cannot be read, so this is said with low confidence."

    def because(self, card: str, n: int = 3) -> tuple[Because, ...]:
        """The words that speak for a card, loudest first, each once."""
        found: dict[str, Because] = {}
        for piece in self._belief.why(card, 40):
            if piece.nats > 0 and piece.word and piece.word not in found:
                found[piece.word] = piece
        return tuple(found.values())[:n]


@dataclass(frozen=True)
class Advice:
    """The whole table read. `doubles` are cards that stand as the best pick for more than one person, with their names."""

    setting: SettingSlug
    views: tuple[View, ...]
    doubles: tuple[tuple[Kind, str, tuple[str, ...]], ...]


def from_observation(reader: Reader, observation: Observation) -> Round:
    """The round as a seat knows it."""
    opponents = sorted(observation.opponents)
    return Round(
        setting=reader.library.slug,
        people=tuple(PersonGuessed(observation.name(s), answers_of(observation, s)) for s in opponents),
        excluded={kind: frozenset(slugs) for kind, slugs in impossible(reader, observation).items()},
        guessers=len(opponents) - 1,
    )


def weigh_guesses(known: Round, reader: Reader) -> Advice:
    """Read everybody together, by the reader of the round's setting. Raises UsageError when the excluded cards leave none."""
    posterior = reader.read([Heard(p.answers) for p in known.people], excluded=known.excluded)
    views = tuple(_view(reader, known, person, posterior[at]) for at, person in enumerate(known.people))
    return Advice(known.setting, views, _doubles(views))


def _view(reader: Reader, known: Round, person: PersonGuessed, belief: Belief) -> View:
    ranked: dict[Kind, Ranked] = {kind: tuple(belief.best(kind, len(belief.of(kind)))) for kind in KINDS}
    picks: dict[Kind, Pick] = {
        kind: best_pick(ranked[kind], _named(belief, kind), known.guessers) for kind in KINDS
    }
    return View(person.name, person.answers, ranked, picks, reader, belief)


def _named(belief: Belief, kind: Kind) -> dict[str, float]:
    """The chance that a regular reader names each card."""
    alone = belief.alone[kind]
    return dict(zip(belief.slugs[kind], temper(alone, "regular"), strict=True))


def best_pick(ranked: Ranked, named: Mapping[str, float], guessers: int) -> Pick:
    """The card with the most expected points."""
    blank = {slug: p * (1 - named[slug]) ** guessers for slug, p in ranked}
    nobody = sum(blank.values())
    worth = {slug: p + nobody - blank[slug] for slug, p in ranked if p > 0}
    order = sorted(worth, key=lambda slug: -worth[slug])
    best = order[0]
    runner_up = (order[1], worth[best] - worth[order[1]]) if len(order) > 1 else None
    return Pick(best, dict(ranked)[best], worth[best], runner_up)


def _doubles(views: Sequence[View]) -> tuple[tuple[Kind, str, tuple[str, ...]], ...]:
    found: list[tuple[Kind, str, tuple[str, ...]]] = []
    for kind in KINDS:
        by_card: dict[str, list[str]] = {}
        for view in views:
            if view.answers:
                by_card.setdefault(view.picks[kind].card, []).append(view.name)
        for card, names in by_card.items():
            if len(names) > 1:
                found.append((kind, card, tuple(names)))
    return tuple(found)
