"""The distribution of equity or EV over both ranges at a node.

Hands are sorted from worst to best and weighted by how often they meet the opponent's range. At
percentile p, p% of the range has this value or a lower one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.solution.node import Node
from fifthstreet.tree.strategy import HoleArray

KINDS = ("equity", "ev")
PERCENTILES = tuple(range(101))


@dataclass(frozen=True, eq=False)
class Distribution:
    """Percentiles of equity (0 to 1) or of EV (chips) of both ranges at a node."""

    kind: str  # equity or ev
    percentiles: NDArray[np.float64]  # [101] from 0 to 100
    values: tuple[NDArray[np.float64], NDArray[np.float64]]  # [101] of each player, ascending

    def __repr__(self) -> str:
        first, second = (float(values[50]) for values in self.values)
        return f"<Distribution of {self.kind}: medians {first:.3g} and {second:.3g}>"


def range_distribution(node: Node, kind: str = "equity") -> Distribution:
    """Return the percentiles of equity or EV of both ranges; NaN if unknown.

    Args:
        node: A node of a solution.
        kind: `equity` (0 to 1) or `ev` (chips).

    Raises:
        InputError: If the kind is unknown.
    """
    if kind not in KINDS:
        raise InputError(f"kind must be {' or '.join(KINDS)}, got {kind!r}")
    values = node.equities if kind == "equity" else node.ev
    first, second = (
        _percentiles(values[player], node.reach[player] * node.opposing_reach[player])
        for player in (0, 1)
    )
    return Distribution(kind, np.array(PERCENTILES, np.float64), (first, second))


def _percentiles(values: HoleArray, weights: HoleArray) -> NDArray[np.float64]:
    is_known = (weights > 0) & ~np.isnan(values)
    if not is_known.any():
        return np.full(len(PERCENTILES), np.nan)
    order = np.argsort(values[is_known], kind="stable")
    ascending, shares = values[is_known][order], np.cumsum(weights[is_known][order])
    # The last share is 1 up to rounding, which must not lead past the best hand.
    wanted = np.array(PERCENTILES) / 100 * shares[-1]
    places = np.minimum(np.searchsorted(shares, wanted), len(ascending) - 1)
    percentiles: NDArray[np.float64] = ascending[places]
    return percentiles
