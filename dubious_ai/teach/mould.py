"""What a question to discuss is cast in: a mould finds where a round has something to ask by it, and asks.

A mould trains a skill (language, inference, character, play, writing). It returns pairs of the seat it is about (0 for the whole table) and the question;
nothing where the round has no occasion. `weight` is how eagerly it is taken where it fits, set so that none is asked in more than a fifth of rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis, RoundAnalysis
from dubious_ai.analysis.sentences import card_told
from dubious_ai.core.model import Kind

Skill = Literal["language", "inference", "character", "play", "writing"]
Asked = tuple[int, str]


@dataclass(frozen=True)
class Scene:
    """A round of a game that is asked about."""

    told: GameAnalysis
    round: RoundAnalysis


@dataclass(frozen=True)
class Mould:
    """A way to ask."""

    name: str
    skill: Skill
    weight: float
    ask: Callable[[Scene], Iterator[Asked]]

    def topics(self, at: Scene) -> list[Asked]:
        """Every question this mould has for a round."""
        return list(self.ask(at))


@dataclass(frozen=True)
class Topic:
    """A question to discuss."""

    mould: Mould
    seat: int
    text: str


def own_card(at: Scene, player: PlayerAnalysis, kind: Kind) -> str:
    """A player's own card in words."""
    return card_told(at.told.setting, kind, player.pair.of(kind))
