"""A river of three players, solved exactly by vectors, for a search with many seats."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import inf

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, Range
from fifthstreet.solvers.multiway import (
    MultiwayNode,
    MultiwaySolution,
    MultiwaySolver,
    MultiwaySpot,
)
from fifthstreet.solvers.search.seats_spot import SeatsSpot
from fifthstreet.tree.strategy import HoleArray, Lock

_PLAYERS = 3


class ExactRiver:
    """The strategies of three players on a river, in the terms of `SampledStreet`.

    >>> from fifthstreet.tree import Sizes, TreeRules
    >>> rules = TreeRules(stacks=(100,) * 3, pot=90, sizes=Sizes.uniform("a"))
    >>> ranges = tuple(Range.parse(text) for text in ("AA,KQs", "QQ,AJs", "88,76s"))
    >>> river = ExactRiver(SeatsSpot((0, 5, 10, 15, 46), ranges, rules))
    >>> river.run(iterations=100, target_pot_percent=0.5) > 0
    True
    >>> river.exploitability_pot_percent < 0.5
    True
    """

    rest = None
    checked_down = 0

    def __init__(
        self,
        spot: SeatsSpot,
        *,
        fixed: Mapping[int, tuple[int, NDArray[np.float64]]] | None = None,
        threads: int | None = None,
    ) -> None:
        """Prepare to solve a river that `is_exact_river` accepts.

        Args:
            spot: The street.
            fixed: Decisions at which one hand keeps the probabilities that it was played with.
            threads: Number of threads; by default one per core.
        """
        self.spot, self.tree = spot, spot.tree
        locks = tuple(
            _lock(spot, node, hole, shares) for node, (hole, shares) in (fixed or {}).items()
        )
        self._solver = MultiwaySolver(
            MultiwaySpot(spot.board, spot.ranges, spot.rules, locks=locks), threads=threads
        )
        self.leaves: dict[int, object] = {}

    def __repr__(self) -> str:
        return f"<ExactRiver of {self.spot!r}: {self.iteration:,} iterations>"

    @property
    def iteration(self) -> int:
        """Number of iterations."""
        return self._solver.iteration

    def run(self, *, iterations: int, seconds: float = inf, target_pot_percent: float = 0.5) -> int:
        """Solve until a limit is reached.

        Args:
            iterations: Maximum number of iterations.
            seconds: Maximum duration.
            target_pot_percent: Mean exploitability per player to stop at, in percent of the pot.

        Returns:
            Number of iterations so far.
        """
        self._solver.run(
            target_pot_percent=target_pot_percent, max_iterations=iterations, seconds=seconds
        )
        return self.iteration

    @cached_property
    def solution(self) -> MultiwaySolution:
        """The solution, after the last run."""
        return self._solver.solution()

    @property
    def exploitability_pot_percent(self) -> float:
        """What a player could gain by a best response, on average, in percent of the pot."""
        return self.solution.exploitability.pot_percent

    def strategy(self, node: int) -> HoleArray:
        """Return the average strategy at a decision, NaN for hands not in the range.  [A, 1326]"""
        return self.solution.probabilities(node, self.spot.board)

    def values(self, node: int) -> tuple[HoleArray, HoleArray]:
        """Return the chips that each action wins from a decision on, and errors of 0.

        They are exact for these strategies.  [A, 1326] each.
        """
        found = self._node(node).action_ev
        return found, np.zeros_like(found)

    def samples(self, node: int) -> int:
        """Return 0: nothing is sampled."""
        return 0

    def reach(self, node: int) -> tuple[HoleArray, ...]:
        """Return the weight with which each hand of each player reaches a node.  [P] of [1326]"""
        return self._node(node).reach

    def _node(self, node: int) -> MultiwayNode:
        return self.solution.node(self.tree.path(node))


def is_exact_river(spot: SeatsSpot) -> bool:
    """Return whether a street is a river whose one pot three players contest."""
    return spot.street == 3 and spot.players == _PLAYERS == len(spot.pots[0].players)


def _lock(spot: SeatsSpot, node: int, hole: int, shares: NDArray[np.float64]) -> Lock:
    tree, alone = spot.tree, np.zeros(HOLE_COUNT)
    alone[hole] = 1
    exact = shares / shares.sum()
    played = dict(zip(tree.actions(node), exact.tolist(), strict=True))
    return Lock(tree.path(node), played, Range(alone))
