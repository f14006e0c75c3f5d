"""The quality of a street's buckets: their sizes, and the hand strength that they lose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError

# Strengths are counted in whole steps, so that sums are exact and do not depend on their order.
# The squares of 2.8 billion river deals stay below 2^62.
STRENGTH_STEPS = 1 << 15


def strength_steps(strengths: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return strengths from 0 to 1 in whole steps."""
    steps: NDArray[np.int64] = np.rint(strengths * np.float32(STRENGTH_STEPS)).astype(np.int64)
    return steps


@dataclass(frozen=True, eq=False)
class StreetQuality:
    """Sizes and strengths of the K buckets of a street, over all deals of hand and board."""

    ARRAYS: ClassVar = {
        "hands": np.int64,
        "deals": np.int64,
        "ehs": np.float64,
        "ehs_deviation": np.float64,
    }

    hands: NDArray[np.int64]  # [K] hands up to suits
    deals: NDArray[np.int64]  # [K]
    ehs: NDArray[np.float64]  # [K] mean; NaN for empty buckets
    ehs_deviation: NDArray[np.float64]  # [K] standard deviation
    mean_cost: float | None  # of k-means per deal: EMD in bins, or squared distance

    def __repr__(self) -> str:
        return f"<StreetQuality: {len(self.hands):,} buckets, EHS error {self.ehs_error:.4f}>"

    @property
    def ehs_error(self) -> float:
        """RMS difference between the EHS of a deal and the mean EHS of its bucket."""
        used = self.deals > 0
        squares = self.ehs_deviation[used] ** 2 @ self.deals[used]
        return float(np.sqrt(squares / self.deals.sum()))

    @property
    def effective_buckets(self) -> float:
        """Number of equal buckets with the same entropy: how evenly deals are spread."""
        shares = self.deals[self.deals > 0] / self.deals.sum()
        return float(np.exp(-(shares * np.log(shares)).sum()))

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by name, for a file."""
        return {name: getattr(self, name) for name in self.ARRAYS}

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, NDArray[Any]], count: int, mean_cost: float | None
    ) -> StreetQuality:
        """Build from the arrays of a file for a number of buckets."""
        for name, array in arrays.items():
            wanted = cls.ARRAYS[name]
            if array.shape != (count,) or array.dtype != wanted:
                raise InputError(
                    f"{name} must be {count} of {np.dtype(wanted)}, got {array.dtype} of shape "
                    f"{array.shape}"
                )
        return cls(**arrays, mean_cost=mean_cost)


class Tally:
    """Sums over the hands of a street, by bucket."""

    def __init__(self, buckets: int) -> None:
        # [4, K] hands, deals, steps of strength and their squares
        self._sums = np.zeros((4, buckets), np.int64)
        self._cost = 0

    def add(
        self,
        labels: NDArray[np.uint16],
        weights: NDArray[np.uint8],
        strengths: NDArray[np.float32],
        costs: NDArray[np.uint32] | None,
    ) -> None:
        """Add hands: the bucket, the number of deals and the strength of each."""
        deals = weights.astype(np.int64)
        steps = strength_steps(strengths)
        self._sums[0] += np.bincount(labels, minlength=self._sums.shape[1])
        for sums, numbers in zip(
            self._sums[1:], (deals, steps * deals, steps**2 * deals), strict=True
        ):
            np.add.at(sums, labels, numbers)
        if costs is not None:
            self._cost += int(costs.astype(np.int64) @ deals)

    def quality(self, cost_unit: float | None) -> StreetQuality:
        """Return the result; `cost_unit` is the cost at distance 1, None without costs."""
        hands, deals, steps, squares = self._sums
        total = int(deals.sum())
        with np.errstate(invalid="ignore"):  # empty buckets
            mean, square = steps / deals, squares / deals
        deviation = np.sqrt(np.maximum(square - mean**2, 0.0))
        return StreetQuality(
            hands,
            deals,
            mean / STRENGTH_STEPS,
            deviation / STRENGTH_STEPS,
            None if cost_unit is None else self._cost / cost_unit / total,
        )
