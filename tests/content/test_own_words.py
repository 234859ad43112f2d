"""A card's own words are found in any form, everywhere alike, and words that only look like them are left alone."""

from __future__ import annotations

import pytest

from dubious_ai.content.library import library, setting_slugs
from dubious_ai.content.own_words import own_words, telling_words

CAUGHT = [
    ("Tax collector", "My taxes are paid.", "taxes"),
    ("Theater actor", "We met at the theatre.", "theatre"),
    ("Gladiator", "A gladiatorial breakfast.", "gladiatorial"),
    ("Gladiator", "GLADIATORS’ food.", "gladiators"),
    ("Pirate", "It was piracy, plain and simple.", "piracy"),
    ("Robotic engineer", "A robot did it.", "robot"),
    ("Married to an alien", "Our marriage is new.", "marriage"),
    ("Ran away from an asylum", "I was running late.", "running"),
]
LEFT_ALONE = [
    ("Tax collector", "The taxi was late."),
    ("Starship trooper", "A star turn."),
    ("Emperor", "An emphatic no."),
    ("Potter", "The potato was cold."),
    ("Burned down a Wonder of the World", "I sat down."),
    ("Doppelganger from a parallel universe", "A university man."),
]


@pytest.mark.parametrize(("name", "text", "word"), CAUGHT)
def test_any_form_counts(name: str, text: str, word: str) -> None:
    assert own_words(name, text) == (word,)


@pytest.mark.parametrize(("name", "text"), LEFT_ALONE)
def test_a_word_that_only_looks_like_it_does_not(name: str, text: str) -> None:
    assert own_words(name, text) == ()


def test_every_word_of_every_printed_name_has_a_family_with_itself_in_it() -> None:
    for setting in setting_slugs():
        for file in library(setting).files:
            for word in telling_words(file.name):
                assert own_words(file.name, word) == (word,), word


def test_a_name_nobody_has_read_is_judged_by_endings() -> None:
    assert own_words("Lighthouse keeper", "I keep two lighthouses.") == ("keep", "lighthouses")
    assert own_words("Lighthouse keeper", "A light meal.") == ()
