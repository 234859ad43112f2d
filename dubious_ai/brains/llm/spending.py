"""What a game has spent and may still spend: one ledger for all seats.

Owns the limits of --max-cost and --max-tokens: a warning at 80 %, then no more calls. Where a price is unknown, tokens are
shown and no cost is made up.
"""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass

from dubious_ai.brains.llm import prices
from dubious_ai.brains.llm.reply.completion import Usage
from dubious_ai.brains.llm.tokens import Source
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.config import BudgetSettings, PriceRow

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
        self._warned = False
        self._pending_warning = ""

    def reserve(self, prompt: int, price: PriceRow | None) -> Hold:
        """Set aside what a call will need. Raises CallFailed (cause "budget") if that is more than is left."""
        expected = Usage(prompt, USUAL_REPLY)
        hold = Hold(prompt + USUAL_REPLY, prices.cost(expected, price) if price else 0.0)
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
                    shown = f"{limit:,} tokens" if what == "tokens" else f"${limit:g}"
                    raise CallFailed("budget", f"The budget of {shown} is used up; the house plays on.")
            self._holds.append(hold)
        return hold

    def release(self, hold: Hold) -> None:
        """The call came to nothing: give back what was set aside."""
        with self._lock:
            if hold in self._holds:
                self._holds.remove(hold)

    def spend(self, hold: Hold, usage: Usage, source: Source, price: PriceRow | None) -> float | None:
        """Book what a call has cost and return it in dollars, None if the price is unknown."""
        spent = prices.cost(usage, price) if price else None
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
