"""Sheets and solutions on paper: what belongs on one page stays on one, in both sizes of paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from dubious_ai.analysis.analyse import analyse
from dubious_ai.content.library import library
from dubious_ai.teach.answer_key import key_page
from dubious_ai.teach.class_sheet import deal_class, handouts_page
from dubious_ai.teach.lesson_page import lesson_page
from dubious_ai.teach.print_sheets import sheets_page
from tests.browser.chromium import Browser
from tests.readers import READERS
from tests.teach.classroom import bots_game

A4, LETTER = (8.27, 11.69), (8.5, 11.0)
PAPERS = pytest.mark.parametrize("paper", [A4, LETTER], ids=["A4", "Letter"])


def pages(browser: Browser, folder: Path, text: str, paper: tuple[float, float]) -> int:
    """How many sheets of paper a page takes."""
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    browser.open(path)
    return browser.pdf(paper).count(b"/Type /Page\n")


@PAPERS
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_each_sheet_fits_its_page(
    browser: Browser, tmp_path: Path, players: int, paper: tuple[float, float]
) -> None:
    # reference, record, hard words; two piles of questions and two kinds of cards, each with its backs
    assert pages(browser, tmp_path, sheets_page(library("antiquity"), players), paper) == 3 + 2 * 4


@PAPERS
@pytest.mark.parametrize("slug", ["antiquity", "cthulhu", "science-fiction"])
def test_a_pupils_sheet_is_one_page(
    browser: Browser, tmp_path: Path, slug: str, paper: tuple[float, float]
) -> None:
    dealt = deal_class(library(slug), 6, 5, "print", tier="easy")
    assert pages(browser, tmp_path, handouts_page(dealt, guesses=True), paper) == 6


@PAPERS
def test_a_key_for_six_begins_every_player_on_a_whole_page(
    browser: Browser, tmp_path: Path, paper: tuple[float, float]
) -> None:
    lesson = analyse(bots_game("print", 6), READERS)
    # one for each player, one for points and questions; nothing before and nothing between
    assert pages(browser, tmp_path, key_page([lesson], "short"), paper) <= 7


@PAPERS
def test_a_lesson_without_its_solution_leaves_no_empty_page(
    browser: Browser, tmp_path: Path, paper: tuple[float, float]
) -> None:
    lesson = analyse(bots_game("print", 4), READERS)
    whole = pages(browser, tmp_path, lesson_page(lesson), paper)
    alone = pages(browser, tmp_path, lesson_page(lesson, spoilers="none"), paper)
    assert alone < whole
    assert alone <= 3
