"""Solved flops and turns as samples for networks that value boards before their betting.

A sample is a board, a stack, a pair of ranges, and what each hand wins beside its equity all-in. A
network values single boards, so every solve is a sample of its own. Weights of hands are stored in
steps of 1/255, and solved as they are stored.

Shapes: N samples.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, compatible_weights
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.river_samples import check_arrays
from fifthstreet.solvers.values.river_tables import Float32Array

WEIGHT_STEPS = 255  # of a hand's weight
MIN_MET = 1e-5  # share of the opposing range that a hand must meet to have a value
_BOARD_CARDS = 5


@dataclass(frozen=True, eq=False)
class BoardSamples:
    """Solved boards with the same number of cards: what a network reads, and should return.

    Samples on the same board follow each other.
    """

    stacks: Float32Array  # [N] in pots
    boards: NDArray[np.uint8]  # [N, cards]
    reach: NDArray[np.uint8]  # [N, 2, 1326] steps of 1/255
    targets: NDArray[np.float16]  # [N, 2, 1326] what hands win beside their equity, in pots
    exploitability: Float32Array  # [N] shares of the pot

    cards: ClassVar[int]  # of a board

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by name."""
        return dict(vars(self))

    def check(self, count: int) -> None:
        """Raise InputError unless the arrays fit each other and all numbers are possible."""
        rows = (count, 2, HOLE_COUNT)
        shapes = {"boards": (count, self.cards), "reach": rows, "targets": rows}
        types = {"boards": np.uint8, "reach": np.uint8, "targets": np.float16}
        check_arrays(self.arrays(), count, shapes, types)
        ordered = np.sort(self.boards, axis=1)
        if ordered.max() > 51 or (ordered[:, 1:] == ordered[:, :-1]).any():
            raise InputError(f"boards must be {self.cards} different cards from 0 to 51")


class FlopSamples(BoardSamples):
    """Solved flops, for a network at the end of preflop."""

    cards = 3


class TurnSamples(BoardSamples):
    """Solved turns, for a network at the end of the flop."""

    cards = 4


def beside_equity(
    board: tuple[int, ...],
    reach: NDArray[np.floating],
    shares: NDArray[np.floating],
    equity: NDArray[np.floating] | None = None,
) -> NDArray[np.floating]:
    """Return what hands win beside their equity; 0 for hands that meet almost nothing.  [2, 1326]

    Args:
        board: Three or four cards.
        reach: Both ranges, 0 for impossible hands.  [2, 1326]
        shares: What hands win, in pots, less half of the pot; 0 for impossible hands.  [2, 1326]
        equity: From `equities`, if it is known.
    """
    met = compatible_weights(reach[None, ::-1])[0]
    is_possible = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) == 0
    is_met = (met > MIN_MET * reach[::-1].sum(axis=1, keepdims=True)) & is_possible
    known = equities(board, reach) if equity is None else equity
    found: NDArray[np.floating] = np.where(is_met, shares - known / 2, 0)
    return found


def equities(board: tuple[int, ...], live: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return winning minus losing all-in on a board against the other range, on average.

    Args:
        board: Three or four cards.
        live: Both ranges, 0 for hands that share a card with the board.  [2, 1326]

    Returns:
        0 for hands that meet no other.  [2, 1326]
    """
    left = [card for card in range(52) if card not in board]
    runouts = [(*board, *dealt) for dealt in combinations(left, _BOARD_CARDS - len(board))]
    boards = np.array([sum(1 << card for card in runout) for runout in runouts], np.uint64)
    opposing = np.ascontiguousarray(live[::-1].T, np.float64)
    points, met = np.zeros_like(opposing), np.zeros_like(opposing)
    _native.meet_ranges(high_evaluator(), boards, opposing, points, met)
    is_met = met > 1e-9 * live.sum()
    share = np.divide(points, met, out=np.full(met.shape, 0.5), where=is_met)
    return np.asarray(2 * share.T - 1, np.float64)
