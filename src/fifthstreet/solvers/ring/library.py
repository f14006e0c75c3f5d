"""Charts of tables before the flop that come with the package."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from fifthstreet.errors import NotFoundError

if TYPE_CHECKING:
    from fifthstreet.solvers.ring.strategy import RingStrategy


@dataclass(frozen=True)
class RingChart:
    """What a chart of the package is for; amounts are in big blinds."""

    seats: int
    stack: float  # of every seat
    ante: float = 0.0  # of every seat
    rake: str = ""  # in words, if any
    payouts: tuple[float, ...] = ()  # prizes of a tournament, from first place

    def __str__(self) -> str:
        parts = [f"{self.seats} seats", f"{self.stack:g} big blinds"]
        if self.ante:
            parts.append(f"antes of {self.ante:g}")
        if self.rake:
            parts.append(self.rake)
        if self.payouts:
            prizes = ", ".join(f"{prize:g}" for prize in self.payouts)
            parts.append(f"prizes of {prizes} (ICM)")
        return ", ".join(parts)


_LAST_THREE = (50.0, 30.0, 20.0)  # percent of the prizes of a sit and go
_FINAL_TABLE = (30.0, 20.0, 14.0, 10.0, 8.0, 6.5, 5.0, 3.75, 2.75)
# Their recipes have the same names, in examples/recipes.
RING_CHARTS: dict[str, RingChart] = {
    "6max_100": RingChart(6, 100),
    "6max_100_rake": RingChart(6, 100, rake="rake of 5%, at most 3 big blinds"),
    "6max_40": RingChart(6, 40, ante=0.125),
    "6max_20": RingChart(6, 20, ante=0.125),
    "9max_100": RingChart(9, 100),
    **{f"icm3_{stack}": RingChart(3, stack, 0.125, payouts=_LAST_THREE) for stack in (5, 10, 15)},
    **{f"icm9_{stack}": RingChart(9, stack, 0.125, payouts=_FINAL_TABLE) for stack in (5, 10, 15)},
}


def ring_path(name: str) -> Path:
    """Return the path of the file of a chart of the package.

    Args:
        name: One of `RING_CHARTS`.
    """
    return Path(str(files("fifthstreet.solvers.ring").joinpath(f"data/{name}.ring")))


@lru_cache(maxsize=4)
def shipped_ring(name: str) -> RingStrategy:
    """Return a chart of the package; it is read once.

    Args:
        name: One of `RING_CHARTS`, like `6max_100`.

    Raises:
        NotFoundError: If there is no such chart.

    >>> shipped_ring("6max_100").game.seats
    6
    """
    from fifthstreet.solvers.ring.strategy import open_ring

    if name not in RING_CHARTS:
        raise NotFoundError(f"a chart must be one of {', '.join(RING_CHARTS)}, got {name!r}")
    return open_ring(ring_path(name))
