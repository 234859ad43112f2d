"""The reason of every prepared answer: the words that carry the hint, the step to the card, and which other cards could have said it."""

from __future__ import annotations

import re
from itertools import combinations

from dubious_ai.content.library import SettingSlug, library
from dubious_ai.content.own_words import own_words, stem, words
from dubious_ai.content.voices import VOICES
from dubious_ai.core.model import Strength

from .bank import EACH, answers, none, place

ALIKE: dict[Strength, tuple[int, int]] = {"obvious": (0, 0), "balanced": (1, 2), "subtle": (2, 4)}
"""How many other cards could honestly have said an answer of each strength."""
LONGEST_WHY = 16
IDLE = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "in",
        "on",
        "at",
        "to",
        "from",
        "for",
        "by",
        "with",
        "and",
        "or",
        "that",
        "is",
        "are",
        "was",
        "were",
        "be",
        "who",
        "what",
        "which",
        "it",
        "its",
        "his",
        "her",
        "he",
        "she",
        "they",
        "their",
        "them",
        "this",
        "these",
        "would",
        "has",
        "have",
        "had",
        "not",
        "one",
        "as",
        "so",
        "only",
        "when",
        "where",
        "after",
        "before",
        "out",
        "up",
        "into",
        "over",
        "some",
        "any",
        "all",
        "every",
        "than",
        "but",
    ]
)


@EACH
def test_the_clue_is_part_of_the_answer(setting: SettingSlug) -> None:
    none([f"{a.clue!r}: {place(f, a)}" for f, a in answers(setting) if not a.clue or a.clue not in a.text])


@EACH
def test_a_reason_is_short_and_names_no_card(setting: SettingSlug) -> None:
    names = {file.slug: file.name.casefold() for file in library(setting).files}
    found: list[str] = []
    for file, answer in answers(setting):
        why = answer.why.casefold()
        if not 4 <= len(why.split()) <= LONGEST_WHY:
            found.append(f"{len(why.split())} words: {place(file, answer)} ({answer.why})")
        if own_words(file.name, answer.why):
            found.append(f"its own card: {place(file, answer)} ({answer.why})")
        found += [
            f"names {name}: {place(file, answer)} ({answer.why})"
            for slug, name in names.items()
            if slug != file.slug and re.search(rf"\b{re.escape(name)}s?\b", why)
        ]
    none(found)


@EACH
def test_no_two_reasons_of_a_card_in_a_voice_are_the_same_thought(setting: SettingSlug) -> None:
    found: list[str] = []
    for file in library(setting).files:
        for voice in VOICES:
            told = [
                (a.why, {stem(w) for w in words(a.why) if w not in IDLE and len(w) > 2})
                for a in file.answers
                if a.voice == voice
            ]
            found += [
                f"{file.slug}: {one} ~ {other}"
                for (one, these), (other, those) in combinations(told, 2)
                if these and those and len(these & those) > 0.5 * min(len(these), len(those))
            ]
    none(found)


@EACH
def test_other_cards_that_could_have_said_it_fit_the_strength(setting: SettingSlug) -> None:
    texts = library(setting)
    found: list[str] = []
    for file, answer in answers(setting):
        low, high = ALIKE[answer.strength]
        others = {f.slug for f in texts.texts(file.kind)} - {file.slug}
        if not low <= len(answer.also) <= high or not set(answer.also) <= others:
            found.append(f"{answer.strength} {answer.also}: {place(file, answer)}")
    none(found)
