"""Exact beliefs over a whole table: no two opponents hold the same card.

Given each opponent's own probabilities p[i, c], the chance of an assignment is proportional to the product of its
entries. The sum over all injective assignments is taken by dynamic programming over the cards, with the set of opponents
that already have theirs as the state: cards x 2^opponents steps instead of cards^opponents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def table_marginals(alone: Floats) -> Floats:
    """Probabilities (opponents x cards) after "no card twice", from each opponent's own (rows sum to 1).

    A row that the others make impossible (more opponents than legal cards) is returned as it came.
    """
    import numpy as np

    n, cards = alone.shape
    if n < 2:
        return alone.copy()
    full = 1 << n
    members = [np.array([s for s in range(full) if s >> i & 1]) for i in range(n)]
    forward = np.zeros((cards + 1, full))
    backward = np.zeros((cards + 1, full))
    forward[0, 0] = 1.0
    backward[cards, full - 1] = 1.0
    for c in range(cards):
        forward[c + 1] = forward[c]
        for i, having in enumerate(members):
            forward[c + 1, having] += forward[c, having ^ (1 << i)] * alone[i, c]
    for c in range(cards - 1, -1, -1):
        backward[c] = backward[c + 1]
        for i, having in enumerate(members):
            backward[c, having ^ (1 << i)] += backward[c + 1, having] * alone[i, c]
    total = forward[cards, full - 1]
    if not total > 0.0:
        return alone.copy()
    result = np.empty_like(alone)
    for i, having in enumerate(members):
        result[i] = alone[i] * (forward[:-1, having ^ (1 << i)] * backward[1:, having]).sum(axis=1) / total
    return result
