"""Table marginals against counting every assignment by hand."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dubious_ai.belief.marginals import table_marginals

ROWS = st.integers(1, 4).flatmap(
    lambda n: st.lists(
        st.lists(st.sampled_from([0.0, 1e-6, 0.1, 0.5, 1.0, 3.0]), min_size=6, max_size=6).filter(any),
        min_size=n,
        max_size=n,
    )
)


def by_counting(alone: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> list[list[float]] | None:
    n, cards = alone.shape
    sums = [[0.0] * cards for _ in range(n)]
    total = 0.0
    for held in permutations(range(cards), n):
        weight = 1.0
        for i, c in enumerate(held):
            weight *= float(alone[i, c])
        total += weight
        for i, c in enumerate(held):
            sums[i][c] += weight
    return [[s / total for s in row] for row in sums] if total > 0 else None


@given(ROWS)
@settings(deadline=None, max_examples=150)
def test_equals_the_sum_over_every_assignment(rows: list[list[float]]) -> None:
    alone = np.array([[x / sum(row) for x in row] for row in rows])
    expected = by_counting(alone)
    found = table_marginals(alone)
    if expected is None:
        assert np.array_equal(found, alone)
    else:
        assert np.allclose(found, expected, atol=1e-12)
        assert np.allclose(found.sum(axis=1), 1.0)


def test_a_certain_card_is_taken_from_everybody_else() -> None:
    certain = [1.0] + [0.0] * 13
    unsure = [0.6, 0.2] + [0.2 / 12] * 12
    found = table_marginals(np.array([certain, unsure]))
    assert np.isclose(found[0, 0], 1.0)
    assert np.isclose(found[1, 0], 0.0)
    assert np.isclose(found[1, 1], 0.5)
