"""Every place of the table as it stands at three sizes, from a recorded game of six cut off there, so that only the drawing decides.

`DUBIOUS_REGENERATE=1 pytest tests/screen/test_golden_screens.py` draws them anew; look at the difference before keeping it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.text import Text

from dubious_ai.storage.home import games_folder
from dubious_ai.ui.screen.widgets import Drawn
from tests.golden import FIXTURES, check
from tests.screen.evening import Table, evening

GAME = FIXTURES / "records" / "version-1" / "finished-six.dubious.jsonl"
SIZES = ((60, 20), (80, 24), (120, 36))
DRAFT = "The curtain, and what the other one has behind theirs, if you must know."


def cut_off(lines: int) -> Path:
    """The game as it lay on the disk after so many lines."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "2026-11-30-cthulhu-D0F8.dubious.jsonl"
    path.write_bytes(b"".join(GAME.read_bytes().splitlines(keepends=True)[:lines]))
    return path


async def drawn(table: Table, name: str) -> None:
    """Compare the place at every size."""
    for width, height in SIZES:
        await table.pilot.resize_terminal(width, height)
        for _ in range(3):
            await table.pilot.pause()
        check(FIXTURES / "golden-screens" / f"{name}-{width}.txt", table.text() + "\n")


@pytest.mark.parametrize(
    ("name", "lines", "place", "keys"),
    [
        ("deal", 26, "choose occupation", ()),
        ("writing", 72, "answer", (DRAFT,)),
        (
            "sheet",
            72,
            "answer",
            (DRAFT, "tab", "space", "down", "x", "down", "space", "right", "exclamation_mark"),
        ),
        ("keys", 72, "answer", (DRAFT, "f1")),
        ("reading", 84, "reading", ("enter", "enter")),
        ("guessing", 86, "guessing", ()),
        ("page", 97, "mark", ("a",)),
        ("lock", 112, "guess", ()),
        ("guesses-turn", 115, "reveal", ("enter", "enter", "enter")),
        ("ticks", 115, "reveal", ("enter",) * 7),
    ],
)
def test_a_place_stands_as_it_should(name: str, lines: int, place: str, keys: Sequence[str]) -> None:
    path = cut_off(lines)

    async def run() -> None:
        async with evening(None, path=path) as table:
            await table.until(place)
            for key in keys:
                if len(key) > 20:
                    await table.type(key)
                else:
                    await table.press(key)
            await drawn(table, name)

    asyncio.run(run())


def test_the_ending_stands_as_it_should() -> None:
    path = cut_off(121)

    async def run() -> None:
        async with evening(None, path=path) as table:
            await table.until("over")
            await table.shows("What gave you away")
            # what the review finds follows the reader, which learns
            table.app.screen.query_one("#after-review", Drawn).draw(Text("(what the review finds)"))
            await drawn(table, "ending")

    asyncio.run(run())
