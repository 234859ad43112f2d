"""A bridge of files: whoever can read and write files plays as the model, without a key. For trying prompts on strong readers.

    python -m benchmarks.bridge FOLDER --seats 4 --bridged 1,2,3,4 --deal 1 --level sharp
    python -m benchmarks.bridge FOLDER --show          what the rounds in this folder and those below it say

Each request appears as FOLDER/seat-N/NNN.request.md (its messages as they would be sent); the answer is awaited in NNN.reply.json
beside it: the one JSON object that was asked for. A reader of seat N must be shown the folder seat-N and nothing else. When the game is over, its events are
kept in FOLDER/game-DEAL.jsonl, and the figures are printed.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from dubious_ai.belief.readers import Readers
from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.reply.reply_models import GuessReply, card_named, chances
from dubious_ai.brains.llm.table_models import Models
from dubious_ai.brains.llm.transport import failures
from dubious_ai.brains.llm.transport.client import Payload, Wire
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.brains.llm.transport.redaction import Redactor
from dubious_ai.config import load_settings
from dubious_ai.content.library import setting_slug
from dubious_ai.core import events as ev
from dubious_ai.core.model import KINDS, LEVELS, Kind, Level
from dubious_ai.core.scoring import score_row
from dubious_ai.game.seating import Plan, brains_of, lay
from dubious_ai.game.sitting import house_of
from dubious_ai.game.table import Table

READERS = Readers()


PATIENCE = 3600.0
"""Seconds a reply is waited for."""
NOWHERE = Path("/nonexistent/config.toml")
SPEC = "openai:seat-{}@http://127.0.0.1:9/v1"


class FileWire:
    """Sends nothing: it writes a request and waits for the file with the reply. One for each seat."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._count = len(list(folder.glob("*.request.md")))

    def send(self, payload: Payload, seconds: float, cancelled: threading.Event) -> str:
        """Write the request, wait for the reply, and return it as the body of a completion."""
        with self._lock:
            self._count += 1
            name = f"{self._count:03}"
        messages = cast("list[dict[str, str]]", payload["messages"])
        text = "\n\n".join(f"# {m['role']}\n\n{m['content']}" for m in messages)
        request, reply = self._folder / f"{name}.request.md", self._folder / f"{name}.reply.json"
        hidden = request.with_suffix(".part")
        hidden.write_text(text + "\n", encoding="utf-8")
        hidden.rename(request)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if cancelled.wait(0.2):
                raise failures.cancelled()
            if reply.exists():
                time.sleep(0.3)  # whoever writes it may not be done
                return json.dumps({"choices": [{"message": {"content": reply.read_text(encoding="utf-8")}}],
                                   "usage": {"prompt_tokens": max(1, len(text) // 4), "completion_tokens": 1}})  # fmt: skip
        raise CallFailed("timeout", f"Nobody wrote {reply}.")

    def models(self, timeout: float) -> tuple[str, ...]:
        """There is no list."""
        del timeout
        return ()

    def close(self) -> None:
        """Nothing is held open."""


def play(folder: Path, seats: int, bridged: Sequence[int], deal: int, setting: str, level: Level) -> Path:
    """Play one round with readers behind files at the bridged seats and the house elsewhere; its events as JSON lines."""

    def wire(endpoint: Endpoint, redact: Redactor) -> Wire:
        del redact
        place = folder / endpoint.model
        place.mkdir(parents=True, exist_ok=True)
        return FileWire(place)

    overrides = {"llm.timeout": PATIENCE, "llm.parallel": seats}
    plan = Plan(
        setting=setting_slug(setting),
        seats=seats,
        level=level,
        brains={seat: SPEC.format(seat) for seat in bridged},
        seed=f"bridge {deal}",
    )
    with Models(load_settings({}, overrides, NOWHERE), wire=wire) as models:
        game, seed = lay(plan)
        Table(
            game,
            brains_of(game.state, READERS, make=models.brain),
            house_of(game, READERS),
            seed,
            parallel=True,
        ).play()
    kept = folder / f"game-{deal}.jsonl"
    kept.write_text("".join(ev.EVENT.dump_json(e).decode() + "\n" for e in game.events), encoding="utf-8")
    return kept


First = dict[int, dict[int, dict[Kind, tuple[str, float]]]]
"""By guesser, target and kind: the card named first (slug) and its weight (0 to 1)."""


def first_guesses(folder: Path, setup: ev.GameSetUp) -> First:
    """What the readers behind files named first, out of their own replies, before anything was cooled or sampled."""
    names = {player.name.casefold(): seat for seat, player in enumerate(setup.players, 1)}
    found: First = {}
    for place in sorted(folder.glob("seat-*")):
        seat = int(place.name.removeprefix("seat-"))
        asked = [
            p for p in sorted(place.glob("*.request.md")) if "now guess" in p.read_text(encoding="utf-8")
        ]
        if not asked:
            continue
        reply = asked[-1].with_name(asked[-1].name.replace(".request.md", ".reply.json"))
        rows = GuessReply.model_validate_json(reply.read_text(encoding="utf-8")).guesses
        for row in rows:
            target = names.get(row.player.casefold())
            for kind in KINDS if target else ():
                cards, weights = (
                    (row.occupations, row.occupation_weights)
                    if kind == "occupation"
                    else (row.secrets, row.secret_weights)
                )
                card = card_named(setup.setting, kind, cards[0]) if cards else None
                if card is not None and target:
                    weight = chances(weights, len(cards))[0]
                    found.setdefault(seat, {}).setdefault(target, {})[kind] = (card.slug, weight)
    return found


def figures(kept: Sequence[Path]) -> None:
    """Rows that some but not all named: by the card each reader named first in its reply, and as announced after the level's sampling; stated weights against hits."""
    raw: list[str] = []
    sampled: list[str] = []
    stated: list[tuple[float, bool]] = []
    calls = substituted = 0
    for path in kept:
        events = [ev.EVENT.validate_json(line) for line in path.read_text(encoding="utf-8").splitlines()]
        setup = next(e for e in events if isinstance(e, ev.GameSetUp))
        said = first_guesses(path.parent, setup)
        calls += len(list(path.parent.glob("seat-*/*.reply.json")))
        substituted += sum(isinstance(e, ev.Substituted) for e in events)
        for event in events:
            if not isinstance(event, ev.PlayerRevealed):
                continue
            for kind in KINDS:
                true = event.occupation if kind == "occupation" else event.secret
                announced = {h.seat: h.guess.of(kind) for h in event.guesses}
                sampled.append(score_row(event.seat, kind, true, announced).outcome)
                first = dict(announced)  # the house's seats say nothing before they announce
                for seat, by_target in said.items():
                    if kind in by_target.get(event.seat, {}):
                        first[seat], weight = by_target[event.seat][kind]
                        stated.append((weight, first[seat] == true))
                raw.append(score_row(event.seat, kind, true, first).outcome)
    print(f"{len(kept)} rounds, {len(raw)} rows, {calls} replies, the house had to act {substituted} times")
    for name, outcomes in (("named first", raw), ("as announced", sampled)):
        some = [outcome == "some" for outcome in outcomes]
        print(
            f"  {name:<14} some but not all {_interval(some)}, all {outcomes.count('all')}, none {outcomes.count('none')}"
        )
    if stated:
        mean = sum(p for p, _ in stated) / len(stated)
        print(f"  stated {mean:.0%}, right {_interval([hit for _, hit in stated])}")


def _interval(hits: Sequence[bool]) -> str:
    """A share with its 95 % interval (Wilson)."""
    n = len(hits)
    if not n:
        return "nothing"
    p, z = sum(hits) / n, 1.96
    centre, spread = p + z * z / (2 * n), z * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
    low, high = ((centre - spread) / (1 + z * z / n), (centre + spread) / (1 + z * z / n))
    return f"{p:.0%} ({low:.0%} to {high:.0%})"


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.bridge", description="Play as the model, by files."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bridged", default="1,2,3,4", help="the seats whose requests become files")
    parser.add_argument("--deal", type=int, default=1)
    parser.add_argument("--setting", default="antiquity")
    parser.add_argument("--level", choices=LEVELS, default="sharp")
    parser.add_argument(
        "--show", action="store_true", help="only print the figures of the rounds played so far"
    )
    given = parser.parse_args()
    folder = cast("Path", given.folder)
    if not given.show:
        bridged = [int(part) for part in str(given.bridged).split(",")]
        play(
            folder, int(given.seats), bridged, int(given.deal), str(given.setting), cast("Level", given.level)
        )
    figures(sorted(folder.rglob("game-*.jsonl")))


if __name__ == "__main__":
    main()
