"""The brains of a table other than the human: the house, and models behind servers, looked at before a game begins.

Owns the way from the settings to brains. Nothing of a model's client is imported unless a seat asks for one.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.protocol import Brain
from dubious_ai.config import Config, load
from dubious_ai.errors import UsageError
from dubious_ai.game.seating import HUMAN

if TYPE_CHECKING:
    from dubious_ai.brains.llm.table_models import Models


class Backends:
    """Builds brains and keeps what they share: connections, budget, log. Use it as a context."""

    def __init__(self, config: Config, *, log: Path | None = None) -> None:
        self.config = config
        self._log = log
        self._models: Models | None = None

    @classmethod
    def from_settings(
        cls, *, max_cost: float | None = None, max_tokens: int | None = None, log: Path | None = None
    ) -> Backends:
        """With the person's settings and what the command line said. Raises UsageError for a bad value."""
        return cls(load(overrides={"budget.max_cost": max_cost, "budget.max_tokens": max_tokens}), log=log)

    @property
    def models(self) -> Models:
        """The shared part of all models, made when first asked for."""
        if self._models is None:
            from dubious_ai.brains.llm.table_models import Models

            self._models = Models(self.config, log=self._log)
        return self._models

    def make(self, spec: str) -> Brain:
        """The brain of a spec. Raises UsageError for one that cannot be had (unknown, no key, no model)."""
        return HouseBrain() if spec.strip().casefold() == "house" else self.models.brain(spec)

    def check(self, specs: Iterable[str]) -> tuple[str, ...]:
        """Look at every brain before a game begins; what should be known comes back as sentences. Raises UsageError if one cannot play."""
        wanted = [spec for spec in dict.fromkeys(specs) if spec not in ("house", HUMAN)]
        if not wanted:
            return ()
        from dubious_ai.brains.llm.doctor import probe

        for spec in wanted:
            self.make(spec)
            report = probe(self.models, spec)
            if not report.works:
                raise UsageError(f"{report.problem} (`dubious doctor --brain {spec}` looks closer.)")
        return self.models.cautions()

    def line(self) -> str:
        """What the models have used so far, for a status line; empty without models."""
        return self._models.ledger.line() if self._models else ""

    def warning(self) -> str:
        """A budget warning, once; else empty."""
        return self._models.ledger.take_warning() if self._models else ""

    def try_again(self) -> None:
        """Forget earlier failures of servers, because a person asked to try again."""
        if self._models:
            self._models.try_again()

    def close(self) -> None:
        """Let go of all connections."""
        if self._models:
            self._models.close()

    def __enter__(self) -> Backends:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
