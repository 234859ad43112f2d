"""Every place says its keys, everything has a name in the palette, and the mouse does what the keys do."""

from __future__ import annotations

import asyncio

import pytest
from textual.widgets import Input

from dubious_ai.ui.screen.by_name import HERE
from tests.screen.evening import evening
from tests.screen.test_liking import marked, to

PLACES = {"New game": "new game", "Practise": "practise", "Settings": "settings"}


@pytest.mark.parametrize("label", [*PLACES, ""])
@pytest.mark.parametrize("key", ["?", "f1"])
def test_a_key_tells_the_keys_of_the_place(label: str, key: str) -> None:
    async def run() -> None:
        async with evening(None, size=(60, 20)) as table:
            await table.until("start")
            if label:
                await to(table, label)
                await table.until(PLACES[label])
            await table.press("question_mark" if key == "?" else key)
            await table.shows("turns a line")
            await table.press("escape")
            await table.until(PLACES.get(label, "start"))

    asyncio.run(run())


def test_a_question_mark_in_a_name_is_part_of_it() -> None:
    async def run() -> None:
        async with evening(None) as table:
            await table.until("start")
            await to(table, "New game")
            await table.until("new game")
            await table.press("tab", "end")
            await table.type("?")
            assert table.app.screen.query_one(Input).value.endswith("?")

    asyncio.run(run())


def test_everything_has_a_name_in_the_palette() -> None:
    async def run() -> None:
        async with evening(None) as table:
            await table.until("start")
            names = {command.title for command in table.app.get_system_commands(table.app.screen)}
            assert names >= {
                "New game", "Tonight's table", "Learn", "Practise", "Watch", "Look back", "Settings", "How to play",
                "Keys", "Leave", "Theme: daylight",
            }  # fmt: skip
            for command in table.app.get_system_commands(table.app.screen):
                if command.title == "Settings":
                    command.callback()
            await table.until("settings")

    asyncio.run(run())


def test_at_a_table_the_palette_leads_to_the_start() -> None:
    async def run() -> None:
        async with evening() as table:
            await table.until("choose occupation")
            commands = list(table.app.get_system_commands(table.app.screen))
            assert {"Hint", "Meter", "To the start"} <= {command.title for command in commands}
            next(command for command in commands if command.title == "To the start").callback()
            await table.until("start")

    asyncio.run(run())


def test_a_click_takes_a_line_and_the_foot_of_the_page() -> None:
    async def run() -> None:
        async with evening(None, size=(80, 24)) as table:
            await table.until("start")
            await table.pilot.click("#menu-list", offset=(3, 1))
            await table.until("new game")
            foot = table.text().splitlines()
            row = next(n for n, line in enumerate(foot) if "Esc back" in line)
            await table.pilot.click(offset=(foot[row].index("Esc back") + 1, row))
            await table.until("start")
            assert "New game" in marked(table)

    asyncio.run(run())


def test_the_places_whose_keys_are_told_exist() -> None:
    from dubious_ai.ui.screen import guessing, locking, menu, practising, revealing, watching

    known = {
        name for module in (guessing, locking, menu, practising, revealing, watching) for name in vars(module)
    }
    assert set(HERE) <= known
