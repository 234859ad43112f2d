"""Practice on the screen: the same exercises and marks as in lines, kept one by one, by keys and by mouse."""

from __future__ import annotations

import asyncio

import pytest

from dubious_ai.coach.drill.practice_log import load_practice
from dubious_ai.ui.screen.practising import Practice
from tests.screen.evening import Table, evening
from tests.screen.test_liking import marked, to


async def practise(table: Table, label: str, many: str = "3") -> None:
    """To the place and into an exercise."""
    await table.until("start")
    await to(table, "Practise")
    await table.until("practise")
    while "How many" not in marked(table):
        await table.press("down")
    while f" {many} " not in marked(table):
        await table.press("right")
    while label not in marked(table):
        await table.press("up")
    await table.press("enter")


def test_guesses_are_made_marked_and_kept() -> None:
    async def run() -> None:
        async with evening(None, size=(80, 24)) as table:
            await practise(table, "Who is this?")
            await table.until("practice occupation")
            await table.press("enter")
            await table.shows("Take a card, or - for no idea.")
            await table.press("down", "down", "enter")
            await table.until("practice secret")
            await table.press("-", "enter")
            await table.until("practice told")
            await table.shows("no idea")
            assert len(load_practice()) == 1
            await table.press("enter")
            await table.until("practice occupation")
            await table.type("nobody 70, at all 60")
            await table.press("enter")
            await table.shows("nobody")
            await table.press("escape")
            await table.until("practice over")
            await table.shows("of 2 cards well done")
            await table.press("enter")
            await table.until("practise")

    asyncio.run(run())
    (done,) = load_practice()
    assert [mark.kind for mark in done.marks] == ["occupation", "secret"]


def test_chances_are_typed_and_a_card_can_be_clicked() -> None:
    async def run() -> None:
        async with evening(None) as table:
            await practise(table, "Who is this?")
            await table.until("practice occupation")
            screen = table.app.screen
            assert isinstance(screen, Practice)
            await table.pilot.click("#practice-cards", offset=(5, 0))
            await table.until("practice secret")
            await table.type("1 60, 2 20")
            await table.press("enter")
            await table.until("practice told")

    asyncio.run(run())
    (done,) = load_practice()
    assert done.marks[1].given is not None


@pytest.mark.parametrize("size", [(60, 20), (120, 36)])
def test_an_answer_is_written_and_weighed(size: tuple[int, int]) -> None:
    async def run() -> None:
        async with evening(None, size=size) as table:
            await practise(table, "One answer to write")
            await table.until("practice write")
            await table.press("enter")
            await table.shows("at least one word")
            await table.type("My hands know it before I do, and they hurt when it rains?")
            await table.press("enter")
            await table.until("practice told")
            await table.shows("Prepared for this")
            await table.press("escape")
            await table.until("practice over")

    asyncio.run(run())
    (done,) = load_practice()
    assert done.skill == "hint"
