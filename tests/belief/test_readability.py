"""Is it an answer at all? What says nothing that can be read moves nothing; everything a player of any temper might say is read."""

from __future__ import annotations

import pytest

from dubious_ai.belief import Heard, Said
from dubious_ai.belief.readability import Unreadable
from dubious_ai.belief.words import content_words
from dubious_ai.core.model import KINDS
from tests.readers import reader

from .dev import characters

PET = "What pet do you have?"
NO_ANSWERS: list[tuple[str, Unreadable]] = [
    ("", "nothing"),
    ("...", "nothing"),
    ("🐘🐘🐘", "nothing"),
    ("hmm", "nothing"),
    ("pet", "nothing"),
    ("same", "nothing"),
    ("same as Brunhilde", "not words"),
    ("asdf", "not words"),
    ("asdf qwer", "not words"),
    ("asdf qwer jklö zuiop hjkl", "not words"),
    ("war war war war war", "repeats itself"),
    ("Ich habe immer mein Schwert und einen Helm", "another language"),
    ("Je suis toujours avec mon maître dans le sable", "another language"),
    ("Siempre llevo una espada y el escudo de mi padre", "another language"),
    ("Мой меч и щит всегда со мной", "another language"),
    ("חרב ומגן תמיד איתי", "another language"),
]


@pytest.mark.parametrize(("text", "why"), NO_ANSWERS)
def test_what_is_no_answer_moves_nothing_and_says_why(text: str, why: Unreadable) -> None:
    assert reader("antiquity").unreadable(PET, text) == why
    belief = reader("antiquity").read([Heard((Said(PET, text),))])[0]
    for kind in KINDS:
        assert max(belief.alone[kind]) == pytest.approx(1 / 14)
    assert belief.confidence == 0.0


@pytest.mark.parametrize(
    "text",
    [
        "Boots.",
        "I'm in linoleum.",
        "my elefant",
        "No. Never again, not after the lions.",
        "gonna need a bigger boat lol",
        "A die, a war and a son.",
        "Der Führer? No, the ferryman.",
        "sand sand and more sand",
    ],
)
def test_short_and_careless_answers_are_read(text: str) -> None:
    assert reader("antiquity").unreadable(PET, text) is None


def test_no_answer_of_a_player_is_refused() -> None:
    refused = [
        (text, why)
        for c in characters()
        for question, text in c.heard
        if (why := reader(c.setting).unreadable(question, text)) and content_words(text)
    ]
    assert not refused


@pytest.mark.parametrize("text", ["a" * 1000, "the sea " * 125, "שלום " * 200, "🎭" * 500, "x\u202ey\u0000z"])
def test_long_and_strange_texts_never_raise(text: str) -> None:
    belief = reader("cthulhu").read([Heard((Said(PET, text),))])[0]
    assert sum(belief.of("secret").values()) == pytest.approx(1.0)
