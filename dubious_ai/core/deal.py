"""Chance: substreams of a seed, the deal, the question deck, the first reader.

Everything drawn here is stored as an event; a seed only reproduces how it came about.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from dubious_ai.core.events import CardsDealt, QuestionDeckDrawn
from dubious_ai.core.model import MAX_SEATS, MIN_SEATS, Options, Question, Setting
from dubious_ai.errors import UsageError


def substream(seed: str, *keys: str | int) -> random.Random:
    """An independent stream of randomness for one purpose, e.g. substream(seed, "deal", 2). Equal on every platform."""
    return random.Random("\x1f".join((seed, *map(str, keys))))


def check_seats(seats: int) -> None:
    """Raise UsageError, with the reason, unless so many can play."""
    if seats < MIN_SEATS:
        raise UsageError(
            f"{seats} at the table is too few: with one opponent, 'some but not all' cannot happen, so nobody could score for their own cards. "
            f"Play with {MIN_SEATS} to {MAX_SEATS}."
        )
    if seats > MAX_SEATS:
        raise UsageError(
            f"{seats} at the table is too many: the box has screens and record sheets for {MAX_SEATS}. Play with {MIN_SEATS} to {MAX_SEATS}."
        )


def check_table(setting: Setting, names: tuple[str, ...], options: Options) -> None:
    """Raise UsageError, with the reason, unless these people can play these options with this setting."""
    seats = len(names)
    check_seats(seats)
    folded = [name.casefold() for name in names]
    for name in names:
        if not name:
            raise UsageError("A player has no name. Give everybody one.")
        if folded.count(name.casefold()) > 1:
            raise UsageError(f"The name {name} is used twice. Names at a table must differ.")
    for kind, cards in (("Occupation", setting.occupations), ("Secret", setting.secrets)):
        if len(cards) < 2 * seats:
            raise UsageError(
                f"{seats} players need {2 * seats} {kind} cards and only {len(cards)} are left in {setting.name}. Exclude fewer."
            )
    _check_questions(setting, options)


def _check_questions(setting: Setting, options: Options) -> None:
    if options.questions < 1:
        raise UsageError("A round needs at least one question, e.g. 2+3.")
    piles = {back: sum(q.back == back for q in setting.questions) for back in ("appearance", "assorted")}
    if options.hard:
        if options.questions > len(setting.questions):
            raise UsageError(
                f"{options.questions} questions are more than the {len(setting.questions)} cards of both piles."
            )
        return
    for back, wanted in (("appearance", options.appearance), ("assorted", options.assorted)):
        if wanted > piles[back]:
            raise UsageError(
                f"{wanted} {back} questions are more than that pile holds: {setting.name} has {piles[back]}."
            )


def deal_cards(setting: Setting, seats: int, rng: random.Random) -> list[CardsDealt]:
    """Two Occupations and two Secrets for each seat, without replacement over the table."""
    occupations = rng.sample(setting.slugs("occupation"), 2 * seats)
    secrets = rng.sample(setting.slugs("secret"), 2 * seats)
    return [
        CardsDealt(
            seat=seat,
            occupations=(occupations[2 * seat - 2], occupations[2 * seat - 1]),
            secrets=(secrets[2 * seat - 2], secrets[2 * seat - 1]),
        )
        for seat in range(1, seats + 1)
    ]


RECENCY_BLUR = 4.0
"""How many places in the order of what was heard lately chance may move a question."""


def _drawn(pile: Sequence[Question], wanted: int, rng: random.Random, heard: Sequence[str]) -> list[Question]:
    """So many questions of a pile by chance; with something heard, those that were met longest ago, more or less."""
    slugs = {question.slug for question in pile}
    met = {slug: place for place, slug in enumerate(s for s in heard if s in slugs)}
    if not met:
        return rng.sample(pile, wanted)
    mixed = rng.sample(pile, len(pile))
    mixed.sort(key=lambda q: -(met.get(q.slug, len(pile)) + rng.uniform(0, RECENCY_BLUR)))
    chosen = mixed[:wanted]
    rng.shuffle(chosen)
    return chosen


def draw_deck(
    setting: Setting, options: Options, rng: random.Random, heard: Sequence[str] = ()
) -> QuestionDeckDrawn:
    """The round's question deck, top card first: Appearance cards take places 1, 3, 5 … while they last; hard draws blindly.

    Questions that were met in the latest games (`heard`, slugs among other ids, latest first) are drawn less readily, the latest least.
    """
    if options.hard:
        drawn = _drawn(setting.questions, options.questions, rng, heard)
        return QuestionDeckDrawn(questions=tuple(drawn))
    appearance, assorted = (
        _drawn([q for q in setting.questions if q.back == back], wanted, rng, heard)
        for back, wanted in (("appearance", options.appearance), ("assorted", options.assorted))
    )
    deck: list[Question] = []
    while appearance or assorted:
        turn = appearance if len(deck) % 2 == 0 else assorted
        deck.append((turn or appearance or assorted).pop(0))
    return QuestionDeckDrawn(questions=tuple(deck))
