"""The result of an equity calculation, whatever the method."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native

# Columns of the native tallies.
SHARE, LOW_SHARE, WINS, TIES, SQUARE = range(5)


@dataclass(frozen=True)
class Outcome:
    """The shares of each player and how they were calculated."""

    method: Literal["table", "matchups", "sweep", "sample"]
    shares: NDArray[np.float64]  # [P, 5] equity, win, tie, low, error
    deals: int
    hands: tuple[NDArray[np.float64], ...] | None = None  # [1326] per player


def shares_of(tallies: NDArray[np.float64], total: float) -> NDArray[np.float64]:
    """Convert tallies [P, 5] over `total` weighted deals to shares [P, 5] with an error of 0."""
    shares = np.zeros((len(tallies), 5))
    shares[:, 0] = tallies[:, SHARE] / _native.POT_UNITS / total
    shares[:, 1] = tallies[:, WINS] / total
    shares[:, 2] = tallies[:, TIES] / total
    shares[:, 3] = tallies[:, LOW_SHARE] / _native.POT_UNITS / total
    return shares
