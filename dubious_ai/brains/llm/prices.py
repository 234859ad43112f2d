"""What tokens cost: the price table of content/prices.toml, and what the settings say instead.

An unknown price stays unknown: no cost is made up for it. A model on this machine or in a private network costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from dubious_ai.brains.llm.endpoint import Endpoint
from dubious_ai.brains.llm.reply.completion import Usage
from dubious_ai.config import PriceRow
from dubious_ai.content import shipped
from dubious_ai.content.library import parse
from dubious_ai.core.model import Value

_DATED = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$")
MILLION = 1_000_000


class PriceTable(Value):
    """Prices by server and model, and the day (year-month-day) they were true."""

    date: str
    servers: Mapping[str, Mapping[str, PriceRow]]


@cache
def table() -> PriceTable:
    """The shipped prices. Raises ContentError for a damaged file."""
    return parse(shipped.read("content", "prices.toml"), "content/prices.toml", PriceTable)


def price_of(endpoint: Endpoint, overrides: Mapping[str, PriceRow] | None = None) -> PriceRow | None:
    """The price of an endpoint's model, None if it is not known. An override is named by the model."""
    model = endpoint.model
    for known in (overrides or {}, table().servers.get(endpoint.host, {})):
        found = known.get(model) or known.get(_DATED.sub("", model))
        if found is not None:
            return found
    return PriceRow(input=0, output=0) if endpoint.local else None


def cost(usage: Usage, price: PriceRow) -> float:
    """Dollars for these tokens."""
    cached = price.input if price.cached is None else price.cached
    fresh = usage.prompt - usage.cached
    return (fresh * price.input + usage.cached * cached + usage.completion * price.output) / MILLION
