"""The lesson page in a real browser: the whole flow, by mouse and by keyboard, narrow and wide, on paper, without a script."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dubious_ai.analysis.analyse import analyse
from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis
from dubious_ai.core.model import KINDS
from dubious_ai.core.scoring import score_row
from dubious_ai.teach.lesson_page import lesson_page
from dubious_ai.teach.print_sheets import round_page
from tests.browser.chromium import Browser, axe, start
from tests.teach.classroom import class_game
from tests.teach.test_exports import hostile_game

pytestmark = pytest.mark.browser
ENTER, TAB, RIGHT, LEFT, DOWN = "\ue007", "\ue004", "\ue014", "\ue012", "\ue015"

UNCOVERED = """const box = document.activeElement.getBoundingClientRect();
return document.activeElement.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));"""


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


def choose(browser: Browser, player: PlayerAnalysis, occupation: int, secret: int) -> None:
    """Set both lists of a player (card numbers, 0 for no guess)."""
    for kind, number in zip(KINDS, (occupation, secret), strict=True):
        browser.js(
            "document.getElementById(arguments[0]).value = arguments[1] ? String(arguments[1]) : ''",
            f"r1s{player.seat}{kind}",
            number,
        )


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
    round_ = told.rounds[0]
    main = browser.one(".bar .main")
    assert round_.player(1).answers[0].text not in browser.text()
    for number in range(2):
        main.click()
        assert round_.questions[number].text in browser.text()
        for seat in round_.order:
            assert round_.player(seat).answers[number].text not in browser.text()
            main.click()
            assert round_.player(seat).answers[number].text in browser.text()
    main.click()
    # nothing is revealed before every guess is locked in
    main.click()
    assert "Lock in your guess about Ann first." in browser.text()
    assert not [cards for cards in secrets_of(told) if cards in browser.text()]
    wanted = {1: (1, 1), 2: (1, 0), 3: (1, 4)}  # right and wrong; wrong; wrong where nobody knew, and right
    for player in round_.players:
        choose(browser, player, *wanted[player.seat])
    for button in browser.all("fieldset button"):
        browser.js("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()
    total = 0
    for seat in round_.order:
        assert main.text == f"Reveal {told.name(seat)}"
        main.click()
        assert secrets_of(told)[seat - 1] in browser.text()
        mine = browser.one(f".reveal[data-seat='{seat}'] .mine").text
        expected = by_the_rules(told, round_.player(seat), wanted[seat])
        assert mine.count("1 point") == expected
        total += expected
    assert total == 3
    main.click()
    assert f"have {total} points from guessing" in browser.text()
    assert "Ben wins with 5 points." in browser.text()
    main.click()
    assert not main.is_displayed()
    assert browser.js("return document.documentElement.scrollWidth") == width
    assert browser.complaints() == []
    assert browser.requests() == []


def test_with_the_keyboard_alone(browser: Browser, told: GameAnalysis, page: Path) -> None:
    browser.open(page, 1000)
    for _ in range(40):
        if browser.focused().startswith(("Question", "Begin")):
            break
        browser.press(TAB)
    browser.press(ENTER)
    for _ in range(6):
        browser.press(ENTER)
    browser.press(ENTER)  # question 2 is out, one answer of it not
    browser.press(LEFT)
    browser.press(RIGHT, RIGHT)
    assert browser.focused() == "Who is who?"
    for player in told.rounds[0].order:
        browser.press(TAB)
        assert browser.focused() == f"{told.name(player)}’s answers again"
        browser.press(TAB)
        browser.press("1")  # typing in a list chooses
        browser.press(TAB, TAB)
        assert browser.focused() == f"Lock in {told.name(player)}"
        assert browser.js(UNCOVERED)
        browser.press(ENTER)
        assert browser.js("return document.activeElement.tagName") == "BUTTON"
    # locking the last one leads on
    assert browser.focused() == "Reveal Ann"
    for _ in range(4):
        browser.press(ENTER)
    assert "You named" in browser.text()
    assert "You named" in str(browser.js("return document.querySelector('.live').textContent"))
    assert browser.complaints() == []


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
    for _ in range(30):
        for button in browser.all(".bar .skip, .bar .main"):
            if button.is_displayed():
                button.click()
                break
    assert "</script><script>alert(1)</script>" in browser.text()
    assert "<img src=x onerror=alert(1)>" in browser.text()
    assert browser.js("return document.images.length + document.links.length") == 0
    assert browser.complaints() == []
    assert browser.requests() == []


def test_without_a_script_everything_can_be_read(browser: Browser, page: Path) -> None:
    browser.open(page, script=False)
    assert browser.rendered(".answer:last-child")
    assert browser.rendered(".reveal[data-seat='3']")
    assert not browser.rendered(".bar .main")
    browser.open(page)
    assert not browser.rendered(".reveal[data-seat='3']")
    assert browser.rendered(".bar .main")


@pytest.mark.parametrize("dark", [False, True])
def test_no_serious_finding_of_axe(
    browser: Browser, told: GameAnalysis, page: Path, tmp_path: Path, dark: bool
) -> None:
    script = axe()
    if script is None:
        pytest.skip("axe-core is not at hand: npm install axe-core and name axe.min.js in DUBIOUS_AXE")
    paper = tmp_path / "paper.html"
    paper.write_text(round_page(told), encoding="utf-8")
    run = "const done = arguments[0]; axe.run().then(r => done(r.violations.map(v => v.impact + ' ' + v.id + ': ' + v.nodes[0].html)))"
    found: list[str] = []
    for path in (page,) if dark else (page, paper):
        browser.open(path, 390, dark=dark)
        browser.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
        browser.js(script)
        found += [str(f) for f in _list(browser.driver.execute_async_script(run))]
        for _ in range(20):
            for button in browser.all(".bar .skip, .bar .main"):
                if button.is_displayed():
                    button.click()
                    break
        found += [str(f) for f in _list(browser.driver.execute_async_script(run))]
    assert [f for f in found if f.startswith(("serious", "critical", "moderate"))] == []


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return list(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
