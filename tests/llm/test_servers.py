"""Odd servers on loopback, kind by kind: loading, busy, one call at a time, streams only, faults in disguise, failing everything."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler

import pytest

from dubious_ai.brains.llm.ask import Message, Reply
from dubious_ai.brains.llm.reply.reply_models import AnswerReply
from dubious_ai.brains.llm.table_models import Models
from dubious_ai.brains.llm.transport.client import Payload
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.core import events as ev
from dubious_ai.core.model import Options
from tests.llm.support import (
    Slept,
    Step,
    completion,
    good_model,
    happened,
    play,
    reply_with,
    serving,
    settings,
)

MESSAGES = (Message("system", "rules"), Message("user", "answer"))
WORDS = "Clean, which took me twenty minutes."
REPLY = json.dumps({"aim": "both", "text": WORDS})
GOOD = reply_with(200, completion(REPLY))
ROUND = Options(appearance=1, assorted=1)


def error_body(message: str, code: object = None, **more: object) -> str:
    return json.dumps({"error": {"message": message, "code": code, **more}})


def ask(
    *steps: Step, then: Step | None = None, **given: object
) -> tuple[Reply[AnswerReply], list[Payload], Models, Slept]:
    """One question to a server with these steps."""
    slept = Slept()
    with serving(*steps, then=then or GOOD) as server:
        config = settings("", {}, None, **{f"llm__{name}": value for name, value in given.items()})
        with Models(config, patience=slept.patience()) as models:
            reply = models.chat(f"openai:m@{server.url}").ask(MESSAGES, AnswerReply, purpose="answer")
            return reply, server.seen, models, slept


def failing(step: Step, **given: object) -> CallFailed:
    with pytest.raises(CallFailed) as error:
        ask(then=step, **given)
    return error.value


# --- waiting for what will come ---


def test_first_calls_that_fail_together_are_one_failure_and_are_tried_again() -> None:
    """All seats' first calls meet a server that is not ready; then it is: nobody is replaced."""
    together = threading.Barrier(3, timeout=10)

    def first(handler: BaseHTTPRequestHandler) -> None:
        together.wait()
        reply_with(503, "busy")(handler)

    with serving(first, first, first, model=good_model) as server:
        config = settings(env={}, llm__parallel=3)
        with Models(config, patience=Slept().patience()) as models:
            game = play(models, f"openai:m@{server.url}", options=ROUND, parallel=True)
    assert not happened(game, ev.Substituted)


@pytest.mark.parametrize(
    "body",
    [
        error_body("Loading model", 503, type="unavailable_error"),
        json.dumps({"error": "Model m is currently loading", "estimated_time": 20.0}),
        "model is warming up",
    ],
)
def test_a_server_that_loads_its_model_has_ten_minutes(body: str) -> None:
    reply, seen, _, slept = ask(*[reply_with(503, body)] * 40, timeout=20)
    assert reply.state == "ok"
    assert len(seen) == 41
    assert sum(slept.pauses) > 60
    error = failing(reply_with(503, body), timeout=20)
    assert "still loading its model after 600 seconds" in error.sentence


@pytest.mark.parametrize("status", [429, 503, 529])
def test_a_busy_server_is_waited_for_until_the_deadline_of_the_seat(status: int) -> None:
    reply, _, _, slept = ask(*[reply_with(status, error_body("slots busy"))] * 6, timeout=60)
    assert reply.state == "ok"
    assert len(slept.pauses) == 6
    error = failing(reply_with(status, error_body("slots busy")), timeout=30)
    assert "busy for" in error.sentence or "too many calls" in error.sentence


def test_a_server_with_one_place_gets_one_call_at_a_time_and_nobody_is_replaced() -> None:
    """It refuses a second call while it works on one; queueing costs waiting, not substitutes."""
    working = threading.Lock()
    refused = 0

    def serve(handler: BaseHTTPRequestHandler, payload: Payload) -> None:
        nonlocal refused
        if not working.acquire(blocking=False):
            refused += 1
            reply_with(503, error_body("no slot available"))(handler)
            return
        try:
            threading.Event().wait(0.01)
            reply_with(200, good_model(payload))(handler)
        finally:
            working.release()

    with serving(with_payload=serve) as server:
        for parallel, allowed in ((1, 0), (None, 2)):
            refused = 0
            config = settings(env={}, llm__parallel=parallel)
            with Models(config, patience=Slept().patience()) as models:
                game = play(models, f"openai:m@{server.url}", options=ROUND, parallel=True)
            assert not happened(game, ev.Substituted)
            assert refused <= allowed


def test_time_in_the_queue_is_not_time_at_the_server() -> None:
    slept = Slept()
    with Models(settings(env={}), patience=slept.patience()) as models:
        courier = models.chat("openai:m@http://127.0.0.1:9/v1").courier
        deadline = courier.deadline()
        with courier.queue.place(deadline, threading.Event()):
            slept.now += 500
            deadline.begin()
            assert deadline.left == deadline.seconds == 180
        slept.now += 100
        deadline.queued(40)
        assert deadline.gone == 60
        assert "60 of at most 180 seconds" in deadline.told()


# --- replies that are none ---


def test_blanks_without_end_are_tried_again_then_without_the_schema_and_cost_no_rung() -> None:
    blank = reply_with(200, completion("{" + "\n" * 900, "length"))
    reply, seen, models, _ = ask(blank, GOOD)
    assert reply.state == "ok"
    assert ["response_format" in sent for sent in seen] == [True, True]
    reply, seen, models, _ = ask(blank, blank, GOOD)
    assert ["response_format" in sent for sent in seen] == [True, True, False]
    assert reply.usage.rung == "prompt"
    chats = [models.chat(spec) for spec in models.specs]
    assert [chat.abilities.rung for chat in chats] == ["json_schema"]


def test_a_rung_that_spoils_reply_after_reply_is_left() -> None:
    blank = reply_with(200, completion("{" + " " * 900, "length"))
    with serving(*[blank, blank, GOOD] * 2, then=GOOD) as server, Models(settings(env={})) as models:
        chat = models.chat(f"openai:m@{server.url}")
        for _ in range(3):
            assert chat.ask(MESSAGES, AnswerReply, purpose="answer").state == "ok"
        assert chat.abilities.rung == "json_object"


@pytest.mark.parametrize(
    "fault",
    [
        completion("", "error"),
        completion('{"aim": "bo', "error"),
        completion("", "stop", usage=None),
        completion(None, "stop", usage=None),
        error_body("upstream timed out", 502),
        error_body("Bad gateway", "server_error"),
        error_body("Rate limit reached", "rate_limit_exceeded"),
        error_body("Provider returned error", 429),
    ],
)
def test_a_fault_in_a_200_is_the_servers_retried_and_not_booked(fault: str) -> None:
    reply, seen, models, slept = ask(reply_with(200, fault), GOOD)
    assert reply.state == "ok"
    assert (len(seen), len(slept.pauses)) == (2, 1)
    assert models.ledger.spent.calls == 1
    error = failing(reply_with(200, fault), retries=0, max_wait=0)
    assert "127.0.0.1" in error.sentence
    assert "larger model" not in error.sentence


@pytest.mark.parametrize("status", [200, 402])
def test_an_empty_account_is_told_in_the_servers_own_words_and_is_final(status: int) -> None:
    error = failing(reply_with(status, error_body("Insufficient credits. Add more\x1b[31m.", 402)))
    assert error.cause == "quota"
    assert "Insufficient credits. Add more" in error.sentence
    assert "\x1b" not in error.sentence


def test_a_page_instead_of_a_reply_is_told_with_its_words() -> None:
    page = "<html><style>p{}</style><h1>Ollama is running</h1></html>"
    assert "Ollama is running" in failing(reply_with(200, page, kind="text/html")).sentence


# --- streams ---


def events(*parts: object, done: bool = True) -> str:
    lines = [": keep-alive\n", "event: message"]
    lines += [f"data: {json.dumps(part)}\n" for part in parts]
    return "\n".join([*lines, ": OPENROUTER PROCESSING\n", "data: [DONE]\n" if done else ""])


def pieces(text: str, size: int = 7) -> list[object]:
    cut = [text[at : at + size] for at in range(0, len(text), size)]
    return [{"choices": [{"delta": {"content": piece}, "finish_reason": None}]} for piece in cut]


STOP: dict[str, object] = {"choices": [{"delta": {}, "finish_reason": "stop"}]}
COUNT: dict[str, object] = {"choices": [], "usage": {"prompt_tokens": 90, "completion_tokens": 30}}


def test_a_server_that_only_streams_is_asked_so_from_then_on() -> None:
    refusal = reply_with(
        400, error_body("This model only supports stream mode, please enable the stream parameter")
    )
    stream = reply_with(200, events(*pieces(REPLY), STOP, COUNT), kind="text/event-stream")
    with serving(refusal, then=stream) as server, Models(settings(env={})) as models:
        for name in ("m", "other"):
            chat = models.chat(f"openai:{name}@{server.url}")
            reply = chat.ask(MESSAGES, AnswerReply, purpose="answer")
            assert reply.value is not None
            assert reply.value.text == WORDS
            assert (reply.usage.prompt_tokens, reply.usage.counted_by) == (90, "server")
        assert [bool(sent.get("stream")) for sent in server.seen] == [False, True, True]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_stream_nobody_asked_for_is_read(line_end: str) -> None:
    body = events(*pieces(REPLY), STOP, COUNT).replace("\n", line_end)
    assert ask(reply_with(200, body))[0].state == "ok"


def test_a_stream_that_breaks_off_or_fails_is_tried_again() -> None:
    cut = reply_with(200, events(*pieces(REPLY)[:3], done=False))
    failed = reply_with(200, events(*pieces(REPLY)[:3], {"error": {"message": "overloaded", "code": 529}}))
    reply, seen, _, _ = ask(cut, failed, GOOD)
    assert reply.state == "ok"
    assert len(seen) == 3


def test_a_server_that_does_not_know_stream_options_is_spared_them() -> None:
    steps = [
        reply_with(400, error_body("stream must be true")),
        reply_with(400, error_body("Unrecognized request argument: stream_options")),
    ]
    stream = reply_with(200, events(*pieces(REPLY), STOP))
    _, seen, _, _ = ask(*steps, then=stream)
    assert ["stream_options" in sent for sent in seen] == [False, True, False]


# --- failing everything ---


@pytest.mark.parametrize(
    ("step", "most"),
    [
        (reply_with(500, "no"), 12),
        (reply_with(200, completion("I would rather talk about the weather.")), 24),
        (reply_with(200, completion('{"aim": "the stars"}')), 24),
        (reply_with(200, completion(None, refusal="No.")), 18),
        (reply_with(404, "nothing here"), 12),
    ],
    ids=["error", "prose", "nonsense", "refusal", "nothing there"],
)
def test_a_server_that_fails_everything_is_left_alone_by_all_seats(step: Step, most: int) -> None:
    with serving(then=step) as server:
        config = settings(env={}, llm__parallel=4)
        with Models(config, patience=Slept().patience()) as models:
            game = play(models, f"openai:m@{server.url}", seats=4, options=Options(), parallel=True)
        assert len(server.seen) <= most
    assert len(happened(game, ev.Substituted)) == 4 * 7
    assert game.state.phase == "over"
