"""Looking back on a game: its analysis, how well the reader's figures held, and what it cannot explain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dubious_ai.analysis.analyse import analyse
from dubious_ai.analysis.chairs import trails
from dubious_ai.analysis.game_analysis import GameAnalysis, Trail
from dubious_ai.belief.readers import Readers
from dubious_ai.core.game import Game
from dubious_ai.core.model import Kind
from dubious_ai.core.scoring import Row
from dubious_ai.errors import UsageError

UNEXPLAINED, PLAIN = 1 / 8, 0.8
"""A right guess that fewer readers in the guesser's chair than the first would have made, or a card all missed though more readers than the second should have named it."""


@dataclass(frozen=True)
class Surprise:
    """Somebody (`guesser`) was right where the reader had no explanation, or (None) all missed what it thought plain. `share` is the part of readers who would name the card."""

    round: int
    target: int
    kind: Kind
    card: str
    guesser: int | None
    share: float


@dataclass(frozen=True)
class Review:
    """A game looked back upon. `right` guesses were made where `expected_right`, give or take `spread_right`, were expected."""

    analysis: GameAnalysis
    game: Game = field(repr=False)
    expected_right: float
    spread_right: float
    right: int
    surprises: tuple[Surprise, ...]
    notes: tuple[str, ...]

    def trails(self, number: int, seat: int) -> tuple[Trail, ...]:
        """How every opponent's cards looked to a seat in a round, answer by answer."""
        return trails(self.analysis.reader, self.game, number, seat)


def review(game: Game, readers: Readers, *, spoil: bool = False, notes: tuple[str, ...] = ()) -> Review:
    """Look back on a game. Raises UsageError for what cannot be analysed (an unfinished game unless `spoil`)."""
    if not game.state.ended and not spoil:
        raise UsageError(
            "This game is not finished, and a review shows everybody's cards. Finish it with `dubious resume`, or add --spoil to see them now."
        )
    told = analyse(game, readers, spoil=spoil)
    guesses = [
        (guess, row)
        for played in told.rounds
        for player in played.players
        for guess in player.guesses
        if guess.guessed and (row := player.card(guess.sight.kind).row)
    ]
    return Review(
        analysis=told,
        game=game,
        expected_right=sum(g.sight.likely for g, _ in guesses),
        spread_right=sum(g.sight.likely * (1 - g.sight.likely) for g, _ in guesses) ** 0.5,
        right=sum(g.guesser in row.right for g, row in guesses),
        surprises=tuple(_surprises(told)),
        notes=notes,
    )


def _surprises(told: GameAnalysis) -> Iterator[Surprise]:
    for played in told.rounds:
        for player in played.players:
            for card in player.cards:
                row: Row | None = card.row
                if row is None:
                    continue
                for guess in player.about(card.kind):
                    if guess.right and guess.sight.truth_share < UNEXPLAINED:
                        yield Surprise(
                            played.number,
                            player.seat,
                            card.kind,
                            card.name,
                            guess.guesser,
                            guess.sight.truth_share,
                        )
                if row.outcome == "none" and card.shares[-1] > PLAIN:
                    yield Surprise(played.number, player.seat, card.kind, card.name, None, card.shares[-1])
