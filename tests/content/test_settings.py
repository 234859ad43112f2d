"""C1 to C3 of the rules: the exact cards, the questions and their backs, and the people who sit down."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from dubious_ai.content import compiled_library, shipped
from dubious_ai.content.library import Library, SettingSlug, library, pile, setting_slug, setting_slugs
from dubious_ai.content.own_words import is_form_of, telling_words, words
from dubious_ai.content.people import personas
from dubious_ai.content.voices import VOICES
from dubious_ai.core.deal import check_table
from dubious_ai.core.model import BACKS, KINDS, Options
from dubious_ai.errors import UsageError
from tests.play import slug

PRINTED = json.loads((Path(__file__).parents[2] / "fixtures" / "settings.json").read_text(encoding="utf-8"))
EACH = pytest.mark.parametrize("setting", setting_slugs())


def frozen_slug(name: str) -> str:
    """The slug of a printed name: lower case, apostrophes dropped, everything else a dash."""
    kept = "".join(c if c.isalnum() else " " for c in name.lower().replace("'", "")).split()
    return "-".join(kept)


def named(texts: Library, text: str) -> list[str]:
    """The cards whose telling words all stand in a text."""
    said = set(words(text))
    return [
        f"{f.name}: {text}"
        for f in texts.files
        if all(any(is_form_of(word, own) for word in said) for own in telling_words(f.name))
    ]


@EACH
def test_a_setting_is_read_from_its_compiled_texts(setting: SettingSlug) -> None:
    """Not from its TOML files, which takes seconds; `make readings` writes what is missing here."""
    folder = next(folder for folder, _ in shipped.setting_folders() if folder.name == setting)
    assert compiled_library.stored(folder, Library) == library(setting)


@EACH
def test_c1_the_cards_are_the_printed_ones_to_the_letter_and_in_order(setting: SettingSlug) -> None:
    texts = library(setting)
    assert texts.name == PRINTED[setting]["name"]
    for kind in KINDS:
        cards = texts.setting().cards(kind)
        assert [card.name for card in cards] == PRINTED[setting][f"{kind}s"]
        assert [card.number for card in cards] == list(range(1, 15))
        assert [card.slug for card in cards] == [frozen_slug(card.name) for card in cards]


def test_c1_the_names_that_are_easily_mangled_are_whole() -> None:
    names = {
        card.name for s in setting_slugs() for kind in KINDS for card in library(s).setting().cards(kind)
    }
    assert "Reanimated from a cryo-chamber 200 years later" in names
    assert 'Acts in the play "The King in Yellow"' in names
    assert "Deep Ones' descendant" in names
    assert len(names) == 84


@EACH
def test_c1_c2_the_deck_of_the_box_has_18_general_and_3_thematic_questions_6_and_15(
    setting: SettingSlug,
) -> None:
    questions = library(setting).setting(deck="box").questions
    assert len(questions) == 21 == len({q.slug for q in questions}) == len({q.text for q in questions})
    assert [len(pile(questions, back)) for back in BACKS] == [6, 15]
    shared = set(questions).intersection(*(library(other).questions for other in setting_slugs()))
    assert Counter(q.back for q in shared) == {"appearance": 6, "assorted": 12}
    assert {q.back for q in set(questions) - shared} == {"assorted"}


@EACH
def test_with_our_own_there_are_24_questions_7_and_17(setting: SettingSlug) -> None:
    questions = library(setting).setting().questions
    assert len(questions) == 24 == len({q.slug for q in questions}) == len({q.text for q in questions})
    assert [len(pile(questions, back)) for back in BACKS] == [7, 17]


@EACH
def test_c3_the_two_printed_questions_are_in_the_game(setting: SettingSlug) -> None:
    by_text = {q.text: q.back for q in library(setting).questions}
    assert by_text["What do your hands look like?"] == "appearance"
    assert by_text["What pet do you have?"] == "assorted"


@EACH
def test_c3_questions_are_short_open_and_name_no_card(setting: SettingSlug) -> None:
    texts = library(setting)
    for question in texts.questions:
        assert question.text.endswith("?")
        assert 3 <= len(question.text.split()) <= 16, question.text
        assert question.text.split()[0].lower() not in ("do", "are", "is", "have", "did"), (
            "a yes-or-no question"
        )
        assert not named(texts, question.text)


@EACH
def test_every_table_size_and_any_split_can_be_played(setting: SettingSlug) -> None:
    cards = library(setting).setting()
    check_table(cards, ("A", "B", "C", "D", "E", "F"), Options(appearance=6, assorted=15))


def test_twelve_people_can_sit_down_each_somebody() -> None:
    people = personas()
    assert len(people) == 12 == len({p.slug for p in people}) == len({p.name.casefold() for p in people})
    for person in people:
        assert person.slug == slug(person.name)
        assert person.temper
        assert len(person.habits) >= 2
        assert len(set(person.deliveries)) >= 6
        assert person.tones
        assert person.on_win
        assert person.on_loss
    assert Counter(person.voice for person in people) == dict.fromkeys(VOICES, 4)
    assert {p.guessing for p in people} == {"bold", "careful", "jealous"}
    assert {tone for p in people for tone in p.tones} == {
        "gruff",
        "polite",
        "gossip",
        "proud",
        "dry",
        "warm",
        "odd",
    }
    assert len({p.on_win for p in people} | {p.on_loss for p in people}) == 24


@EACH
def test_names_and_introductions_of_characters_tell_nothing_about_the_cards(setting: SettingSlug) -> None:
    texts = library(setting)
    for line in (*texts.introductions, *texts.names.female, *texts.names.male):
        assert not named(texts, line)
    assert not set(texts.names.female) & set(texts.names.male)


@EACH
def test_no_gesture_of_a_bot_names_a_card(setting: SettingSlug) -> None:
    for person in personas():
        for line in person.deliveries:
            assert not named(library(setting), line)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("antiquity", "antiquity"),
        ("Antiquity", "antiquity"),
        ("ant", "antiquity"),
        ("Cthulhu World", "cthulhu"),
        ("2", "cthulhu"),
        ("Science Fiction", "science-fiction"),
        ("sf", "science-fiction"),
        (" sci-fi ", "science-fiction"),
    ],
)
def test_a_setting_is_found_by_slug_name_number_or_beginning(text: str, meant: str) -> None:
    assert setting_slug(text) == meant


@pytest.mark.parametrize("text", ["atlantis", "", "4", "-", "\u202e"])
def test_an_unknown_setting_is_refused_with_the_choices(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        setting_slug(text)
    assert repr(text) in str(caught.value)
    assert all(setting in str(caught.value) for setting in setting_slugs())


def test_cards_left_out_are_not_dealt() -> None:
    texts = library("antiquity")
    setting = texts.setting(frozenset({"gladiator", "posed-for-a-nude-statue"}))
    assert (len(setting.occupations), len(setting.secrets)) == (13, 13)
    assert "gladiator" not in setting.slugs("occupation")
    assert texts.file("gladiator").number == 1
    with pytest.raises(KeyError):
        texts.file("umbrella-maker")
