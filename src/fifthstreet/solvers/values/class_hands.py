"""Both ranges before the flop, over the 169 hand classes: what they meet, and their equity.

Before the flop suits do not matter, so hands of a class have the same value. Shares of a class
count the pairs of hands that can be dealt: its combos, times the weight of the opposing hands that
each of them can meet.

Shapes: L leaves, C = 169 classes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_SIZES, class_sums
from fifthstreet.cards.equity import preflop_class_matrices


@dataclass(frozen=True, eq=False)
class ClassHands:
    """Both ranges before the flop: what classes meet, their shares, and their equity."""

    shares: NDArray[np.float64]  # [L, 2, C] of all pairs of hands; each player's sum to 1, or are 0
    met: NDArray[np.float64]  # [L, 2, C] pairs of hands with the opposing range
    equity: NDArray[np.float64]  # [L, 2, C] -1 to 1; 0 where no hand is met

    @classmethod
    def of(cls, reach: NDArray[np.floating]) -> ClassHands:
        """Compare both ranges.

        Args:
            reach: How often each class is in both players' ranges, 0 to 1.  [L, 2, C]
        """
        pairs, won = preflop_class_matrices()
        opposing = reach[:, ::-1].astype(np.float64)
        met, points = opposing @ pairs, opposing @ won.T
        is_met = met > 0
        equity = np.divide(points, met, out=np.zeros_like(met), where=is_met)
        dealt = reach * met
        total = dealt.sum(axis=2, keepdims=True)
        shares = np.divide(dealt, total, out=np.zeros_like(dealt), where=total > 0)
        return cls(shares, met, np.clip(equity, -1, 1))


def class_reach(rows: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the mean reach of the hands of each class.  [..., 1326] -> [..., 169]"""
    return class_sums(rows) / CLASS_SIZES
