"""Which turns and rivers an iteration plays: all of them, or some in turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Int32s = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class DealtRunouts:
    """Places of turns and of rivers after them, and how often each was dealt before."""

    turns: Int32s  # [K]
    turn_visits: Int32s  # [K]
    rivers: Int32s  # [K, M]
    river_visits: Int32s  # [K, M]


@dataclass(frozen=True)
class RunoutSampler:
    """Public chance sampling without replacement.

    Each cycle of iterations deals every turn once, and each cycle of a turn's iterations deals
    every river after it once, in an order that only the seed determines. So all tables of a street
    are updated equally often, and an iteration can be dealt without those before it.
    """

    seed: int
    turns: int
    rivers: int
    turns_dealt: int  # in an iteration; divides `turns`
    rivers_dealt: int  # after each turn; divides `rivers`

    @property
    def cycle(self) -> int:
        """Iterations in which every runout is dealt once."""
        return self.turns // self.turns_dealt * (self.rivers // self.rivers_dealt)

    def dealt(self, iteration: int) -> DealtRunouts:
        """Return what an iteration deals; the first is 0."""
        visits, part = divmod(iteration, self.turns // self.turns_dealt)
        first = part * self.turns_dealt
        turns = _order(self.turns, self.seed, visits)[first : first + self.turns_dealt]
        cycle, part = divmod(visits, self.rivers // self.rivers_dealt)
        first = part * self.rivers_dealt
        rivers = [
            _order(self.rivers, self.seed, cycle, turn)[first : first + self.rivers_dealt]
            for turn in turns.tolist()
        ]
        shape = self.turns_dealt, self.rivers_dealt
        return DealtRunouts(
            turns,
            np.full(self.turns_dealt, visits, np.int32),
            np.array(rivers, np.int32),
            np.full(shape, cycle, np.int32),
        )


@lru_cache(maxsize=256)
def _order(count: int, *seed: int) -> Int32s:
    """Return a random order of numbers."""
    return np.random.default_rng(seed).permutation(count).astype(np.int32)
