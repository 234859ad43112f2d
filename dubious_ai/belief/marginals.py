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
    # plain numbers: the tables are so small that the calls into numpy would cost more than the sums
    chances: list[list[float]] = alone.T.tolist()
    full = 1 << n
    seats = [[(i, s ^ (1 << i)) for i in range(n) if s >> i & 1] for s in range(full)]
    forward = [[1.0] + [0.0] * (full - 1)]
    for held in chances:
        before = forward[-1]
        after = before[:]
        for s in range(full):
            more = 0.0
            for i, rest in seats[s]:
                more += before[rest] * held[i]
            after[s] += more
        forward.append(after)
    total = forward[-1][full - 1]
    if not total > 0.0:
        return alone.copy()
    backward = [0.0] * (full - 1) + [1.0]
    result = np.empty_like(alone)
    for c in range(cards - 1, -1, -1):
        held, before = chances[c], forward[c]
        having = [0.0] * n
        earlier = backward[:]
        for s in range(full):
            for i, rest in seats[s]:
                having[i] += before[rest] * backward[s]
                earlier[rest] += backward[s] * held[i]
        for i in range(n):
            result[i, c] = held[i] * having[i] / total
        backward = earlier
    return result
