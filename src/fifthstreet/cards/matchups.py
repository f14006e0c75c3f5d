"""Pairs of hands that can be dealt together, because they share no card."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards.holes import HOLE_COUNT


def compatible_weight(weights: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Return, for each hand, the total weight of all hands that share no card with it.  [1326]

    Args:
        weights: Weight of each hand [1326].
    """
    return compatible_weights(weights)


def compatible_weights(rows: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Return `compatible_weight` of many rows at once.  [..., 1326]

    Args:
        rows: Weights of hands [..., 1326].
    """
    weights = np.ascontiguousarray(rows, np.float64)
    met = np.empty_like(weights)
    _native.compatible_weights(weights.reshape(-1, HOLE_COUNT), met.reshape(-1, HOLE_COUNT))
    return met


def count_matchups(first: NDArray[np.floating[Any]], second: NDArray[np.floating[Any]]) -> float:
    """Return the total weight of all pairs of hands that share no card.

    The weight of a pair is the product of its hands' weights.

    Args:
        first: Weights of one player's hands [1326].
        second: Weights of the other player's hands [1326].
    """
    return float((first.astype(np.float64) * compatible_weight(second)).sum())
