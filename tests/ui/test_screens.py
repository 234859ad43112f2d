"""Golden screens: what a person sees at 60, 80 and 120 columns, and plainly.

`DUBIOUS_REGENERATE=1 pytest tests/ui` draws them anew; look at the difference before keeping it.
"""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tests.golden import FIXTURES, check
from tests.ui.screens import drawn, screens

NAMES = ("deal", "question", "reading", "sheet", "guess", "reveal", "standing")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_screen_reads_well_at_this_width(name: str, width: int) -> None:
    text = drawn(screens(width, plain=False)[name], width)
    assert max(cell_len(line) for line in text.splitlines()) <= width
    check(FIXTURES / "screens" / f"{name}-{width}.txt", text)


@pytest.mark.parametrize("name", NAMES)
def test_a_plain_screen_has_no_boxes(name: str) -> None:
    text = drawn(screens(80, plain=True)[name], 80)
    assert not set("╭╮╰╯│─━┃").intersection(text)
    check(FIXTURES / "screens" / f"{name}-plain.txt", text)


@pytest.mark.parametrize("name", NAMES)
def test_a_window_of_20_columns_still_shows_every_word_of_cards_and_answers(name: str) -> None:
    wide, narrow = (drawn(screens(width, plain=True)[name], width) for width in (400, 20))
    assert max(cell_len(line) for line in narrow.splitlines()) <= 20
    assert "".join(narrow.split()) == "".join(wide.split())
