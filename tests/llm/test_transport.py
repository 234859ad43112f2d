"""The real client over a real socket: a server on loopback that is slow, silent, dripping, broken or rude."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler

import pytest

from dubious_ai.brains.llm.ask import Chat, Message
from dubious_ai.brains.llm.reply.reply_models import AnswerReply
from dubious_ai.brains.llm.table_models import Models
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.brains.llm.transport.retry import Patience
from tests.llm.support import Server, Slept, Step, completion, recorded, reply_with, serving, settings

ANSWER = recorded("answer")
MESSAGES = (Message("system", "rules"), Message("user", "answer"))


MakeChat = Callable[..., Chat]


def at_once(seconds: float, cancelled: threading.Event) -> None:
    """A pause that takes no time."""
    del seconds, cancelled


@pytest.fixture
def chat_with() -> Iterator[MakeChat]:
    """Makes chats over the real client; their connections are closed at the end."""
    opened: list[Models] = []

    def make(
        server: Server,
        slept: Slept | None = None,
        timeout: float = 5.0,
        retries: int = 2,
        parallel: int | None = None,
    ) -> Chat:
        config = settings(env={}, llm__timeout=timeout, llm__retries=retries, llm__parallel=parallel)
        opened.append(Models(config, patience=slept.patience() if slept else Patience(at_once)))
        return opened[-1].chat(f"openai:m@{server.url}")

    yield make
    for models in opened:
        models.close()


def state_of(chat: Chat, cancelled: threading.Event | None = None) -> str:
    return chat.ask(MESSAGES, AnswerReply, purpose="answer", cancelled=cancelled).state


def failure_of(chat: Chat, cancelled: threading.Event | None = None) -> CallFailed:
    with pytest.raises(CallFailed) as error:
        state_of(chat, cancelled)
    return error.value


def hang(handler: BaseHTTPRequestHandler) -> None:
    """Never answer; end when the other side has gone."""
    handler.connection.settimeout(3)
    handler.connection.recv(1)
    handler.close_connection = True


def drip(handler: BaseHTTPRequestHandler) -> None:
    """Answer a byte at a time, never done."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    for _ in range(300):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.02)


def reset(handler: BaseHTTPRequestHandler) -> None:
    """Drop the connection the hard way."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()
    handler.close_connection = True


def cut(handler: BaseHTTPRequestHandler) -> None:
    """Promise more than is sent."""
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(ANSWER)))
    handler.end_headers()
    handler.wfile.write(ANSWER[:100].encode())
    handler.close_connection = True


def flood(handler: BaseHTTPRequestHandler) -> None:
    """Send without end."""
    handler.send_response(200)
    handler.end_headers()
    for _ in range(2000):
        handler.wfile.write(b"x" * 65536)


def test_the_real_client_reaches_a_server_and_gets_a_structured_reply(chat_with: MakeChat) -> None:
    with serving(reply_with(200, ANSWER)) as server:
        assert state_of(chat_with(server)) == "ok"
        assert server.seen[0]["model"] == "m"


@pytest.mark.parametrize(
    "trouble",
    [
        reset,
        cut,
        reply_with(500, "Internal Server Error", kind="text/plain"),
        reply_with(503, "<html>busy</html>", kind="text/html"),
        reply_with(429, recorded("error_rate")),
        reply_with(429, recorded("error_rate"), {"Retry-After": "2"}),
        reply_with(200, ANSWER[:90]),
    ],
    ids=["reset", "cut", "500", "503", "429", "429 with a wait", "half a body"],
)
def test_what_passes_is_tried_again(chat_with: MakeChat, trouble: Step) -> None:
    slept = Slept()
    with serving(trouble, reply_with(200, ANSWER)) as server:
        assert state_of(chat_with(server, slept)) == "ok"
        assert len(server.seen) == 2
    assert len(slept.pauses) == 1


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("<!doctype html><title>Login</title>", "text/html"),
        ("[]", "application/json"),
        ("", "text/plain"),
        ('{"choices": []}', "application/json"),
    ],
)
def test_something_else_than_a_completion_is_told_in_a_sentence(
    chat_with: MakeChat, body: str, kind: str
) -> None:
    with serving(reply_with(200, body, kind=kind)) as server:
        error = failure_of(chat_with(server))
        assert error.cause == "server"
        assert "chat completion" in error.sentence
        assert len(server.seen) == 1


def test_a_silent_server_is_left_at_the_time_limit(chat_with: MakeChat) -> None:
    with serving(then=hang) as server:
        error = failure_of(chat_with(server, timeout=0.2, retries=0))
    assert error.cause == "timeout"
    assert "0.2 seconds" in error.sentence


def test_a_dripping_server_cannot_stretch_the_time_limit(chat_with: MakeChat) -> None:
    with serving(then=drip) as server:
        assert failure_of(chat_with(server, timeout=0.3, retries=0)).cause == "timeout"


def test_an_endless_body_is_cut_off(chat_with: MakeChat) -> None:
    with serving(then=flood) as server:
        assert failure_of(chat_with(server, retries=0)).cause == "format"


@pytest.mark.parametrize("trouble", [hang, drip], ids=["silent", "dripping"])
def test_a_call_can_be_left_while_the_server_keeps_it_waiting(chat_with: MakeChat, trouble: Step) -> None:
    """Left long before its limit: were it not, the hour of the time limit would fail the run."""
    cancelled = threading.Event()

    def leave_when_asked(handler: BaseHTTPRequestHandler) -> None:
        cancelled.set()
        trouble(handler)

    with serving(then=leave_when_asked) as server:
        assert failure_of(chat_with(server, timeout=3600, retries=0), cancelled).cause == "cancelled"


def test_a_server_that_is_down_is_told_with_what_to_do(chat_with: MakeChat) -> None:
    with serving() as server:
        url = server.url
    error = failure_of(chat_with(Server(url, [])))
    assert error.cause == "network"
    assert url in error.sentence
    assert "running" in error.sentence


def test_after_some_failures_nobody_waits_for_the_server_until_it_had_time_to_recover(
    chat_with: MakeChat,
) -> None:
    slept = Slept()
    with serving(*[reply_with(500, "no")] * 4, then=reply_with(200, ANSWER)) as server:
        chat = chat_with(server, slept)
        assert failure_of(chat).cause == "server"
        assert failure_of(chat).cause == "server"
        assert len(server.seen) == 4
        assert "not tried" in failure_of(chat).detail
        assert len(server.seen) == 4
        slept.now += 60
        assert state_of(chat) == "ok"
        assert state_of(chat) == "ok"


def test_a_person_can_make_it_try_again_at_once() -> None:
    with serving(*[reply_with(401, "{}")], then=reply_with(200, ANSWER)) as server:
        models = Models(settings(env={}), patience=Patience(at_once))
        chat = models.chat(f"openai:m@{server.url}")
        assert failure_of(chat).cause == "auth"
        assert failure_of(chat).cause == "auth"
        assert len(server.seen) == 1
        models.try_again()
        assert state_of(chat) == "ok"
        models.close()


def test_a_proxy_for_the_world_does_not_swallow_calls_to_this_machine(
    chat_with: MakeChat, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with serving(reply_with(200, ANSWER)) as server:
        assert state_of(chat_with(server)) == "ok"


def test_seats_share_a_server_at_the_same_time(chat_with: MakeChat) -> None:
    """Four calls under way at once: each waits for the others to have arrived, so one after the other would never end."""
    together = threading.Barrier(4, timeout=10)

    def meet(handler: BaseHTTPRequestHandler) -> None:
        together.wait()
        reply_with(200, completion('{"aim": "both", "text": "Hello there."}'))(handler)

    with serving(then=meet) as server:
        chat = chat_with(server, parallel=4)
        states: list[str] = []
        threads = [threading.Thread(target=lambda: states.append(state_of(chat))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert states == ["ok"] * 4
