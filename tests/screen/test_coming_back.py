"""Whatever ends an evening at whatever place: it goes on there, and nothing is lost or handed in."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from textual.events import Paste

from dubious_ai.core import events as ev
from dubious_ai.core.model import Options
from dubious_ai.game.table import Table as GameTable
from dubious_ai.storage.home import games_folder
from dubious_ai.ui.screen.widgets import MOST_PASTED, Editor
from tests.screen.evening import PLAN, Table, evening, record, record_path

Way = Callable[[Table], Awaitable[None]]
FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "records" / "version-1"


async def to_the_start(table: Table) -> None:
    await table.until("choose occupation")


async def to_the_question(table: Table) -> None:
    await table.choose()
    await table.until("answer")
    await table.type("Half a thought")
    await table.press("f1", "escape")


async def to_the_sealed(table: Table) -> None:
    await table.choose()
    await table.until("answer")
    await table.type("Half a thought")
    await table.press("enter")
    await table.until("sealed")


async def to_the_guessing(table: Table) -> None:
    await table.choose()
    await table.answer("Rough.")
    await table.answer("A goose.")
    await table.until("guessing")


async def to_the_page(table: Table) -> None:
    await to_the_guessing(table)
    await table.begin_guessing()
    await table.until("mark")
    await table.type("pirate")
    await table.press("enter")


async def to_the_lock(table: Table) -> None:
    await to_the_guessing(table)
    await table.mark("pirate", "1")
    await table.mark("potter", "2")
    await table.until("guess")


async def to_the_reveal(table: Table) -> None:
    await to_the_lock(table)
    await table.press("l", "l")
    await table.until("reveal")
    await table.press("s")
    await table.press("enter")
    await table.until("reveal")


async def to_the_ending(table: Table) -> None:
    await to_the_lock(table)
    await table.press("l", "l")
    await table.reveal()


@pytest.mark.parametrize(
    ("way", "place", "words"),
    [
        (to_the_start, "choose occupation", "Keep one Occupation"),
        (to_the_question, "answer", "Half a thought"),
        (to_the_sealed, "answer", "Half a thought"),
        (to_the_guessing, "guessing", "Everybody reads once more"),
        (to_the_page, "mark", "Marked: Pirate"),
        (to_the_lock, "guess", "Potter"),
        (to_the_reveal, "reveal", "2 of 3"),
        (to_the_ending, "over", "wins with"),
    ],
)
def test_a_game_cut_off_goes_on_at_that_place(way: Way, place: str, words: str, tmp_path: Path) -> None:
    kept = tmp_path / "as after a power cut"

    async def first() -> None:
        async with evening() as table:
            await way(table)
            await asyncio.sleep(0.6)  # the draft is kept twice a second
            # what lies on the disk now is all that a killed program leaves
            shutil.copytree(games_folder(), kept)

    asyncio.run(first())
    shutil.rmtree(games_folder())
    shutil.copytree(kept, games_folder())
    before = list(record())

    async def second() -> None:
        async with evening(None, path=record_path()) as table:
            await table.until(place)
            await table.shows(words)

    asyncio.run(second())
    handed_in = (ev.CardsKept, ev.AnswerHandedIn, ev.GuessesHandedIn)
    mine = [e for e in record() if isinstance(e, handed_in) and e.seat == 1]
    assert mine == [e for e in before if isinstance(e, handed_in) and e.seat == 1]


def test_a_paste_of_a_hundred_thousand_characters_is_one_answer_that_is_refused_kindly() -> None:
    async def run() -> None:
        async with evening(size=(60, 20)) as table:
            await table.choose()
            await table.until("answer")
            editor = table.app.screen.query_one(Editor)
            editor.post_message(Paste("one line\nand another \x1b[31mred\x1b[0m " * 3000))
            await table.pilot.pause()
            assert len(editor.text) > 100
            assert len(editor.text) <= MOST_PASTED
            assert "\n" not in editor.text
            assert "\x1b" not in editor.text
            await table.press("enter")
            assert table.app.place == "answer"
            await table.press("ctrl+z")
            assert not editor.text

    asyncio.run(run())


def test_windows_of_every_size_at_every_place_show_the_question_and_raise_nothing() -> None:
    async def run() -> None:
        async with evening(replace(PLAN, seats=6)) as table:
            await table.choose()
            await table.until("answer")
            for size in ((20, 6), (200, 60), (60, 20), (1, 1), (97, 21), (80, 24)):
                await table.pilot.resize_terminal(*size)
                await table.press("tab")
                await table.pilot.resize_terminal(size[0] + 3, size[1])
                await table.press("escape")
            await table.until("answer")
            await table.shows("What")

    asyncio.run(run())


def test_a_table_that_breaks_is_told_in_a_sentence_and_the_game_is_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(_: GameTable) -> None:
        raise RuntimeError("a chair gave way")

    monkeypatch.setattr(GameTable, "play", broken)

    async def run() -> str:
        async with evening() as table:
            for _ in range(200):
                await table.pilot.pause()
                if table.app.desk is None:
                    break
                await asyncio.sleep(0.01)
            notes = [n.message for n in table.app._notifications]  # pyright: ignore[reportPrivateUsage]
            return " ".join(notes) + table.app.farewell

    told = asyncio.run(run())
    assert "a chair gave way" in told
    assert record()


@pytest.mark.parametrize(
    "name", ["half-revealed", "question-3-notes-and-coach", "guesses-handed-in", "second-round-dealt"]
)
def test_a_record_of_an_older_version_goes_on(name: str) -> None:
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = shutil.copy(FIXTURES / f"{name}.dubious.jsonl", folder)

    async def run() -> None:
        async with evening(None, path=Path(path)) as table:
            await table.until("choose occupation", "answer", "guessing", "mark", "guess", "reveal")

    asyncio.run(run())


def test_rounds_follow_one_another_and_the_reveal_closes() -> None:
    async def run() -> None:
        async with evening(replace(PLAN, options=Options(rounds=2, appearance=1, assorted=0))) as table:
            await table.choose()
            await table.answer("Rough.")
            await table.mark("pirate", "1")
            await table.mark("potter", "2")
            await table.until("guess")
            await table.press("l", "l")
            while await table.until("reveal", "choose occupation") == "reveal":
                await table.press("s")
            await table.shows("round 2 of 2")

    asyncio.run(run())
