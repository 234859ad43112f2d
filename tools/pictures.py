"""The pictures of the README: the table and the reveal as the screen draws them, from a recorded game of four. `python -m tools.pictures` draws them anew.

A font is named and not fetched, so that the pictures need nothing from anywhere.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from html import unescape
from pathlib import Path

from textual.pilot import Pilot

from dubious_ai.belief.readers import Readers
from dubious_ai.config import load_settings
from dubious_ai.game.backends import Backends
from dubious_ai.storage.home import games_folder
from dubious_ai.ui.manners import Manners
from dubious_ai.ui.screen.app import Evening
from dubious_ai.ui.screen.session import screen

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "fixtures" / "pictures" / "evening.dubious.jsonl"
FOLDER = ROOT / "docs"
SIZE = (100, 30)
DRAFT = "My fingers, brown to the knuckle, and whatever I have not slept off."
MARKS = (
    "tab",
    "down",
    "down",
    "down",
    "down",
    "space",
    "down",
    "x",
    "right",
    *["down"] * 7,
    "space",
    "down",
    "x",
    "right",
    "up",
    "up",
    "x",
    "escape",
)
PICTURES: dict[str, tuple[int, str, Sequence[str]]] = {
    "table": (55, "answer", (*MARKS, *DRAFT)),
    "reveal": (88, "reveal", ("enter",) * 8),
}
"""For each picture how many lines of the game lie on the disk, the place it opens at, and the keys pressed there."""
PATIENCE = 3000


async def _stands_at(app: Evening, pilot: Pilot[None], place: str) -> None:
    for _ in range(PATIENCE):
        await pilot.pause()
        if app.place == place:
            return
        await asyncio.sleep(0.01)
    raise RuntimeError(f"the screen never came to {place!r}, but stands at {app.place!r}")


async def _draw(name: str) -> str:
    lines, place, keys = PICTURES[name]
    folder = games_folder()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    path = folder / GAME.name
    path.write_bytes(b"".join(GAME.read_bytes().splitlines(keepends=True)[:lines]))
    manners = Manners(clocks=False, pace=0.0, reduced_motion=True)
    with Backends(load_settings(), Readers()) as backends:
        app = screen(backends, manners=manners, path=path)
        async with app.run_test(size=SIZE) as pilot:
            await _stands_at(app, pilot, place)
            for key in keys:
                await pilot.press(
                    "space" if key == " " else "full_stop" if key == "." else "comma" if key == "," else key
                )
            app.clear_notifications()
            for _ in range(5):
                await pilot.pause()
            return self_contained(app.export_screenshot(title="Dubious"))


def self_contained(svg: str) -> str:
    """The picture without what it would fetch: fonts from elsewhere."""
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S)


def words_in(svg: str) -> list[str]:
    """The text of a picture, which stays when a version draws its frame otherwise."""
    return unescape(" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg))).replace("\u00a0", " ").split()


def draw(name: str) -> str:
    """One picture as SVG, drawn in a home of its own."""
    before = os.environ.get("DUBIOUS_HOME")
    with tempfile.TemporaryDirectory() as home:
        os.environ["DUBIOUS_HOME"] = home
        try:
            return asyncio.run(_draw(name))
        finally:
            if before is None:
                del os.environ["DUBIOUS_HOME"]
            else:
                os.environ["DUBIOUS_HOME"] = before


if __name__ == "__main__":
    for picture in PICTURES:
        (FOLDER / f"{picture}.svg").write_text(draw(picture), encoding="utf-8")
        print(f"docs/{picture}.svg")
