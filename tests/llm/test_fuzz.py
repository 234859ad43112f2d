"""Ten thousand replies from good to absurd: whatever a model says, play stays legal, no exception escapes, memory stays flat."""

from __future__ import annotations

import gc
import json
import random
import threading
from collections import Counter
from collections.abc import Callable
from typing import cast

import pytest

from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.table_models import Models
from dubious_ai.brains.llm.transport import retry
from dubious_ai.brains.llm.transport.client import Payload
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.brains.protocol import Ask
from dubious_ai.brains.scripted import Scripted
from dubious_ai.core import events as ev
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.core.observe import Observation, observe
from dubious_ai.core.rules import check
from dubious_ai.core.state import State
from dubious_ai.errors import BackendError
from dubious_ai.game.seating import Plan, brains_of, lay
from dubious_ai.game.table import Table
from tests.llm.support import completion, good_model, happened, play, reply_to, scripted
from tests.readers import READERS, reader

REPLIES = 10_000
SPEC = "openai:m@http://127.0.0.1:9/v1"
WORDS = (
    "the",
    "a",
    "soup",
    "Priest",
    "Writer",
    "7",
    "—",
    "🎺",
    "\u202e",
    "\x1b[31m",
    "\ud800",
    "{",
    "}",
    "'",
    '"',
    "\n",
    "null",
)
VALUES: list[object] = [
    None,
    True,
    -1,
    10**400,
    float("nan"),
    "",
    " ",
    "x" * 5000,
    json.loads("[[[[]]]]"),
    json.loads('{"a": {"b": 1}}'),
    "\ud800",
    1e308,
]


def mangled(value: object, rng: random.Random) -> object:
    """The value with something wrong somewhere inside."""
    if isinstance(value, dict):
        found = dict(cast("dict[str, object]", value))
        name = rng.choice(sorted(found)) if found else "x"
        match rng.randrange(5):
            case 0:
                found.pop(name, None)
            case 1:
                found[name.upper()] = found.pop(name, None)
            case 2:
                found[name] = rng.choice(VALUES)
            case _:
                found[name] = mangled(found.get(name), rng)
        return found
    if isinstance(value, list):
        items = list(cast("list[object]", value))
        match rng.randrange(4):
            case 0:
                return items * rng.randrange(40)
            case 1:
                rng.shuffle(items)
                return items
            case _ if items:
                at = rng.randrange(len(items))
                items[at] = mangled(items[at], rng)
                return items
            case _:
                return rng.choice(VALUES)
    return rng.choice([*VALUES, " ".join(rng.choices(WORDS, k=rng.randrange(1, 60)))])


def cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


class Babbler:
    """A server whose model says anything. Counts its replies."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.said = 0

    def __call__(self, payload: Payload) -> str:
        rng = self.rng
        self.said += 1
        good = reply_to(payload)
        text = json.dumps(good)
        for _ in range(rng.randrange(1, 4)):
            good = cast("dict[str, object]", mangled(good, rng))
        bad = json.dumps(good)
        finish = rng.choice(["stop", "length", "content_filter", "tool_calls", ""])
        bodies: tuple[Callable[[], str], ...] = (
            lambda: completion(text),
            lambda: completion(bad),
            lambda: completion(bad, finish),
            lambda: completion(f"```json\n{bad}\n```"),
            lambda: completion(f"<think>{text}</think>{bad}"),
            lambda: completion(bad.replace('"', "'")),
            lambda: completion(cut(text, rng), finish),
            lambda: completion(" ".join(rng.choices(WORDS, k=rng.randrange(30)))),
            lambda: completion("{" * rng.randrange(300)),
            lambda: completion('{"a":[' * rng.randrange(300)),
            lambda: completion(None, tool_calls=[{"function": {"arguments": rng.choice([text, bad, 3])}}]),
            lambda: completion(json.dumps(rng.choice([text, bad]))),
            lambda: completion(json.dumps(next(iter(good.values()), None), default=str)),
            lambda: completion(bad.replace('\\"', '"') + rng.choice(["<eos>", "<|im_end|>"])),
            lambda: completion("{" + rng.choice("\n \t!G") * rng.randrange(900), "length"),
            lambda: completion("", rng.choice(["error", "stop"]), usage=None),
            lambda: (
                f': hi\r\n\r\ndata: {cut(completion(bad), rng)}\n\ndata: {{"choices": [{{"delta": {json.dumps({"content": text})}}}]}}\n\n'
            ),
            lambda: json.dumps(
                {"error": {"message": rng.choice(WORDS), "code": rng.choice([402, 429, 502, "x"])}}
            ),
            lambda: completion(None, refusal=rng.choice([None, "no", 7])),
            lambda: completion(text, usage=None, reasoning_content=rng.choice([None, 3, bad])),
            lambda: completion(text, usage=(rng.choice([-5, 0, 10**30]), 3)),
            lambda: cut(completion(text), rng),
            lambda: json.dumps(rng.choice(VALUES)),
            lambda: json.dumps({"error": rng.choice(VALUES)}),
            lambda: json.dumps({"choices": rng.choice(VALUES)}),
            lambda: completion(rng.choice("{[\"'x\\") * 100_000) if rng.random() < 0.05 else completion(bad),
        )
        return rng.choice(bodies)()


@pytest.fixture(scope="module")
def asks() -> list[tuple[str, State, Observation]]:
    """A game as it stands before each of the three actions of seat 1, and what that seat knows of it."""
    models, _ = scripted(good_model)
    events = play(models).events
    stops = {
        "keep": next(i for i, e in enumerate(events) if isinstance(e, ev.CardsKept)),
        "answer": next(i for i, e in enumerate(events) if isinstance(e, ev.AnswerHandedIn)),
        "guess": next(i for i, e in enumerate(events) if isinstance(e, ev.GuessesHandedIn)),
    }
    return [(action, Game(events[:at]).state, observe(events[:at], 1)) for action, at in stops.items()]


def turn_event(models: Models, action: str, ask: Ask) -> ev.Event:
    brain = models.brain(SPEC, reader("cthulhu"))
    if action == "keep":
        cast_ = brain.cast(ask).value
        return ev.CardsKept(
            seat=1,
            occupation=cast_.occupation,
            secret=cast_.secret,
            name=cast_.name,
            introduction=cast_.introduction,
        )
    if action == "answer":
        said = brain.answer(ask).value
        return ev.AnswerHandedIn(seat=1, number=1, text=said.text, delivery=said.delivery, intent=said.intent)
    picks = brain.guess(ask).value.picks
    return ev.GuessesHandedIn(
        seat=1, guesses=tuple(ev.Announced(target=s, guess=picks[s]) for s in sorted(picks))
    )


def at_once(work: Callable[[], str], endpoint: Endpoint, seconds: float, cancelled: threading.Event) -> str:
    """The call without a thread of its own: here only what is said matters, and threads are dear ten thousand times."""
    del endpoint, seconds, cancelled
    return work()


def test_every_reply_ends_in_a_legal_turn_or_a_cause(
    asks: list[tuple[str, State, Observation]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry, "run", at_once)
    babbler, rng = Babbler(1), random.Random(2)
    outcomes: Counter[str] = Counter()
    objects: list[int] = []
    while babbler.said < REPLIES * 0.9:
        models, wire = scripted(babbler)
        for action, state, seen in asks:
            try:
                check(state, turn_event(models, action, Ask(seen, rng)))
                outcomes["legal"] += 1
            except BackendError as error:
                outcomes[error.cause] += 1
            models.try_again()
        wire.sent.clear()
        if babbler.said > REPLIES * 0.2 * (len(objects) + 1):
            gc.collect()
            objects.append(len(gc.get_objects()))
    assert outcomes["legal"] > 300
    assert set(outcomes) <= {"legal", "format", "length", "refusal", "server", "rate", "quota"}
    assert objects[-1] < objects[0] + 20_000


def test_games_of_babblers_end_legally() -> None:
    babbler = Babbler(3)
    games = 0
    while babbler.said < REPLIES * 0.1:
        models, _ = scripted(babbler)
        game, seed = lay(
            Plan(
                setting="cthulhu",
                seats=3,
                options=Options(appearance=1, assorted=0),
                brain=SPEC,
                seed=str(games),
            )
        )
        Table(
            game, brains_of(game.state, READERS, make=models.brain), Scripted(), seed, parallel=False
        ).play()
        assert game.state.phase == "over"
        assert not any(event.cause.startswith("broken") for event in happened(game, ev.Substituted))
        games += 1
    assert games > 10


def test_a_failing_wire_is_never_more_than_a_cause() -> None:
    def broken(payload: Payload) -> str:
        del payload
        raise CallFailed("server", "Nothing works.", retryable=True)

    models, _ = scripted(broken)
    game, seed = lay(
        Plan(setting="cthulhu", seats=3, options=Options(appearance=1, assorted=0), brain=SPEC, seed="1")
    )
    Table(game, brains_of(game.state, READERS, make=models.brain), Scripted(), seed, parallel=False).play()
    assert {event.cause for event in happened(game, ev.Substituted)} == {"server"}
