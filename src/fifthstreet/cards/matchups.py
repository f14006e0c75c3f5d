"""Pairs of hands that can be dealt together, because they share no card."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards.card import CARD_COUNT
from fifthstreet.cards.holes import HOLE_CARDS

_ROUNDING = 1e-12  # generous bound on the relative error of a float64 sum of 1,326 numbers

# The hands that hold each card.  [52, 51]
_HOLDING = np.argsort(HOLE_CARDS.ravel(), kind="stable").reshape(CARD_COUNT, -1) // 2


def compatible_weight(weights: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Return, for each hand, the total weight of all hands that share no card with it.  [1326]

    Args:
        weights: Weight of each hand [1326].
    """
    weights64 = weights.astype(np.float64)
    per_card = np.bincount(HOLE_CARDS.ravel(), np.repeat(weights64, 2), minlength=CARD_COUNT)
    # The hand itself is subtracted twice, once for each of its cards, so add it back.
    result: NDArray[np.float64] = weights64.sum() - per_card[HOLE_CARDS].sum(axis=1) + weights64
    # A remainder this small is a rounding error.
    return np.where(result > _ROUNDING * weights64.sum(), result, 0.0)


def compatible_weights(rows: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Return `compatible_weight` of many rows at once.  [..., 1326]

    Args:
        rows: Weights of hands [..., 1326].
    """
    weights = rows.astype(np.float64)
    total = weights.sum(axis=-1, keepdims=True)
    per_card = weights[..., _HOLDING].sum(axis=-1)
    first, second = HOLE_CARDS.T  # the hand itself is in both sums
    shared = per_card[..., first] + per_card[..., second]
    result: NDArray[np.float64] = total - shared + weights
    return np.where(result > _ROUNDING * total, result, 0.0)


def count_matchups(first: NDArray[np.floating[Any]], second: NDArray[np.floating[Any]]) -> float:
    """Return the total weight of all pairs of hands that share no card.

    The weight of a pair is the product of its hands' weights.

    Args:
        first: Weights of one player's hands [1326].
        second: Weights of the other player's hands [1326].
    """
    return float((first.astype(np.float64) * compatible_weight(second)).sum())
