"""The nearest meaning: what an answer comes close to is quoted, with the words of both that go together."""

from __future__ import annotations

import pytest

from dubious_ai.belief.nearest import nearest, nearness
from tests.readers import reader

from .test_reading import without_encoder

FEET = "What do you have on your feet today?"


def test_the_passage_is_one_of_the_card_and_the_words_stand_in_both_texts() -> None:
    said = "Forty small voices saying my name, in unison, wrong."
    (echo,) = nearest(reader("antiquity"), FEET, said, "teacher")
    assert reader("antiquity").cards.slugs[echo.passage.card] == "teacher"
    assert echo.said
    assert all(word in said.lower() for word in echo.said)
    assert all(word in echo.passage.text.lower() for word in echo.theirs)


def test_meaning_is_found_where_no_word_is_shared() -> None:
    (echo,) = nearest(
        reader("cthulhu"), FEET, "The pew at the front is for those with gills.", "head-of-the-dagon-cult"
    )
    assert echo.said
    assert echo.said[0] in ("gills", "pew", "front")


def test_several_are_given_in_order_and_none_for_what_says_nothing() -> None:
    own = reader("antiquity")
    said = "The elephant wanted his bath."
    three = nearest(own, FEET, said, "mahout-elephant-handler", 3)
    assert len({e.passage for e in three}) == 3
    assert three[0] == nearest(own, FEET, said, "mahout-elephant-handler")[0]
    assert nearest(own, FEET, "asdf qwer", "gladiator") == ()


def test_without_the_encoder_rare_words_are_quoted() -> None:
    own = without_encoder("antiquity")
    (echo,) = nearest(own, FEET, "My elephant trod on them.", "mahout-elephant-handler")
    assert "elephant" in echo.said
    assert "elephant" in echo.passage.text.lower()


def test_an_unknown_card_is_an_error() -> None:
    with pytest.raises(KeyError):
        nearest(reader("antiquity"), FEET, "Sand.", "astronaut")


def test_nearness_orders_questions_by_what_they_ask() -> None:
    asked = "Which animal lives with you?"
    texts = ["What pet do you have?", "What did you last spend too much money on?"]
    for own in (reader("antiquity"), without_encoder("antiquity")):
        near = nearness(own, asked, texts)
        assert near[0] >= near[1]
    assert nearness(reader("antiquity"), asked, texts)[0] > 0.4
