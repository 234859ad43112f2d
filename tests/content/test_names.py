"""Which card somebody means: leniently for people, strictly for models, never by a guess."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.content.card_names import folded, resolve_card, resolve_strict
from dubious_ai.content.library import library, setting_slugs
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.errors import UnknownCard

ALIASES = {s: {f.slug: f.aliases for f in library(s).files} for s in setting_slugs()}
EVERY = [(s, card) for s in setting_slugs() for kind in KINDS for card in library(s).setting().cards(kind)]


def test_every_card_is_found_by_name_slug_number_and_in_any_case() -> None:
    for slug, card in EVERY:
        setting = library(slug).setting()
        for text in (
            card.name,
            card.name.upper(),
            f"the {card.name}",
            card.slug,
            str(card.number),
            f"“{card.name}”",
        ):
            assert resolve_card(setting, card.kind, text, ALIASES[slug]) == card, text
        assert resolve_strict(setting, card.kind, card.name.lower()) == card
        assert resolve_strict(setting, card.kind, f"{card.number}. {card.name}") == card


def test_every_short_name_of_the_contents_finds_its_card() -> None:
    for slug in setting_slugs():
        setting = library(slug).setting()
        for card_slug, aliases in ALIASES[slug].items():
            for alias in aliases:
                assert (
                    resolve_card(setting, library(slug).file(card_slug).kind, alias, ALIASES[slug]).slug
                    == card_slug
                )


@pytest.mark.parametrize(
    ("kind", "text", "slug"),
    [
        ("occupation", "wine", "winemaker"),
        ("occupation", "mahout", "mahout-elephant-handler"),
        ("occupation", "elephant", "mahout-elephant-handler"),
        ("occupation", "tax", "tax-collector"),
        ("secret", "zeus", "thinks-that-their-father-is-zeus"),
        ("secret", "nude statue", "posed-for-a-nude-statue"),
        ("secret", "3 burned", "burned-down-a-wonder-of-the-world"),
        ("secret", "emperor's murder", "plotting-the-emperors-murder"),
        (None, "gladiator", "gladiator"),
    ],
)
def test_any_part_of_a_name_will_do(kind: Kind | None, text: str, slug: str) -> None:
    assert resolve_card(library("antiquity").setting(), kind, text).slug == slug


def test_ambiguity_is_reported_with_the_cards_that_fit() -> None:
    setting = library("antiquity").setting()
    with pytest.raises(UnknownCard, match="could be") as caught:
        resolve_card(setting, None, "3")
    assert set(caught.value.candidates) == {"Mahout (elephant handler)", "Burned down a wonder of the world"}
    with pytest.raises(UnknownCard, match="could be") as caught:
        resolve_card(setting, "secret", "in")
    assert len(caught.value.candidates) > 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "No card is named"),
        ("  the ", "is not a Secret|could be"),
        ("astronaut", "'astronaut' is not a Secret of Antiquity"),
        ("zues", "is not a Secret"),
        ("17", "is not a Secret"),
        ("raised by barbarian kings", "Did you mean Raised by barbarians"),
        ("3 atlantis", "is not a Secret|could be"),
    ],
)
def test_what_fits_nothing_is_refused_with_help(text: str, says: str) -> None:
    with pytest.raises(UnknownCard, match=says):
        resolve_card(library("antiquity").setting(), "secret", text)


@pytest.mark.parametrize(
    "text",
    ["Zeus", "Thinks that father is Zeus", "2 Gladiator", "Gladiators", "", "1", "Gladiator or Pirate"],
)
def test_a_model_must_name_the_card_itself(text: str) -> None:
    setting = library("antiquity").setting()
    for kind in KINDS:
        with pytest.raises(UnknownCard):
            resolve_strict(setting, kind, text)


WHICH: tuple[Kind | None, ...] = (*KINDS, None)


@given(st.text(max_size=30), st.sampled_from(WHICH))
def test_whatever_is_typed_is_a_card_or_a_sentence(text: str, kind: Kind | None) -> None:
    setting = library("cthulhu").setting()
    try:
        card = resolve_card(setting, kind, text, ALIASES["cthulhu"])
    except UnknownCard as error:
        sentence = str(error)
    else:
        sentence = f"{card.name}."
        assert folded(text)
        assert kind in (None, card.kind)
    assert sentence.endswith((".", "?"))


@pytest.mark.parametrize("typed", ["a", "g", "-1", "+2", "−3", "- 1", "!", "#", ""])
def test_one_letter_and_signs_choose_nothing(typed: str) -> None:
    with pytest.raises(UnknownCard):
        resolve_card(library("antiquity").setting(), "occupation", typed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("thinks that his father is zeus", "Thinks that their father is Zeus"),
        ("raised by the barbarians", "Raised by barbarians"),
    ],
)
def test_a_pronoun_or_an_article_off_gets_a_suggestion(typed: str, meant: str) -> None:
    with pytest.raises(UnknownCard, match=meant):
        resolve_card(library("antiquity").setting(), "secret", typed)


@pytest.mark.parametrize("typed", ["1", "1.", "1)", "１", " 1 "])
def test_a_number_is_taken_however_it_is_written(typed: str) -> None:
    assert resolve_card(library("antiquity").setting(), "occupation", typed).number == 1
