"""What a game has spent and may still spend: tokens counted, their price, and one ledger for all seats.

Counting never waits: the server's own count comes first, then tiktoken if it is ready, then an estimate. An unknown price stays
unknown, tokens are shown and no cost is made up. The limits of --max-cost and --max-tokens warn at 80 % and then stop all calls.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, Protocol

from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.reply.completion import TokenCount
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.config import BudgetSettings, PriceRow
from dubious_ai.content import shipped
from dubious_ai.content.toml_files import parse
from dubious_ai.core.model import Value

_DATED = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$")
MILLION = 1_000_000


class PriceTable(Value):
    """Prices by server and model, and the day (year-month-day) they were true."""

    date: str
    servers: Mapping[str, Mapping[str, PriceRow]]


@cache
def price_table() -> PriceTable:
    """The shipped prices. Raises ContentError for a damaged file."""
    return parse(shipped.shipped_text("content", "prices.toml"), "content/prices.toml", PriceTable)


def price_of(endpoint: Endpoint, overrides: Mapping[str, PriceRow] | None = None) -> PriceRow | None:
    """The price of an endpoint's model, None if it is not known. An override is named by the model."""
    model = endpoint.model
    for known in (overrides or {}, price_table().servers.get(endpoint.host, {})):
        found = known.get(model) or known.get(_DATED.sub("", model))
        if found is not None:
            return found
    return PriceRow(input=0, output=0) if endpoint.local else None


def price_in_dollars(usage: TokenCount, price: PriceRow) -> float:
    """Dollars for these tokens."""
    cached = price.input if price.cached is None else price.cached
    fresh = usage.prompt - usage.cached
    return (fresh * price.input + usage.cached * cached + usage.completion * price.output) / MILLION


Source = Literal["server", "tiktoken", "estimate"]
CHARACTERS_PER_TOKEN = 3.6
"""Below the usual 4 for English, so that the estimate rather errs on the dear side."""
PER_MESSAGE = 4
"""Tokens a chat message costs beyond its text, as OpenAI's cookbook counts them."""


class Encoding(Protocol):
    """What is used of a tiktoken encoding."""

    def encode(self, text: str, *, disallowed_special: tuple[str, ...] = ()) -> list[int]:
        """Token numbers of a text; nothing in it is special."""
        ...


def _load(model: str) -> Encoding:
    import tiktoken

    return tiktoken.encoding_for_model(model)


def estimated_tokens(text: str) -> int:
    """Tokens of a text by its length in UTF-8, never 0 for a text that is not empty."""
    return -int(-len(text.encode("utf-8", "replace")) // CHARACTERS_PER_TOKEN)


class TokenCounter:
    """Counts for one model. `load` is injectable; it may hang or raise as it likes."""

    def __init__(self, model: str, *, exact: bool = True, load: Callable[[str], Encoding] = _load) -> None:
        """`exact` false: never try tiktoken (a model it cannot know)."""
        self._model = model
        self._load = load
        self._encoding: Encoding | None = None
        self._state: Literal["idle", "loading", "off"] = "idle" if exact else "off"
        self._lock = threading.Lock()

    def warm(self) -> None:
        """Begin to load tiktoken in the background, once. Returns at once."""
        with self._lock:
            if self._state != "idle":
                return
            self._state = "loading"
        threading.Thread(target=self._fetch, daemon=True, name="tiktoken").start()

    def _fetch(self) -> None:
        try:
            self._encoding = self._load(self._model)
        except BaseException:
            self._state = "off"

    def count(self, text: str) -> tuple[int, Source]:
        """Tokens of a text and how they were counted. Never waits, never raises."""
        if self._encoding is not None:
            try:
                return len(self._encoding.encode(text, disallowed_special=())), "tiktoken"
            except Exception:
                self._encoding, self._state = None, "off"
        return estimated_tokens(text), "estimate"

    def messages(self, texts: Sequence[str]) -> tuple[int, Source]:
        """Tokens of a whole prompt."""
        counted = [self.count(text) for text in texts]
        source: Source = "tiktoken" if all(how == "tiktoken" for _, how in counted) else "estimate"
        return sum(n for n, _ in counted) + PER_MESSAGE * len(texts), source


WARN_AT = 0.8
USUAL_REPLY = 120
"""Tokens set aside for the reply of a call under way, until its count is known."""


@dataclass(frozen=True, slots=True)
class Spent:
    """The running total. `cost` (dollars) is None as soon as one price was unknown; `exact` tells whether servers counted everything."""

    calls: int
    prompt: int
    cached: int
    completion: int
    cost: float | None
    exact: bool

    @property
    def tokens(self) -> int:
        """Tokens in and out."""
        return self.prompt + self.completion


@dataclass
class Hold:
    """Tokens and dollars set aside for a call under way."""

    tokens: int
    cost: float


class Ledger:
    """Shared by all seats; safe to use from any thread."""

    def __init__(self, budget: BudgetSettings | None = None) -> None:
        self.budget = budget or BudgetSettings()
        self._lock = threading.Lock()
        self._prompt = self._cached = self._completion = self._calls = 0
        self._cost = 0.0
        self._unpriced = False
        self._sources: Counter[Source] = Counter()
        self._holds: list[Hold] = []
        self._warned = self._used_up = False
        self._pending_warning = ""

    def reserve(self, prompt: int, price: PriceRow | None) -> Hold:
        """Set aside what a call will need. Raises CallFailed (cause "budget") if that is more than is left."""
        expected = TokenCount(prompt, USUAL_REPLY)
        hold = Hold(prompt + USUAL_REPLY, price_in_dollars(expected, price) if price else 0.0)
        with self._lock:
            held_tokens = sum(h.tokens for h in self._holds)
            held_cost = sum(h.cost for h in self._holds)
            for used, limit, what in (
                (
                    self._prompt + self._completion + held_tokens + hold.tokens,
                    self.budget.max_tokens,
                    "tokens",
                ),
                (self._cost + held_cost + hold.cost, self.budget.max_cost, "dollars"),
            ):
                if limit is not None and used > limit:
                    self._used_up = True
                    shown = f"{limit:,} tokens" if what == "tokens" else f"${limit:g}"
                    raise CallFailed("budget", f"The budget of {shown} is used up; the house plays on.")
            self._holds.append(hold)
        return hold

    def release(self, hold: Hold) -> None:
        """The call came to nothing: give back what was set aside."""
        with self._lock:
            if hold in self._holds:
                self._holds.remove(hold)

    def spend(self, hold: Hold, usage: TokenCount, source: Source, price: PriceRow | None) -> float | None:
        """Book what a call has cost and return it in dollars, None if the price is unknown."""
        spent = price_in_dollars(usage, price) if price else None
        with self._lock:
            if hold in self._holds:
                self._holds.remove(hold)
            self._calls += 1
            self._prompt += usage.prompt
            self._cached += usage.cached
            self._completion += usage.completion
            self._sources[source] += 1
            self._unpriced = self._unpriced or spent is None
            self._cost += spent or 0.0
            self._warn()
        return spent

    def _warn(self) -> None:
        if self._warned:
            return
        tokens = self._prompt + self._completion
        if self.budget.max_tokens is not None and tokens >= WARN_AT * self.budget.max_tokens:
            self._pending_warning = (
                f"{tokens:,} of {self.budget.max_tokens:,} tokens are spent; at the limit the house plays on."
            )
        elif self.budget.max_cost is not None and self._cost >= WARN_AT * self.budget.max_cost:
            self._pending_warning = (
                f"${self._cost:.3f} of ${self.budget.max_cost:g} are spent; at the limit the house plays on."
            )
        self._warned = bool(self._pending_warning)

    def take_warning(self) -> str:
        """The warning at 80 %, once; "" if there is nothing (new) to warn of."""
        with self._lock:
            warning, self._pending_warning = self._pending_warning, ""
            return warning

    @property
    def spent(self) -> Spent:
        """The total so far."""
        with self._lock:
            return Spent(
                self._calls,
                self._prompt,
                self._cached,
                self._completion,
                None if self._unpriced else self._cost,
                set(self._sources) <= {"server"},
            )

    @property
    def used_up(self) -> bool:
        """Whether a call was refused because of a limit."""
        return self._used_up

    def line(self) -> str:
        """The total as a short text for a status line; "" before the first call."""
        spent = self.spent
        if not spent.calls:
            return ""
        about = "" if spent.exact else "about "
        if spent.cost is None:
            return f"{about}{spent.tokens:,} tokens, price unknown"
        return (
            f"{about}{spent.tokens:,} tokens, ${spent.cost:.4f}"
            if spent.cost
            else f"{about}{spent.tokens:,} tokens, free"
        )
