"""Samples as flat tables for research: games, seats, answers and guesses, one row a fact, in four CSV files that share their ids.

docs/DATASHEET.md says what the columns mean and how to split the answers without leaking.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Literal, get_args

from dubious_ai.analysis.game_analysis import GameAnalysis, PlayerAnalysis, RoundAnalysis
from dubious_ai.core.model import KINDS

Table = Literal["games", "seats", "answers", "guesses"]
TABLES: tuple[Table, ...] = get_args(Table)
HEADS: dict[Table, tuple[str, ...]] = {
    "games": ("game", "setting", "seed", "players", "rounds", "questions", "winners", "tie_break"),
    "seats": (
        "game", "round", "seat", "player", "persona", "level", "brain", "reads", "occupation", "secret",
        "rejected_occupation", "rejected_secret", "occupation_outcome", "secret_outcome", "role_points", "guess_points",
    ),
    "answers": (
        "answer", "game", "round", "seat", "number", "question", "back", "text", "text_id", "delivery", "aim", "card", "false_trail",
        "clue", "why", "also", "through", "strength", "occupation_before", "occupation_after", "secret_before", "secret_after",
    ),
    "guesses": (
        "game", "round", "guesser", "target", "kind", "guessed", "truth", "right", "guessed_share", "truth_share", "points",
    ),
}  # fmt: skip


def text_id(text: str) -> str:
    """The same for the same answer, wherever it was said: the id by which answers are to be split."""
    return sha256(" ".join(text.casefold().split()).encode()).hexdigest()[:12]


def rows(told: GameAnalysis, game: str) -> Iterator[tuple[Table, tuple[object, ...]]]:
    """Every fact of a game with the table it belongs to. Empty cells are what is not known, or not there."""
    winners = "|".join(str(seat) for seat in told.standing.winners)
    questions = len(told.rounds[0].questions)
    yield (
        "games",
        (
            game,
            told.texts.slug,
            told.seed,
            len(told.players),
            len(told.rounds),
            questions,
            winners,
            told.standing.tie_break,
        ),
    )
    for played in told.rounds:
        for player in played.players:
            yield "seats", _seat(told, played, player, game)
            for row in _answers(played, player, game):
                yield "answers", row
            for row in _guesses(played, player, game):
                yield "guesses", row


def _seat(told: GameAnalysis, played: RoundAnalysis, player: PlayerAnalysis, game: str) -> tuple[object, ...]:
    ticks = [t for p in played.players for row in p.rows for t in row.ticks if t.seat == player.seat]
    place = player.seat - 1
    return (
        game, played.number, player.seat, player.name, told.personas[place], told.levels[place], "|".join(told.wrote[place]),
        int(played.reader == player.seat), *(player.pair.of(k) for k in KINDS), *(player.rejected.of(k) for k in KINDS),
        *(player.row(k).outcome for k in KINDS), sum(t.points for t in ticks if not t.is_guess), sum(t.points for t in ticks if t.is_guess),
    )  # fmt: skip


def _answers(played: RoundAnalysis, player: PlayerAnalysis, game: str) -> Iterator[tuple[object, ...]]:
    for answer in player.answers:
        aim = answer.aim
        shares = (
            round(value, 3)
            for kind in KINDS
            for value in (answer.verdict.of(kind).before.share, answer.verdict.of(kind).after.share)
        )
        yield (
            f"{game}/{played.number}/{player.seat}/{answer.number}", game, played.number, player.seat, answer.number,
            answer.question.text, answer.question.back, answer.text, text_id(answer.text), answer.delivery,
            answer.intent.aim if answer.intent else None, aim.card, int(aim.false), aim.clue, aim.why, "|".join(aim.also),
            aim.bank.by if aim.bank else None, aim.bank.strength if aim.bank else None, *shares,
        )  # fmt: skip


def _guesses(played: RoundAnalysis, player: PlayerAnalysis, game: str) -> Iterator[tuple[object, ...]]:
    for guess in player.guesses:
        sight = guess.sight
        ticks = (t for t in player.row(sight.kind).ticks if t.seat == guess.guesser and t.is_guess)
        yield (
            game, played.number, guess.guesser, player.seat, sight.kind, sight.guessed, sight.truth, int(guess.right),
            round(sight.guessed_share, 3) if sight.guessed else None, round(sight.truth_share, 3), sum(t.points for t in ticks),
        )  # fmt: skip


def table_files(path: Path) -> dict[Table, Path]:
    """The four files of a target: set.csv gives set-games.csv, set-seats.csv …"""
    return {table: path.with_name(f"{path.stem}-{table}{path.suffix or '.csv'}") for table in TABLES}


def csv_text(table: Table, found: Iterable[Sequence[object]]) -> str:
    """One table as CSV with its head."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADS[table])
    # what a spreadsheet would take for a formula is kept as text
    writer.writerows([_safe(cell) for cell in row] for row in found)
    return out.getvalue()


def _safe(cell: object) -> object:
    if isinstance(cell, str) and cell[:1] in ("=", "+", "@", "-"):
        return f"'{cell}"
    return "" if cell is None else cell
