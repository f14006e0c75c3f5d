"""Search to the end of a street, with values of hands from there on."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import RIVER, Spot
from fifthstreet.solvers.search.depth_limit import DepthLimit
from fifthstreet.solvers.search.depth_limited import MIN_SECONDS
from fifthstreet.solvers.search.depth_solution import DepthLimitedSolution
from fifthstreet.solvers.search.leaf_value_solution import LeafValueSolution
from fifthstreet.solvers.search.leaf_value_solver import LeafValueSolver
from fifthstreet.solvers.values import (
    NETWORK_STREETS,
    LeafValues,
    network_leaf_values,
    shipped_network,
)
from fifthstreet.tree import STREET_NAMES


@dataclass(frozen=True)
class StreetDepth:
    """How to solve each street no further than to its end.

    Attributes:
        values: Leaf values by the street that ends, 1 for flops and 2 for turns. By default the
            networks of the package.
        flops: How flops are solved that have no leaf values; None: to the end of the hand.
    """

    values: Mapping[int, LeafValues] = field(default_factory=lambda: network_values())
    flops: DepthLimit | None = field(default_factory=DepthLimit)

    def __post_init__(self) -> None:
        if not set(self.values) <= set(range(1, RIVER)):
            raise InputError(f"streets of values must be 1 and 2, got {sorted(self.values)}")

    def applies_to(self, spot: Spot) -> bool:
        """Return whether a spot is solved up to the end of its street only."""
        return spot.street in self.values or self._limit(spot) is not None

    def is_for_both(self, spot: Spot) -> bool:
        """Return whether a solve is for both players."""
        return spot.street in self.values

    def solve(
        self,
        spot: Spot,
        player: int,
        *,
        target_pot_percent: float,
        max_iterations: int,
        seconds: float,
        threads: int | None,
    ) -> LeafValueSolution | DepthLimitedSolution:
        """Solve the first street of a spot, for both players if there are leaf values for it."""
        if (limit := self._limit(spot)) is not None:
            return limit.solve(
                spot,
                player,
                target_pot_percent=target_pot_percent,
                max_iterations=max_iterations,
                seconds=seconds,
                threads=threads,
            )
        started = time.perf_counter()
        solver = LeafValueSolver(spot, self.values[spot.street], threads=threads)
        left = seconds - (time.perf_counter() - started)
        solver.run(
            target_pot_percent=target_pot_percent,
            max_iterations=max_iterations,
            seconds=max(left, MIN_SECONDS),
        )
        return solver.solution()

    def _limit(self, spot: Spot) -> DepthLimit | None:
        is_flop = spot.street == 1 and 1 not in self.values
        return self.flops if is_flop else None


def network_values(
    threads: int | None = None,
    *,
    streets: Sequence[str] | None = None,
    backend: str = "native",
) -> dict[int, LeafValues]:
    """Return the leaf values of the package's networks, by street.

    Args:
        threads: Number of threads; by default one per core.
        streets: Names of the streets that end; by default all with a board that the package has a
            network for; on a GPU the flop.
        backend: `native`, or `cuda` for the flop on a GPU.

    Raises:
        InputError: If the package has no network for one of the streets, or if `cuda` finds
            no GPU.
    """
    boards = [street for street in NETWORK_STREETS if STREET_NAMES.index(street) > 0]
    if streets is None:
        streets = ["flop"] if backend == "cuda" else boards
    return {
        STREET_NAMES.index(street): network_leaf_values(
            shipped_network(street), threads=threads, backend=backend
        )
        for street in streets
    }
