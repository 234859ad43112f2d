"""Prices, budgets and counting."""

from __future__ import annotations

import pytest

from dubious_ai.brains.llm.endpoint import resolve
from dubious_ai.brains.llm.reply.completion import TokenCount
from dubious_ai.brains.llm.spending import Ledger, price_in_dollars, price_of, price_table
from dubious_ai.brains.llm.transport.failures import CallFailed
from dubious_ai.config import BudgetSettings, PriceRow
from dubious_ai.core import events as ev
from tests.llm.support import good_model, happened, play, scripted, settings
from tests.readers import reader

CHEAP = PriceRow(input=1.0, output=4.0, cached=0.5)


def test_the_price_table_is_dated_and_knows_dated_models() -> None:
    assert price_table().date[:2] == "20"
    config = settings()
    plain, dated = (
        price_of(resolve(f"openai:{m}", config)) for m in ("gpt-4o-mini", "gpt-4o-mini-2024-07-18")
    )
    assert plain is not None
    assert plain == dated
    assert price_of(resolve("openai:gpt-5-unheard-of", config)) is None
    assert price_of(resolve("openai:gpt-4o-mini@https://elsewhere.example/v1", config)) is None
    assert price_of(resolve("openai:m@http://localhost:1/v1", config)) == PriceRow(input=0, output=0)
    assert price_of(resolve("openai:m@https://elsewhere.example/v1", config), {"m": CHEAP}) == CHEAP


def test_cached_input_costs_less() -> None:
    assert price_in_dollars(TokenCount(1_000_000, 500_000), CHEAP) == pytest.approx(3.0)
    assert price_in_dollars(TokenCount(1_000_000, 500_000, cached=1_000_000), CHEAP) == pytest.approx(2.5)


def test_a_budget_warns_once_at_four_fifths_and_then_stops() -> None:
    ledger = Ledger(BudgetSettings(max_tokens=1000))
    ledger.spend(ledger.reserve(500, CHEAP), TokenCount(700, 50), "server", CHEAP)
    assert ledger.take_warning() == ""
    ledger.spend(ledger.reserve(100, CHEAP), TokenCount(60, 10), "server", CHEAP)
    assert "820 of 1,000" in ledger.take_warning()
    assert ledger.take_warning() == ""
    with pytest.raises(CallFailed, match="1,000 tokens"):
        ledger.reserve(100, CHEAP)


def test_calls_under_way_are_counted_before_they_come_back() -> None:
    ledger = Ledger(BudgetSettings(max_cost=0.001))
    first = ledger.reserve(300, CHEAP)
    with pytest.raises(CallFailed, match=r"\$0\.001"):
        ledger.reserve(300, CHEAP)
    ledger.release(first)
    ledger.reserve(300, CHEAP)


def test_an_unknown_price_makes_up_no_cost() -> None:
    ledger = Ledger()
    assert ledger.spend(ledger.reserve(10, None), TokenCount(10, 5), "server", None) is None
    assert ledger.line() == "15 tokens, price unknown"
    free = Ledger()
    free.spend(free.reserve(10, None), TokenCount(10, 5), "estimate", PriceRow(input=0, output=0))
    assert free.line() == "about 15 tokens, free"


def test_when_the_money_is_gone_the_house_finishes_the_game_and_says_so() -> None:
    models, wire = scripted(good_model, settings(budget__max_tokens=2000))
    game = play(models)
    assert game.state.phase == "over"
    told = happened(game, ev.Substituted)
    assert told
    assert {event.cause for event in told} == {"budget"}
    assert 0 < len(wire.sent) < 12
    assert models.ledger.spent.tokens <= 2000


def test_a_limit_that_cannot_hold_is_told_before_the_game() -> None:
    models, _ = scripted(good_model, settings(budget__max_cost=1))
    models.brain("openai:unheard-of@https://llm.example.com/v1", reader())
    assert any("--max-tokens" in sentence for sentence in models.cautions({}))
