"""The lesson page in a real browser: the whole flow, on paper, without a script, and what axe says."""

from __future__ import annotations

from pathlib import Path

import pytest

from dubious_ai.analysis.analyse import analyse
from dubious_ai.analysis.game_analysis import GameAnalysis
from dubious_ai.core.model import KINDS
from dubious_ai.teach.lesson_page import lesson_page
from dubious_ai.teach.print_sheets import round_page
from tests.browser.chromium import Browser, axe
from tests.browser.stage import by_the_rules, choose, forget, listed_values, on, secrets_of, visible
from tests.readers import READERS
from tests.teach.test_exports import hostile_game

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("width", "dark"), [(390, False), (1600, True)])
def test_the_whole_flow(browser: Browser, told: GameAnalysis, page: Path, width: int, dark: bool) -> None:
    browser.open(page, width, dark=dark)
    forget(browser)
    round_ = told.rounds[0]
    main = browser.one(".bar .main")
    assert round_.player(1).answers[0].text not in browser.text()
    main.click()
    for number in range(2):
        main.click()
        assert round_.questions[number].text in browser.text()
        for seat in round_.order:
            assert round_.player(seat).answers[number].text not in browser.text()
            main.click()
            assert round_.player(seat).answers[number].text in browser.text()
    wanted = {1: (1, 1), 2: (1, 0), 3: (1, 4)}  # right and wrong; wrong; wrong where nobody knew, and right
    for seat in round_.order:
        main.click()
        assert f"Who is {told.name(seat)}?" in browser.text()
        choose(browser, round_.player(seat), *wanted[seat])
    main.click()
    assert "All guesses in?" in browser.text()
    total = 0
    for seat in round_.order:
        cards = [told.setting.card(kind, round_.player(seat).pair.of(kind)).name for kind in KINDS]
        main.click()
        # what the others guessed lies there, but not yet what is right
        assert f"{told.name(seat)} is …" in browser.text()
        assert not [e for e in browser.all(".now .tick") if e.is_displayed() and visible(browser, e)]
        assert not [e for e in browser.all(".now .cards-turned") if e.is_displayed()]
        main.click()
        assert all(card in browser.text() for card in cards)
        main.click()
        mine = browser.one(".now .mine").text
        expected = by_the_rules(told, round_.player(seat), wanted[seat])
        assert mine.count("1 point") == expected
        total += expected
        on(browser, "Why they guessed so")
    assert total == 3
    main.click()
    assert f"{total} points from guessing" in browser.text()
    assert "Ben wins with 5 points." in browser.text()
    on(browser, "The end")
    assert f"{total} points from guessing" in browser.text()
    assert not main.is_displayed()
    assert browser.js("return document.documentElement.scrollWidth") == width
    assert browser.complaints() == []
    assert browser.requests() == []


def test_it_prints_a_worksheet_and_the_solution_on_its_own_page(
    browser: Browser, told: GameAnalysis, page: Path
) -> None:
    browser.open(page)
    pdf = browser.pdf()
    assert pdf.startswith(b"%PDF")
    assert pdf.count(b"/Type /Page\n") >= 2
    browser.on_paper()
    text = browser.text()
    worksheet, solution = text.split("\nSolution\n")
    assert all(hint.text in worksheet for p in told.rounds[0].players for hint in p.answers)
    assert all(cards in solution and cards not in worksheet for cards in secrets_of(told))
    assert browser.js("return getComputedStyle(document.querySelector('.solution')).breakBefore") == "page"
    assert not [b for b in browser.all("button, select") if b.is_displayed()]
    assert all(line.is_displayed() for line in browser.all(".guess .line"))


def test_hostile_texts_stay_text(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(lesson_page(analyse(hostile_game(), READERS)), encoding="utf-8")
    browser.open(path)
    seen = ""
    for _ in range(60):
        seen += browser.text()
        if browser.one(".bar .main").is_displayed():
            browser.one(".bar .main").click()
    assert "</script><script>alert(1)</script>" in seen
    assert "<img src=x onerror=alert(1)>" in seen
    assert browser.js("return document.images.length + document.links.length") == 0
    assert browser.complaints() == []
    assert browser.requests() == []


def test_without_a_script_everything_can_be_read(browser: Browser, page: Path) -> None:
    browser.open(page, script=False)
    assert browser.rendered(".answer:last-child")
    assert browser.rendered(".told svg")
    assert browser.rendered(".why")
    assert browser.rendered(".start details ol")
    assert not browser.rendered(".bar .main")
    browser.open(page)
    forget(browser)
    assert not browser.rendered(".told svg")
    assert browser.rendered(".bar .main")


@pytest.mark.parametrize(("width", "dark"), [(320, False), (800, True), (1600, False)])
def test_axe_finds_nothing_on_any_slide(
    browser: Browser, told: GameAnalysis, page: Path, tmp_path: Path, width: int, dark: bool
) -> None:
    script = axe()
    if script is None:
        pytest.skip("axe-core is not at hand: npm install axe-core and name axe.min.js in DUBIOUS_AXE")
    paper = tmp_path / "paper.html"
    paper.write_text(round_page(told), encoding="utf-8")
    run = "const done = arguments[0]; axe.run().then(r => done(r.violations.map(v => v.impact + ' ' + v.id + ': ' + v.nodes[0].html)))"
    found: set[str] = set()
    for path in (page, paper):
        browser.open(path, width, dark=dark)
        browser.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
        forget(browser)
        browser.js(script)
        slide = ""
        for _ in range(100):
            now = str(
                browser.js("return (document.querySelector('.slide.now') || document.body).dataset.at || ''")
            )
            if now != slide or not slide:
                slide = now
                found |= {str(f) for f in listed_values(browser.driver.execute_async_script(run))}
            if path is paper or not browser.one(".bar .main").is_displayed():
                break
            browser.js("document.querySelector('.bar .main').click()")
    assert found == set()
