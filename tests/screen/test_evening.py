"""A whole game on the screen: the same decisions give the same record as in lines, and nothing is lost or handed in unasked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest

from dubious_ai.core import events as ev
from dubious_ai.storage.home import games_folder
from tests.cli.support import PLAY, SCRIPT, Dubious, lines
from tests.screen.evening import PLAN, Table, evening, record, record_path
from tests.screen.random_keys import play as random_keys


async def play(table: Table) -> None:
    """The decisions of the script that plays the scrolling table."""
    await table.choose(1, 1, SCRIPT[2], SCRIPT[3])
    await table.answer(SCRIPT[4])
    await table.answer(SCRIPT[5])
    await table.mark(SCRIPT[6], SCRIPT[7])
    await table.mark(SCRIPT[8], SCRIPT[9])
    await table.until("guess")
    await table.press("l", "l")
    await table.reveal()


def told(events: Sequence[ev.Event]) -> list[str]:
    """A record as it can be compared: whoever hands in beside a person does so in any order, and a dash leaves no note where it is the first."""
    return sorted(event.model_dump_json() for event in events)


def test_the_same_decisions_give_the_same_record_at_both_desks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    dubious = Dubious(capsys, monkeypatch)
    assert dubious(*PLAY, "--no-talk", stdin=lines(*SCRIPT)).code == 0
    in_lines = told(record())
    record_path().unlink()

    async def run() -> None:
        async with evening() as table:
            await play(table)
            assert " wins with " in table.text()
            await table.shows("What gave you away")

    asyncio.run(run())
    assert told(record()) == in_lines


def test_an_answer_can_be_taken_back_and_a_draft_comes_again() -> None:
    async def first() -> None:
        async with evening() as table:
            await table.choose()
            await table.until("answer")
            await table.type("First thought.")
            await table.press("enter")
            await table.until("sealed")
            await table.press("u")
            await table.until("answer")
            assert "First thought." in table.text()
            await table.press("ctrl+q", "ctrl+q")

    asyncio.run(first())
    assert not [e for e in record() if isinstance(e, ev.AnswerHandedIn) and e.seat == 1]
    (draft,) = games_folder().glob("*.draft.txt")
    assert draft.read_text(encoding="utf-8").endswith("First thought.")

    async def second() -> None:
        async with evening(None, path=record_path()) as table:
            await table.until("answer")
            assert "First thought." in table.text()

    asyncio.run(second())


@pytest.mark.parametrize("text", ["...", "Two lanterns/sheet"])
def test_what_may_not_be_meant_is_asked_about_once(text: str) -> None:
    async def run() -> None:
        async with evening() as table:
            await table.choose()
            await table.until("answer")
            await table.type(text)
            await table.press("enter")
            assert table.app.place == "answer"
            await table.shows("hands it in all the same")
            await table.press("enter")
            await table.until("sealed")

    asyncio.run(run())


def test_commands_keys_and_the_sheet_work_beside_the_draft() -> None:
    async def run() -> None:
        async with evening() as table:
            await table.choose()
            await table.until("answer")
            await table.type("/cards")
            await table.press("enter")
            await table.shows("Esc goes back")
            assert "Gladiator" in table.text()
            await table.press("escape")
            await table.type("A goose.")
            await table.press("tab", "down", "space")
            await table.press("right", "down", "space", "escape")
            await table.press("f1")
            await table.shows("Keys")
            await table.press("escape", "f8")
            assert "A goose." in table.text()
            await table.press("ctrl+q", "ctrl+q")

    asyncio.run(run())
    marked = [e for e in record() if isinstance(e, ev.NoteTaken)]
    assert [e.target for e in marked] == [2, 3]
    assert all(len(e.candidates) == 1 for e in marked)


def test_an_enter_too_many_guesses_nothing() -> None:
    async def run() -> None:
        async with evening() as table:
            await table.choose()
            await table.answer("Rough.")
            await table.answer("A goose.")
            await table.begin_guessing()
            await table.until("mark")
            await table.press("enter")
            await table.shows("leaves it blank")

    asyncio.run(run())
    assert not [e for e in record() if isinstance(e, ev.NoteTaken)]


@pytest.mark.parametrize("seed", range(25))
def test_random_keys_never_raise_and_hand_in_only_what_was_confirmed(seed: int) -> None:
    assert not asyncio.run(random_keys(seed))


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 36)])
def test_six_at_the_table_fit_every_window(size: tuple[int, int]) -> None:
    async def run() -> None:
        async with evening(replace(PLAN, seats=6), size=size) as table:
            await table.choose()
            await table.answer("Rough, and older than I am.")
            await table.until("answer")
            text = table.text()
            assert text.count("\n") + 1 == size[1]
            assert "question 2 of 2" in text
            assert "Enter hands in" in text
            await table.pilot.resize_terminal(60, 20)
            await table.press("tab")
            await table.shows("Occupations")
            await table.press("escape")
            await table.until("answer")

    asyncio.run(run())
