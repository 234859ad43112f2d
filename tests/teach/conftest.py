"""Games played once for all tests of lessons."""

from __future__ import annotations

import pytest

from dubious_ai.core.game import Game
from dubious_ai.teach.lesson import Lesson, lesson
from tests.teach.classroom import bots_game, class_game


@pytest.fixture(scope="session")
def bots() -> Game:
    """A two-round game of the house."""
    return bots_game(rounds=2)


@pytest.fixture(scope="session")
def told() -> Lesson:
    """The class's round as a lesson."""
    return lesson(class_game())
