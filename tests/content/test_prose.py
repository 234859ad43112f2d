"""The prepared answers: two to every question for every card, short, hinting, and never naming."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import combinations

import pytest

from dubious_ai.content.library import (
    MAX_WORDS,
    MIN_WORDS,
    SETTINGS,
    CardFile,
    Prepared,
    SettingSlug,
    library,
)
from dubious_ai.content.own_words import own_words

EACH = pytest.mark.parametrize("setting", SETTINGS)
CLAIM = re.compile(r"(gender|spouse|children|parents|siblings|home|age|pet):[a-z]+(-[a-z]+)*")
BANNED = {
    "dash": r"[—–]|\s-\s",
    "ellipsis": r"…|\.\.\.",
    "curly quote": "[’‘“”]",
    "as if": r"\b(as if|as though|almost like)\b",
    "old grammar": r"\b(thee|thou|thy|hath|doth)\b",
    "unclean": r"[\x00-\x1f]|  |^\s|\s$",
}
NEAR = 0.55
"""Share of common words (Jaccard) from which two answers count as the same."""


def answers(setting: SettingSlug) -> list[tuple[CardFile, Prepared]]:
    return [(file, answer) for file in library(setting).files for answer in file.answers]


def place(file: CardFile, answer: Prepared) -> str:
    return f"{file.slug}, {answer.to}: {answer.text}"


def none(found: list[str]) -> None:
    assert not found, f"{len(found)}:\n" + "\n".join(found)


@EACH
def test_every_card_answers_every_question_twice_in_different_strength(setting: SettingSlug) -> None:
    found: list[str] = []
    for file in library(setting).files:
        by_question: dict[str, list[Prepared]] = defaultdict(list)
        for answer in file.answers:
            by_question[answer.to].append(answer)
        for question in library(setting).questions:
            given = by_question[question.slug]
            if len(given) < 2 or len({a.strength for a in given}) < 2:
                found.append(f"{file.slug}, {question.slug}: {[a.strength for a in given]}")
    none(found)


@EACH
def test_answers_have_6_to_35_words(setting: SettingSlug) -> None:
    assert (MIN_WORDS, MAX_WORDS) == (6, 35)
    none([place(f, a) for f, a in answers(setting) if not 6 <= len(a.text.split()) <= 35])


@EACH
def test_no_answer_uses_a_word_of_its_own_card(setting: SettingSlug) -> None:
    none(
        [
            f"{own_words(f.name, a.text)} {place(f, a)}"
            for f, a in answers(setting)
            if own_words(f.name, a.text)
        ]
    )


@EACH
def test_no_answer_has_a_banned_mannerism(setting: SettingSlug) -> None:
    none(
        [
            f"{what}: {place(f, a)}"
            for f, a in answers(setting)
            for what, pattern in BANNED.items()
            if re.search(pattern, a.text, re.I)
        ]
    )


@EACH
def test_claims_are_well_formed_and_a_pet_is_always_claimed(setting: SettingSlug) -> None:
    wrong = [f"{c}: {place(f, a)}" for f, a in answers(setting) for c in a.claims if not CLAIM.fullmatch(c)]
    wrong += [
        f"no pet claimed: {place(f, a)}"
        for f, a in answers(setting)
        if a.to == "pet" and not any(c.startswith("pet:") for c in a.claims)
    ]
    wrong += [
        f"claims twice: {place(f, a)}"
        for f, a in answers(setting)
        if len({c.partition(":")[0] for c in a.claims}) < len(a.claims)
    ]
    none(wrong)


@EACH
def test_no_two_answers_are_nearly_the_same(setting: SettingSlug) -> None:
    said = [(place(f, a), frozenset(re.findall(r"[a-z']+", a.text.lower()))) for f, a in answers(setting)]
    by_word: dict[str, list[int]] = defaultdict(list)
    for i, (_, bag) in enumerate(said):
        for word in bag:
            by_word[word].append(i)
    rare = [indices for indices in by_word.values() if len(indices) <= 60]
    shared = Counter(pair for indices in rare for pair in combinations(indices, 2))
    near = [
        f"{said[i][0]}\n   ~ {said[j][0]}"
        for (i, j), common in shared.items()
        if common >= 2 and len(said[i][1] & said[j][1]) > NEAR * len(said[i][1] | said[j][1])
    ]
    none(near)


def test_no_answer_is_in_two_settings_word_for_word() -> None:
    texts = Counter(a.text for setting in SETTINGS for _, a in answers(setting))
    none([text for text, count in texts.items() if count > 1])


@EACH
def test_strengths_lengths_and_ways_of_hinting_are_mixed(setting: SettingSlug) -> None:
    found: list[str] = []
    for file in library(setting).files:
        share = Counter(a.strength for a in file.answers)
        for strength, low in (("subtle", 0.2), ("balanced", 0.28), ("obvious", 0.15)):
            if share[strength] < low * len(file.answers):
                found.append(f"{file.slug}: {share[strength]} of {len(file.answers)} are {strength}")
        by = Counter(a.by for a in file.answers)
        if len(by) < 6 or by.most_common(1)[0][1] > 0.34 * len(file.answers):
            found.append(f"{file.slug}: hints by {dict(by)}")
        lengths = [len(a.text.split()) for a in file.answers]
        if sum(n <= 11 for n in lengths) < 4 or sum(n >= 24 for n in lengths) < 4:
            found.append(f"{file.slug}: lengths {sorted(lengths)}")
    none(found)


@EACH
def test_openings_vary(setting: SettingSlug) -> None:
    found: list[str] = []
    for file in library(setting).files:
        first = Counter(" ".join(a.text.lower().split()[:2]) for a in file.answers)
        found += [f"{file.slug}: {count} open with {words!r}" for words, count in first.items() if count > 5]
    none(found)


@EACH
def test_every_card_has_a_flavour_and_cues_to_read_by(setting: SettingSlug) -> None:
    found: list[str] = []
    for file in library(setting).files:
        if not 3 <= len(file.flavour.split()) <= 12 or file.flavour == "to be told at the table":
            found.append(f"{file.slug}: flavour {file.flavour!r}")
        if not 250 <= len(file.cues.split()) <= 900:
            found.append(f"{file.slug}: {len(file.cues.split())} words of cues")
    none(found)


@EACH
def test_a_short_name_means_one_card_only(setting: SettingSlug) -> None:
    texts = library(setting)
    aliases = Counter(alias.casefold() for file in texts.files for alias in file.aliases)
    none([f"{alias!r} is a short name of {count} cards" for alias, count in aliases.items() if count > 1])
    names = {file.name.casefold(): file.slug for file in texts.files}
    none(
        [
            f"{f.slug}: {a}"
            for f in texts.files
            for a in f.aliases
            if names.get(a.casefold(), f.slug) != f.slug
        ]
    )
