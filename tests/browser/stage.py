"""What somebody does at the stage of a lesson, and what the rules say of it."""

from __future__ import annotations

import time

from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis
from dubious_ai.core.model import KINDS
from dubious_ai.core.scoring import score_row
from tests.browser.chromium import Browser, Element


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


def visible(browser: Browser, element: Element) -> bool:
    """Whether an element is drawn and not only given room."""
    return browser.js("return getComputedStyle(arguments[0]).visibility", element) == "visible"


def forget(browser: Browser) -> None:
    """Begin as a first visitor would."""
    browser.js("localStorage.clear(); history.replaceState(null, '', location.pathname)")
    reload(browser)


def reload(browser: Browser) -> None:
    """Load the page anew, and wait until it stands there."""
    browser.js("window.stale = true; location.reload()")
    for _ in range(200):
        if browser.js("return !window.stale && document.readyState === 'complete'"):
            return
        time.sleep(0.02)
    raise AssertionError("the page never came back")


def listed_values(value: object) -> list[object]:
    assert isinstance(value, list)
    return list(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
