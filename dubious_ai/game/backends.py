"""The brains of a table other than the human: the house, and models behind servers, looked at before a game begins.

Owns the way from the settings to brains. Nothing of a model's client is imported unless a seat asks for one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from dubious_ai.belief.reader import Reader
from dubious_ai.belief.readers import Readers
from dubious_ai.brains.house import HouseBrain
from dubious_ai.brains.protocol import Brain
from dubious_ai.config import Config, load_settings
from dubious_ai.core.events import Event
from dubious_ai.errors import UsageError
from dubious_ai.game.seating import HUMAN

if TYPE_CHECKING:
    from dubious_ai.brains.llm.table_models import Models

_SEAT = re.compile(r"^\s*\d+\s*=")


def _is_house(spec: str) -> bool:
    return spec.strip().casefold() == "house"


def _writable(log: Path) -> Path:
    """The file, found to be one that can be written. Raises UsageError."""
    try:
        os.close(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600))
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise UsageError(f"Cannot write the log {str(log)!r}: {reason}. Name another file.") from None
    return log


class Backends:
    """Builds brains and keeps what they share: readers, connections, budget, log. Use it as a context.

    `named` are the brains the command line speaks of. A server that neither they nor the settings name (it stands in a file
    somebody may have sent) is asked nothing until `allow` is called for it, and no key is ever sent to it.
    """

    def __init__(
        self, config: Config, readers: Readers, *, log: Path | None = None, named: Iterable[str] = ()
    ) -> None:
        """Raises UsageError if the log cannot be written."""
        self.config = config
        self.readers = readers
        self._named = tuple(named)
        self._allowed: set[str] = set()
        self._models: Models | None = None
        self._log = _writable(log) if log else None

    @classmethod
    def from_settings(
        cls,
        readers: Readers,
        *,
        max_cost: float | None = None,
        max_tokens: int | None = None,
        log: Path | None = None,
        named: Iterable[str | None] = (),
    ) -> Backends:
        """With the person's settings and what the command line said: limits, and in `named` its brains ("SPEC" or "SEAT=SPEC"). Raises UsageError for a bad value."""
        config = load_settings(overrides={"budget.max_cost": max_cost, "budget.max_tokens": max_tokens})
        return cls(config, readers, log=log, named=[_SEAT.sub("", text) for text in named if text])

    @property
    def models(self) -> Models:
        """The shared part of all models, made when first asked for."""
        if self._models is None:
            from dubious_ai.brains.llm.table_models import Models

            self._models = Models(self.config, log=self._log)
        return self._models

    def strangers(self, specs: Iterable[str]) -> tuple[str, ...]:
        """The addresses in these brains' names that neither settings nor command line name and nobody has allowed."""
        return tuple(
            dict.fromkeys(
                address
                for spec in specs
                if (address := self._stranger(spec)) and address not in self._allowed
            )
        )

    def allow(self, addresses: Iterable[str]) -> None:
        """A person has seen these addresses and said yes: the game's text may go there, keys still not."""
        self._allowed.update(addresses)

    def _stranger(self, spec: str) -> str:
        """The address in a brain's name if it is a stranger's, else empty."""
        if _is_house(spec) or spec == HUMAN:
            return ""
        from dubious_ai.brains.llm.endpoint import settings_servers
        from dubious_ai.brains.llm.spec import origin, parse_spec

        address = parse_spec(spec).base_url
        known = settings_servers(self.config, self._named)
        return address if address and origin(address) not in known else ""

    def make(self, spec: str, reader: Reader) -> Brain:
        """The brain of a spec, hearing the table through a reader. Raises UsageError for one that cannot be had (unknown, no key, no model, a server nobody here named)."""
        if _is_house(spec):
            return HouseBrain(reader)
        return self.models.brain(spec, reader, stranger=self._trusted(spec))

    def vouch(self, spec: str) -> None:
        """Look whether a brain can be had at all, as `make` does. Sends nothing."""
        if not _is_house(spec):
            self.models.chat(spec, stranger=self._trusted(spec))

    def _trusted(self, spec: str) -> bool:
        """Whether a brain's server is a stranger's that was allowed. Raises UsageError for one that was not."""
        address = self._stranger(spec)
        if address and address not in self._allowed:
            raise UsageError(
                f"The game names a server at {address}, which neither your settings nor this command line do. "
                f"If you trust it with what is said at the table, add --server {address}."
            )
        return bool(address)

    def check(self, specs: Iterable[str]) -> tuple[str, ...]:
        """Look at every brain before a game begins; what should be known comes back as sentences. Raises UsageError if one cannot play."""
        wanted = [spec for spec in dict.fromkeys(specs) if not _is_house(spec) and spec != HUMAN]
        if not wanted:
            return ()
        from dubious_ai.brains.llm.doctor import probe
        from dubious_ai.brains.llm.spec import parse_spec, was_wrapped

        told = list(self.config.notes)
        for spec in wanted:
            self.vouch(spec)
            report = probe(self.models, spec)
            if not report.works:
                raise UsageError(f"{report.problem} (`dubious doctor --brain {spec}` looks closer.)")
            if was_wrapped(spec):
                told.append(f"Quotes and blanks around the brain's name were left out: {parse_spec(spec)}.")
        return (*told, *self.models.cautions())

    def line(self) -> str:
        """What the models have used so far, for a status line; empty without models."""
        return self._models.ledger.line() if self._models else ""

    def warning(self) -> str:
        """What went wrong beside the game, once: a budget nearly spent, a log that can no longer be written. Else empty."""
        return self._models.take_warning() if self._models else ""

    @property
    def spent(self) -> bool:
        """Whether a budget is used up, so that further games would be the house's."""
        return self._models is not None and self._models.ledger.used_up

    def waits(self) -> tuple[str, ...]:
        """The calls to models under way, a line each: who is asked, and how much of the time allowed is gone."""
        return self._models.waits() if self._models else ()

    def remember(self, events: Iterable[Event]) -> str:
        """Keep what a finished game shows of its models; the sentence of a problem with that, else empty."""
        if self._models is None:
            return ""
        try:
            self._models.strengths.remember(events)
        except (UsageError, OSError) as error:
            return f"What was seen of the models could not be kept: {error}"
        return ""

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
