"""The lesson page in a real browser: the whole flow, by mouse and by keyboard, narrow and wide, on paper, without a script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from dubious_ai.analysis.analyse import analyse
from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis
from dubious_ai.core.model import KINDS
from dubious_ai.core.scoring import score_row
from dubious_ai.teach.lesson_page import lesson_page
from dubious_ai.teach.print_sheets import round_page
from tests.browser.chromium import Browser, Element, axe, start
from tests.teach.classroom import class_game, class_table, of_table
from tests.teach.test_exports import hostile_game

pytestmark = pytest.mark.browser
ENTER, TAB, RIGHT, LEFT, PAGE_UP, PAGE_DOWN = "\ue007", "\ue004", "\ue014", "\ue012", "\ue00e", "\ue00f"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests here."""
    browser = start()
    yield browser
    browser.driver.quit()


@pytest.fixture(scope="module")
def told() -> GameAnalysis:
    """The class's round: Ann's Occupation is named by all, Ben's by some, Cem's by nobody."""
    return analyse(class_game())


@pytest.fixture(scope="module")
def page(told: GameAnalysis, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its page."""
    path = tmp_path_factory.mktemp("page") / "lesson.html"
    path.write_text(lesson_page(told), encoding="utf-8")
    return path


def secrets_of(told: GameAnalysis) -> list[str]:
    """The headline of each solved player."""
    return [
        f"{p.name}: " + " · ".join(told.setting.card(kind, p.pair.of(kind)).name for kind in KINDS)
        for p in told.rounds[0].players
    ]


def choose(browser: Browser, player: PlayerAnalysis, occupation: int, secret: int, team: str = "a") -> None:
    """Set both lists of a player (card numbers, 0 for no guess) as somebody at the page would."""
    for kind, number in zip(KINDS, (occupation, secret), strict=True):
        browser.js(
            "const s = document.getElementById(arguments[0]); s.value = arguments[1] ? String(arguments[1]) : ''; s.dispatchEvent(new Event('change', {bubbles: true}))",
            f"{team}1s{player.seat}{kind}",
            number,
        )


def on(browser: Browser, until: str, most: int = 60) -> None:
    """Go on until a text stands there."""
    for _ in range(most):
        if until in browser.text():
            return
        browser.one(".bar .main").click()
    raise AssertionError(f"{until!r} never came: {browser.text()[:300]}")


def by_the_rules(told: GameAnalysis, player: PlayerAnalysis, guess: tuple[int, int]) -> int:
    """The points of one more reader with these guesses."""
    points = 0
    for kind, number in zip(KINDS, guess, strict=True):
        named = next((c.slug for c in told.setting.cards(kind) if c.number == number), None)
        row = score_row(
            player.seat, kind, player.pair.of(kind), {**dict(player.row(kind).guesses), 99: named}
        )
        points += sum(tick.points for tick in row.ticks if tick.seat == 99)
    return points


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


def visible(browser: Browser, element: Element) -> bool:
    """Whether an element is drawn and not only given room."""
    return browser.js("return getComputedStyle(arguments[0]).visibility", element) == "visible"


def forget(browser: Browser) -> None:
    """Begin as a first visitor would."""
    browser.js("localStorage.clear(); location.hash = ''; location.reload()")


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
    browser.press(key, key)
    assert told.rounds[0].questions[0].text in browser.text()
    # the question is what a screen reader hears
    assert told.rounds[0].questions[0].text in browser.focused()
    browser.press(key)
    assert "Scarred by a trident" in browser.text()
    browser.press(PAGE_UP)
    assert "Scarred by a trident" not in browser.text()
    browser.press(LEFT)
    assert "Round 1" in browser.text()
    assert browser.complaints() == []


def test_guesses_survive_a_reload_and_are_locked_by_the_reveal(
    browser: Browser, told: GameAnalysis, page: Path
) -> None:
    browser.open(page, 1000)
    forget(browser)
    on(browser, "Who is Ann?")
    choose(browser, told.rounds[0].player(1), 1, 4)
    where = browser.js("return location.hash")
    browser.js("location.reload()")
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
    path.write_text(lesson_page(analyse(of_table(table))), encoding="utf-8")
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
    path.write_text(lesson_page(analyse(hostile_game())), encoding="utf-8")
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
                found |= {str(f) for f in _list(browser.driver.execute_async_script(run))}
            if path is paper or not browser.one(".bar .main").is_displayed():
                break
            browser.js("document.querySelector('.bar .main').click()")
    assert found == set()


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return list(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
