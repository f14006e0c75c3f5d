"""Where the rows of a player's tables lie.

A player's tables are one long array: street by street, runout by runout, the rows of the player's
nodes one behind the other, each as long as the runout's row of hands. So a runout is a contiguous
piece, a node on it a block of [actions, stride], and an entry of the table has the address

    table[runout] + (row[node] + action) * stride[runout] + place of the hand
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.postflop.runouts import StreetRunouts, row_stride
from fifthstreet.solvers.postflop.street_betting import StreetBetting


@dataclass(frozen=True, eq=False)
class Layout:
    """Where the rows of one player's tables lie."""

    table: tuple[NDArray[np.int64], ...]  # by street: [R] first entry of a runout
    stride: tuple[NDArray[np.int64], ...]  # by street: [R]
    first_block: tuple[int, ...]  # by street
    entries: int
    blocks: int

    def block(self, street: int, runout: int, betting: StreetBetting, at: int) -> int:
        """Number of the block that a node of a street has on a runout."""
        player = int(betting.player[at])
        return self.first_block[street] + runout * betting.blocks[player] + int(betting.block[at])

    def rows(self, street: int, runout: int, betting: StreetBetting, at: int) -> slice:
        """Entries of a node on a runout: [actions * stride]."""
        stride = int(self.stride[street][runout])
        first = int(self.table[street][runout]) + int(betting.row[at]) * stride
        return slice(first, first + int(betting.n_children[at]) * stride)


def make_layout(
    betting: Sequence[StreetBetting], runouts: Sequence[StreetRunouts], player: int
) -> Layout:
    """Addresses of a player's rows."""
    tables, strides, first_blocks = [], [], []
    entries = blocks = 0
    for street, deals in zip(betting, runouts, strict=True):
        stride = row_stride(deals.seats[player].count)
        ends = entries + np.cumsum(stride * street.rows[player])
        tables.append(np.concatenate([[entries], ends[:-1]]).astype(np.int64))
        strides.append(stride)
        first_blocks.append(blocks)
        entries = int(ends[-1])
        blocks += street.blocks[player] * deals.count
    return Layout(tuple(tables), tuple(strides), tuple(first_blocks), entries, blocks)
