"""One question to a model and one structured reply: the ladder, refused parameters, output limits, money.

Owns the payload. Whether the reply makes sense in the game is the brain's business, and so is asking again about it.
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from pydantic import BaseModel

from dubious_ai.brains.llm.reply.completion import ServerReply, TokenCount
from dubious_ai.brains.llm.reply.reply_value import Reply, read_value
from dubious_ai.brains.llm.reply.schema import Span, response_format, strict_schema
from dubious_ai.brains.llm.spending import Ledger, Source, TokenCounter
from dubious_ai.brains.llm.transport.capabilities import Abilities, Parameter, Rung
from dubious_ai.brains.llm.transport.deadline import Deadline
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.brains.llm.transport.pacing import Breaker
from dubious_ai.brains.llm.transport.redaction import Redactor
from dubious_ai.brains.llm.transport.retry import Courier
from dubious_ai.config import PriceRow
from dubious_ai.core.model import Usage

T = TypeVar("T", bound=BaseModel)
OUTPUT_TOKENS = 700
"""Output limit when the settings name none; more than a reply needs, so that a short thought fits, too."""
RAISE = 6
"""A model that spends its output on thinking gets this many times as much, once."""
LESSONS = 10
"""How many refused parameters and rungs one call may learn from."""
AFTER_IDLING: tuple[Rung | None, ...] = (None, "prompt")
"""What is tried after a reply of blanks or one sign without end: the same again, then without the schema that a server may have got stuck in."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt. Never "developer": many servers do not know that role."""

    role: Literal["system", "user", "assistant"]
    text: str


class Chat:
    """Talks to one endpoint. What it learns about the server (`abilities`) and spends (`ledger`) is shared with other seats."""

    def __init__(
        self,
        courier: Courier,
        abilities: Abilities,
        ledger: Ledger,
        redact: Redactor,
        counter: TokenCounter,
        price: PriceRow | None = None,
        replies: Breaker | None = None,
    ) -> None:
        """`replies` is the breaker for replies nobody can use; `courier` has the one for the server."""
        self.endpoint = courier.endpoint
        self.courier = courier
        self.abilities = abilities
        self.ledger = ledger
        self.counter = counter
        self.price = price
        self.redact = redact
        self.replies = replies or Breaker(clock=courier.patience.clock)
        self._under_way: list[Deadline] = []

    @contextmanager
    def deadline(self, given: Deadline | None = None) -> Generator[Deadline]:
        """The deadline of one action of a seat, to be asked within; known to `waits` as long as it lasts."""
        if given is not None:
            yield given
            return
        made = self.courier.deadline()
        self._under_way.append(made)
        try:
            yield made
        finally:
            self._under_way.remove(made)

    def waits(self) -> tuple[str, ...]:
        """The actions under way, a line each."""
        who = f"{self.endpoint.model} at {self.endpoint.host}"
        return tuple(f"{who}: {made.told()}" for made in list(self._under_way))

    def ask(
        self,
        messages: Sequence[Message],
        shape: type[T],
        *,
        purpose: str,
        choices: Mapping[str, tuple[str, ...]] | None = None,
        counts: Mapping[str, Span] | None = None,
        rung: Rung | None = None,
        cancelled: threading.Event | None = None,
        deadline: Deadline | None = None,
    ) -> Reply[T]:
        """Ask once (again only where the server, not the model, was at fault), within the deadline of the action. Raises CallFailed.

        `choices` limits fields by name to certain strings and `counts` lists to a length, where the server can do that; `rung` overrides the remembered one.
        """
        with self.deadline(deadline) as until:
            return self._ask(
                messages, shape, purpose, (choices, counts), rung, until, cancelled or threading.Event()
            )

    def _ask(
        self,
        messages: Sequence[Message],
        shape: type[T],
        purpose: str,
        limits: tuple[Mapping[str, tuple[str, ...]] | None, Mapping[str, Span] | None],
        override: Rung | None,
        deadline: Deadline,
        cancelled: threading.Event,
    ) -> Reply[T]:
        clock = self.courier.patience.clock
        begun = clock()
        prompt_tokens, counted = self.counter.messages([m.text for m in messages])
        idle = 0
        for _ in range(LESSONS):
            self.replies.check()
            used, limit = override or self.abilities.rung, self._limit()
            schema = strict_schema(shape, limits[0], limits[1] if self.abilities.counts else None)
            payload, sent = self._payload(messages, purpose, schema, used)
            hold = self.ledger.reserve(prompt_tokens, self.price)
            try:
                said = self.courier.deliver(payload, purpose, deadline, cancelled)
            except CallFailed as error:
                self.ledger.release(hold)
                if error.about_request and self.abilities.learn(error.said, sent, used):
                    override = None
                    continue
                raise
            except BaseException:
                self.ledger.release(hold)
                raise
            usage, source = self._usage(said, prompt_tokens, counted)
            cost = self.ledger.spend(hold, usage, source, self.price)
            reply = read_value(said, shape, self.redact.value)
            if reply.state == "ok":
                self.abilities.works(used)
            elif reply.state != "refused":
                self.abilities.spoiled(used)
                if said.idle and idle < len(AFTER_IDLING):
                    override, idle = AFTER_IDLING[idle] or used, idle + 1
                    continue
                if not said.idle and self._spent_thinking(said, reply, limit):
                    continue
            paid = Usage(
                model=self.endpoint.model,
                server=self.endpoint.base_url,
                rung=used,
                calls=1,
                prompt_tokens=usage.prompt,
                cached_tokens=usage.cached,
                completion_tokens=usage.completion,
                counted_by=source,
                cost=cost,
                seconds=round(clock() - begun, 3),
            )
            return replace(reply, raw=self.redact(said.text or said.thoughts), usage=paid)
        raise CallFailed("format", f"{self.endpoint.host} refuses every form of request that is tried.")

    def _spent_thinking(self, said: ServerReply, reply: Reply[T], limit: int) -> bool:
        """Whether the output limit ran out before there was a reply: raise it once and try again; then give up clearly."""
        if reply.state not in ("truncated", "empty") or (said.finish not in ("length", "") and said.text):
            return False
        if said.finish != "length" and reply.state == "empty":
            return False
        if not self.abilities.raised or limit < self._limit():
            self.abilities.raised = True
            return True
        sentence = (
            f"{self.endpoint.model} used up {self._limit()} tokens of output without a reply. "
            "Raise max_output_tokens, or lower reasoning_effort, in the settings."
        )
        raise CallFailed("length", sentence)

    def _limit(self) -> int:
        limit = self.endpoint.settings.max_output_tokens or OUTPUT_TOKENS
        return limit * RAISE if self.abilities.raised else limit

    def _payload(
        self, messages: Sequence[Message], purpose: str, schema: dict[str, object], rung: Rung
    ) -> tuple[dict[str, object], frozenset[Parameter]]:
        """The JSON of the call, and the parameters in it that a server may refuse."""
        settings, abilities = self.endpoint.settings, self.abilities
        payload: dict[str, object] = {
            "model": self.endpoint.model,
            "messages": [{"role": m.role, "content": m.text} for m in messages],
        }
        optional: dict[Parameter, object] = {}
        if abilities.limit:
            optional[abilities.limit] = self._limit()
        if settings.temperature is not None:
            optional["temperature"] = settings.temperature
        if settings.reasoning_effort is not None:
            optional["reasoning_effort"] = settings.reasoning_effort
        kept: dict[Parameter, object] = {
            name: value for name, value in optional.items() if name not in abilities.dropped
        }
        payload.update({str(name): value for name, value in kept.items()})
        if rung == "json_schema":
            payload["response_format"] = response_format(purpose, schema)
        elif rung == "json_object":
            payload["response_format"] = {"type": "json_object"}
        if abilities.server.streams:
            payload["stream"] = True
            if abilities.server.counts_streams:
                payload["stream_options"] = {"include_usage": True}
        return payload, frozenset[Parameter](kept)

    def _usage(self, said: ServerReply, prompt: int, counted: Source) -> tuple[TokenCount, Source]:
        if said.usage is not None:
            return said.usage, "server"
        self.counter.warm()
        completion, how = self.counter.count(said.text + said.thoughts)
        source: Source = "tiktoken" if counted == how == "tiktoken" else "estimate"
        return TokenCount(prompt, completion), source
