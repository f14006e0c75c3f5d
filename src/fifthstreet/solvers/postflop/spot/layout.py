"""The memory layout of a player's tables.

A player's table is one long array: street by street, runout by runout, it holds the rows of the
player's nodes one after another, each as long as the runout's row of hands. So a runout is a
contiguous part, a node on it is a block of [actions, stride], and an entry of the table has the
index

    table[runout] + (row[node] + action) * stride[runout] + index of the hand in the row
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.postflop.spot.runouts import StreetRunouts, row_stride
from fifthstreet.solvers.postflop.spot.street_betting import StreetBetting


@dataclass(frozen=True, eq=False)
class Layout:
    """The layout of one player's tables."""

    table: tuple[NDArray[np.int64], ...]  # by street: [R] first entry of a runout
    stride: tuple[NDArray[np.int64], ...]  # by street: [R]
    first_block: tuple[int, ...]  # by street
    entries: int
    blocks: int

    def block(self, street: int, runout: int, betting: StreetBetting, at: int) -> int:
        """Return the number of the block of a street's node on a runout."""
        player = int(betting.player[at])
        return self.first_block[street] + runout * betting.blocks[player] + int(betting.block[at])

    def rows(self, street: int, runout: int, betting: StreetBetting, at: int) -> slice:
        """Return the entries of a node on a runout: [actions * stride]."""
        stride = int(self.stride[street][runout])
        first = int(self.table[street][runout]) + int(betting.row[at]) * stride
        return slice(first, first + int(betting.n_children[at]) * stride)


def make_layout(
    betting: Sequence[StreetBetting],
    runouts: Sequence[StreetRunouts],
    player: int,
    buckets: NDArray[np.int32] | None = None,
) -> Layout:
    """Return the layout of a player's tables.

    Args:
        betting: The betting of each street.
        runouts: The runouts of each street.
        player: 0 for OOP, 1 for IP.
        buckets: Number of buckets on each runout of the last street, if hands share rows of the
            tables there.  [R]
    """
    tables, strides, first_blocks = [], [], []
    entries = blocks = 0
    for street, deals in zip(betting, runouts, strict=True):
        count = deals.seats[player].count
        if buckets is not None and deals is runouts[-1]:
            count = buckets
        stride = row_stride(count)
        ends = entries + np.cumsum(stride * street.rows[player])
        tables.append(np.concatenate([[entries], ends[:-1]]).astype(np.int64))
        strides.append(stride)
        first_blocks.append(blocks)
        entries = int(ends[-1])
        blocks += street.blocks[player] * deals.count
    return Layout(tuple(tables), tuple(strides), tuple(first_blocks), entries, blocks)
