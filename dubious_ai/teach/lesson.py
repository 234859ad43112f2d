"""A finished game as a lesson sees it: each answer with what it hints at, each guess with its reason, each row with its rule.

Everything is computed from the game's events and the belief engine's reference readers ("regular"). The sentences are made in `commentary`
and `discuss`; here are only facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from dubious_ai.belief.by_setting import read, share
from dubious_ai.belief.posterior import Because, Belief, Heard, Said
from dubious_ai.content.library import Angle, SettingSlug, library, setting_slug
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import KINDS, Guess, Intent, Kind, Level, Pair, Player, Question, Setting, Strength
from dubious_ai.core.scoring import Row, Standing, best_pick_rate
from dubious_ai.core.state import RoundState, State
from dubious_ai.errors import UsageError
from dubious_ai.teach.phrases import as_typed

TELLING, BESIDE = 0.4, 0.35
"""Nats from which a word is named as a reason, and its least part of the loudest one's."""
WORDS = 3


@dataclass(frozen=True)
class Hint:
    """One answer. `card`, `by` and `strength` are known for prepared answers; `before` and `after` are shares of regular readers (0 to 1)
    who would name the player's card of a kind; `words` are those that speak for it, as typed."""

    seat: int
    number: int
    text: str
    delivery: str
    intent: Intent | None
    kind: Kind | None
    card: str | None
    by: Angle | None
    strength: Strength | None
    false: bool
    before: Mapping[Kind, float]
    after: Mapping[Kind, float]
    words: Mapping[Kind, tuple[str, ...]]

    def rise(self, kind: Kind) -> float:
        """How many more readers (0 to 1) would name the card after this answer."""
        return self.after[kind] - self.before[kind]


@dataclass(frozen=True)
class Reason:
    """One guess. `chance` and `truth_chance` are what a careful reader in the guesser's place could believe of the guessed card and of the
    true one (0 to 1); `words` are (answer number, word) that speak for the guessed card; `owner` is whose card it really was."""

    guesser: int
    target: int
    kind: Kind
    guessed: str | None
    right: bool
    chance: float
    truth_chance: float
    words: tuple[tuple[int, str], ...]
    owner: int | None
    own_card: bool


@dataclass(frozen=True)
class PlayerLesson:
    """One player in one round."""

    seat: int
    name: str
    character: str
    introduction: str
    pair: Pair
    rejected: Pair
    hints: tuple[Hint, ...]
    rows: tuple[Row, Row]
    reasons: tuple[Reason, ...]

    def row(self, kind: Kind) -> Row:
        """The scored row of one card."""
        return self.rows[0] if kind == "occupation" else self.rows[1]

    def shares(self, kind: Kind) -> tuple[float, ...]:
        """Shares of regular readers before the first answer and after each."""
        first = (self.hints[0].before[kind],) if self.hints else ()
        return (*first, *(hint.after[kind] for hint in self.hints))


@dataclass(frozen=True)
class RoundLesson:
    """One round; `order` is the order of reading aloud."""

    number: int
    reader: int
    order: tuple[int, ...]
    questions: tuple[Question, ...]
    players: tuple[PlayerLesson, ...]

    def player(self, seat: int) -> PlayerLesson:
        """The player at a seat."""
        return self.players[seat - 1]


@dataclass(frozen=True)
class Substitution:
    """The house acted for a seat: which action, at which question (0 for none), in which round, and why."""

    round: int
    seat: int
    action: str
    number: int
    cause: str


@dataclass(frozen=True)
class Lesson:
    """A whole game. `wrote` names for each seat the brains that took its actions; `seed` is empty for a game that was not drawn by one."""

    slug: SettingSlug
    setting: Setting
    players: tuple[Player, ...]
    personas: tuple[str | None, ...]
    levels: tuple[Level, ...]
    wrote: tuple[tuple[str, ...], ...]
    substitutions: tuple[Substitution, ...]
    seed: str
    aim: float
    rounds: tuple[RoundLesson, ...]
    standing: Standing

    def name(self, seat: int) -> str:
        """The table name of a seat."""
        return self.players[seat - 1].name


def lesson(game: Game) -> Lesson:
    """Read a finished game as a lesson. Raises UsageError when it is unfinished or was played with unknown cards."""
    state = game.state
    if state.setup is None or not state.ended:
        raise UsageError("This game is not finished, so there is nothing to teach with yet. Finish it first.")
    slug = _known(state.setting)
    noted = state.noted
    return Lesson(
        slug=slug,
        setting=state.setting,
        players=state.players,
        personas=tuple(p.persona if (p := state.prepared.get(seat)) else None for seat in state.seats),
        levels=tuple(p.level if (p := state.prepared.get(seat)) else "regular" for seat in state.seats),
        wrote=_wrote(game),
        substitutions=_substitutions(game),
        seed=noted.seed if noted else "",
        aim=best_pick_rate(len(state.players) - 1),
        rounds=tuple(_round(state, slug, r) for r in state.rounds),
        standing=state.standing(),
    )


def _known(setting: Setting) -> SettingSlug:
    slug = setting_slug(setting.slug)
    known = {f.slug for f in library(slug).files}
    unknown = [c.name for kind in KINDS for c in setting.cards(kind) if c.slug not in known]
    if unknown:
        raise UsageError(
            f"This game was played with cards this version has no texts for ({', '.join(unknown[:3])}), so it cannot comment on it."
        )
    return slug


def _wrote(game: Game) -> tuple[tuple[str, ...], ...]:
    """The brains behind each seat, the seat's own first. Persons leave no note of their turns, bots do."""
    noted = game.state.noted
    by_seat: dict[int, dict[str, None]] = {
        seat: {noted.brains[seat - 1]: None} if noted else {} for seat in game.state.seats
    }
    for event in game.events:
        if isinstance(event, ev.TurnNoted):
            by_seat[event.seat][event.brain] = None
    return tuple(tuple(found) for found in by_seat.values())


def _substitutions(game: Game) -> tuple[Substitution, ...]:
    found: list[Substitution] = []
    number = 0
    for event in game.events:
        match event:
            case ev.RoundStarted():
                number = event.round
            case ev.Substituted():
                found.append(Substitution(number, event.seat, event.action, event.number, event.cause))
            case ev.SubstitutionExplained() if found and found[-1].cause == "withheld":
                last = found[-1]
                if (last.seat, last.action, last.number) == (event.seat, event.action, event.number):
                    found[-1] = Substitution(last.round, last.seat, last.action, last.number, event.cause)
            case _:
                pass
    return tuple(found)


def _round(state: State, slug: SettingSlug, now: RoundState) -> RoundLesson:
    seats = list(state.seats)
    order = tuple(seats[(now.reader - 1 + k) % len(seats)] for k in range(len(seats)))
    questions = tuple(asked.question for asked in now.asked)
    said = {
        seat: tuple(Said(q.text, a[seat].text) for q, a in zip(questions, now.answers, strict=True))
        for seat in seats
    }
    reasons = _reasons(state, slug, now, said)
    introduced = {c.seat: c for c in now.characters}
    players: list[PlayerLesson] = []
    for seat in seats:
        pair, dealt = now.pair(seat), now.dealt[seat]
        belief = read(slug, [Heard(said[seat])])[0]
        words: dict[Kind, list[tuple[str, ...]]] = {k: _words(belief, pair.of(k), said[seat]) for k in KINDS}
        rows = {row.kind: row for row in now.rows if row.target == seat}
        players.append(
            PlayerLesson(
                seat=seat,
                name=state.players[seat - 1].name,
                character=introduced[seat].name if seat in introduced else "",
                introduction=introduced[seat].introduction if seat in introduced else "",
                pair=pair,
                rejected=Pair(
                    occupation=next(c for c in dealt.occupations if c != pair.occupation),
                    secret=next(c for c in dealt.secrets if c != pair.secret),
                ),
                hints=tuple(
                    _hint(state.setting, slug, a[seat], pair, said[seat][:n], words)
                    for n, a in enumerate(now.answers, 1)
                ),
                rows=(rows["occupation"], rows["secret"]),
                reasons=tuple(r for r in reasons if r.target == seat),
            )
        )
    return RoundLesson(now.number, now.reader, order, questions, tuple(players))


@cache
def _bank(slug: SettingSlug) -> dict[str, tuple[str, Kind, Angle, Strength]]:
    """Prepared answers by text: the card, its kind, what carries the hint, how strong it is."""
    return {a.text: (f.slug, f.kind, a.by, a.strength) for f in library(slug).files for a in f.answers}


def _hint(
    setting: Setting,
    slug: SettingSlug,
    answer: ev.AnswerHandedIn,
    pair: Pair,
    said: tuple[Said, ...],
    words: Mapping[Kind, list[tuple[str, ...]]],
) -> Hint:
    card, kind, by, strength = _bank(slug).get(answer.text, (None, None, None, None))
    aim = answer.intent.aim if answer.intent else None
    if kind is None and (aim == "occupation" or aim == "secret"):
        kind, card = aim, pair.of(aim)
    shares: list[dict[Kind, float]] = [
        {k: share(slug, heard, pair.of(k), k, "regular", max(2, len(setting.cards(k)) - 2)) for k in KINDS}
        for heard in (said[:-1], said)
    ]
    return Hint(
        seat=answer.seat,
        number=answer.number,
        text=answer.text,
        delivery=answer.delivery,
        intent=answer.intent,
        kind=kind,
        card=card,
        by=by,
        strength=strength,
        false=aim == "false-trail" or (kind is not None and card is not None and card != pair.of(kind)),
        before=shares[0],
        after=shares[1],
        words={k: words[k][answer.number - 1] for k in KINDS},
    )


def _words(belief: Belief, card: str, said: tuple[Said, ...]) -> list[tuple[str, ...]]:
    """For each answer the words that speak for a card, loudest first."""
    by_answer: list[list[Because]] = [[] for _ in said]
    for because in belief.why(card, 1000):
        by_answer[because.answer].append(because)
    return [
        tuple(dict.fromkeys(as_typed(answer.text, b.word) for b in _loud(found)))[:WORDS]
        for answer, found in zip(said, by_answer, strict=True)
    ]


def _loud(found: Iterable[Because]) -> list[Because]:
    """The pieces of evidence worth naming, loudest first."""
    speaking = [b for b in found if b.word and b.nats > TELLING]
    return [b for b in speaking if b.nats >= BESIDE * speaking[0].nats]


def _reasons(
    state: State, slug: SettingSlug, now: RoundState, said: dict[int, tuple[Said, ...]]
) -> list[Reason]:
    """Every guess of the round with what a reader in the guesser's place could have believed."""
    whole = library(slug).setting()
    found: list[Reason] = []
    # what speaks for a card does not depend on who reads
    telling: dict[tuple[int, str], tuple[tuple[int, str], ...]] = {}
    for guesser in state.seats:
        dealt = now.dealt[guesser]
        mine: dict[Kind, tuple[str, ...]] = {"occupation": dealt.occupations, "secret": dealt.secrets}
        excluded: dict[Kind, set[str]] = {
            kind: {*mine[kind], *(set(whole.slugs(kind)) - set(state.setting.slugs(kind)))} for kind in KINDS
        }
        others = [seat for seat in state.seats if seat != guesser]
        beliefs = read(slug, [Heard(said[seat]) for seat in others], excluded=excluded)
        for belief, target in zip(beliefs.opponents, others, strict=True):
            guess: Guess = now.guess(guesser, target)
            for kind in KINDS:
                guessed, truth = guess.of(kind), now.pair(target).of(kind)
                chances = belief.of(kind)
                if guessed and (target, guessed) not in telling:
                    telling[target, guessed] = _telling(belief, guessed, said[target])
                found.append(
                    Reason(
                        guesser=guesser,
                        target=target,
                        kind=kind,
                        guessed=guessed,
                        right=guessed == truth,
                        chance=chances[guessed] if guessed else 0.0,
                        truth_chance=chances[truth],
                        words=telling[target, guessed] if guessed else (),
                        owner=_owner(now, kind, guessed),
                        own_card=guessed in mine[kind],
                    )
                )
    return found


def _owner(now: RoundState, kind: Kind, card: str | None) -> int | None:
    return next((seat for seat in now.kept if now.pair(seat).of(kind) == card), None)


def _telling(belief: Belief, card: str, said: tuple[Said, ...]) -> tuple[tuple[int, str], ...]:
    """The words that speak loudest for a card over all answers, each once, with the number of the answer."""
    loud: dict[str, int] = {}
    for because in _loud(belief.why(card, 1000)):
        loud.setdefault(as_typed(said[because.answer].text, because.word), because.answer + 1)
    return tuple((answer, word) for word, answer in list(loud.items())[:WORDS])
