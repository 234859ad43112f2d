"""What would have won a lost game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dubious_ai.analysis.turned_out import would_have_won, would_have_won_told
from dubious_ai.core.model import KINDS, Kind
from dubious_ai.core.scoring import Row, score_row
from tests.play import SETTING

NAMES = ("Ann", "Ben", "Cleo")
OCCUPATIONS = ("baker", "diver", "judge")
SECRETS = ("afraid-of-geese", "was-a-twin", "collects-keys")


def rows(right: Sequence[tuple[int, int, Kind]]) -> list[Row]:
    """A round of three in which exactly these (guesser, target, kind) guesses are right, and all others name another card."""
    found: list[Row] = []
    for target in (1, 2, 3):
        for kind in KINDS:
            card = (OCCUPATIONS if kind == "occupation" else SECRETS)[target - 1]
            found.append(
                score_row(
                    target,
                    kind,
                    card,
                    {g: card if (g, target, kind) in right else "gardener" for g in (1, 2, 3) if g != target},
                )
            )
    return found


def told(*right: tuple[int, int, Kind]) -> str:
    found = rows(right)
    return would_have_won_told(would_have_won(found, (1, 2, 3), 1), found, NAMES, SETTING, 1)


@pytest.mark.parametrize(
    ("right", "sentence"),
    [
        (
            [(2, 3, "occupation"), (1, 2, "occupation"), (2, 1, "secret")],
            "Had one reader named your Occupation, Baker, you would have won with 5 points.",
        ),
        (
            [(1, 3, "occupation"), (3, 2, "secret"), (2, 3, "secret"), (3, 1, "secret")],
            "Had you named Cleo’s Secret, “Collects keys” and one reader named your Occupation, Baker, you would have won with 5 points.",
        ),
        (
            [(2, 1, "occupation"), (3, 1, "occupation"), (2, 3, "occupation"), (3, 2, "secret"), (1, 2, "occupation")],
            "Had you named Ben’s Secret, “Was a twin” and one of them missed your Occupation, Baker (everybody knew it), "
            "you would have shared the victory with 4 points.",
        ),
        (
            [
                (2, 3, "occupation"), (2, 3, "secret"), (3, 2, "occupation"), (3, 2, "secret"),
                (2, 1, "occupation"), (3, 1, "occupation"), (2, 1, "secret"), (3, 1, "secret"),
            ],
            "You were 6 points behind: four more right guesses would have won it.",
        ),
    ],
)  # fmt: skip
def test_the_smallest_change_is_told(right: list[tuple[int, int, Kind]], sentence: str) -> None:
    assert told(*right).startswith(sentence)


def test_the_change_that_is_told_wins() -> None:
    right: list[tuple[int, int, Kind]] = [(1, 3, "occupation"), (3, 2, "secret"), (2, 3, "secret")]
    found = would_have_won(rows(right), (1, 2, 3), 1)
    assert found is not None
    assert 1 in found.standing.winners
    assert len(found.changes) <= 2


def test_a_victory_needs_no_other_ending() -> None:
    right: list[tuple[int, int, Kind]] = [(1, 2, "occupation"), (1, 3, "occupation"), (2, 1, "secret")]
    assert would_have_won(rows(right), (1, 2, 3), 1) is None
