"""`dubious doctor`: is everything there for a brain to play, and if not, what to do.

Pure logic: a report of plain sentences, to be shown by whoever asked. `probe` is the cheap part (one listing of models, no
tokens), fit to run before a game; `diagnose` adds a trial call.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

from dubious_ai.brains.llm.ask import Chat, Message
from dubious_ai.brains.llm.endpoint import Endpoint, cautions
from dubious_ai.brains.llm.reply.schema import shape_in_words
from dubious_ai.brains.llm.spec import parse_spec
from dubious_ai.brains.llm.spending import price_table
from dubious_ai.brains.llm.table_models import Models
from dubious_ai.brains.llm.transport.deadline import Deadline, run
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.config import Config
from dubious_ai.core.model import Usage
from dubious_ai.errors import UsageError

Verdict = Literal["ok", "warn", "stop"]
PROBE_TIMEOUT = 5.0
TRIAL_TIMEOUT = 40.0
"""Seconds for the listing of models and for the trial call: together, with what they may overrun, under a minute."""
MANY = 12
"""Models named in a sentence before it says "and others"."""
CALLS_A_ROUND = 7
USUAL_PROMPT, USUAL_REPLY = 1300, 120
"""Tokens of an average call in a round of five questions at four seats."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. "stop" means that the brain cannot play."""

    about: str
    verdict: Verdict
    sentence: str


@dataclass(frozen=True)
class Report:
    """Everything found out about one brain, in the order it was looked at."""

    spec: str
    findings: tuple[Finding, ...]

    @property
    def works(self) -> bool:
        """Whether the brain can play."""
        return all(finding.verdict != "stop" for finding in self.findings)

    @property
    def problem(self) -> str:
        """The first sentence that says why it cannot; "" if it can."""
        return next((f.sentence for f in self.findings if f.verdict == "stop"), "")


class Trial(BaseModel):
    """What the trial call asks for."""

    model_config = ConfigDict(extra="ignore")
    colour: str
    number: int


def probe(models: Models, spec: str, env: Mapping[str, str] | None = None) -> Report:
    """What can be told about a brain without spending a token: key, address, server, model. Never raises."""
    env = os.environ if env is None else env
    try:
        if parse_spec(spec).kind == "house":
            return Report(spec, (Finding("brain", "ok", "The house brain needs neither network nor key."),))
        chat = models.chat(spec)
    except UsageError as error:
        return Report(spec, (Finding("brain", "stop", str(error)),))
    endpoint = chat.endpoint
    found = [Finding("brain", "ok", f"{endpoint}."), _key(endpoint)]
    found += [Finding("address", "warn", sentence) for sentence in cautions(endpoint, env)]
    found += _server(chat)
    return Report(spec, tuple(found))


def _key(endpoint: Endpoint) -> Finding:
    if endpoint.key is None:
        return Finding("key", "ok", "No key is set; a local server needs none.")
    return Finding("key", "ok", f"The key comes from {endpoint.key.source or 'the settings'}.")


def _server(chat: Chat) -> list[Finding]:
    """Whether the server answers, and whether it has the model. A server that does not list its models proves nothing."""
    endpoint = chat.endpoint
    try:
        limit = min(PROBE_TIMEOUT, endpoint.timeout)
        wire = chat.courier.wire
        names = run(lambda: wire.models(limit), endpoint, limit, threading.Event())
    except CallFailed as error:
        if error.cause in ("network", "timeout", "auth"):
            return [Finding("server", "stop", error.sentence)]
        return [Finding("server", "warn", f"{endpoint.host} answers, but does not list its models.")]
    reached = Finding("server", "ok", f"{endpoint.host} answers.")
    if not names:
        return [reached]
    if any(_same(endpoint.model, name) for name in names):
        return [reached, Finding("model", "ok", f"{endpoint.host} has the model {endpoint.model}.")]
    listed = ", ".join(names[:MANY]) + (" and others" if len(names) > MANY else "")
    verdict: Verdict = "stop" if endpoint.official else "warn"
    sentence = f"{endpoint.host} does not list a model {endpoint.model!r}; it lists {listed}."
    return [reached, Finding("model", verdict, sentence)]


def _same(wanted: str, listed: str) -> bool:
    """Whether a listed name is the wanted model: Ollama adds a tag, others a path."""
    return listed == wanted or listed == f"{wanted}:latest" or listed.rsplit("/", 1)[-1] == wanted


def diagnose(
    spec: str,
    config: Config,
    *,
    models: Models | None = None,
    env: Mapping[str, str] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Report:
    """All about one brain, a trial call included, within a minute. `tell` hears what is waited for.

    Never raises: what goes wrong is a finding with what to do about it.
    """
    if models is None:
        with Models(config) as own:
            return diagnose(spec, config, models=own, env=env, tell=tell)
    tell = tell or _silently
    try:
        is_house = parse_spec(spec).kind == "house"
        if not is_house:
            tell(
                f"Asking {models.chat(spec).endpoint.host} which models it has, at most {PROBE_TIMEOUT:.0f} seconds …"
            )
    except UsageError:
        is_house = False  # the probe says what is wrong
    report = probe(models, spec, env)
    if not report.works or is_house:
        return report
    chat = models.chat(spec)
    limit = min(TRIAL_TIMEOUT, chat.endpoint.timeout)
    tell(f"Waiting for the reply of {chat.endpoint} to a trial call, at most {limit:.0f} seconds …")
    return Report(spec, (*report.findings, *_trial(chat, limit)))


def _silently(sentence: str) -> None:
    del sentence


def _trial(chat: Chat, limit: float) -> list[Finding]:
    shape = shape_in_words(Trial)
    messages = (
        Message("system", "You help to test a connection."),
        Message(
            "user",
            f"Name a colour and a number from 1 to 9. Reply with one JSON object and nothing else: {shape}",
        ),
    )
    try:
        clock = chat.courier.patience.clock
        reply = chat.ask(messages, Trial, purpose="trial", deadline=Deadline(limit, clock, loading=limit))
    except CallFailed as error:
        return [Finding("trial", "stop", error.sentence)]
    endpoint = chat.endpoint
    found: list[Finding] = []
    match reply.state:
        case "ok":
            how = {
                "json_schema": "keeps to a JSON schema",
                "json_object": "writes JSON, but takes no schema; that is enough",
                "prompt": "takes neither schema nor JSON mode, but writes JSON when asked to; that is enough",
            }.get(reply.usage.rung, "writes JSON")
            found.append(Finding("replies", "ok", f"{endpoint.model} {how}."))
        case "refused":
            found.append(
                Finding(
                    "replies", "stop", f"{endpoint.model} refused a harmless trial call. Try another model."
                )
            )
        case _:
            found.append(
                Finding(
                    "replies",
                    "stop",
                    f"{endpoint.model} does not write the JSON asked for ({reply.problem.rstrip('.')}). Try a larger model.",
                )
            )
    found.append(_speed(reply.usage.seconds, endpoint))
    dropped = sorted(chat.abilities.dropped)
    if dropped:
        found.append(
            Finding(
                "parameters", "ok", f"{endpoint.host} does not take {', '.join(dropped)}; they are left out."
            )
        )
    found.append(_price(chat, reply.usage))
    return found


def _speed(seconds: float, endpoint: Endpoint) -> Finding:
    sentence = f"The trial call took {seconds:.1f} seconds; a round needs {CALLS_A_ROUND} calls a seat, side by side."
    if seconds > endpoint.timeout / 2:
        return Finding(
            "speed",
            "warn",
            f"{sentence} That is slow: raise timeout in the settings, or take a smaller model.",
        )
    return Finding("speed", "ok", sentence)


def _price(chat: Chat, usage: Usage) -> Finding:
    tokens, cost = usage.prompt_tokens + usage.completion_tokens, usage.cost
    how = {"server": "as the server counts", "tiktoken": "counted here", "estimate": "estimated"}.get(
        usage.counted_by, "estimated"
    )
    used = f"The trial call used {tokens:,} tokens ({how})"
    if cost is None or chat.price is None:
        sentence = f"{used}; the price of {chat.endpoint.model} is unknown, so only tokens will be shown."
        return Finding("price", "warn", sentence)
    if not chat.price.input and not chat.price.output:
        return Finding("price", "ok", f"{used} and cost nothing.")
    a_round = CALLS_A_ROUND * (USUAL_PROMPT * chat.price.input + USUAL_REPLY * chat.price.output) / 1_000_000
    sentence = f"{used} and cost ${cost:.5f}; a round costs about ${a_round:.3f} a seat, at prices of {price_table().date}."
    return Finding("price", "ok", sentence)
