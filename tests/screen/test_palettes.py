"""Every colour of every theme can be read on its ground, and NO_COLOR leaves none."""

from __future__ import annotations

import asyncio
import re

import pytest
from rich.color import Color
from rich.default_styles import DEFAULT_STYLES
from rich.style import Style

from dubious_ai.ui.page import THEME
from dubious_ai.ui.screen.palettes import DRAWN, FRAMES, MARKS
from tests.screen.evening import evening

READABLE = 4.5
"""The contrast from which a text is easily read (WCAG AA)."""


def light(colour: str) -> float:
    """The relative luminance of a colour (0 to 1)."""
    parts = (value / 255 for value in Color.parse(colour).get_truecolor())
    r, g, b = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """The contrast of two colours (1 to 21)."""
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.name)
def test_every_colour_can_be_read(frame: object) -> None:
    chosen = next(one for one in FRAMES if one is frame)
    ground = chosen.background or "#000000"
    grounds = [ground, chosen.surface or ground]
    assert contrast(chosen.foreground or "#ffffff", ground) >= READABLE
    poor: list[str] = []
    for name in set(THEME.styles) - set(DEFAULT_STYLES):
        style: Style = DRAWN[chosen.name].styles[name]
        if style.color and style.color.triplet:
            worst = min(contrast(style.color.triplet.hex, one) for one in grounds)
            if worst < READABLE:
                poor.append(f"{name}: {worst:.1f}")
    assert not poor


def test_marks_tell_players_apart_without_colour() -> None:
    assert len(set(MARKS)) == len(MARKS) == 6


def test_no_color_leaves_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def run() -> str:
        async with evening(None, size=(80, 24)) as table:
            await table.until("start")
            await table.press("f8", "f8")
            return table.app.export_screenshot()

    drawn = asyncio.run(run())
    body = drawn[drawn.index('clip-path="url(') :] if 'clip-path="url(' in drawn else drawn
    inked = set(re.findall(r"fill: ?#([0-9a-f]{6})", drawn)) | set(re.findall(r'fill="#([0-9a-f]{6})"', body))
    coloured = {ink for ink in inked if len({ink[:2], ink[2:4], ink[4:]}) > 1}
    # the three buttons and the title of the pictured window are the picture's own
    assert not coloured - {"ff5f57", "febc2e", "28c840", "c5c8c6"}
