"""What is shipped ready: current, equal to reading anew, and never trusted when it does not fit."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from dubious_ai.belief import compiled
from dubious_ai.belief.card_vectors import compile_meanings
from dubious_ai.belief.encoder import Encoder, SharedEncoder
from dubious_ai.belief.evidence import BY_MEANING
from dubious_ai.belief.reader import Reader
from dubious_ai.content.library import SettingSlug, library, setting_slugs
from tests.readers import READERS, reader

from .dev import small

SAMPLED = 100


@pytest.mark.parametrize("setting", setting_slugs())
def test_the_shipped_readings_fit_the_texts_and_say_what_reading_anew_says(setting: SettingSlug) -> None:
    own = reader(setting)
    held = own.stored
    answers = compiled.asked(own.library, own.passages)
    assert len(held) == len(set(answers)), "run `make readings` after a change of texts or weights"
    for question, text in random.Random(5).sample(answers, SAMPLED // len(setting_slugs())):
        shipped = own.evidence(question, text)
        anew = own.read_anew(question, text)
        np.testing.assert_allclose(shipped.cards, anew.cards, atol=0.05)
        np.testing.assert_allclose(shipped.pairs, anew.pairs, atol=0.05)
        assert [word for word, _ in shipped.words] == [word for word, _ in anew.words]


@pytest.mark.parametrize("setting", setting_slugs())
def test_the_shipped_vectors_fit_the_texts(setting: SettingSlug) -> None:
    own = reader(setting)
    assert own.meanings is not None
    held = own.meanings.compiled
    assert len(held.token_counts) == len(own.passages)
    encoder = READERS.encoder.get()
    assert isinstance(encoder, Encoder)
    starts = np.cumsum(held.token_counts) - held.token_counts
    for n in random.Random(7).sample(range(len(own.passages)), 12):
        if own.passages[n].source != "associations":
            rows = slice(int(starts[n]), int(starts[n] + held.token_counts[n]))
            anew = encoder.encode(own.passages[n].text).tokens @ held.basis
            near = held.tokens[rows] * held.token_step[rows, None]
            np.testing.assert_allclose(near, anew, atol=0.02)


def test_files_of_other_texts_or_weights_or_damaged_ones_are_ignored(tmp_path: Path) -> None:
    texts = library("antiquity")
    own = reader("antiquity")
    assert not compiled.readings(texts, own.passages, tmp_path, "")
    for damage in (b"", b"no archive", b"PK\x03\x04 cut short"):
        (tmp_path / compiled.READINGS).write_bytes(damage)
        (tmp_path / compiled.MEANINGS).write_bytes(damage)
        assert not compiled.readings(texts, own.passages, tmp_path, repr(BY_MEANING))
        assert compiled.meanings(texts, own.cards, own.passages, tmp_path) is None
    shipped = Path(__file__).parents[2] / "content" / "antiquity"
    assert not compiled.readings(texts, own.passages, shipped, "other weights")
    assert compiled.meanings(texts, own.cards, own.passages[1:], shipped) is None


def test_a_setting_that_ships_nothing_ready_reads_the_same_after_a_moment(tmp_path: Path) -> None:
    texts = small("antiquity")
    encoder = READERS.encoder.get()
    assert isinstance(encoder, Encoder)
    own = Reader(texts, READERS.encoder, tmp_path)
    question, said = "What do you have on your feet today?", "Sand, raked between the shows."
    before = own.evidence(question, said)
    made = compile_meanings(own.cards, own.passages, [q.text for q in texts.questions], encoder)
    compiled.write_meanings(texts, made, tmp_path)
    after = Reader(texts, READERS.encoder, tmp_path).evidence(question, said)
    assert len(own.cards) == 10
    np.testing.assert_allclose(before.cards, after.cards)


def test_an_answer_to_another_question_is_read_anew() -> None:
    answer = library("antiquity").files[0].answers[0]
    own = reader("antiquity")
    assert ("Why?", answer.text) not in own.stored
    assert len(own.evidence("Why?", answer.text).cards) == len(own.cards)


def test_a_game_of_bots_loads_no_encoder() -> None:
    encoder = SharedEncoder()
    own = Reader(library("cthulhu"), encoder)
    for question, text in list(own.stored)[::50]:
        own.evidence(question, text)
    assert not encoder.loaded
