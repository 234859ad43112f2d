"""The record sheet and the guessing it leads to: pencilled in and crossed off by key and click, kept, resumed, and used."""

from __future__ import annotations

import asyncio

import pytest
from textual.widgets import OptionList

from dubious_ai.content.library import library
from dubious_ai.core import events as ev
from dubious_ai.ui.manners import Manners
from dubious_ai.ui.screen.sheet_grid import Grid, Spot
from tests.screen.evening import Table, evening, record, record_path


def marks() -> list[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    return [(e.target, e.candidates, e.crossed) for e in record() if isinstance(e, ev.NoteTaken) and e.kind]


def at(table: Table, spot: Spot) -> tuple[int, int]:
    """Where on the grid a spot is drawn."""
    grid = table.app.screen.query_one(Grid)
    for y in range(grid.size.height):
        for x in range(grid.scrollable_content_region.width - 2, -1, -1):
            if grid.spot_at(x, y + grid.scroll_offset.y) == spot:
                return x, y
    raise AssertionError(f"{spot} is not on the screen")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)])
def test_cards_are_pencilled_in_and_crossed_off_by_key_and_by_click_and_come_again(
    size: tuple[int, int],
) -> None:
    async def first() -> None:
        async with evening(size=size) as table:
            await table.choose()
            await table.until("answer")
            await table.type("A goose.")
            await table.press("tab", "space", "down", "x", "down", "space", "exclamation_mark")
            for _ in range(2):
                spot = Spot("occupation", 5, 3)
                await table.pilot.click("#sheet-cards", offset=at(table, spot))
                await table.pilot.pause()
            await table.press("escape")
            await table.until("answer")
            assert "A goose." in table.text()
            await table.press("ctrl+q", "ctrl+q")

    asyncio.run(first())
    gladiator, legionary, mahout = "gladiator", "legionary", "mahout-elephant-handler"
    assert marks()[:4] == [
        (2, (gladiator,), ()),
        (2, (gladiator,), (legionary,)),
        (2, (gladiator, mahout), (legionary,)),
        (2, (mahout, gladiator), (legionary,)),
    ]
    assert marks()[4:] == [(3, ("philosopher",), ()), (3, (), ("philosopher",))]

    async def second() -> None:
        async with evening(None, path=record_path(), size=size) as table:
            await table.until("answer")
            await table.press("tab")
            rows = [line for line in table.text().splitlines() if "Gladiator" in line or "Legionary" in line]
            assert any("?" in row for row in rows)
            assert any("✕" in row for row in rows)

    asyncio.run(second())


def test_own_cards_are_crossed_off_already_and_cannot_be_marked() -> None:
    async def run() -> None:
        async with evening() as table:
            await table.choose()
            await table.until("answer")
            await table.press("tab")
            mine = [line for line in table.text().splitlines() if "─ ─" in line and "Theater actor" in line]
            assert mine
            grid = table.app.screen.query_one(Grid)
            names = [card.slug for card in library("antiquity").setting().cards("occupation")]
            grid.go(Spot("occupation", names.index("theater-actor"), 2))
            await table.press("space", "x", "enter")

    asyncio.run(run())
    assert not marks()


def test_a_guess_begins_with_the_shortlist_and_ends_with_what_was_crossed_off() -> None:
    async def run() -> None:
        async with evening() as table:
            await table.choose()
            await table.until("answer")
            await table.press("tab", "x", *["down"] * 10, "space", "escape")
            await table.answer("Rough.")
            await table.answer("A goose.")
            await table.begin_guessing()
            await table.until("mark")
            listed = [option.id for option in table.app.screen.query_one("#guess-cards", OptionList).options]
            assert listed[0] == "winemaker"
            assert listed.index("gladiator") == len(listed) - 3
            await table.press("down", "enter")
            await table.press("enter", "enter", "4")
            await table.until("mark", "guess")

    asyncio.run(run())
    assert (2, ("winemaker",), ("gladiator",)) in marks()


def test_the_clock_is_announced_and_runs_only_once_the_answers_stand_there() -> None:
    async def run() -> None:
        async with evening(manners=Manners(clocks=True, pace=0.0, reduced_motion=True)) as table:
            await table.choose()
            await table.answer("Rough.")
            await table.answer("A goose.")
            await table.shows("For each of them you have thirty seconds")
            assert "0:30" not in table.text()
            await table.begin_guessing()
            await table.until("mark")
            await table.shows("0:")

    asyncio.run(run())
