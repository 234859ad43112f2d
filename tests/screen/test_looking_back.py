"""Looking back on the screen: a career over time, and practice that starts from what is missed."""

from __future__ import annotations

import asyncio

import pytest

from dubious_ai.coach.drill.practice_log import load_practice
from dubious_ai.storage.home import history
from tests.cli.support import PLAY, SCRIPT, Dubious, lines
from tests.screen.evening import evening
from tests.screen.test_liking import to


@pytest.mark.parametrize("size", [(60, 20), (100, 30)])
def test_practice_starts_from_what_is_missed(dubious: Dubious, size: tuple[int, int]) -> None:
    assert dubious(*PLAY, stdin=lines(*SCRIPT)).code == 0
    ((_, game),) = history().sound
    assert game.sum is not None
    missed = {card.card for card in game.sum.cards if not card.right}
    assert missed

    async def run() -> None:
        async with evening(None, size=size) as table:
            await table.until("start")
            await to(table, "Look back")
            await table.until("look back")
            await table.press("enter")
            await table.until("career")
            await table.shows("Reading: cards of the house")
            await table.press("enter")
            await table.until("practice occupation")
            await table.press("-", "enter")
            await table.until("practice secret")
            await table.press("-", "enter")
            await table.until("practice told")
            await table.press("escape", "escape")
            await table.until("career")
            await table.press("escape")
            await table.until("look back")
            await table.press("escape")
            await table.until("start")

    asyncio.run(run())
    (done,) = load_practice()
    wanted = [mark.card for mark in done.marks]
    assert missed & set(wanted)


def test_without_a_game_there_is_a_sentence() -> None:
    async def run() -> None:
        async with evening(None, notifications=True) as table:
            await table.until("start")
            await to(table, "Look back")
            await table.shows("No finished game yet")

    asyncio.run(run())
