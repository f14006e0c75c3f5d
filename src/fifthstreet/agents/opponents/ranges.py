"""Ranges of opponents, narrowed by their bets.

Before the flop, a call or a raise keeps a share of the best hands, which depends on the position
and on earlier raises. After the flop, it keeps the hands of the range with the best expected final
percentile. Nothing is excluded: other hands keep a part of their weight.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fifthstreet.agents.opponents.bets import CALL, POSITIONS, RAISE, SeenBet
from fifthstreet.agents.prediction import Percentiles
from fifthstreet.cards import HOLE_COUNT, top_holes
from fifthstreet.errors import InputError

FloatArray = NDArray[np.float64]

# Percent of all hands at a full table, by position: blinds, early, late.
_CALLED = (50.0, 25.0, 40.0)
_RAISED = (25.0, 15.0, 30.0)
_RERAISED = (8.0, 6.0, 8.0)
_CALLED_RAISE = (25.0, 12.0, 20.0)
_FULL_TABLE = 10
# Shares of a range, after the flop.
_BET_SHARE = 0.5
_RAISE_SHARE = 0.25
_CALL_SHARE = 0.7
# Factors of the weights of other hands.
_OTHER_PREFLOP = 0.2
_OTHER_LATER = 0.5


class NarrowedRange:
    """The range of one player in one hand."""

    def __init__(self, position: int, seats: int) -> None:
        if not 0 <= position < len(POSITIONS):
            raise InputError(f"position must be from 0 to {len(POSITIONS) - 1}, got {position}")
        self.weights: FloatArray = np.ones(HOLE_COUNT)  # [1326]
        self.is_random = True
        self.position = position
        # On average, the best hand of n players is in the top 1 / (n + 1) of all hands.
        self._width = (_FULL_TABLE + 1) / (seats + 1)

    def narrow(
        self, bet: SeenBet, raises: int, board: Sequence[int], percentiles: Percentiles
    ) -> None:
        """Narrow the range by a bet, before which there were `raises` raises on the street."""
        if bet.action not in (CALL, RAISE) or (bet.action == CALL and not bet.is_facing):
            return
        if bet.street == 0:
            self._narrow_preflop(bet, raises)
        else:
            self._narrow_later(bet, raises, board, percentiles)
        self.is_random = False

    def _narrow_preflop(self, bet: SeenBet, raises: int) -> None:
        if bet.action == RAISE:
            percents = _RERAISED if raises else _RAISED
        else:
            percents = _CALLED_RAISE if raises else _CALLED
        percent = min(percents[self.position] * self._width, 100.0)
        weights = np.full(HOLE_COUNT, _OTHER_PREFLOP)
        weights[top_holes(percent)] = 1.0
        self.weights = np.minimum(self.weights, weights)

    def _narrow_later(
        self, bet: SeenBet, raises: int, board: Sequence[int], percentiles: Percentiles
    ) -> None:
        share = _CALL_SHARE
        if bet.action == RAISE:
            share = _RAISE_SHARE if raises else _BET_SHARE
        self.weights = keep_best(self.weights, percentiles.expected(board), share)


def keep_best(weights: FloatArray, scores: FloatArray, share: float) -> FloatArray:
    """Return the weights of a range, lowered except for the share with the best scores.

    Hands without a score (NaN) are impossible and get no weight.
    """
    kept = np.where(np.isnan(scores), 0.0, weights)
    order = np.argsort(-scores, kind="stable")  # NaN last
    covered = np.cumsum(kept[order])
    is_other = covered > share * covered[-1]
    kept[order[is_other]] *= _OTHER_LATER
    return kept
