"""What goes wrong in the wild, one test for each note, with recorded replies over the official client."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import httpx
import pytest
import respx

from dubious_ai.brains.llm.ask import Chat, Message, Reply
from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.reply.reply_models import AnswerReply, GuessReply
from dubious_ai.brains.llm.reply.schema import in_words, strict_schema
from dubious_ai.brains.llm.spending import TokenCounter, estimated_tokens
from dubious_ai.brains.llm.table_models import Models
from dubious_ai.brains.llm.transport.client import OpenAIWire, Wire
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.brains.llm.transport.redaction import Redactor
from dubious_ai.config import Config
from tests.llm.support import KEY, REMOTE, Slept, recorded, settings
from tests.readers import reader

if TYPE_CHECKING:
    import httpx2

SPEC = f"openai:recorded@{REMOTE}"
MESSAGES = (Message("system", "rules"), Message("user", "answer"))
GOOD = "Clean, which took me twenty minutes and a brush."


@dataclass
class Desk:
    """A server that plays recorded replies, and what it was asked."""

    route: respx.Route
    slept: Slept
    http: httpx.Client
    redact: Redactor | None = None

    def replies(self, *steps: str | tuple[int, str] | tuple[int, str, dict[str, str]] | Exception) -> None:
        made: list[httpx.Response | Exception] = []
        for step in steps:
            if isinstance(step, Exception):
                made.append(step)
            elif isinstance(step, str):
                made.append(
                    httpx.Response(200, text=recorded(step), headers={"content-type": "application/json"})
                )
            else:
                headers = step[2] if len(step) == 3 else {}
                made.append(httpx.Response(step[0], text=recorded(step[1]), headers=headers))
        self.route.side_effect = made

    def models(self, config: Config | None = None) -> Models:
        def make(endpoint: Endpoint, redact: Redactor) -> Wire:
            return OpenAIWire(endpoint, redact, cast("httpx2.Client", self.http))

        return Models(config or settings(), wire=make, patience=self.slept.patience())

    def chat(self, config: Config | None = None) -> Chat:
        return self.models(config).chat(SPEC)

    def ask(self, chat: Chat | None = None) -> Reply[AnswerReply]:
        return (chat or self.chat()).ask(MESSAGES, AnswerReply, purpose="answer")

    def failure(self, chat: Chat | None = None) -> CallFailed:
        with pytest.raises(CallFailed) as error:
            self.ask(chat)
        return error.value

    @property
    def sent(self) -> list[dict[str, object]]:
        calls = cast("list[respx.models.Call]", list(self.route.calls))
        return [cast("dict[str, object]", json.loads(call.request.content)) for call in calls]

    def formats(self) -> list[str]:
        return [
            str(cast("dict[str, object]", s.get("response_format") or {"type": "-"})["type"])
            for s in self.sent
        ]


@pytest.fixture
def desk() -> Iterator[Desk]:
    with respx.mock(assert_all_called=False) as router, httpx.Client() as http:
        yield Desk(router.post(f"{REMOTE}/chat/completions"), Slept(), http)


def test_1_the_ladder_goes_down_and_is_remembered(desk: Desk) -> None:
    desk.replies((400, "error_schema"), (400, "error_json_object"), "answer", "answer")
    chat = desk.chat()
    assert desk.ask(chat).usage.rung == "prompt"
    assert desk.ask(chat).usage.rung == "prompt"
    assert desk.formats() == ["json_schema", "json_object", "-", "-"]


def test_1_what_one_seat_learns_all_seats_of_the_model_know(desk: Desk) -> None:
    desk.replies((400, "error_schema"), "answer", "answer")
    models = desk.models()
    desk.ask(models.chat(SPEC))
    desk.ask(models.brain(SPEC, reader()).chat)
    assert desk.formats() == ["json_schema", "json_object", "json_object"]


def test_1_a_server_that_ignores_the_schema_is_still_read_strictly(desk: Desk) -> None:
    desk.replies("answer_only_prose", "answer_in_prose")
    chat = desk.chat()
    assert desk.ask(chat).state == "malformed"
    reading = desk.ask(chat)
    assert reading.value is not None
    assert reading.value.text == GOOD


def test_2_schemas_are_flat_and_strict() -> None:
    for shape in (AnswerReply, GuessReply):
        schema = strict_schema(shape, {"occupations": ("Potter", "Pirate")})
        text = json.dumps(schema)
        for refused in ("$defs", "$ref", "default", "pattern", "minLength", "maxLength", "title", "anyOf"):
            assert f'"{refused}"' not in text
        assert text.count('"additionalProperties": false') == text.count('"properties"')
        assert len(text) < 1500
    row = in_words(strict_schema(GuessReply, {"occupations": ("Potter", "Pirate")}))
    assert '"occupations": ["Potter" | "Pirate", ...]' in row


def test_2_lists_have_a_length_until_a_server_refuses_that(desk: Desk) -> None:
    desk.replies((400, "error_counts"), "answer")
    chat = desk.chat()
    chat.ask(MESSAGES, GuessReply, purpose="guess", counts={"secrets": (3, 3)})
    first, second = (json.dumps(sent) for sent in desk.sent)
    assert '"minItems": 3, "maxItems": 3' in first
    assert "Items" not in second
    assert desk.formats() == ["json_schema", "json_schema"]


def test_3_the_limit_is_renamed_when_the_server_wants_that(desk: Desk) -> None:
    desk.replies((400, "error_max_tokens"), "answer", "answer")
    chat = desk.chat()
    desk.ask(chat)
    desk.ask(chat)
    assert [sorted(set(s) & {"max_tokens", "max_completion_tokens"}) for s in desk.sent] == [
        ["max_tokens"],
        ["max_completion_tokens"],
        ["max_completion_tokens"],
    ]
    assert desk.formats() == ["json_schema"] * 3


def test_3_refused_parameters_are_dropped_and_stay_dropped(desk: Desk) -> None:
    desk.replies((400, "error_temperature"), (400, "error_effort"), "answer", "answer")
    chat = desk.chat(settings(llm__temperature=0.7, llm__reasoning_effort="low"))
    desk.ask(chat)
    desk.ask(chat)
    assert [("temperature" in s, "reasoning_effort" in s) for s in desk.sent] == [
        (True, True),
        (False, True),
        (False, False),
        (False, False),
    ]


def test_3_roles_are_those_every_server_knows(desk: Desk) -> None:
    desk.replies("answer")
    desk.ask()
    messages = cast("list[dict[str, str]]", desk.sent[0]["messages"])
    assert [m["role"] for m in messages] == ["system", "user"]


@pytest.mark.parametrize(
    "name",
    [
        "answer",
        "answer_thinking",
        "answer_lone_end_tag",
        "answer_reasoning_content",
        "answer_fenced",
        "answer_in_prose",
        "answer_wrapped",
    ],
)
def test_4_wrapping_around_the_reply_is_taken_off(desk: Desk, name: str) -> None:
    desk.replies(name)
    reading = desk.ask()
    assert reading.value is not None
    assert (reading.value.aim, reading.value.occupation_share, reading.value.text) == ("occupation", 55, GOOD)


def test_4_single_quotes_and_pythons_none_are_read(desk: Desk) -> None:
    desk.replies("answer_single_quotes")
    reading = desk.ask()
    assert reading.value is not None
    assert reading.value.text.endswith("and I'm told a brush.")
    assert reading.value.delivery == ""


def test_5_output_spent_on_thinking_is_raised_once_then_given_up(desk: Desk) -> None:
    desk.replies("answer_only_thoughts", "answer", "answer_only_thoughts")
    chat = desk.chat()
    assert desk.ask(chat).state == "ok"
    limits = [cast("int", s["max_tokens"]) for s in desk.sent]
    assert limits[1] > 2 * limits[0]
    error = desk.failure(chat)
    assert error.cause == "length"
    assert "max_output_tokens" in error.sentence


def test_5_cut_json_is_not_malformed_json(desk: Desk) -> None:
    desk.replies("answer_cut", "answer_cut")
    assert desk.failure().cause == "length"


@pytest.mark.parametrize("name", ["refusal", "content_filter"])
def test_6_a_refusal_is_not_asked_again(desk: Desk, name: str) -> None:
    desk.replies(name)
    assert desk.ask().state == "refused"
    assert len(desk.sent) == 1


def test_13_retry_after_is_honoured(desk: Desk) -> None:
    desk.replies((429, "error_rate", {"retry-after": "3"}), (429, "error_rate"), "answer")
    assert desk.ask().state == "ok"
    assert desk.slept.pauses[0] >= 3
    assert 0 < desk.slept.pauses[1] < 3


def test_13_a_wait_too_long_is_not_waited_for(desk: Desk) -> None:
    desk.replies((429, "error_rate", {"retry-after": "3600"}))
    error = desk.failure()
    assert error.cause == "rate"
    assert "3600 seconds" in error.sentence
    assert desk.slept.pauses == []


def test_13_an_empty_account_is_final_for_every_seat(desk: Desk) -> None:
    desk.replies((429, "error_quota"))
    chat = desk.chat()
    assert desk.failure(chat).cause == "quota"
    assert desk.failure(chat).cause == "quota"
    assert len(desk.sent) == 1


def test_13_hiccups_are_retried_a_bounded_number_of_times(desk: Desk) -> None:
    desk.replies((500, "error_rate"), httpx.ReadTimeout("slow"), "answer")
    assert desk.ask().state == "ok"
    desk.replies(*[(500, "error_rate")] * 9)
    before = len(desk.sent)
    assert desk.failure().cause == "server"
    assert len(desk.sent) - before == 3


def test_13_the_time_limit_is_ours_and_configurable(desk: Desk) -> None:
    desk.replies("answer", "answer")
    desk.ask()
    desk.ask(desk.chat(settings(llm__timeout=7, llm__connect_timeout=2)))
    calls = cast("list[respx.models.Call]", list(desk.route.calls))
    timeouts = [cast("dict[str, dict[str, float]]", call.request.extensions)["timeout"] for call in calls]
    assert [(t["read"], t["connect"]) for t in timeouts] == [(60.0, 10.0), (7.0, 2.0)]


def test_14_a_wrong_key_is_told_once_and_never_shown(desk: Desk) -> None:
    echo = json.dumps(
        {"error": {"message": f"Incorrect API key provided: {KEY}.", "code": "invalid_api_key"}}
    )
    desk.route.side_effect = [httpx.Response(401, text=echo)]
    chat = desk.chat()
    error = desk.failure(chat)
    assert error.cause == "auth"
    assert "OPENAI_API_KEY" in error.sentence
    assert KEY not in f"{error} {error.detail} {error!r} {desk.failure(chat).detail}"


def test_15_usage_and_cost_come_from_the_server(desk: Desk) -> None:
    desk.replies("answer", "answer")
    config = settings()
    models = desk.models(config)
    reply = desk.ask(models.chat(SPEC))
    assert (
        reply.usage.prompt_tokens,
        reply.usage.cached_tokens,
        reply.usage.counted_by,
        reply.usage.cost,
    ) == (1210, 1024, "server", None)
    assert models.ledger.line() == "1,268 tokens, price unknown"


def test_15_without_usage_tokens_are_estimated_and_labelled(desk: Desk) -> None:
    desk.replies("answer_no_usage")
    models = desk.models()
    reply = desk.ask(models.chat(SPEC))
    assert reply.usage.counted_by == "estimate"
    assert reply.usage.completion_tokens > 20
    assert models.ledger.line().startswith("about ")


def test_16_a_window_overrun_is_told_with_the_remedy(desk: Desk) -> None:
    desk.replies((400, "error_context"))
    error = desk.failure()
    assert error.cause == "length"
    assert "context" in error.sentence
    assert len(desk.sent) == 1


def test_17_tiktoken_can_hang_fail_or_choke_without_harm() -> None:
    gate = threading.Event()
    entered = threading.Event()

    class Choking:
        def encode(self, text: str, *, disallowed_special: tuple[str, ...] = ("all",)) -> list[int]:
            if disallowed_special and "<|endoftext|>" in text:
                raise ValueError("special token")
            return [1] * len(text.split())

    def hang(model: str) -> Choking:
        del model
        entered.set()
        gate.wait(5)
        raise KeyError("unknown model")

    counter = TokenCounter("m", load=hang)
    counter.warm()
    assert entered.wait(5)
    assert counter.count("four little words here") == (estimated_tokens("four little words here"), "estimate")
    gate.set()
    ready = threading.Event()

    def load(model: str) -> Choking:
        del model
        ready.set()
        return Choking()

    good = TokenCounter("m", load=load)
    good.warm()
    assert ready.wait(5)
    for _ in range(200):
        if good.count("x")[1] == "tiktoken":
            break
        threading.Event().wait(0.01)
    assert good.count("an <|endoftext|> inside") == (3, "tiktoken")


def test_18_no_seed_is_promised(desk: Desk) -> None:
    desk.replies("answer")
    desk.ask()
    assert "seed" not in desk.sent[0]


def test_errors_in_a_200_are_errors(desk: Desk) -> None:
    desk.replies("error_in_200", "answer")
    assert desk.ask().state == "ok"
    assert len(desk.slept.pauses) == 1


def test_an_unknown_model_is_named(desk: Desk) -> None:
    desk.replies((404, "error_model"))
    error = desk.failure()
    assert error.cause == "model"
    assert "'recorded'" in error.sentence
