"""Before somebody sits down on the screen: brains that cannot play, servers that only a file names, games that cannot go on."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from dubious_ai.core import events as ev
from dubious_ai.storage.home import games_folder
from tests.cli.support import SCRIPT, SHORT, Dubious, lines, saved
from tests.llm.support import KEY, calls_come_home, good_model, serving
from tests.screen.evening import PLAN, evening, record, record_path
from tests.screen.test_liking import file, to

NOBODY_THERE = "openai:m@http://127.0.0.1:9/v1"


def test_a_model_that_cannot_be_reached_is_told_before_the_table_is_laid() -> None:
    file().write_text(f'brain = "{NOBODY_THERE}"\n', encoding="utf-8")

    async def run() -> None:
        async with evening(None) as table:
            await table.until("start")
            await to(table, "New game")
            await table.until("new game")
            await table.press("enter")
            await table.shows("127.0.0.1")
            await table.shows("Play against the house instead")
            assert not list(games_folder().glob("*.jsonl"))
            await table.press("escape")
            await table.until("new game")
            await table.press("enter")
            await table.shows("Play against the house instead")
            await table.press("down", "enter")
            await table.until("choose occupation")

    asyncio.run(run())
    (noted,) = [event for event in record() if isinstance(event, ev.BrainsNoted)]
    assert noted.brains == ("human", "house", "house", "house")


def test_a_table_that_nobody_can_play_at_closes_the_screen_with_a_sentence() -> None:
    async def run() -> str:
        async with evening(replace(PLAN, brain="openai:m")) as table:
            await table.shows("key")
            await table.press("escape")
            while not table.app.problem:
                await table.pilot.pause()
            return str(table.app.problem)

    assert "key" in asyncio.run(run())
    assert not list(games_folder().glob("*.jsonl"))


def test_a_strange_server_is_asked_about_and_hears_nothing_without_a_yes(
    dubious: Dubious, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(model=good_model) as evil:
        begun = dubious(
            "play", *SHORT, "--name", "Ann", "--brain", f"openai:m@{evil.url}", stdin=lines(*SCRIPT[:4])
        )
        assert "Saved" in begun.out
        calls_come_home()
        heard = len(evil.seen), len(evil.listed)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        before = saved()[0].read_bytes()

        async def no() -> None:
            async with evening(None) as table:
                await table.until("start")
                await to(table, "Continue")
                await table.shows(evil.url.removesuffix("/v1"))
                await table.press("enter")
                await table.shows("Nothing was sent.")
                await table.press("enter")
                await table.until("start")

        async def yes() -> None:
            async with evening(None, path=record_path()) as table:
                await table.shows("Yes, I trust it")
                await table.press("down", "enter")
                await table.until("answer")

        asyncio.run(no())
        assert (len(evil.seen), len(evil.listed)) == heard
        assert saved()[0].read_bytes() == before
        asyncio.run(yes())
        assert len(evil.listed) > heard[1]


def test_leaving_for_the_start_keeps_the_game_and_offers_to_go_on() -> None:
    async def run() -> None:
        async with evening() as table:
            await table.until("choose occupation")
            table.app.to_the_start()
            await table.until("start")
            await table.shows("Continue")
            await table.press("enter")
            await table.until("choose occupation")

    asyncio.run(run())


def test_a_finished_game_opens_at_its_end(dubious: Dubious) -> None:
    dubious("play", *SHORT, "--name", "Ann", stdin=lines(*SCRIPT))

    async def run() -> None:
        async with evening(None, path=record_path()) as table:
            await table.until("over")

    asyncio.run(run())
