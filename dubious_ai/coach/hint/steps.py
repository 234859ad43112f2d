"""Help with the blank line in three steps: a nudge (an angle), a sketch (images and words), suggestions in three strengths.

Everything is computed from the seat's observation. Suggestions are prepared answers of the seat's own cards; for a question that is
none of ours they were written for the nearest one, and say so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from dubious_ai.analysis.verdict import Loudness, Verdict, loudness
from dubious_ai.belief import words as words_of
from dubious_ai.belief.nearest import nearness
from dubious_ai.belief.posterior import Heard, Said
from dubious_ai.belief.reader import Reader
from dubious_ai.coach.hint.prepared import Candidate, candidates, nearest_questions
from dubious_ai.coach.hint.target_share import (
    Shares,
    goal,
    kept,
    loss_from_plan,
    neediest,
    said_before,
    shares_of,
    verdict_on,
)
from dubious_ai.coach.seat_view import is_our_question
from dubious_ai.content.cards import Angle, CardFile
from dubious_ai.content.own_words import own_words
from dubious_ai.core.model import KINDS, Kind, Question, Strength
from dubious_ai.core.observe import Observation

Step = Literal["nudge", "sketch", "full"]
TOGETHER = 40
"""Words of a card that are read as one answer."""
STEPS: tuple[Step, ...] = ("nudge", "sketch", "full")
STRENGTHS: tuple[Strength, ...] = ("subtle", "balanced", "obvious")
NEIGHBOURS: dict[Strength, tuple[Strength, ...]] = {
    "subtle": ("balanced",),
    "balanced": ("subtle", "obvious"),
    "obvious": ("balanced",),
}
"""What may stand in where nothing is left of a strength; it keeps its own name."""
ANGLES: dict[Angle, str] = {
    "tool": "a thing you handle every day, and what it does to the rest of your life",
    "place": "a place you know better than you would admit, and what it smells of",
    "time": "the hour of the day at which it all happens",
    "trace": "the trace it has left on your skin or your clothes",
    "habit": "something you do without thinking, at table or at a door",
    "others": "what other people do when you come in",
    "fear": "the one thing you would rather not meet again",
    "grudge": "somebody you have not forgiven",
    "debt": "what you owe, or what you are owed",
    "myth": "an old story or a famous name that everybody here has heard",
    "missing": "what everybody else has and you do not, not any more",
}
FAR_BEHIND = -1.6
"""How far behind the plan, in logits, a card needs a plain hint."""
SHOWN_WORDS, SHOWN_LOUD, SHOWN_IMAGES = 6, 4, 2
LONGEST_IMAGE = 16
WEIGHED_WORDS = 24
"""Words of a card's cues that are weighed for a sketch: those nearest to the question."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """Which card to hint at and from which side. `stands` is how it stands now to the plan for this question."""

    kind: Kind
    angle: Angle
    words: str
    strength: Strength
    stands: Loudness


@dataclass(frozen=True, slots=True)
class Palette:
    """For one card: images to start from (not to be quoted) and words that say a little."""

    kind: Kind
    images: tuple[str, ...]
    use: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sketch:
    """A palette for each card, the neediest first, and the words that say too much."""

    palettes: tuple[Palette, ...]
    avoid: tuple[str, ...]


@dataclass(frozen=True)
class Suggestion:
    """A whole answer with what the readers at this table would make of it. `written_for` is another question it was written for, else None."""

    strength: Strength
    text: str
    kind: Kind
    verdict: Verdict
    nearest_to_plan: bool = False
    written_for: Question | None = None

    @property
    def before(self) -> Shares:
        """The part of readers (0 to 1) who would name each card before it."""
        return {card.kind: card.before.share for card in self.verdict.cards}

    @property
    def after(self) -> Shares:
        """The same after it."""
        return {card.kind: card.after.share for card in self.verdict.cards}


def nudge(reader: Reader, observation: Observation, turn: int = 0) -> Nudge:
    """An angle to think from; each `turn` gives another one. Raises ValueError outside the answering phase."""
    kind, aim = neediest(reader, observation), goal(observation)
    now = shares_of(reader, observation, said_before(observation))
    question = _stand_in(reader, observation)
    file = reader.library.file(kept(observation).of(kind))
    here: list[Angle] = [p.by for p in file.answers if p.to == question.slug]
    anywhere: list[Angle] = [p.by for p in file.answers]
    known = list(dict.fromkeys((*here, *anywhere, *ANGLES)))
    angle = known[turn % len(known)]
    stands = loudness(now[kind], aim.now, aim.end)
    strength: Strength = (
        "subtle" if stands != "quiet" else "balanced" if aim.gap(now[kind]) > FAR_BEHIND else "obvious"
    )
    return Nudge(kind, angle, ANGLES[angle], strength, stands)


def sketch(reader: Reader, observation: Observation) -> Sketch:
    """Images and words for both cards, drawn from what readers know about them. Raises ValueError outside the answering phase."""
    first = neediest(reader, observation)
    avoid: list[str] = []
    palettes: list[Palette] = []
    for kind in sorted(KINDS, key=lambda k: k != first):
        palette, loud = _palette(reader, observation, kind)
        palettes.append(palette)
        avoid += [word for word in loud if word not in avoid]
    use = {word for palette in palettes for word in palette.use}
    return Sketch(tuple(palettes), tuple(word for word in avoid if word not in use))


def full(
    reader: Reader,
    observation: Observation,
    strength: Strength | None = None,
    *,
    but: frozenset[str] = frozenset(),
) -> tuple[Suggestion, ...]:
    """One suggestion for each strength, or for `strength` alone one for each card. `but` are texts that were suggested before.

    Empty when nothing fresh is left. Raises ValueError outside the answering phase.
    """
    here = {c.prepared.strength for c in candidates(reader, observation, _asked(observation).slug, but=but)}
    wanted: list[tuple[Strength, Kind | None]] = [
        (level, None) for level in sorted(STRENGTHS, key=lambda level: level not in here)
    ]
    if strength:
        wanted = [(strength, kind) for kind in KINDS]
    found: list[tuple[float, Suggestion]] = []
    taken = set(but)
    for level, kind in wanted:
        best = _best(reader, observation, level, kind, frozenset(taken))
        if best is not None:
            found.append(best)
            taken.add(best[1].text)
    found.sort(key=lambda pair: STRENGTHS.index(pair[1].strength))
    if not found:
        return ()
    least = min(cost for cost, _ in found)
    return tuple(_marked(s, nearest_to_plan=cost == least) for cost, s in found)


def _marked(s: Suggestion, *, nearest_to_plan: bool) -> Suggestion:
    return replace(s, nearest_to_plan=nearest_to_plan)


def _best(
    reader: Reader,
    observation: Observation,
    strength: Strength,
    kind: Kind | None,
    taken: frozenset[str],
) -> tuple[float, Suggestion] | None:
    """The suggestion of one strength that comes nearest to the plan: one for this question, else its neighbour in strength, else one
    for the nearest question that has any."""
    asked = _asked(observation)
    ours = (asked,) if is_our_question(asked) else ()
    near = nearest_questions(reader, asked.text, [q.slug for q in ours])
    for question in (*ours, *near):
        open_now = [
            c for c in candidates(reader, observation, question.slug, but=taken) if kind in (None, c.kind)
        ]
        fitting = [c for c in open_now if c.prepared.strength == strength]
        if not fitting and question in ours:
            fitting = [c for c in open_now if c.prepared.strength in NEIGHBOURS[strength]]
        if not fitting:
            continue
        weighed = [
            _suggestion(reader, observation, c, None if question in ours else question) for c in fitting
        ]
        costs = [loss_from_plan(observation, s.after) for s in weighed]
        least = min(costs)
        return least, weighed[costs.index(least)]
    return None


def _suggestion(
    reader: Reader, observation: Observation, best: Candidate, written_for: Question | None
) -> Suggestion:
    found = verdict_on(reader, observation, best.prepared.text)
    return Suggestion(best.prepared.strength, best.prepared.text, best.kind, found, written_for=written_for)


def _asked(observation: Observation) -> Question:
    asked = observation.question
    if asked is None:
        raise ValueError("there is no question on the table")
    return asked.question


def _stand_in(reader: Reader, observation: Observation) -> Question:
    """The question itself, or the one of ours nearest to it."""
    asked = _asked(observation)
    return asked if is_our_question(asked) else nearest_questions(reader, asked.text)[0]


def _palette(reader: Reader, observation: Observation, kind: Kind) -> tuple[Palette, list[str]]:
    """What to use for one card, and which of its words are too loud."""
    texts = reader.library
    file = texts.file(kept(observation).of(kind))
    names = [texts.file(kept(observation).of(k)).name for k in KINDS]
    aliases = {word for alias in file.aliases for word in words_of.content_words(alias)}

    def gives_away(text: str) -> bool:
        return any(own_words(name, text) for name in names) or bool(
            aliases & set(words_of.reading_words(text))
        )

    words = _nearest(reader, observation, [word for word in _words(file) if not gives_away(word)])
    nats = _nats(reader, observation, file.slug, words[:WEIGHED_WORDS])
    telling = sorted((w for w in nats if nats[w] > 0), key=lambda w: -nats[w])
    blunt = len(telling) // 4
    loud = [a for a in file.aliases if not any(own_words(n, a) for n in names)][:2] + telling[:blunt]
    images = _nearest(reader, observation, [image for image in _images(file) if not gives_away(image)])
    use = telling[blunt : blunt + SHOWN_WORDS]
    return Palette(kind, tuple(images[:SHOWN_IMAGES]), tuple(use)), loud[:SHOWN_LOUD]


def _nats(reader: Reader, observation: Observation, card: str, words: Sequence[str]) -> dict[str, float]:
    """How much each word says for a card; many are read at once."""
    asked = _asked(observation).text
    parts = [words[at : at + TOGETHER] for at in range(0, len(words), TOGETHER)]
    said = Heard(tuple(Said(asked, " ".join(part)) for part in parts))
    because = reader.read([said])[0].why(card, 10 * len(words) + 10)
    return {piece.word: piece.nats for piece in because if piece.word}


def _nearest(reader: Reader, observation: Observation, texts: list[str]) -> list[str]:
    """Texts in the order of their nearness to the question."""
    near = nearness(reader, _asked(observation).text, texts)
    return [text for _, text in sorted(zip(near, texts, strict=True), key=lambda pair: -pair[0])]


def _words(file: CardFile) -> list[str]:
    """The words of a card's cues that can carry a hint, each once, in the form met first."""
    by_stem: dict[str, str] = {}
    for word in words_of.content_words(file.cues):
        if len(word) > 3:
            by_stem.setdefault(words_of.reading_stem(word), word)
    return list(by_stem.values())


def _images(file: CardFile) -> list[str]:
    """The short sentences of a card's cues."""
    sentences = re.split(r"(?<=[.!?])\s+", " ".join(file.cues.split()))
    return [s for s in sentences if 5 <= len(s.split()) <= LONGEST_IMAGE]
