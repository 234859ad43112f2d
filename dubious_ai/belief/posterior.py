"""From answers to beliefs: per opponent and kind 14 probabilities, alone and over the table, and why.

`read` is for seats and the coach; `shares` is the quick look of a bot that wonders what readers would make of a draft.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from dubious_ai.belief.evidence import Reading, evidence
from dubious_ai.belief.index import CARDS_PER_KIND, card_slugs, slugs_of
from dubious_ai.belief.marginals import table_marginals
from dubious_ai.belief.skill import FLOOR, TEMPERATURE
from dubious_ai.content.library import SettingSlug
from dubious_ai.core.model import KINDS, Kind, Level
from dubious_ai.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

CANDIDATES = 12
"""Cards of a kind a reader has to choose among: 14 without the two that lie before the reader."""


class Said(NamedTuple):
    """One answer: the question as it was asked (any text, or empty) and what was said."""

    question: str
    text: str


class Heard(NamedTuple):
    """All that one opponent has answered, in order. An opponent who has not answered has no answers."""

    answers: tuple[Said, ...]


class Because(NamedTuple):
    """One piece of evidence for or against a card: the word as typed ("" for the answer as a whole), its place, nats."""

    answer: int
    word: str
    nats: float


@dataclass(frozen=True)
class Belief:
    """What is believed of one opponent. Probabilities in reference-sheet order; `confidence` (0 to 1) says how much of what was said could be read."""

    slugs: Mapping[Kind, tuple[str, ...]]
    alone: Mapping[Kind, tuple[float, ...]]
    table: Mapping[Kind, tuple[float, ...]]
    confidence: float
    _heard: tuple[Reading, ...] = field(repr=False, default=())

    def of(self, kind: Kind) -> dict[str, float]:
        """Probabilities by slug, with the table taken into account."""
        return dict(zip(self.slugs[kind], self.table[kind], strict=True))

    def best(self, kind: Kind, n: int = 3) -> list[tuple[str, float]]:
        """The n likeliest cards, likeliest first; ties in reference-sheet order."""
        return sorted(self.of(kind).items(), key=lambda item: -item[1])[:n]

    def why(self, slug: str, n: int = 5) -> list[Because]:
        """The pieces of evidence that moved this card most, strongest first, in nats against the mean card of its kind. Raises KeyError for an unknown slug."""
        at = {s: i for i, s in enumerate(s for kind in KINDS for s in self.slugs[kind])}[slug]
        pieces = [
            Because(number, word, float(nats[at]))
            for number, reading in enumerate(self._heard)
            for word, nats in reading.words
        ]
        return sorted((p for p in pieces if p.nats), key=lambda p: -abs(p.nats))[:n]


@dataclass(frozen=True)
class Posterior:
    """What is believed of each opponent, in the order in which they were given."""

    opponents: tuple[Belief, ...]

    def __getitem__(self, opponent: int) -> Belief:
        return self.opponents[opponent]

    def __len__(self) -> int:
        return len(self.opponents)


def _pairs(setting: SettingSlug, heard: Sequence[Said]) -> tuple[Floats, tuple[Reading, ...]]:
    """Log evidence of all answers for pairs (Occupations x Secrets), and the answers one by one."""
    import numpy as np

    readings = tuple(evidence(setting, a.question, a.text) for a in heard)
    total = np.zeros((CARDS_PER_KIND, CARDS_PER_KIND))
    for reading in readings:
        total += reading.pairs
    return total, readings


def _marginals(pairs: Floats) -> Floats:
    """Probabilities (… x 2 x 14) of Occupations and Secrets from log evidence for pairs (… x 14 x 14)."""
    import numpy as np

    raised = np.exp(pairs - pairs.max(axis=(-2, -1), keepdims=True))
    both = np.stack((raised.sum(axis=-1), raised.sum(axis=-2)), axis=-2)
    return np.asarray(both / both.sum(axis=-1, keepdims=True), dtype=np.float64)


def read(
    setting: SettingSlug,
    heard: Sequence[Heard],
    *,
    excluded: Mapping[Kind, Collection[str]] | None = None,
) -> Posterior:
    """What the answers of each opponent say about their two cards.

    `excluded` cards (one's own, those not in play) are impossible for everybody; no two opponents hold the same card.
    Raises UsageError for an excluded slug the setting does not have, or when no card is left.
    """
    import numpy as np

    slugs: dict[Kind, tuple[str, ...]] = {kind: slugs_of(setting, kind) for kind in KINDS}
    legal = _legal(setting, slugs, excluded or {})
    both = [_pairs(setting, h.answers) for h in heard]
    logs = np.array([pairs for pairs, _ in both]).reshape(len(both), CARDS_PER_KIND, CARDS_PER_KIND)
    chances = _marginals(np.where(legal[0][:, None] & legal[1][None, :], logs, -np.inf))
    alone: dict[Kind, Floats] = {kind: chances[:, row] for row, kind in enumerate(KINDS)}
    table: dict[Kind, Floats] = {kind: table_marginals(alone[kind]) for kind in KINDS}
    return Posterior(
        tuple(
            Belief(
                slugs=slugs,
                alone={kind: tuple(alone[kind][i].tolist()) for kind in KINDS},
                table={kind: tuple(table[kind][i].tolist()) for kind in KINDS},
                confidence=_confidence(readings),
                _heard=readings,
            )
            for i, (_, readings) in enumerate(both)
        )
    )


def _legal(
    setting: SettingSlug, slugs: Mapping[Kind, tuple[str, ...]], excluded: Mapping[Kind, Collection[str]]
) -> NDArray[np.bool_]:
    """Which cards are possible (2 x 14)."""
    import numpy as np

    legal = np.ones((2, CARDS_PER_KIND), dtype=bool)
    for row, kind in enumerate(KINDS):
        for slug in excluded.get(kind, ()):
            if slug not in slugs[kind]:
                raise UsageError(
                    f"There is no {kind} {slug!r} in {setting}. Use one of: {', '.join(slugs[kind])}."
                )
            legal[row, slugs[kind].index(slug)] = False
        if not legal[row].any():
            raise UsageError(f"Every {kind} of {setting} is excluded. Leave at least one.")
    return legal


def _confidence(readings: Sequence[Reading]) -> float:
    """How much there was to go by: the readable part of what was said, and less than 1 below ten content words."""
    said = sum(reading.words_said for reading in readings)
    if not said:
        return 0.0
    readable = sum(reading.known * reading.words_said for reading in readings) / said
    return readable * said / (said + 5.0) * 1.5 if said < 10 else readable


@lru_cache(maxsize=65536)
def _shares(
    setting: SettingSlug, answers: tuple[Said, ...], level: Level, n_candidates: int
) -> tuple[float, ...]:
    import numpy as np

    raised = _marginals(_pairs(setting, answers)[0]) ** (1.0 / TEMPERATURE[level])
    raised /= raised.sum(axis=-1, keepdims=True)
    others = (n_candidates - 1) / (CARDS_PER_KIND - 1)
    chances = (1 - FLOOR) * raised / (raised + others * (1 - raised)) + FLOOR / n_candidates
    return tuple(np.asarray(chances, dtype=np.float64).reshape(-1).tolist())


def shares(
    setting: SettingSlug, answers: Sequence[Said], level: Level = "regular", n_candidates: int = CANDIDATES
) -> dict[str, float]:
    """For each of the 28 cards, by slug: how many of such readers would pick it if it were the true one.

    A reader chooses among `n_candidates` cards of a kind: the true one and a random part of the others.
    """
    return dict(zip(card_slugs(setting), _shares(setting, tuple(answers), level, n_candidates), strict=True))


def share(
    setting: SettingSlug,
    answers: Sequence[Said],
    slug: str,
    kind: Kind,
    level: Level = "regular",
    n_candidates: int = CANDIDATES,
) -> float:
    """The part (0 to 1) of such readers expected to pick the true card `slug` after these answers.

    Raises UsageError when the setting has no such card of that kind.
    """
    known = slugs_of(setting, kind)
    if slug not in known:
        raise UsageError(f"There is no {kind} {slug!r} in {setting}. Use one of: {', '.join(known)}.")
    return _shares(setting, tuple(answers), level, n_candidates)[card_slugs(setting).index(slug)]
