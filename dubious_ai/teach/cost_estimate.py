"""What a run with models behind servers will cost, roughly, before it begins; a large one needs a budget."""

from __future__ import annotations

from collections import Counter

from dubious_ai.errors import UsageError
from dubious_ai.game.backends import Backends
from dubious_ai.teach.orders import Order, RunReport
from dubious_ai.teach.sample_games import HOUSE, Wish

PROMPT, REPLY = 1500, 120
"""Tokens of a usual call: rules, lists and what was heard so far; and one answer."""
LARGE = 300_000
"""Tokens from which a run must have a budget."""


def calls_by_brain(wish: Wish, count: int) -> dict[str, int]:
    """Requests to each model for so many games: one to choose, one for each question, one to guess, for each seat and round."""
    plan = wish.plan
    seats = Counter(plan.brains.get(seat, plan.brain) for seat in range(1, plan.seats + 1))
    per_seat = plan.options.rounds * (plan.options.questions + 2) * count
    return {spec: n * per_seat for spec, n in seats.items() if spec != HOUSE}


def look(backends: Backends, wish: Wish, order: Order, report: RunReport) -> None:
    """Try every model once, tell the estimate, and refuse a large run without a budget. Raises UsageError."""
    calls = calls_by_brain(wish, order.count)
    for caution in backends.check(calls):
        report.say(caution)
    tokens = sum(calls.values()) * (PROMPT + REPLY)
    cost: float | None = 0.0
    for spec, n in calls.items():
        price = backends.models.chat(spec).price
        cost = (
            None
            if price is None or cost is None
            else cost + n * (PROMPT * price.input + REPLY * price.output) / 1e6
        )
    money = (
        "at a price that is not known" if cost is None else f"about ${cost:.2f}" if cost else "free of charge"
    )
    report.say(f"Estimate: {sum(calls.values()):,} requests, about {tokens:,} tokens, {money}.")
    budget = backends.config.budget
    if tokens >= LARGE and cost != 0.0 and budget.max_cost is None and budget.max_tokens is None:
        raise UsageError(
            f"A run of about {tokens:,} tokens needs a limit: add --max-cost or --max-tokens, or ask for fewer games."
        )
