"""How often the 169 hand classes meet before the flop, and what they win all-in.

Before the flop suits do not matter, so a strategy has a row for each class. A game with a subset of
the flops deals a flop by its weight, with its suits permuted at random, and then both hands from
the other cards. With all 1,755 flops that is the real deal; with fewer, classes meet a little more
or less often than they should.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS, HOLE_MASKS, MaskArray

Matrix = NDArray[np.float64]  # [169, 169]


def class_matrices(
    boards: MaskArray, weights: NDArray[np.float64], showdowns: NDArray[np.float32]
) -> tuple[Matrix, Matrix]:
    """Return two matrices: how often two classes meet, and what the first wins all-in.

    `showdowns` has the probability of winning less that of losing for each pair of hands, and 0 for
    hands that share a card. Both results are sums over pairs; `weights` are those of the flops.
    """
    is_left = (HOLE_MASKS[None, :] & boards[:, None] == 0).astype(np.float64)  # [K, 1326]
    dealt = (is_left * weights[:, None]).T @ is_left
    dealt *= HOLE_MASKS[:, None] & HOLE_MASKS[None, :] == 0
    of_class = np.zeros((len(HOLE_CLASS), CLASS_COUNT))
    of_class[np.arange(len(HOLE_CLASS)), HOLE_CLASS] = 1
    pairs: Matrix = of_class.T @ dealt @ of_class
    won: Matrix = of_class.T @ (dealt * showdowns) @ of_class
    return pairs, won
