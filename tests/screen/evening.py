"""An evening on the screen, played by keys. Tests wait for the place the desk says it is at, never for a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from dubious_ai.config import load_settings
from dubious_ai.core import events as ev
from dubious_ai.core.model import Options
from dubious_ai.game.backends import Backends
from dubious_ai.game.seating import Plan
from dubious_ai.storage.home import games_folder
from dubious_ai.storage.record import read_record
from dubious_ai.ui.manners import Manners
from dubious_ai.ui.screen.app import Evening
from dubious_ai.ui.screen.session import screen
from tests.readers import READERS

PATIENCE = 3000
"""Looks at the screen after which a place that never comes fails the test."""
QUICK = Manners(clocks=False, pace=0.0, reduced_motion=True)
PLAN = Plan(seats=3, options=Options(appearance=1, assorted=1), human="Ann", seed="3")


@dataclass
class Table:
    """The program and the keys."""

    app: Evening
    pilot: Pilot[None]

    async def until(self, *places: str) -> str:
        """Wait until the person stands at one of these places."""
        for _ in range(PATIENCE):
            await self.pilot.pause()
            if self.app.place in places:
                await self.pilot.pause()
                return self.app.place
            await asyncio.sleep(0.01)
        raise AssertionError(f"never came to {places}, but stands at {self.app.place!r}:\n{self.text()}")

    async def shows(self, words: str) -> None:
        """Wait until these words stand on the screen."""
        for _ in range(PATIENCE):
            await self.pilot.pause()
            if words in " ".join(self.text().split()):
                return
            await asyncio.sleep(0.01)
        raise AssertionError(f"{words!r} never came:\n{self.text()}")

    async def type(self, text: str) -> None:
        """Type words."""
        await self.pilot.press(*text)

    async def press(self, *keys: str) -> None:
        """Press keys by name."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    def text(self) -> str:
        """The screen as text."""
        strips = self.app.screen._compositor.render_strips()  # pyright: ignore[reportPrivateUsage]
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)

    # --- a game by decisions ---

    async def choose(self, occupation: int = 1, secret: int = 1, name: str = "", line: str = "") -> None:
        """Keep two cards and take a name."""
        for kind, number in (("occupation", occupation), ("secret", secret)):
            await self.until(f"choose {kind}")
            await self.press(*["down"] * (number - 1), "enter")
        for place, text in (("name", name), ("introduction", line)):
            await self.until(place)
            await self.type(text)
            await self.press("enter")

    async def answer(self, text: str) -> None:
        """Write an answer, hand it in, and hear the others."""
        await self.until("answer")
        await self.type(text)
        await self.press("enter")
        await self.until("sealed")
        await self.press("enter")
        await self.until("reading", "answer", "guessing")
        while self.app.place == "reading":
            await self.press("enter")

    async def begin_guessing(self) -> None:
        """The answers are read; on to the pages."""
        await self.until("guessing")
        await self.press("enter")

    async def mark(self, occupation: str, secret: str) -> None:
        """Two marks about whoever has read once more; "" leaves a slot as it is."""
        if await self.until("guessing", "mark") == "guessing":
            await self.begin_guessing()
        await self.until("mark")
        page = self.app.screen
        for typed in (occupation, secret):
            await self.type(typed)
            await self.press(*["enter"] * (1 if typed else 2))
        await self.press("enter")
        for _ in range(PATIENCE):
            if self.app.screen is not page:
                return
            await self.pilot.pause()
            await asyncio.sleep(0.01)
        raise AssertionError("the page never closed")

    async def reveal(self) -> None:
        """All reveals to the end."""
        while await self.until("reveal", "revealed", "over") != "over":
            await self.press("s")


@asynccontextmanager
async def evening(
    plan: Plan | None = PLAN,
    *,
    path: Path | None = None,
    size: tuple[int, int] = (100, 30),
    manners: Manners = QUICK,
    notifications: bool = False,
    tonight: str | None = None,
) -> AsyncGenerator[Table]:
    """A program that has begun at this table, or at the start. `notifications` shows what is said in passing."""
    with Backends(load_settings(), READERS) as backends:
        app = screen(backends, manners=manners, plan=plan, path=path, tonight=tonight)
        async with app.run_test(size=size, notifications=notifications) as pilot:
            for _ in range(PATIENCE):
                if (plan is None and path is None) or len(app.screen_stack) > 1 or app.problem:
                    break
                await asyncio.sleep(0.01)
            yield Table(app, pilot)


def record() -> Sequence[ev.Event]:
    """The events of the only saved game."""
    return read_record(record_path()).events


def record_path() -> Path:
    """The file of the only saved game."""
    (path,) = games_folder().glob("*.dubious.jsonl")
    return path
