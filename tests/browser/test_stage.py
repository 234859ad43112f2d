"""The stage of a lesson in a real browser: keys, reloads, teams, the growing graph, narrow windows and names from anywhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dubious_ai.analysis.analyse import analyse
from dubious_ai.analysis.game_analysis import GameAnalysis
from dubious_ai.teach.lesson_page import lesson_page
from tests.browser.chromium import Browser
from tests.browser.stage import choose, forget, on, reload
from tests.readers import READERS
from tests.teach.classroom import class_table, of_table

pytestmark = pytest.mark.browser
ENTER, TAB, RIGHT, LEFT, PAGE_UP, PAGE_DOWN = "\ue007", "\ue004", "\ue014", "\ue012", "\ue00e", "\ue00f"


def test_guesses_survive_a_reload_and_are_locked_by_the_reveal(
    browser: Browser, told: GameAnalysis, page: Path
) -> None:
    browser.open(page, 1000)
    forget(browser)
    on(browser, "Who is Ann?")
    choose(browser, told.rounds[0].player(1), 1, 4)
    where = browser.js("return location.hash")
    reload(browser)
    assert browser.js("return location.hash") == where
    assert "Who is Ann?" in browser.text()
    assert browser.js("return document.getElementById('a1s1occupation').value") == "1"
    # the browser's own Back and Forward walk through the lesson
    on(browser, "Who is Ben?")
    browser.js("history.back()")
    on(browser, "Who is Ann?", most=1)
    on(browser, "Ann is …")
    browser.js("location.hash = arguments[0]", where)
    on(browser, "Who is Ann?", most=1)
    assert browser.js("return document.getElementById('a1s1occupation').matches(':disabled')")
    on(browser, "The end")
    browser.one(".again-button").click()
    assert browser.js("return document.getElementById('a1s1occupation').value") == ""
    assert not browser.js("return document.getElementById('a1s1occupation').matches(':disabled')")


def test_two_teams_guess_at_one_screen(browser: Browser, told: GameAnalysis, page: Path) -> None:
    browser.open(page, 1000)
    forget(browser)
    browser.all("input[name=readers]")[1].click()
    browser.one("#name-b").send_keys("Owls")
    on(browser, "Who is Ann?")
    choose(browser, told.rounds[0].player(1), 1, 4, "a")
    choose(browser, told.rounds[0].player(1), 2, 5, "b")
    on(browser, "The end")
    assert "Team A named" in browser.text()
    assert "Owls named" in browser.text()


def test_the_graph_grows_with_the_answers_and_their_clues_are_lit(browser: Browser, page: Path) -> None:
    browser.open(page, 1300)
    forget(browser)
    on(browser, "How Ann told it")
    drawn = "return Array.from(document.querySelectorAll('.now svg .dot[data-at]')).filter(d => getComputedStyle(d).visibility === 'visible').length"
    before = browser.js(drawn)
    browser.one(".bar .main").click()
    assert browser.js(drawn) == int(str(before)) + 2
    lit = "return getComputedStyle(document.querySelector('.now .latest mark')).backgroundColor"
    assert browser.js(lit) != "rgba(0, 0, 0, 0)"


def test_it_fits_a_phone_at_fourfold_size_and_names_from_anywhere(browser: Browser, tmp_path: Path) -> None:
    names = ["شهرزاد بنت الوزير", "W" * 40, "Ilse"]
    table = json.loads(json.dumps(class_table()).replace("Ann", names[0]).replace("Ben", names[1]))
    table["players"] = [names[0], names[1], "Cem"]
    path = tmp_path / "names.html"
    path.write_text(lesson_page(analyse(of_table(table), READERS)), encoding="utf-8")
    browser.open(path, 320)
    forget(browser)
    for _ in range(100):
        assert browser.js("return document.documentElement.scrollWidth") == 320, browser.text()[:200]
        if not browser.one(".bar .main").is_displayed():
            break
        browser.js("document.querySelector('.bar .main').click()")
    assert browser.js(
        "return Array.from(document.querySelectorAll('bdi')).some(b => b.textContent.startsWith('شه'))"
    )


def test_one_thing_at_a_time_in_full_height(browser: Browser, page: Path) -> None:
    browser.open(page, 1000)
    forget(browser)
    for _ in range(100):
        shown = [s for s in browser.all(".slide") if s.is_displayed()]
        assert len(shown) == 1
        assert browser.js("return document.querySelector('.slide.now').offsetHeight >= innerHeight - 90")
        if not browser.one(".bar .main").is_displayed():
            break
        browser.one(".bar .main").click()
    else:
        raise AssertionError("the end never came")


@pytest.mark.parametrize("key", [" ", ENTER, RIGHT, PAGE_DOWN])
def test_a_clicker_and_the_keyboard_lead_on_and_back(
    browser: Browser, told: GameAnalysis, page: Path, key: str
) -> None:
    browser.open(page, 1000)
    forget(browser)
    browser.press(key)
    browser.press(key)
    assert told.rounds[0].questions[0].text in browser.text()
    # the question is what a screen reader hears
    assert told.rounds[0].questions[0].text in browser.focused()
    browser.press(key)
    assert "Scarred by a trident" in browser.one(".now").text
    browser.press(PAGE_UP)
    assert "Scarred by a trident" not in browser.one(".now").text
    browser.press(LEFT)
    assert "Round 1" in browser.one(".now").text
    assert browser.complaints() == []
