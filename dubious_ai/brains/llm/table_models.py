"""The models of one table: builds the brain of a spec, and shares what seats can share.

Owns the shared parts: one connection pool, breaker and memory of abilities for each server and model, one ledger and one log for all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from dubious_ai.belief.reader import Reader
from dubious_ai.brains.llm.ask import Chat
from dubious_ai.brains.llm.brain import LLMBrain
from dubious_ai.brains.llm.endpoint import Endpoint, cautions, resolve
from dubious_ai.brains.llm.spending import Ledger, TokenCounter, price_of
from dubious_ai.brains.llm.strength import Strengths
from dubious_ai.brains.llm.transport.capabilities import Memory
from dubious_ai.brains.llm.transport.client import OpenAIWire, Wire
from dubious_ai.brains.llm.transport.pacing import USELESS_REPLIES, Breaker, CallQueue
from dubious_ai.brains.llm.transport.redaction import Key, Redactor, RequestLog
from dubious_ai.brains.llm.transport.retry import Courier, Patience
from dubious_ai.config import Config

MakeWire = Callable[[Endpoint, Redactor], Wire]
SMALL_WINDOW = 2700
STRENGTHS_FILE = "brains.json"
"""In the settings folder: what models were found to be in play."""


class Models:
    """`brain` is the factory a table needs; use it as a context, or `close` it. `wire` and `patience` are for tests."""

    def __init__(
        self,
        config: Config,
        *,
        log: Path | None = None,
        wire: MakeWire = OpenAIWire,
        patience: Patience | None = None,
    ) -> None:
        """Raises UsageError if the log cannot be written."""
        self.config = config
        self.redact = Redactor(
            Key(key) for key in (config.llm.api_key, *(s.api_key for s in config.brains.values())) if key
        )
        self.ledger = Ledger(config.budget)
        self.log = RequestLog(log, self.redact) if log else None
        self._make_wire = wire
        self._patience = patience or Patience()
        self.strengths = Strengths(config.path.parent / STRENGTHS_FILE)
        self._memory = Memory()
        self._breakers: dict[str, Breaker] = {}
        self._queues: dict[str, CallQueue] = {}
        self._chats: dict[str, Chat] = {}

    def brain(self, spec: str, reader: Reader, *, stranger: bool = False) -> LLMBrain:
        """The brain of a spec like openai:MODEL; a `stranger` gets no key. Raises UsageError: no model, no key, no such brain."""
        chat = self.chat(spec, stranger=stranger)
        return LLMBrain(spec, chat, reader, self.strengths.temperature(spec))

    def chat(self, spec: str, *, stranger: bool = False) -> Chat:
        """The conversation with a spec's model, shared by all seats that have this spec. Nothing is sent yet."""
        if spec not in self._chats:
            endpoint = resolve(spec, self.config, stranger=stranger)
            clock, server = self._patience.clock, endpoint.base_url
            wire = self._make_wire(endpoint, self.redact)
            breaker = self._breakers.setdefault(server, Breaker(clock=clock))
            queue = self._queues.setdefault(server, CallQueue(endpoint, clock))
            replies = self._breakers.setdefault(
                f"{endpoint}", Breaker(threshold=USELESS_REPLIES, clock=clock)
            )
            courier = Courier(endpoint, wire, breaker, queue, self._patience, self.log)
            self._chats[spec] = Chat(
                courier,
                self._memory.of(endpoint.base_url, endpoint.model, official=endpoint.official),
                self.ledger,
                self.redact,
                TokenCounter(endpoint.model, exact=endpoint.official),
                price_of(endpoint, self.config.prices),
                replies,
            )
        return self._chats[spec]

    @property
    def specs(self) -> tuple[str, ...]:
        """The brains built so far."""
        return tuple(self._chats)

    def cautions(self, env: Mapping[str, str] | None = None) -> tuple[str, ...]:
        """What a person should know before the game about the brains built so far, a sentence each."""
        found: list[str] = []
        for chat in self._chats.values():
            endpoint = chat.endpoint
            found += cautions(endpoint, env)
            if self.config.budget.max_cost is not None and chat.price is None:
                found.append(
                    f"The price of {endpoint.model} is unknown, so --max-cost cannot hold; use --max-tokens, or give a price in the settings."
                )
            window = endpoint.settings.context_window
            if window is not None and window < SMALL_WINDOW:
                found.append(
                    f"A window of {window:,} tokens is small for {endpoint.model}: older answers will be cut from its prompts. {SMALL_WINDOW:,} suffice."
                )
        return tuple(dict.fromkeys(found))

    def take_warning(self) -> str:
        """The budget's warning or the log's problem, once each; "" if there is nothing new."""
        return self.ledger.take_warning() or (self.log.take_problem() if self.log else "")

    def close(self) -> None:
        """Let go of all connections; calls still under way come to nothing."""
        for chat in self._chats.values():
            chat.courier.wire.close()

    def __enter__(self) -> Models:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def waits(self) -> tuple[str, ...]:
        """The calls under way, a line each: which model, and how long it may still take."""
        return tuple(line for chat in self._chats.values() for line in chat.waits())

    def try_again(self) -> None:
        """Forget that servers failed, so that the next call is really made (after a person chose to retry)."""
        for breaker in self._breakers.values():
            breaker.reset()
