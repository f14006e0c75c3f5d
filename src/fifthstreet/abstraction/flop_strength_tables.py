"""The strength of all hands on all flops, by hand class."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction.board_blocking import Progress
from fifthstreet.abstraction.strength import (
    MAX_POINTS,
    preflop_indices,
    runout_count,
    strength_blocks,
)
from fifthstreet.cards import CLASS_COUNT, MaskArray, canonical_boards

FLOP_CARDS = 3
_BINS = 10


@dataclass(frozen=True, eq=False)
class FlopStrengths:
    """The strength of hand classes on every flop: F flops, C classes, whole numbers.

    Sums are over the hands of the class that are possible on the flop, and their runouts.
    """

    boards: MaskArray  # [F]
    counts: NDArray[np.int64]  # [F]  number of flops that each represents
    hands: NDArray[np.int64]  # [F, C]  hands that are possible on the flop
    points: NDArray[np.int64]  # [F, C]
    square_points: NDArray[np.int64]  # [F, C]
    histogram: NDArray[np.int64]  # [F, C, bins]  number of runouts

    @property
    def shares(self) -> NDArray[np.float64]:
        """The share of each flop in all deals of a class.  [F, C]"""
        deals = self.counts[:, None] * self.hands
        shares: NDArray[np.float64] = self.hands / deals.sum(axis=0)
        return shares

    def features(self) -> NDArray[np.float64]:
        """Return EHS, EHS² and the cumulative histogram of each class.  [F, C, 1 + bins]

        They are 0 where the flop blocks all hands.
        """
        runouts = runout_count(FLOP_CARDS) * np.maximum(self.hands, 1)
        bins = np.cumsum(self.histogram, axis=2)[:, :, :-1] / runouts[:, :, None]
        ehs = self.points / (runouts * MAX_POINTS)
        ehs_squared = self.square_points / (runouts * MAX_POINTS**2)
        return np.concatenate([ehs[:, :, None], ehs_squared[:, :, None], bins], axis=2)


def flop_strengths(
    *, threads: int | None = None, progress: Progress | None = None
) -> FlopStrengths:
    """Calculate the strength of all hand classes on all flops; it takes about a minute.

    Args:
        threads: Number of threads; by default one per core.
        progress: Called with the share of the work that is done, 0 to 1.

    Returns:
        Sums of strengths for each flop up to suits and each hand class.
    """
    boards, counts = canonical_boards(FLOP_CARDS)
    classes = preflop_indices()
    shape = (len(boards), CLASS_COUNT)
    hands, points, square_points = (np.zeros(shape, np.int64) for _ in range(3))
    histogram = np.zeros((*shape, _BINS), np.int64)
    first = 0
    for block in strength_blocks(FLOP_CARDS, bins=_BINS, threads=threads, progress=progress):
        flops = first + np.repeat(np.arange(len(block.boards)), np.diff(block.starts))
        cells = (flops, classes[block.hands])
        deals = block.multiplicities.astype(np.int64)
        found = block.strengths
        assert found.square_points is not None
        assert found.histogram is not None
        np.add.at(hands, cells, deals)
        np.add.at(points, cells, deals * found.points)
        np.add.at(square_points, cells, deals * found.square_points)
        np.add.at(histogram, cells, deals[:, None] * found.histogram)
        first += len(block.boards)
    # A row of a block stands for all deals up to suits, on every flop that is represented.
    for table in (hands, points, square_points):
        table //= counts[:, None]
    histogram //= counts[:, None, None]
    return FlopStrengths(boards, counts, hands, points, square_points, histogram)
