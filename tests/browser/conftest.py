"""One browser, one lesson and its page, for all tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dubious_ai.analysis.analyse import analyse
from dubious_ai.analysis.game_analysis import GameAnalysis
from dubious_ai.teach.lesson_page import lesson_page
from tests.browser.chromium import Browser, start
from tests.readers import READERS
from tests.teach.classroom import class_game


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests here."""
    browser = start()
    yield browser
    browser.driver.quit()


@pytest.fixture(scope="module")
def told() -> GameAnalysis:
    """The class's round: Ann's Occupation is named by all, Ben's by some, Cem's by nobody."""
    return analyse(class_game(), READERS)


@pytest.fixture(scope="module")
def page(told: GameAnalysis, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its page."""
    path = tmp_path_factory.mktemp("page") / "lesson.html"
    path.write_text(lesson_page(told), encoding="utf-8")
    return path
