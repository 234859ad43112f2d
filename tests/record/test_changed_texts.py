"""A record knows which texts it was played with, and whoever looks at it is told in one sentence when they are others today."""

from __future__ import annotations

from pathlib import Path

import pytest

from dubious_ai.content import library as library_of
from dubious_ai.content.library import library
from dubious_ai.game import facts
from dubious_ai.game.facts import changed_since
from dubious_ai.game.finished import read_past
from dubious_ai.game.replay import walk
from dubious_ai.game.seating import Plan
from dubious_ai.storage.home import begin_record, repair_game
from dubious_ai.storage.record import read_record
from dubious_ai.teach.sample_games import play_sample
from tests.readers import READERS

CHANGED = "The texts of Antiquity have changed since this game began."


@pytest.fixture
def kept() -> Path:
    """A finished game among the saved ones."""
    game = play_sample(Plan(setting="antiquity", seats=3, seed="texts"), READERS)
    _, record = begin_record("antiquity", game.events, library("antiquity").digest)
    record.close()
    return record.path


def changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on one word of a card is another."""
    texts = library("antiquity")
    first = texts.files[0].model_copy(update={"cues": texts.files[0].cues + " And a goose."})
    other = texts.model_copy(update={"files": (first, *texts.files[1:])})
    assert other.digest != texts.digest
    monkeypatch.setattr(facts, "library", lambda slug: {"antiquity": other}[slug])  # pyright: ignore[reportUnknownArgumentType, reportUnknownLambdaType]


def test_a_game_carries_the_digest_of_its_texts_and_nothing_is_said_while_they_are_the_same(
    kept: Path,
) -> None:
    loaded = read_record(kept)
    assert loaded.header.content == library("antiquity").digest
    assert len(loaded.header.content) == 16
    assert changed_since(loaded) == ""
    assert read_past(kept).notes == ()
    assert library_of.library("cthulhu").digest != loaded.header.content


def test_when_the_texts_have_changed_the_replay_and_the_review_say_so_once(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(monkeypatch)
    assert walk(read_record(kept)).changed.startswith(CHANGED)
    (note,) = read_past(kept).notes
    assert note.startswith(CHANGED)


def test_a_repaired_copy_keeps_the_digest_of_the_texts_it_was_played_with(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(monkeypatch)
    copy, _ = repair_game(kept)
    assert read_record(copy).header.content == library("antiquity").digest
