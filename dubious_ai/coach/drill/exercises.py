"""Exercises: who is this, from five answers; and the last answer to write for a pair of cards. Choosing them and marking them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import log
from random import Random

from dubious_ai.analysis.verdict import Verdict
from dubious_ai.belief.posterior import Belief, Heard, Said
from dubious_ai.belief.reader import Reader
from dubious_ai.belief.readers import Readers
from dubious_ai.coach.drill.characters import Character, invented, met_in
from dubious_ai.coach.drill.leitner import boxes, order
from dubious_ai.coach.drill.practice_log import Done, Mark, Skill
from dubious_ai.coach.hint.meter import Check, check_draft
from dubious_ai.coach.hint.target_share import verdict_on
from dubious_ai.coach.seat_view import own_seat
from dubious_ai.content.card_names import resolve_card
from dubious_ai.content.library import Library, SettingSlug
from dubious_ai.core.model import KINDS, Kind, Pair
from dubious_ai.core.observe import Observation
from dubious_ai.errors import UsageError
from dubious_ai.storage.record import Loaded

FULL = 10.0
"""Points for a card that went as well as it can."""
DOUBT = 0.01
"""The smallest probability that is marked: nobody loses more than that costs."""
READERS = 3
"""Opponents at the imagined table of a hint."""
LOUD = 7.0
"""The most an answer gets that makes a card too loud."""
WELL = 0.5
"""A hint counts as right from this part of the best prepared answer's worth."""
LEAST = 0.1
"""Where no prepared answer gains more expected points than this, so much is enough."""
FROM_GAMES = 0.3
"""Chance that a character comes from a finished game, where there is a fresh one."""


@dataclass(frozen=True)
class GuessExercise:
    """Five answers; whose are they?"""

    character: Character
    skill: Skill = "guess"


@dataclass(frozen=True)
class HintExercise:
    """The last of five answers to write, at a table of four: four of the character's answers are given, the fifth is the house's own."""

    character: Character
    skill: Skill = "hint"

    @property
    def said(self) -> tuple[Said, ...]:
        """What was answered so far."""
        return self.character.answers[:-1]

    @property
    def question(self) -> str:
        """The question to answer."""
        return self.character.answers[-1].question

    @property
    def house(self) -> str:
        """What the house would say."""
        return self.character.answers[-1].text


Exercise = GuessExercise | HintExercise


@dataclass
class Drill:
    """Exercises for somebody with this history. `today` decides what is due; the same seed, history and day give the same exercises."""

    history: list[Done]
    rng: Random
    today: date
    settings: tuple[SettingSlug, ...]
    readers: Readers
    records: Sequence[Loaded] = ()
    wanted: Mapping[SettingSlug, frozenset[str]] = field(default_factory=dict[SettingSlug, frozenset[str]])
    _met: dict[SettingSlug, list[Character]] = field(default_factory=dict[SettingSlug, list[Character]])

    def next(self, skill: Skill) -> Exercise:
        """The next exercise of a skill, by what is due."""
        setting = self.rng.choice(self.settings)
        pair = self._pair(skill, setting)
        used = {text for done in self.history for text in done.texts}
        by_chance = skill == "guess" and not self.wanted and self.rng.random() < FROM_GAMES
        known = self._from_games(setting, used) if by_chance else None
        character = known or invented(self.readers.of(setting), pair, self.rng, used)
        return GuessExercise(character) if skill == "guess" else HintExercise(character)

    def _pair(self, skill: Skill, setting: SettingSlug) -> Pair:
        standing = boxes(self.history, skill, setting)
        texts = self.readers.of(setting).library
        first: dict[Kind, str] = {}
        for kind in KINDS:
            known = [f.slug for f in texts.texts(kind) if f.answers]
            wanted = [slug for slug in known if slug in self.wanted.get(setting, ())]
            first[kind] = order(wanted or known, standing, self.today, self.rng)[0]
        return Pair(occupation=first["occupation"], secret=first["secret"])

    def _from_games(self, setting: SettingSlug, used: set[str]) -> Character | None:
        """The freshest character of a finished game whose answers were not drilled yet."""
        if setting not in self._met:
            self._met[setting] = met_in(self.records, self.readers.of(setting).library)
        fresh = [c for c in self._met[setting] if not used.intersection(c.texts)]
        return self.rng.choice(fresh) if fresh else None


# --- guessing ---


@dataclass(frozen=True)
class Bet:
    """What somebody says a card is: probabilities by slug where they gave any, else one pick, or nothing. `cards` is how many there are to choose from."""

    pick: str | None
    chances: Mapping[str, float]
    cards: int

    def on(self, slug: str) -> float | None:
        """The probability put on a card; None when only a pick, or nothing, was given. What is left over is spread over the cards not named."""
        if not self.chances:
            return None
        if slug in self.chances:
            return self.chances[slug]
        left = self.cards - len(self.chances)
        return max(0.0, 1.0 - sum(self.chances.values())) / left if left > 0 else 0.0


_PART = re.compile(r"(?P<name>.*?\S)\s+(?P<percent>\d{1,3})\s*%?\Z")


def parse_bet(typed: str, texts: Library, kind: Kind) -> Bet:
    """ "gladiator", "gladiator 60", "gladiator 60, pirate 20"; empty or "-" for no idea. Raises UsageError, UnknownCard."""
    parts = [part.strip() for part in typed.split(",") if part.strip() not in ("", "-")]
    setting, aliases = texts.setting(), {f.slug: f.aliases for f in texts.files}
    cards = len(setting.cards(kind))
    if not parts:
        return Bet(None, {}, cards)
    if len(parts) == 1 and not _PART.match(parts[0]):
        return Bet(resolve_card(setting, kind, parts[0], aliases).slug, {}, cards)
    chances: dict[str, float] = {}
    for part in parts:
        found = _PART.match(part)
        if not found:
            raise UsageError(
                f"{part!r} has no probability. Write e.g. gladiator 60, pirate 20; or one name alone."
            )
        slug = resolve_card(setting, kind, found["name"], aliases).slug
        if slug in chances:
            raise UsageError(f"{texts.file(slug).name} is named twice.")
        chances[slug] = int(found["percent"]) / 100
    if sum(chances.values()) > 1.001:
        raise UsageError(f"That makes {sum(chances.values()):.0%} together; 100% is all there is.")
    return Bet(max(chances, key=lambda slug: chances[slug]), chances, cards)


def mark_bet(bet: Bet, kind: Kind, truth: str) -> Mark:
    """Points: for a pick 10 or nothing; for probabilities the logarithmic score, 10 for certain and right, 0 for an even guess, down to -7."""
    given = bet.on(truth)
    if given is None:
        points = FULL if bet.pick == truth else 0.0
    else:
        points = FULL * (1 + log(max(given, DOUBT)) / log(bet.cards))
    return Mark(
        card=truth,
        kind=kind,
        right=bet.pick == truth,
        points=round(points, 1),
        given=given,
        top=max(bet.chances.values()) if bet.chances else None,
    )


def reading_exercise(reader: Reader, character: Character) -> Belief:
    """What the reader makes of a character's answers."""
    return reader.read([Heard(character.answers)])[0]


# --- hinting ---


@dataclass(frozen=True)
class Weighed:
    """An answer on the scales. `gain` is in expected points over both cards, `points` compares it with the best prepared answer."""

    check: Check
    gain: float
    points: float

    @property
    def verdict(self) -> Verdict:
        """What is to be said of it."""
        return self.check.verdict

    @property
    def moved(self) -> Kind:
        """The card it changed most."""
        return max(self.verdict.cards, key=lambda card: abs(card.rise)).kind

    @property
    def own(self) -> str:
        """A word of a card's own name in it, which everybody would take for that card; empty if there is none."""
        return next((word for card in self.verdict.cards for word in card.own_words), "")

    def words(self, kind: Kind) -> tuple[str, ...]:
        """What in it hints at a card."""
        return tuple(telling.word for telling in self.check.of(kind).telling)


def seat_of(texts: Library, exercise: HintExercise) -> Observation:
    """The imagined seat: the last question of five at a table of regular readers."""
    character = exercise.character
    return own_seat(
        texts,
        character.pair,
        exercise.question,
        exercise.said,
        players=READERS + 1,
        questions=len(character.answers),
    )


def weigh_attempt(reader: Reader, exercise: HintExercise, text: str) -> Weighed:
    """What readers would make of this last answer. Worth as many points as it brings of what the best prepared answer would, 10 for as much or more.

    A card that the answer itself makes too loud costs part of the mark; a card's own word costs all of it.
    """
    seen = seat_of(reader.library, exercise)
    check = check_draft(reader, seen, text)
    gain = _gain(check.verdict)
    best = max(
        (_gain(verdict_on(reader, seen, other)) for other, _ in _prepared(reader.library, exercise)),
        default=0.0,
    )
    points = FULL * min(1.0, max(0.0, gain / max(best, LEAST)))
    match check.verdict.advice:
        case "leave out the card's own word" | "say it in your own words":
            points = 0.0
        case "leave out the loudest word":
            points = min(points, LOUD)
        case _:
            pass
    return Weighed(check, gain, round(points, 1))


def _gain(told: Verdict) -> float:
    return sum(card.gain for card in told.cards)


def mark_hint(exercise: HintExercise, weighed: Weighed) -> Mark:
    """The mark of a hint, for the card it moved most."""
    return Mark(
        card=exercise.character.pair.of(weighed.moved),
        kind=weighed.moved,
        right=weighed.points >= WELL * FULL,
        points=weighed.points,
        share=round(weighed.verdict.of(weighed.moved).after.share, 3),
    )


def _prepared(texts: Library, exercise: HintExercise) -> Iterator[tuple[str, Kind]]:
    """The answers prepared for the question, of both cards."""
    slugs = {q.slug for q in texts.questions if q.text == exercise.question}
    for kind in KINDS:
        for prepared in texts.file(exercise.character.pair.of(kind)).answers:
            if prepared.to in slugs:
                yield prepared.text, kind


def example(reader: Reader, exercise: HintExercise) -> tuple[str, Verdict]:
    """The prepared answer that would have been worth most (else what the house would say), and the verdict on it."""
    seen = seat_of(reader.library, exercise)
    texts = [text for text, _ in _prepared(reader.library, exercise)] or [exercise.house]
    told = {text: verdict_on(reader, seen, text) for text in texts}
    best = max(texts, key=lambda text: (not told[text].loudest.louder, _gain(told[text])))
    return best, told[best]


def skills(kind: Skill | None, count: int) -> Iterator[Skill]:
    """The skills of so many exercises: the one asked for, else two guesses for every hint."""
    for n in range(count):
        yield kind or ("hint" if n % 3 == 2 else "guess")
