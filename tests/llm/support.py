"""What the tests of the LLM side share: recorded replies, scripted wires, a fake model that plays, a server on loopback."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TypeVar, cast

from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.table_models import Models
from dubious_ai.brains.llm.transport.client import Payload, Wire
from dubious_ai.brains.llm.transport.redaction import Redactor
from dubious_ai.brains.llm.transport.retry import Patience
from dubious_ai.config import Config, load_settings
from dubious_ai.content.library import SettingSlug
from dubious_ai.core.events import Event
from dubious_ai.core.game import Game
from dubious_ai.core.model import Options
from dubious_ai.game.seating import Plan, brains_of, lay
from dubious_ai.game.table import Sink, Table
from tests.readers import READERS, reader

E = TypeVar("E", bound=Event)
FIXTURES = Path(__file__).parents[2] / "fixtures" / "llm"
KEY = "sk-test-0123456789abcdefghij"
REMOTE = "https://llm.example.com/v1"


def recorded(name: str) -> str:
    """A recorded body."""
    return (FIXTURES / f"{name}.json").read_text(encoding="utf-8")


def completion(
    content: str | None, finish: str = "stop", usage: tuple[int, int] | None = (100, 20), **message: object
) -> str:
    """The body of a chat completion."""
    body: dict[str, object] = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": content, **message},
            }
        ],
    }
    if usage:
        body["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    return json.dumps(body)


def settings(
    text: str = "", env: Mapping[str, str] | None = None, tmp: Path | None = None, **overrides: object
) -> Config:
    """Settings out of a file's text, variables (a key, unless given) and command line values (a__b for a.b)."""
    path = (tmp or Path("/nonexistent")) / "config.toml"
    if tmp:
        path.write_text(text, encoding="utf-8")
    given = {name.replace("__", "."): value for name, value in overrides.items()}
    return load_settings({"OPENAI_API_KEY": KEY} if env is None else env, given, path)


@dataclass
class Slept:
    """A patience that does not wait but notes what it would have waited."""

    pauses: list[float] = field(default_factory=list[float])
    now: float = 0.0

    def patience(self) -> Patience:
        def sleep(seconds: float, cancelled: threading.Event) -> None:
            del cancelled
            self.pauses.append(seconds)
            self.now += seconds

        return Patience(sleep, lambda: 0.5, lambda: self.now)


@dataclass
class ScriptedWire:
    """A wire that answers by a function of the payload, which may raise CallFailed. Keeps what was sent."""

    script: Callable[[Payload], str]
    sent: list[Payload] = field(default_factory=list[Payload])
    listed: tuple[str, ...] = ()

    def send(self, payload: Payload, seconds: float, cancelled: threading.Event) -> str:
        del seconds, cancelled
        self.sent.append(payload)
        return self.script(payload)

    def models(self, timeout: float) -> tuple[str, ...]:
        del timeout
        return self.listed

    def close(self) -> None:
        pass


def scripted(
    script: Callable[[Payload], str], config: Config | None = None, slept: Slept | None = None
) -> tuple[Models, ScriptedWire]:
    """Models that talk to a script instead of a server."""
    wire = ScriptedWire(script)

    def make(endpoint: Endpoint, redact: Redactor) -> Wire:
        if endpoint.key:
            redact.learn(endpoint.key)
        return wire

    return Models(config or settings(), wire=make, patience=(slept or Slept()).patience()), wire


def texts(payload: Payload) -> list[tuple[str, str]]:
    """Role and text of the messages in a payload."""
    messages = cast("list[dict[str, str]]", payload["messages"])
    return [(m["role"], m["content"]) for m in messages]


def purpose(payload: Payload) -> str:
    """Which of the three requests a payload is."""
    first = texts(payload)[1][1]
    return "guess" if "now guess" in first else "cast" if "Choose which cards" in first else "answer"


def reply_to(payload: Payload) -> dict[str, object]:
    """A legal reply to any of the three requests, read out of the prompt as a model would."""
    system, user = texts(payload)[0][1], texts(payload)[1][1]
    if "Name a colour" in user:
        return {"colour": "blue", "number": 7}
    if purpose(payload) == "cast":
        found = re.search(r"one Occupation of (.*?) or (.*?), and one Secret of (.*?) or (.*?)\. Take", user)
        assert found
        return {"occupation": found[1], "secret": found[3], "name": "Iris", "introduction": "Good evening."}
    if purpose(payload) == "answer":
        turn = len(re.findall(r"^QUESTION", user, re.M))
        seat = re.search(r"YOU\. You are (\w+)", system)
        who = seat[1] if seat else "somebody"
        text = f"{who} says: {LINES[turn % len(LINES)]}"
        rival = re.search(r"^OCCUPATIONS the others can hold: (.*?);", system, re.M)
        return {
            "aim": "occupation",
            "rival_occupation": rival[1] if rival else "",
            "occupation_share": 40,
            "text": text,
            "delivery": "with a shrug",
        }
    lists = {
        kind: re.search(rf"^{kind}S the others can hold: (.*)$", system, re.M)
        for kind in ("OCCUPATION", "SECRET")
    }
    names = {kind: found[1].split("; ")[:3] if found else [] for kind, found in lists.items()}
    people = re.search(r"For each of (.*?): one to three", user)
    assert people
    rows = [
        {
            "player": person,
            "occupations": names["OCCUPATION"],
            "occupation_weights": [60, 20, 10],
            "secrets": names["SECRET"],
            "secret_weights": [60, 20, 10],
        }
        for person in people[1].split(", ")
    ]
    return {"guesses": rows}


def good_model(payload: Payload) -> str:
    """A model that always plays legally."""
    return completion(json.dumps(reply_to(payload)))


LINES = (
    "mostly plain, and a bit sore since yesterday.",
    "you would have to ask my neighbour, she keeps count.",
    "there was soup, and nobody complained about it.",
    "two of them, under the stairs where it stays cool.",
    "only on market days, when the bridge is up.",
    "it belonged to an aunt who went south in spring.",
)

Step = Callable[[BaseHTTPRequestHandler], None]
Answering = Callable[[Payload], str]


@dataclass
class Server:
    """A running fake server: `url` ends in /v1, `seen` holds the JSON of every request, `keys` the Authorization that came with it, `listed` the paths of requests for the list of models."""

    url: str
    seen: list[Payload]
    keys: list[str] = field(default_factory=list[str])
    listed: list[str] = field(default_factory=list[str])


def reply_with(
    status: int, body: str, headers: Mapping[str, str] | None = None, kind: str = "application/json"
) -> Step:
    """A step that answers at once."""

    def step(handler: BaseHTTPRequestHandler) -> None:
        data = body.encode()
        handler.send_response(status)
        for name, value in {
            "Content-Type": kind,
            "Content-Length": str(len(data)),
            **(headers or {}),
        }.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(data)

    return step


@contextmanager
def serving(
    *steps: Step,
    then: Step | None = None,
    model: Answering | None = None,
    listing: Step | None = None,
    with_payload: Callable[[BaseHTTPRequestHandler, Payload], None] | None = None,
) -> Generator[Server]:
    """A server on loopback that takes one step a request, then `then` for all others (default: a legal completion of {}).

    `model` answers by a function of the payload instead, `with_payload` does so by hand; `listing` answers the question which models there are.
    """
    left = list(steps)
    seen: list[Payload] = []
    keys: list[str] = []
    listed: list[str] = []
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            payload = cast("dict[str, object]", json.loads(self.rfile.read(length)))
            with lock:
                seen.append(payload)
                keys.append(self.headers.get("Authorization", ""))
                step = left.pop(0) if left else then
            if step is None and with_payload is not None:
                with_payload(self, payload)
                return
            if step is None:
                step = reply_with(200, model(payload) if model else completion("{}"))
            try:
                step(self)
            except OSError:
                self.close_connection = True

        def do_GET(self) -> None:
            listed.append(self.path)
            if listing is not None:
                listing(self)
                return
            models = {
                "object": "list",
                "data": [{"id": "m", "object": "model", "created": 1, "owned_by": "me"}],
            }
            reply_with(200, json.dumps(models))(self)

        def log_message(self, format: str, *args: object) -> None:
            del format, args

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True
        block_on_close = False
        request_queue_size = 64

        def handle_error(self, request: object, client_address: object) -> None:
            del request, client_address

    server = Quiet(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=lambda: server.serve_forever(poll_interval=0.02), daemon=True)
    thread.start()
    try:
        yield Server(f"http://127.0.0.1:{server.server_address[1]}/v1", seen, keys, listed)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def play(
    models: Models,
    spec: str = "openai:m@http://127.0.0.1:9/v1",
    *,
    setting: SettingSlug = "cthulhu",
    seats: int = 3,
    options: Options | None = None,
    brains: Mapping[int, str] | None = None,
    seed: str = "1",
    parallel: bool = False,
    sink: Sink | None = None,
) -> Game:
    """A whole game with these models at the table; short unless options are given."""
    plan = Plan(
        setting=setting,
        seats=seats,
        options=options or Options(appearance=1, assorted=1),
        brain=spec,
        brains=brains or {},
        seed=seed,
    )
    game, seed = lay(plan)
    if sink:
        for event in game.events:
            sink((event,), False)
    table = Table(
        game,
        brains_of(game.state, READERS, make=models.brain),
        HouseBrain(reader(game.state.setting.slug)),
        seed,
        sink=sink,
        parallel=parallel,
    )
    table.play()
    return game


def happened(game: Game, kind: type[E]) -> list[E]:
    """The events of one kind, in order."""
    return [event for event in game.events if isinstance(event, kind)]


def calls_come_home() -> None:
    """Wait for the calls that were under way when the person left: here they live on in the process of the tests."""
    for thread in threading.enumerate():
        if thread.name.startswith("seat "):
            thread.join(20)
