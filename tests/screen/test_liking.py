"""What somebody likes is kept: turned on the screen, written into the settings file, held at the next start and by the command line's tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from dubious_ai.config import config_folder, load_settings
from dubious_ai.config.remembering import remember
from dubious_ai.core import events as ev
from dubious_ai.errors import UsageError
from tests.cli.support import SCRIPT, Dubious, lines
from tests.screen.evening import Table, evening, record


def file() -> Path:
    """The settings file of this test."""
    return config_folder() / "config.toml"


async def to(table: Table, label: str) -> None:
    """Down to a line of the list and into it."""
    for _ in range(20):
        if f"▌{label}" in marked(table):
            await table.press("enter")
            return
        await table.press("down")
    raise AssertionError(f"no line {label!r}:\n{table.text()}")


def marked(table: Table) -> str:
    """The line that stands out."""
    from textual.widgets import OptionList

    listed = table.app.screen.query_one("#menu-list", OptionList)
    return f"▌{listed.get_option_at_index(listed.highlighted or 0).prompt}"


def test_the_colours_are_remembered() -> None:
    async def first() -> None:
        async with evening(None) as table:
            await table.until("start")
            assert table.app.theme == "evening"
            await table.press("f8")
            assert table.app.theme == "daylight"

    async def second() -> None:
        async with evening(None) as table:
            await table.until("start")
            assert table.app.theme == "daylight"

    asyncio.run(first())
    asyncio.run(second())


def test_settings_are_turned_and_a_new_game_begins_with_them() -> None:
    async def first() -> None:
        async with evening(None, size=(60, 20)) as table:
            await table.until("start")
            await to(table, "Settings")
            await table.until("settings")
            while "At the table" not in marked(table):
                await table.press("down")
            await table.press("left")
            while "How they read" not in marked(table):
                await table.press("down")
            await table.press("right")
            await table.press("tab", "end", *["backspace"] * 10)
            await table.type("Rosa?")
            await table.press("escape")
            await table.until("start")

    async def second() -> None:
        async with evening(None) as table:
            await table.until("start")
            await to(table, "New game")
            await table.until("new game")
            assert "Rosa?" in table.text()
            await table.press("enter")
            await table.until("choose occupation")

    asyncio.run(first())
    liked = load_settings().evening
    assert (liked.players, liked.level, liked.name) == (3, "sharp", "Rosa?")
    asyncio.run(second())
    (laid,) = [event for event in record() if isinstance(event, ev.GameSetUp)]
    assert laid.players[0].name == "Rosa?"
    assert len(laid.players) == 3


def test_lines_begin_with_what_somebody_likes_and_a_seed_does_not(dubious: Dubious) -> None:
    remember({"setting": "cthulhu", "players": 3, "talk": False, "tells": "open"})
    begun = dubious("play", stdin=lines("", "", "", "1", "1"))
    assert "Cthulhu" in begun.out
    (laid,) = [event for event in record() if isinstance(event, ev.GameSetUp)]
    assert (laid.setting.slug, len(laid.players)) == ("cthulhu", 3)
    assert (laid.options.talk, laid.options.tells) == (False, "open")
    seeded = dubious("play", "--seed", "7", stdin=lines(*SCRIPT[:2]))
    assert "Antiquity" in seeded.out


def test_the_rest_of_the_settings_file_stays_as_it_was() -> None:
    text = '# mine\nbrain = "house"  # for now\n\n[evening] # at home\nname = "Ann"\n\n[budget]\nmax_cost = 1.0\n'
    file().write_text(text, encoding="utf-8")
    remember({"name": 'Ann "A" Ünal', "timers": False})
    expected = text.replace('name = "Ann"\n', 'name = "Ann \\"A\\" Ünal"\ntimers = false\n')
    assert file().read_text(encoding="utf-8") == expected
    assert load_settings().evening.name == 'Ann "A" Ünal'
    remember({"name": None, "timers": None})
    assert "timers" not in file().read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ['evening = { name = "Ann" }\n', 'evening.name = "Ann"\n'])
def test_a_file_written_another_way_is_left_alone(text: str) -> None:
    file().write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="evening"):
        remember({"timers": False})
    assert file().read_text(encoding="utf-8") == text


def test_a_damaged_file_is_not_written_over_and_the_evening_goes_on() -> None:
    async def run() -> None:
        async with evening(None, notifications=True) as table:
            await table.until("start")
            file().write_text("[evening\n", encoding="utf-8")
            await table.press("f8")
            assert table.app.theme == "daylight"
            await table.shows("for this evening only")

    asyncio.run(run())
    assert file().read_text(encoding="utf-8") == "[evening\n"


def test_config_says_where_a_liking_comes_from(dubious: Dubious, monkeypatch: pytest.MonkeyPatch) -> None:
    remember({"theme": "daylight", "level": "novice"})
    monkeypatch.setenv("DUBIOUS_THEME", "high-contrast")
    told = " ".join(dubious("config").out.split())
    assert "evening.theme high-contrast DUBIOUS_THEME" in told
    assert "evening.level novice" in told
    monkeypatch.setenv("DUBIOUS_THEME", "purple")
    refused = dubious("config")
    assert refused.code == 2
    assert "purple" in refused.err
    assert "daylight" in refused.err
