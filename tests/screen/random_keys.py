"""An evening of keys pressed at random: nothing raises, and nothing is handed in that was not confirmed.

`python -m tests.screen.random_keys 500` runs that many; the suite runs the first few.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random

from dubious_ai.core import events as ev
from dubious_ai.storage.home import games_folder
from dubious_ai.storage.record import read_record
from tests.screen.evening import PLAN, Table, evening

SAVED = Path(__file__).resolve().parents[2] / "fixtures" / "records" / "version-1"
FAR = ("half-revealed", "guesses-handed-in", "question-3-notes-and-coach", "second-round-dealt")
LENGTH = 60
SIZES = ((60, 20), (80, 24), (120, 36), (40, 12))
LIKELY = ("enter", "enter", "enter", "a", "space", "down")
KEYS = (
    "escape", "tab", "up", "left", "right", "u", "m", "s", "l", "x", "n", "o", "h", "r", "p", "1", "4", "-", "backspace", "f1", "f2", "f3",
    "f5", "f8", "pageup", "pagedown", "home", "end", "ctrl+z", "delete", "slash", "shift+tab", "exclamation_mark", "ctrl+p", "q", "t",
)  # fmt: skip
CONFIRMS: dict[type[ev.Event], tuple[tuple[str, ...], tuple[str, ...]]] = {
    ev.CardsKept: (("introduction",), ("enter",)),
    ev.AnswerHandedIn: (("sealed",), ("enter",)),
    ev.GuessesHandedIn: (("guess",), ("enter", "l")),
}
"""At which places which keys hand in what."""


@dataclass(frozen=True)
class Pressed:
    """A key, and where the person stood."""

    place: str
    key: str


def begun(seed: int) -> Path | None:
    """Every second evening goes on with a game that is far along: keys pressed at random seldom come there."""
    if seed % 2 == 0:
        return None
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return Path(shutil.copy(SAVED / f"{FAR[seed // 2 % len(FAR)]}.dubious.jsonl", folder))


def handed_in() -> dict[str, int]:
    """How often seat 1 has handed in each kind of thing."""
    found: dict[str, int] = {}
    for path in games_folder().glob("*.dubious.jsonl"):
        for event in read_record(path).events:
            if type(event) in CONFIRMS and getattr(event, "seat", 0) == 1:
                assert not isinstance(event, ev.AnswerHandedIn) or event.text.strip(), "an empty answer"
                found[event.type] = found.get(event.type, 0) + 1
    return found


async def play(seed: int) -> list[str]:
    """An evening of random keys and windows. What was handed in more often than it was confirmed, as sentences."""
    chance, pressed, path = Random(seed), list[Pressed](), begun(seed)
    before = handed_in()
    async with evening(None if path else PLAN, path=path, size=chance.choice(SIZES)) as table:
        for _ in range(LENGTH):
            if table.app.desk is None and table.app.place != "over":
                break
            if chance.random() < 0.03:
                await table.pilot.resize_terminal(*chance.choice(SIZES))
                continue
            key = chance.choice(LIKELY) if chance.random() < 0.6 else chance.choice(KEYS)
            await _settled(table)
            pressed.append(Pressed(table.app.place, key))
            await table.pilot.press(key)
        await table.pilot.pause()
    after = handed_in()
    told: list[str] = []
    for kind, (places, keys) in CONFIRMS.items():
        name = kind.model_fields["type"].default
        confirmed = sum(p.place in places and p.key in keys for p in pressed)
        new = after.get(name, 0) - before.get(name, 0)
        if new > confirmed:
            told.append(f"{name}: {new} handed in, {confirmed} confirmed")
    return told


async def _settled(table: Table) -> None:
    """A key is pressed when the place has arrived that it is written down for."""
    before = ""
    while before != table.app.place:
        before = table.app.place
        await table.pilot.pause()


def main(many: int) -> int:
    """Run that many evenings, each in a home of its own; print what went wrong."""
    wrong = 0
    for seed in range(many):
        with tempfile.TemporaryDirectory() as home:
            os.environ["DUBIOUS_HOME"] = home
            try:
                told = asyncio.run(play(seed))
            except Exception as error:
                told = [f"{type(error).__name__}: {error}"]
        for line in told:
            wrong += 1
            print(f"seed {seed}: {line[:2000]}", flush=True)
    print(f"{many} evenings of random keys, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 500))
