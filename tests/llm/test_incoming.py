"""What comes in over the wire: redirects, bodies that unpack to gigabytes, words that move cursors, proxies, and the log of it all."""

from __future__ import annotations

import gzip
import json
import zlib
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from dubious_ai.brains.llm.ask import Message
from dubious_ai.brains.llm.doctor import probe
from dubious_ai.brains.llm.endpoint import proxy_for, resolve
from dubious_ai.brains.llm.reply.reply_models import AnswerReply
from dubious_ai.brains.llm.table_models import Models
from dubious_ai.brains.llm.transport.client import MAX_BODY, MAX_ERROR, unpacked
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.errors import UsageError
from dubious_ai.game.backends import Backends
from tests.llm.support import Step, completion, good_model, reply_with, serving, settings
from tests.readers import READERS

MESSAGES = (Message("system", "rules"), Message("user", "the prompt nobody else may read"))
GOOD = completion('{"aim": "both", "text": "Hello there, all of you."}')


def failure(step: Step, *, max_wait: float | None = None) -> tuple[CallFailed, int]:
    """How one call fails on a server that takes this step for every request, and how many requests it got."""
    with serving(then=step) as server, Models(settings(llm__retries=0, llm__max_wait=max_wait)) as models:
        with pytest.raises(CallFailed) as error:
            models.chat(f"openai:m@{server.url}").ask(MESSAGES, AnswerReply, purpose="answer")
        return error.value, len(server.seen)


# --- redirects ---


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_to_another_server_carries_neither_key_nor_prompt(status: int) -> None:
    with serving(model=good_model) as other:
        there = other.url.replace("127.0.0.1", "localhost") + "/chat/completions"
        error, calls = failure(reply_with(status, "", {"Location": there}))
        assert not other.seen
    assert calls == 1
    assert "sends us on to http://localhost:" in error.sentence


def test_a_redirect_within_the_server_is_followed() -> None:
    def once(handler: BaseHTTPRequestHandler) -> None:
        reply_with(307, "", {"Location": "/v1/chat/completions"})(handler)

    with serving(once, then=reply_with(200, GOOD)) as server, Models(settings()) as models:
        chat = models.chat(f"openai:m@{server.url}/old")
        assert chat.ask(MESSAGES, AnswerReply, purpose="answer").state == "ok"


def test_the_list_of_models_is_not_fetched_elsewhere_either() -> None:
    with serving() as other:
        there = other.url.replace("127.0.0.1", "localhost") + "/models"
        with (
            serving(listing=reply_with(302, "", {"Location": there})) as server,
            Models(settings()) as models,
        ):
            report = probe(models, f"openai:m@{server.url}", {})
        assert not other.listed
    assert "does not list" in " ".join(f.sentence for f in report.findings)


# --- bodies ---


def packed(body: bytes, how: str) -> bytes:
    return gzip.compress(body) if how == "gzip" else zlib.compress(body) if how == "deflate" else body


def raw(status: int, data: bytes, encoding: str) -> Step:
    def step(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(data)))
        if encoding:
            handler.send_header("Content-Encoding", encoding)
        handler.end_headers()
        handler.wfile.write(data)

    return step


@pytest.mark.parametrize("how", ["", "gzip", "deflate"])
def test_a_compressed_reply_is_read_like_a_plain_one(how: str) -> None:
    with (
        serving(raw(200, packed(GOOD.encode(), how), how)) as server,
        Models(settings()) as models,
    ):
        chat = models.chat(f"openai:m@{server.url}")
        assert chat.ask(MESSAGES, AnswerReply, purpose="answer").state == "ok"


@pytest.mark.parametrize("how", ["gzip", "deflate"])
def test_a_small_body_never_unpacks_beyond_the_limit(how: str) -> None:
    bomb = packed(b"x" * 60_000_000, how)
    assert len(bomb) < 200_000
    read = list(unpacked([bomb], how, MAX_ERROR))
    assert sum(map(len, read)) == MAX_ERROR + 1
    assert failure(raw(200, bomb, how))[0].cause == "format"
    error, _ = failure(raw(500, bomb, how))
    assert (error.cause, error.status) == ("server", 500)
    assert len(error.detail) < 1000


def test_the_limit_holds_for_bodies_sent_in_many_pieces() -> None:
    pieces = (gzip.compress(b"y" * 1_000_000) for _ in range(1))
    assert sum(map(len, unpacked(pieces, "gzip", MAX_BODY))) == 1_000_000
    plain = (b"z" * 65_536 for _ in range(1000))
    assert sum(map(len, unpacked(plain, "", MAX_BODY))) == MAX_BODY + 1


@pytest.mark.parametrize(
    "data", [b"no gzip at all", gzip.compress(GOOD.encode())[:40]], ids=["no gzip", "cut"]
)
def test_a_body_that_cannot_be_unpacked_is_a_broken_answer(data: bytes) -> None:
    assert failure(raw(200, data, "gzip"))[0].cause in ("network", "server")


def test_a_packing_nobody_asked_for_is_refused_by_name() -> None:
    assert "'br'" in failure(raw(200, b"...", "br"))[0].sentence


# --- words of servers ---


@pytest.mark.parametrize("status", [200, 400, 402, 404, 429, 500])
def test_nothing_a_server_says_moves_a_cursor(status: int) -> None:
    poison = "bad\x1b[2J\x1b]0;owned\x07 \u202egnp\u202c\x9b31m thing"
    error, _ = failure(
        reply_with(status, json.dumps({"error": {"message": poison, "code": poison}})), max_wait=0
    )
    for text in (error.sentence, error.detail, str(error)):
        assert text.isprintable()
        assert "\x1b" not in text
    page, _ = failure(reply_with(status, f"<html>{poison}<script>alert(1)</script></html>"), max_wait=0)
    assert page.sentence.isprintable()
    assert "alert" not in page.sentence


# --- proxies ---


@pytest.mark.parametrize(
    ("excluded", "host", "through"),
    [
        ("", "llm.example.com", True),
        ("example.com", "llm.example.com", False),
        (".example.com", "llm.example.com", False),
        ("*.example.com", "llm.example.com", False),
        ("ample.com", "llm.example.com", True),
        ("llm.example.com:443", "llm.example.com", False),
        ("llm.example.com:8443", "llm.example.com", True),
        ("10.0.0.0/8", "10.1.2.3", False),
        ("other, 10.1.2.3", "10.1.2.3", False),
        ("*", "llm.example.com", False),
    ],
)
def test_exclusions_from_a_proxy_are_honoured(excluded: str, host: str, through: bool) -> None:
    endpoint = resolve(f"openai:m@https://{host}/v1", settings())
    found = proxy_for(endpoint, {"ALL_PROXY": "socks5://me:pw@proxy:1080", "NO_PROXY": excluded})
    assert (found is not None) is through
    if found:
        assert found.variable == "ALL_PROXY"
        assert "pw" not in f"{found!r} {found.shown}"


def test_a_proxy_for_others_does_not_stop_a_server_it_is_not_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "localhost")
    with serving(reply_with(200, GOOD)) as server, Models(settings()) as models:
        chat = models.chat(f"openai:m@{server.url.replace('127.0.0.1', 'localhost')}")
        assert chat.ask(MESSAGES, AnswerReply, purpose="answer").state == "ok"


# --- the log ---


def test_a_log_that_cannot_be_written_is_told_even_at_a_table_without_models(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "missing" / "log", Path("x" * 5000)):
        with pytest.raises(UsageError, match="Cannot write the log"):
            Backends(settings(), READERS, log=place)


def test_a_log_that_fails_in_the_middle_of_a_game_is_told_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with (
        serving(model=good_model) as server,
        Backends(settings(), READERS, log=log, named=[f"openai@{server.url}"]) as backends,
    ):
        chat = backends.models.chat(f"openai:m@{server.url}")
        log.unlink()
        log.mkdir()
        chat.ask(MESSAGES, AnswerReply, purpose="answer")
        assert "can no longer be written" in backends.warning()
        assert backends.warning() == ""
