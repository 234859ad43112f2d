"""The prepared answers: two to every question for every card in every voice, short, hinting, never naming, each with its reason."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import combinations
from statistics import mean

import pytest

from dubious_ai.content.cards import Prepared
from dubious_ai.content.library import SettingSlug, library, setting_slugs
from dubious_ai.content.own_words import own_words, telling_words
from dubious_ai.content.voices import PREPARED_WORDS, VOICES, Voice

from .bank import EACH, SPOKEN, answers, none, place

CLAIM = re.compile(r"(gender|spouse|children|parents|siblings|home|age|pet):[a-z]+(-[a-z]+)*")
BANNED = {
    "dash": r"[—–]|\s-\s",
    "ellipsis": r"…|\.\.\.",
    "curly quote": "[’‘“”]",
    "as if": r"\b(as if|as though|almost like)\b",
    "old grammar": r"\b(thee|thou|thy|hath|doth)\b",
    "unclean": r"[\x00-\x1f]|  |^\s|\s$",
}
NUMBER = (
    r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen|twenty|thirty|forty|fifty|sixty|seventy|"
    r"eighty|ninety|hundred|thousand|half|twice|\d+)\b"
)
MANNERISMS: dict[str, tuple[str, dict[Voice, float]]] = {
    "a fragment, then a remark": (
        r"^[A-Z][^.!?,]{0,28}\.\s+\S+(\s\S+){2,}",
        {"dry": 0.25, "plain": 0.05, "teller": 0.05},
    ),
    "a number": (NUMBER, {"dry": 0.08, "plain": 0.08, "teller": 0.25}),
    "that they, that I": (
        r"^['\"]?(That|Because) (they|I|he|she|it|you)\b",
        dict.fromkeys(VOICES, 0.03),
    ),
    "a tradesman remarks": (
        r"\b(barber|optician|landlord|landlady|tailor|cobbler|doorman)s?\b[^.]*\b(says|said|asks|asked|tells|told)\b",
        dict.fromkeys(VOICES, 0.03),
    ),
    "I am told": (
        r"\b(I'm told|I am told|I was told|they tell me|so they say)\b",
        dict.fromkeys(VOICES, 0.02),
    ),
    "an aunt": (r"\baunts?\b", dict.fromkeys(VOICES, 0.01)),
}
"""What a voice has too much of, by pattern, with the largest share of its answers in a setting."""
NEAR = 0.55
"""Share of common words (Jaccard) from which two answers count as the same."""


@EACH
def test_every_voice_has_something_to_say_for_every_card_and_question(setting: SettingSlug) -> None:
    assert library(setting).voices == VOICES


@SPOKEN
def test_every_card_answers_every_question_twice_in_different_strength(
    setting: SettingSlug, voice: Voice
) -> None:
    found: list[str] = []
    for file in library(setting).files:
        by_question: dict[str, list[Prepared]] = defaultdict(list)
        for answer in file.answers:
            if answer.voice == voice:
                by_question[answer.to].append(answer)
        for question in library(setting).questions:
            given = by_question[question.slug]
            if len(given) != 2 or len({a.strength for a in given}) < 2:
                found.append(f"{file.slug}, {question.slug}: {[a.strength for a in given]}")
    none(found)


@SPOKEN
def test_answers_keep_to_the_length_of_their_voice(setting: SettingSlug, voice: Voice) -> None:
    low, high = PREPARED_WORDS[voice]
    none([place(f, a) for f, a in answers(setting, voice) if not low <= len(a.text.split()) <= high])


@SPOKEN
def test_length_tells_neither_card_nor_strength(setting: SettingSlug, voice: Voice) -> None:
    by_strength: dict[str, list[int]] = defaultdict(list)
    by_card: dict[str, list[int]] = defaultdict(list)
    for file, answer in answers(setting, voice):
        by_strength[answer.strength].append(len(answer.text.split()))
        by_card[file.slug].append(len(answer.text.split()))
    every = [n for lengths in by_card.values() for n in lengths]
    middle = mean(every)
    for lengths in by_strength.values():
        assert abs(mean(lengths) - middle) <= 0.15 * middle
    none(
        [
            f"{card}: {mean(lengths):.1f} beside {middle:.1f}"
            for card, lengths in by_card.items()
            if abs(mean(lengths) - middle) > 0.35 * middle
        ]
    )


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


@SPOKEN
@pytest.mark.parametrize("what", MANNERISMS)
def test_no_voice_leans_on_a_mannerism(setting: SettingSlug, voice: Voice, what: str) -> None:
    pattern, most = MANNERISMS[what]
    said = answers(setting, voice)
    found = [place(f, a) for f, a in said if re.search(pattern, a.text, re.I)]
    assert len(found) <= most[voice] * len(said), "\n".join(found)


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
    wrong += [
        f"a Secret tells of its speaker's life: {place(f, a)}"
        for f, a in answers(setting)
        if f.kind == "secret" and any(not c.startswith("pet:") for c in a.claims)
    ]
    none(wrong)


@SPOKEN
def test_every_card_is_told_from_a_sketch(setting: SettingSlug, voice: Voice) -> None:
    none([f.slug for f in library(setting).files if len(f.sketches.get(voice, "").split()) < 8])


@SPOKEN
def test_no_two_answers_are_nearly_the_same(setting: SettingSlug, voice: Voice) -> None:
    said = [
        (place(f, a), frozenset(re.findall(r"[a-z']+", a.text.lower()))) for f, a in answers(setting, voice)
    ]
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


def test_no_answer_is_there_twice_word_for_word() -> None:
    texts = Counter(a.text for setting in setting_slugs() for _, a in answers(setting))
    none([text for text, count in texts.items() if count > 1])


@SPOKEN
def test_strengths_and_ways_of_hinting_are_mixed(setting: SettingSlug, voice: Voice) -> None:
    found: list[str] = []
    for file in library(setting).files:
        told = [a for a in file.answers if a.voice == voice]
        share = Counter(a.strength for a in told)
        for strength, low in (("subtle", 0.2), ("balanced", 0.28), ("obvious", 0.15)):
            if share[strength] < low * len(told):
                found.append(f"{file.slug}: {share[strength]} of {len(told)} are {strength}")
        by = Counter(a.by for a in told)
        if len(by) < 6 or by.most_common(1)[0][1] > 0.34 * len(told):
            found.append(f"{file.slug}: hints by {dict(by)}")
    none(found)


@SPOKEN
def test_openings_vary(setting: SettingSlug, voice: Voice) -> None:
    found: list[str] = []
    for file in library(setting).files:
        first = Counter(" ".join(a.text.lower().split()[:2]) for a in file.answers if a.voice == voice)
        found += [f"{file.slug}: {count} open with {words!r}" for words, count in first.items() if count > 6]
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
    assert all(telling_words(f.name) for f in texts.files)
