"""The shipped readings of our own answers: current, equal to reading anew, and never trusted when they do not fit."""

from __future__ import annotations

import random

import numpy as np
import pytest

from dubious_ai.belief import bank, vectors
from dubious_ai.belief.evidence import evidence, fingerprint, read_anew
from dubious_ai.content.library import SETTINGS, SettingSlug, library

needs_vectors = pytest.mark.skipif(not vectors.installed(), reason="the static vectors are not installed")


@needs_vectors
@pytest.mark.parametrize("setting", SETTINGS)
def test_the_shipped_readings_fit_the_texts(setting: SettingSlug) -> None:
    held = bank.stored(setting, fingerprint())
    prepared = sum(len(f.answers) for f in library(setting).files)
    assert len(held) == prepared, "run `make readings` after a change of texts or constants"


@needs_vectors
@pytest.mark.parametrize("setting", SETTINGS)
def test_they_say_what_reading_anew_says_and_why(setting: SettingSlug) -> None:
    texts = library(setting)
    question = {q.slug: q.text for q in texts.questions}
    everything = [a for f in texts.files for a in f.answers]
    for answer in random.Random(5).sample(everything, 12):
        shipped = evidence(setting, question[answer.to], answer.text)
        anew = read_anew(setting, question[answer.to], answer.text)
        np.testing.assert_allclose(shipped.cards, anew.cards, atol=1e-3)
        np.testing.assert_allclose(shipped.pairs, anew.pairs, atol=1e-3)
        assert [word for word, _ in shipped.words] == [word for word, _ in anew.words]


def test_readings_of_other_texts_or_constants_are_ignored() -> None:
    assert bank.stored("antiquity", "other constants") == {}


def test_an_answer_to_another_question_is_read_anew() -> None:
    answer = library("antiquity").files[0].answers[0]
    assert ("Why?", answer.text) not in bank.stored("antiquity", fingerprint())
    assert evidence("antiquity", "Why?", answer.text).cards.shape == (28,)
