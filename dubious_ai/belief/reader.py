"""The reader of one setting: from answers to beliefs about a table, and to how many readers would name a card.

An object that is handed to whoever reads: bots, coach, lessons. It is built from the setting's texts and loads what it needs
when it is first needed.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from dubious_ai.belief.answer_reading import AnswerReader
from dubious_ai.belief.encoder import SharedEncoder
from dubious_ai.belief.evidence import Reading
from dubious_ai.belief.marginals import table_marginals
from dubious_ai.belief.posterior import Belief, Heard, Posterior, Said
from dubious_ai.belief.skill import FLOOR, strength_of, temperature
from dubious_ai.content.library import Library
from dubious_ai.core.model import KINDS, Kind, Level
from dubious_ai.errors import DubiousError, UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

BEFORE_THE_READER = 2
"""Cards of a kind that a reader holds or has rejected, and so need not consider."""
PREDICTED = 5_000
"""Predictions kept at most, of a few tables; then all are forgotten."""
SURE_FROM = 10
"""Content words from which on the length of what was said no longer lowers the confidence of a reading."""


class Reader(AnswerReader):
    """Reads tables. `shares` is the quick look of a bot that wonders what readers would make of a draft."""

    def __init__(
        self, library: Library, encoder: SharedEncoder | None = None, folder: Traversable | None = None
    ) -> None:
        """See AnswerReader."""
        super().__init__(library, encoder, folder)
        self._predicted: dict[tuple[tuple[Said, ...], float, float | None], tuple[float, ...]] = {}
        self._latest: tuple[tuple[Said, ...], tuple[Floats, Floats]] | None = None
        self._before: tuple[tuple[Said, ...], Floats] | None = None

    def read(
        self, heard: Sequence[Heard], *, excluded: Mapping[Kind, Collection[str]] | None = None
    ) -> Posterior:
        """What the answers of each opponent say about their two cards.

        `excluded` cards (one's own, those not in play) are impossible for everybody; no two opponents hold the same card.
        Raises UsageError for an excluded slug the setting does not have, or when no card is left.
        """
        import numpy as np

        legal = self._legal(excluded or {})
        both = [self._pairs(h.answers) for h in heard]
        possible = legal["occupation"][:, None] & legal["secret"][None, :]
        alone: dict[Kind, list[Floats]] = {kind: [] for kind in KINDS}
        for pairs, _ in both:
            for kind, chances in zip(KINDS, _marginals(np.where(possible, pairs, -np.inf)), strict=True):
                alone[kind].append(chances)
        table: dict[Kind, list[Floats]] = {
            kind: list(table_marginals(np.array(alone[kind]))) if both else [] for kind in KINDS
        }
        return Posterior(
            tuple(
                Belief(
                    slugs=self.cards.by_kind,
                    alone={kind: tuple(alone[kind][i].tolist()) for kind in KINDS},
                    table={kind: tuple(table[kind][i].tolist()) for kind in KINDS},
                    confidence=_confidence(readings),
                    _heard=readings,
                )
                for i, (_, readings) in enumerate(both)
            )
        )

    def shares(
        self, answers: Sequence[Said], reader: Level | float = "regular", candidates: float | None = None
    ) -> dict[str, float]:
        """For each card, by slug: how many of such readers (0 to 1) would pick it if it were the true one.

        A reader chooses among `candidates` cards of a kind (by default all but the two before the reader): the true one and a random part of the others.
        """
        return dict(
            zip(self.cards.slugs, self._shares(tuple(answers), strength_of(reader), candidates), strict=True)
        )

    def share(
        self,
        answers: Sequence[Said],
        slug: str,
        kind: Kind,
        reader: Level | float = "regular",
        candidates: float | None = None,
    ) -> float:
        """The part (0 to 1) of such readers expected to pick the true card `slug` after these answers.

        Raises UsageError when the setting has no such card of that kind.
        """
        known = self.cards.by_kind[kind]
        if slug not in known:
            raise UsageError(self._unknown(kind, slug))
        return self._shares(tuple(answers), strength_of(reader), candidates)[self.cards.place[slug]]

    def prepare_behind(self) -> threading.Thread:
        """Prepare quickly in the background; what is wrong with the content is told by whoever reads. Returns the thread.

        It is waited for when the program ends: half a second at most, where being cut off inside the runtime could crash it.
        """
        # imported here and whole: two threads that begin to import numpy at once may each see half of it
        import_module("numpy")

        def body() -> None:
            with suppress(DubiousError):
                self.prepare_quickly()

        thread = threading.Thread(target=body, name="reader", daemon=False)
        thread.start()
        return thread

    def _shares(
        self, answers: tuple[Said, ...], strength: float, candidates: float | None
    ) -> tuple[float, ...]:
        key = (answers, strength, candidates)
        found = self._predicted.get(key)
        if found is None:
            if len(self._predicted) >= PREDICTED:
                self._predicted.clear()
            found = self._predicted[key] = tuple(
                chance
                for chances in self._alone(answers)
                for chance in _picked(chances, strength, candidates or len(chances) - BEFORE_THE_READER)
            )
        return found

    def _alone(self, answers: tuple[Said, ...]) -> tuple[Floats, Floats]:
        """Probabilities of Occupations and of Secrets from the answers alone. The latest are kept: readers of several strengths are asked in turn."""
        latest = self._latest
        if latest is None or latest[0] != answers:
            latest = self._latest = (answers, _marginals(self._together(answers)))
        return latest[1]

    def _together(self, answers: tuple[Said, ...]) -> Floats:
        """Log evidence of all answers for pairs. What was said before the last is kept: many last answers are tried in turn."""
        if not answers:
            return self._pairs(())[0]
        before = self._before
        if before is None or before[0] != answers[:-1]:
            before = self._before = (answers[:-1], self._pairs(answers[:-1])[0])
        return before[1] + self.evidence(answers[-1].question, answers[-1].text).pairs

    def _pairs(self, answers: Sequence[Said]) -> tuple[Floats, tuple[Reading, ...]]:
        """Log evidence of all answers for pairs (Occupations x Secrets), and the answers one by one."""
        import numpy as np

        readings = tuple(self.evidence(a.question, a.text) for a in answers)
        total = np.zeros(tuple(len(self.cards.by_kind[kind]) for kind in KINDS))
        for reading in readings:
            total = total + reading.pairs
        return total, readings

    def _legal(self, excluded: Mapping[Kind, Collection[str]]) -> dict[Kind, NDArray[np.bool_]]:
        """Which cards of each kind are possible."""
        import numpy as np

        found: dict[Kind, NDArray[np.bool_]] = {}
        for kind in KINDS:
            known = self.cards.by_kind[kind]
            legal = np.ones(len(known), dtype=bool)
            for slug in excluded.get(kind, ()):
                if slug not in known:
                    raise UsageError(self._unknown(kind, slug))
                legal[known.index(slug)] = False
            if not legal.any():
                raise UsageError(f"Every {kind} of {self.library.slug} is excluded. Leave at least one.")
            found[kind] = legal
        return found

    def _unknown(self, kind: Kind, slug: str) -> str:
        known = ", ".join(self.cards.by_kind[kind])
        return f"There is no {kind} {slug!r} in {self.library.slug}. Use one of: {known}."


def _marginals(pairs: Floats) -> tuple[Floats, Floats]:
    """Probabilities of Occupations and of Secrets from log evidence for pairs (Occupations x Secrets)."""
    import numpy as np

    raised = np.exp(pairs - pairs.max())
    total = raised.sum()
    return raised.sum(axis=1) / total, raised.sum(axis=0) / total


def _picked(chances: Floats, strength: float, candidates: float) -> list[float]:
    """For each card of a kind the chance that a reader of this strength picks it, were it the true one."""
    raised = chances ** (1.0 / temperature(strength))
    raised = raised / raised.sum()
    others = (candidates - 1) / max(1, len(chances) - 1)
    picked: list[float] = (
        (1 - FLOOR) * raised / (raised + others * (1 - raised)) + FLOOR / candidates
    ).tolist()
    return picked


def _confidence(readings: Sequence[Reading]) -> float:
    """How much there was to go by: the readable part of what was said, and less than 1 where little was said."""
    said = sum(reading.words_said for reading in readings)
    if not said:
        return 0.0
    readable = sum(reading.known * reading.words_said for reading in readings) / said
    half = SURE_FROM / 2
    return readable * said / (said + half) * (SURE_FROM + half) / SURE_FROM if said < SURE_FROM else readable
