"""Watching with a pencil in hand: guesses before the reveal, scored apart, on the screen and in lines, and nothing of it on any record."""

from __future__ import annotations

import asyncio

from dubious_ai.content.library import library
from dubious_ai.core import events as ev
from dubious_ai.storage.home import games_folder
from tests.cli.support import Dubious, lines
from tests.screen.evening import evening, record
from tests.screen.test_liking import to

WATCH = ("watch", "--seed", "3", "--players", "3", "--questions", "1+1", "--fast", "--no-talk")


def test_guesses_in_lines_are_scored_apart_and_leave_the_record_as_it_is(dubious: Dubious) -> None:
    assert dubious(*WATCH, "--save").code == 0
    alone = [event for event in record() if not isinstance(event, ev.GameSetUp)]
    revealed = {e.seat: e for e in alone if isinstance(e, ev.PlayerRevealed)}
    order = [e.seat for e in alone if isinstance(e, ev.AnswersReread)]
    next(games_folder().glob("*.jsonl")).unlink()
    names = {file.slug: file.name for file in library("antiquity").files}
    typed: list[str] = []
    for seat in order:
        typed += [names[revealed[seat].occupation], "-"]
    ran = dubious(*WATCH, "--save", "--guess", stdin=lines("nobody here", *typed))
    told = " ".join(ran.out.split())
    assert "/cards lists them" in told
    assert "You would have named 3 of 6 cards and made 3 points with it." in told
    assert "read best of them" in told
    assert [event for event in record() if not isinstance(event, ev.GameSetUp)] == alone


def test_the_end_of_input_ends_the_asking_and_not_the_game(dubious: Dubious) -> None:
    ran = dubious(*WATCH, "--guess", stdin="")
    assert ran.code == 0
    assert "You would have named 0 of 6 cards" in ran.out


def test_the_screen_asks_before_the_reveal_and_tells_what_it_was_worth() -> None:
    (games_folder().parent / "config.toml").write_text("[evening]\nplayers = 3\n", encoding="utf-8")

    async def run() -> None:
        async with evening(None, size=(80, 24)) as table:
            await table.until("start")
            await to(table, "Watch")
            for _ in range(3):
                while await table.until("watching", "guess along") == "watching":
                    await table.press("enter")
                await table.type("1")
                await table.press("enter")
                await table.type("2")
                await table.press("enter", "enter")
            while await table.until("reveal", "revealed", "watched") != "watched":
                await table.press("s")
            await table.shows("You would have named")
            await table.press("escape")
            await table.until("start")

    asyncio.run(run())
    assert not list(games_folder().glob("*.jsonl"))


def test_esc_leaves_the_table_one_only_watches() -> None:
    async def run() -> None:
        async with evening(None) as table:
            await table.until("start")
            await to(table, "Watch")
            await table.until("watching")
            await table.press("escape")
            await table.until("start")

    asyncio.run(run())
