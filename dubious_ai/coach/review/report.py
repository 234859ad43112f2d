"""Looking back on a game: how the readers' belief about every card moved, what each answer did, and what was there to be seen.

Reads finished games (unfinished ones only on demand). Everything about a seat is computed from that seat's own observation; only the
comparison with the true cards uses what was revealed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from dubious_ai.belief.by_setting import read
from dubious_ai.belief.posterior import Because, Belief, Heard, Said
from dubious_ai.belief.seat import answers_of, predict, setting_of
from dubious_ai.coach.review.grades import Step, best_points, steps, turning
from dubious_ai.coach.review.hindsight import Sight, Trail, sights, trails
from dubious_ai.content.library import Library, library, setting_slug
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, Guess, Intent, Kind, Setting
from dubious_ai.core.observe import Observation, Observer
from dubious_ai.core.scoring import Row, Standing, best_pick_rate, expected_role_points, standing
from dubious_ai.errors import RecordError, UsageError

WORDS = 3
"""How many words are named as the cause of a step."""
WEIGHTY = 0.15
"""Nats from which a word is worth naming."""
WHOLE = "the answer as a whole"
"""What is named where no single word did it."""
LESSER = 0.35
"""A word is left out when it weighs less than this part of the heaviest."""
UNEXPLAINED, PLAIN = 1 / 8, 0.8
"""A right guess the guesser's readings gave less than the first, or a card all missed though more readers than the second should have named it."""
Watched = dict[tuple[int, int], tuple[Observation, ...]]


@dataclass(frozen=True)
class CardReview:
    """One card of one player. `shares` are the parts of readers who would name it: dealt, then after each answer; `words` those that moved it, per answer.

    `row` is None while the player has not been revealed; `expected` are the owner's expected points at the end, `earned` what they got.
    """

    kind: Kind
    slug: str
    name: str
    shares: tuple[float, ...]
    steps: tuple[Step, ...]
    words: tuple[tuple[str, ...], ...]
    turning: int | None
    expected: float
    row: Row | None

    @property
    def earned(self) -> int | None:
        """The owner's points for this card."""
        if self.row is None:
            return None
        return sum(
            tick.points for tick in self.row.ticks if tick.seat == self.row.target and not tick.is_guess
        )


@dataclass(frozen=True)
class PlayerReview:
    """One player in one round. `confidence` (0 to 1) is the part of what was said that could be read."""

    seat: int
    name: str
    character: str
    answers: tuple[Said, ...]
    intents: tuple[Intent | None, ...]
    confidence: float
    cards: tuple[CardReview, CardReview]


@dataclass(frozen=True)
class RoundReview:
    """One round: every player from seat 1, and by guesser (seat) what it could see when it was time to guess."""

    number: int
    players: tuple[PlayerReview, ...]
    sights: dict[int, tuple[Sight, ...]]


@dataclass(frozen=True)
class Surprise:
    """Somebody was right where the reader had no explanation (`chance` below one in eight), or all missed what it thought plain."""

    round: int
    target: int
    kind: Kind
    guesser: int | None
    chance: float


@dataclass(frozen=True)
class Review:
    """A whole game looked back upon. `readers` is the number of opponents, `aim` the share that pays best."""

    setting: Setting
    names: tuple[str, ...]
    brains: tuple[str, ...]
    finished: bool
    readers: int
    aim: float
    best: float
    rounds: tuple[RoundReview, ...]
    standing: Standing
    expected_right: float
    spread_right: float
    right: int
    surprises: tuple[Surprise, ...]
    coached: dict[int, Counter[str]]
    notes: tuple[str, ...]
    watched: dict[tuple[int, int], tuple[Observation, ...]] = field(repr=False)
    """By round and seat: what the seat knew before the first answer and after each; the last also holds its guesses."""

    def human(self) -> int | None:
        """The seat played by a person; None if there is none, or more than one."""
        seats = [seat for seat, brain in enumerate(self.brains, 1) if brain == "human"]
        return seats[0] if len(seats) == 1 else None

    def seat_of(self, text: str) -> int:
        """The seat somebody means by (the beginning of) a name. Raises UsageError."""
        wanted = text.strip().casefold()
        exact = [n for n, name in enumerate(self.names, 1) if name.casefold() == wanted]
        hits = exact or [
            n for n, name in enumerate(self.names, 1) if wanted and name.casefold().startswith(wanted)
        ]
        if len(hits) != 1:
            raise UsageError(
                f"{text!r} did not play in this game. At the table were {', '.join(self.names)}."
            )
        return hits[0]

    def name(self, seat: int) -> str:
        """The table name of a seat."""
        return self.names[seat - 1]

    def observation(self, number: int, seat: int) -> Observation:
        """What a seat knew in a round when it was time to guess."""
        return self.watched[number, seat][-1]

    def trails(self, number: int, seat: int) -> tuple[Trail, ...]:
        """How every opponent's cards looked to a seat in a round, answer by answer."""
        seen = self.watched[number, seat]
        return trails(seen, _pairs(self.watched, number), _guesses(seen[-1]))


def review(events: Iterable[ev.Event], *, spoil: bool = False, notes: tuple[str, ...] = ()) -> Review:
    """Look back on a game. Raises UsageError when it is unfinished (unless `spoil`), holds no answers, or was played with cards this version does not know."""
    events = tuple(events)
    setup = next((e for e in events if isinstance(e, ev.GameSetUp)), None)
    if setup is None:
        raise RecordError("This record holds no table yet, so there is nothing to look back on.")
    finished = any(isinstance(e, ev.GameEnded) for e in events)
    if not finished and not spoil:
        raise UsageError(
            "This game is not finished, and a review shows everybody's cards. Finish it with `dubious resume`, or add --spoil to see them now."
        )
    texts = _known_cards(setup.setting)
    seats = range(1, len(setup.players) + 1)
    after = _watch(events, seats)
    if not after:
        raise UsageError(
            "Nobody has answered a question in this game yet, so there is nothing to look back on."
        )
    rows: dict[tuple[int, int, Kind], Row] = {
        (r.number, row.target, row.kind): row for r in _final(events).rounds for row in r.rows
    }
    rounds = tuple(
        _round(number, seats, after, rows, texts) for number in sorted({number for number, _ in after})
    )
    noted = next((e for e in events if isinstance(e, ev.BrainsNoted)), None)
    chances = [
        (s.likely, row, guesser)
        for played in rounds
        for guesser, looks in played.sights.items()
        for s in looks
        if (row := rows.get((played.number, s.target, s.kind))) and s.guessed is not None
    ]
    coached: dict[int, Counter[str]] = {}
    for event in events:
        if isinstance(event, ev.CoachUsed):
            coached.setdefault(event.seat, Counter())[event.what] += 1
    readers = len(setup.players) - 1
    return Review(
        setting=setup.setting,
        names=tuple(p.name for p in setup.players),
        brains=noted.brains if noted else (),
        finished=finished,
        readers=readers,
        aim=best_pick_rate(readers),
        best=best_points(readers),
        rounds=rounds,
        standing=standing(seats, rows.values()),
        expected_right=sum(p for p, _, _ in chances),
        spread_right=sum(p * (1 - p) for p, _, _ in chances) ** 0.5,
        right=sum(guesser in row.right for _, row, guesser in chances),
        surprises=tuple(_surprises(rounds, rows)),
        coached=coached,
        notes=notes,
        watched=after,
    )


def _known_cards(setting: Setting) -> Library:
    """The texts of the setting in play. Raises UsageError when this version does not know all its cards."""
    texts = library(setting_slug(setting.slug))
    unknown = [
        c.name for kind in KINDS for c in setting.cards(kind) if c.slug not in {f.slug for f in texts.files}
    ]
    if unknown:
        raise UsageError(
            f"This game was played with cards that this version has no texts for ({', '.join(unknown[:3])}), so it cannot read the answers. `dubious replay` shows the game."
        )
    return texts


def _final(events: tuple[ev.Event, ...]) -> Observation:
    observer = Observer(1)
    for event in events:
        observer.see(event)
    return observer.observation()


def _watch(events: tuple[ev.Event, ...], seats: range) -> Watched:
    """By round and seat: the seat's observation before the first answer and after each."""
    observers = {seat: Observer(seat) for seat in seats}
    after: dict[tuple[int, int], list[Observation]] = {}
    number = 0
    for event in events:
        for observer in observers.values():
            observer.see(event)
        match event:
            case ev.RoundStarted():
                number = event.round
            case ev.CharactersIntroduced() | ev.AnswersOpened():
                for seat, observer in observers.items():
                    after.setdefault((number, seat), []).append(observer.observation())
            case ev.GuessesHandedIn():
                # the last look also holds what the seat guessed
                after[number, event.seat][-1] = observers[event.seat].observation()
            case _:
                pass
    return {key: tuple(seen) for key, seen in after.items() if len(seen) > 1}


def _pairs(watched: Watched, number: int) -> dict[int, dict[Kind, str]]:
    """The true cards of a round by seat and kind."""
    pairs = {seat: seen[-1].pair for (r, seat), seen in watched.items() if r == number}
    return {seat: {kind: pair.of(kind) for kind in KINDS} for seat, pair in pairs.items() if pair}


def _guesses(observation: Observation) -> dict[int, Guess]:
    return {a.target: a.guess for a in observation.now.guesses}


def _round(
    number: int,
    seats: range,
    after: Watched,
    rows: dict[tuple[int, int, Kind], Row],
    texts: Library,
) -> RoundReview:
    pairs = _pairs(after, number)
    return RoundReview(
        number,
        tuple(_player(after[number, seat][-1], rows, texts) for seat in seats),
        {seat: sights(after[number, seat][-1], pairs, _guesses(after[number, seat][-1])) for seat in seats},
    )


def _player(observation: Observation, rows: dict[tuple[int, int, Kind], Row], texts: Library) -> PlayerReview:
    now, seat = observation.now, observation.seat
    said = answers_of(observation, seat)[: sum(bool(a.answers) for a in now.asked)]
    shares = [predict(observation, said[:count]) for count in range(len(said) + 1)]
    belief = read(setting_of(observation), [Heard(said)])[0]
    cards = [_card(observation, kind, shares, belief, rows, texts) for kind in KINDS]
    character = now.character(seat)
    return PlayerReview(
        seat=seat,
        name=observation.name(seat),
        character=character.name if character else "",
        answers=said,
        intents=tuple(a.mine.intent if a.mine else None for a in now.asked[: len(said)]),
        confidence=belief.confidence,
        cards=(cards[0], cards[1]),
    )


def _card(
    observation: Observation,
    kind: Kind,
    shares: list[dict[str, float]],
    belief: Belief,
    rows: dict[tuple[int, int, Kind], Row],
    texts: Library,
) -> CardReview:
    pair, readers = observation.pair, len(observation.opponents)
    if pair is None:
        raise UsageError("Somebody has not chosen cards in this round.")
    slug = pair.of(kind)
    line = tuple(s[slug] for s in shares)
    graded = steps(readers, line)
    return CardReview(
        kind=kind,
        slug=slug,
        name=texts.file(slug).name,
        shares=line,
        steps=graded,
        words=_words(belief, slug, graded),
        turning=turning(graded),
        expected=expected_role_points(readers, line[-1]),
        row=rows.get((observation.now.number, observation.seat, kind)),
    )


def _words(belief: Belief, slug: str, graded: tuple[Step, ...]) -> tuple[tuple[str, ...], ...]:
    """For each answer the words that moved readers towards the card, or away from it where the answer misled."""
    reasons = belief.why(slug, 1000)
    return tuple(_telling(reasons, n, -1 if s.grade == "false trail" else 1) for n, s in enumerate(graded))


def _telling(reasons: list[Because], answer: int, sign: int) -> tuple[str, ...]:
    found = [r for r in reasons if r.answer == answer and r.word and r.nats * sign >= WEIGHTY]
    if not found:
        whole = any(r.answer == answer and not r.word and r.nats * sign >= WEIGHTY for r in reasons)
        return (WHOLE,) if whole else ()
    strong = [r.word for r in found if r.nats * sign >= found[0].nats * sign * LESSER]
    return tuple(dict.fromkeys(strong))[:WORDS]


def _surprises(rounds: tuple[RoundReview, ...], rows: dict[tuple[int, int, Kind], Row]) -> Iterable[Surprise]:
    for played in rounds:
        for guesser, looks in played.sights.items():
            for s in looks:
                row = rows.get((played.number, s.target, s.kind))
                if row and guesser in row.right and s.true < UNEXPLAINED:
                    yield Surprise(played.number, s.target, s.kind, guesser, s.true)
        for player in played.players:
            for card in player.cards:
                if card.row and card.row.outcome == "none" and card.shares[-1] > PLAIN:
                    yield Surprise(played.number, player.seat, card.kind, None, card.shares[-1])
