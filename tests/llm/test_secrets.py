"""Keys: in nothing a game writes or says, whatever the server echoes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dubious_ai.brains.llm.doctor import diagnose
from dubious_ai.brains.llm.table_models import Models
from dubious_ai.brains.llm.transport.redaction import MASK, Key, Redactor, RequestLog
from dubious_ai.core.events import EVENT, Event
from dubious_ai.errors import UsageError
from tests.llm.support import KEY, completion, play, reply_with, serving, settings
from tests.readers import reader

ODD_KEY = "local/Key+with=odd~chars"


@pytest.mark.parametrize("key", [KEY, ODD_KEY])
@pytest.mark.parametrize("way", ["plain", "escaped", "error", "header", "garbage"])
def test_a_key_echoed_by_the_server_is_in_nothing_a_game_writes(tmp_path: Path, key: str, way: str) -> None:
    escaped = "".join(f"\\u{ord(c):04x}" for c in key)

    def echo(handler: BaseHTTPRequestHandler) -> None:
        got = handler.headers.get("Authorization", "")
        assert key in got
        bodies = {
            "plain": completion(json.dumps({"aim": "both", "text": f"I say {got} to you all here."})),
            "escaped": completion(f'{{"aim": "both", "text": "They told me {escaped} at the door."}}'),
            "error": json.dumps({"error": {"message": f"bad key {got}", "code": "invalid_api_key"}}),
            "header": json.dumps({"error": {"message": "no", "code": got}}),
            "garbage": f"<html>{got}</html>",
        }
        status = 401 if way in ("error", "header") else 200
        reply_with(status, bodies[way], {"x-request-id": got})(handler)

    written: list[str] = []

    def sink(events: Sequence[Event], durable: bool) -> None:
        del durable
        written.extend(EVENT.dump_json(event).decode() for event in events)

    log = tmp_path / "log.jsonl"
    config = settings(env={"OPENAI_API_KEY": key}, llm__retries=0)
    with serving(then=echo) as server, Models(config, log=log) as models:
        spec = f"openai:m@{server.url}"
        play(models, "house", brains={1: spec}, sink=sink)
        report = diagnose(spec, config, models=models, env={})
        told = [
            repr(models),
            repr(models.brain(spec, reader())),
            repr(models.chat(spec)),
            repr(config),
            repr(report),
            repr(config.rows()),
        ]
    everything = "\n".join([*written, log.read_text(encoding="utf-8"), *told])
    assert len(written) > 20
    assert log.read_text(encoding="utf-8").count("\n") >= 1
    for form in (key, escaped, key[::-1], json.dumps(key)[1:-1]):
        assert form not in everything


@given(st.text(min_size=8, max_size=40), st.text(max_size=30), st.text(max_size=30))
def test_a_known_key_is_gone_from_any_text(key: str, before: str, after: str) -> None:
    redact = Redactor([Key(key)])
    assert key not in redact(before + key + after) or key in MASK
    nested = redact.value({"a": [before + key, {"b": key}], key: 1})
    assert key not in str(nested) or key in str(redact.value({"a": ["", {"b": ""}], "": 1}))


def test_what_looks_like_a_key_goes_and_words_stay() -> None:
    redact = Redactor()
    assert redact("Incorrect key sk-proj-abc123***xyz given") == f"Incorrect key {MASK} given"
    assert redact("Authorization: Bearer abcdefgh12345") == f"Authorization: Bearer {MASK}"
    assert redact("a task-force of risk-takers asked for ask-me-anything") == (
        "a task-force of risk-takers asked for ask-me-anything"
    )
    assert Redactor([Key("none")])("none of it") == "none of it"


def test_a_log_that_cannot_be_written_is_told_before_the_game(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Cannot write the log"):
        Models(settings(), log=tmp_path / "missing" / "log.jsonl")


def test_a_log_that_fails_later_stops_nothing(tmp_path: Path) -> None:
    log = RequestLog(tmp_path / "log", Redactor())
    log.write({"fine": 1})
    (tmp_path / "log").unlink()
    (tmp_path / "log").mkdir()
    log.write({"lost": object()})
    assert "can no longer be written" in log.problem
