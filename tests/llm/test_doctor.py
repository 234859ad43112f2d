"""The doctor's sentences: what is wrong and what to do, before a game begins."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest

from dubious_ai.brains.llm.doctor import Report, diagnose, probe
from dubious_ai.brains.llm.endpoint import Endpoint, resolve
from dubious_ai.brains.llm.table_models import Models
from dubious_ai.brains.llm.transport.client import Payload, Wire
from dubious_ai.brains.llm.transport.failures import silent
from dubious_ai.brains.llm.transport.redaction import Redactor
from tests.llm.support import KEY, Slept, Step, completion, recorded, reply_with, serving, settings

TRIAL = completion('{"colour": "blue", "number": 7}')


def examine(*steps: Step, model: str = "m", env: dict[str, str] | None = None) -> Report:
    config = settings(env={}, llm__retries=0, llm__timeout=5)
    with serving(*steps) as server, Models(config) as models:
        return diagnose(f"openai:{model}@{server.url}", config, models=models, env=env or {})


def sentences(report: Report) -> str:
    return " ".join(f.sentence for f in report.findings)


def test_all_is_well() -> None:
    report = examine(reply_with(200, TRIAL))
    assert report.works
    told = sentences(report)
    for expected in (
        "needs none",
        "answers",
        "has the model m",
        "JSON schema",
        "7 calls a seat",
        "120 tokens",
        "cost nothing",
    ):
        assert expected in told


def test_the_rung_that_works_and_what_is_left_out_are_told() -> None:
    report = examine(
        reply_with(400, recorded("error_schema")),
        reply_with(400, recorded("error_json_object")),
        reply_with(400, recorded("error_max_tokens")),
        reply_with(200, TRIAL),
    )
    assert report.works
    assert "neither schema nor JSON mode" in sentences(report)
    assert "does not take max_tokens" in sentences(report)


def test_a_model_the_server_does_not_list_is_told_with_those_it_does() -> None:
    report = examine(reply_with(200, TRIAL), model="n")
    assert report.works
    assert "does not list a model 'n'; it lists m" in sentences(report)
    gone = examine(reply_with(404, recorded("error_model")), model="n")
    assert not gone.works
    assert "has no model 'n'" in gone.problem


@pytest.mark.parametrize("text", ["Blue, and seven!", "Voici: bleu et sept.", "<think>"])
def test_a_model_that_only_writes_prose_cannot_play(text: str) -> None:
    report = examine(reply_with(200, completion(text)))
    assert not report.works
    assert "JSON" in report.problem or "output" in report.problem


def test_a_server_that_is_down_is_told_before_anything_is_tried() -> None:
    with serving() as server:
        url = server.url
    report = diagnose(f"openai:m@{url}", settings(env={}), env={})
    assert not report.works
    assert "Cannot reach" in report.problem
    assert [f.about for f in report.findings][-1] == "server"


def test_settings_that_cannot_work_are_findings_not_errors() -> None:
    assert "OPENAI_API_KEY" in diagnose("openai:gpt-5", settings(env={}), env={}).problem
    assert "no brain" in diagnose("gpt-5", settings(), env={}).problem
    assert "no model" in diagnose("openai@http://127.0.0.1:9/v1", settings(env={}), env={}).problem
    assert diagnose("house", settings(env={}), env={}).works


def test_cautions_are_part_of_the_report() -> None:
    with serving(reply_with(200, TRIAL)) as server, Models(settings()) as models:
        root = server.url.removesuffix("/v1")
        report = probe(models, f"openai:m@{root}", {})
    assert f"most servers want {root}/v1" in sentences(report)


def test_a_priced_model_is_priced_a_round(tmp_path: Path) -> None:
    config = settings("[prices.m]\ninput = 1\noutput = 10\n", {}, tmp_path)
    with serving(reply_with(200, TRIAL)) as server, Models(config) as models:
        told = sentences(diagnose(f"openai:m@{server.url}", config, models=models, env={}))
    assert "cost $0.00030; a round costs about $0.018 a seat" in told


def test_a_wrong_key_stops_at_the_listing() -> None:
    body = json.dumps({"error": {"message": f"Incorrect API key provided: {KEY}"}})
    config = settings(llm__retries=0)
    with serving(reply_with(401, body)) as server, Models(config) as models:
        report = diagnose(f"openai:m@{server.url}", config, models=models, env={})
    assert "the key from OPENAI_API_KEY" in report.problem
    assert KEY not in sentences(report)


def test_the_doctor_says_what_it_waits_for_and_is_done_within_a_minute() -> None:
    waited: list[float] = []

    class Stalled:
        def send(self, payload: Payload, seconds: float, cancelled: threading.Event) -> str:
            del payload, cancelled
            waited.append(seconds)
            raise silent(resolve(spec, settings()), seconds)

        def models(self, timeout: float) -> tuple[str, ...]:
            waited.append(timeout)
            return ()

        def close(self) -> None:
            pass

    spec = "openai:m@http://127.0.0.1:9/v1"
    told: list[str] = []
    slept = Slept()
    config = settings(llm__timeout=3600, llm__retries=10)

    def stalled(endpoint: Endpoint, redact: Redactor) -> Wire:
        del endpoint, redact
        return Stalled()

    models = Models(config, wire=stalled, patience=slept.patience())
    report = diagnose(spec, config, models=models, env={}, tell=told.append)
    assert not report.works
    assert "did not answer" in report.problem
    assert [line for line in told if "127.0.0.1" in line and "seconds" in line] == told != []
    assert max(waited) + sum(slept.pauses) < 60
