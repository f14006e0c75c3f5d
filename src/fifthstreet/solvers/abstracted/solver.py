"""Solve a spot in which hands of a bucket share a row."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT
from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.abstracted.passes import Passes, Table, matched
from fifthstreet.solvers.abstracted.spot_bucketing import SpotBuckets
from fifthstreet.solvers.common import (
    DEFAULT_SCHEDULE,
    Schedule,
    TableSolver,
    available_bytes,
    bytes_text,
    in_turn,
    schedule_of,
    schedule_to_dict,
)
from fifthstreet.solvers.postflop import Plan, Spot, evaluate_strategy, make_plan
from fifthstreet.tree import BettingTree, Kind
from fifthstreet.tree.strategy import Exploitability, HoleArray, PlainStrategy, check_place

_ROWS_PER_NODE = 3  # of a pass: reach, values, and copies of them
_TYPES: dict[str, type[np.float32 | np.float64]] = {"float32": np.float32, "float64": np.float64}


class BucketSolver(TableSolver):
    """A range solver in which hands of a bucket share regrets and strategy.

    Everything else is exact: all boards, all pairs of hands, no sampling. So the exploitability in
    the full game is the cost of the buckets once the solver has converged. With buckets of one hand
    each it is the range solver. It is written in NumPy, for spots with small trees and ranges; on
    flops, all 2,352 runouts are played at every iteration.

    `decisions` defines what players remember of the betting, as a number for each node of the tree;
    by default all of it. With imperfect recall, convergence is usual but not guaranteed.

    >>> from fifthstreet.abstraction import StreetRecipe
    >>> from fifthstreet.solvers.abstracted.methods import spot_buckets
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs,T9s", ip="QQ,AJs,98s", bets="50%")
    >>> solver = BucketSolver(spot, spot_buckets(spot, StreetRecipe("ehs", 5)))
    >>> solver.iterate(100)
    >>> solver.exploitability().pot_percent > 1
    True
    """

    def __init__(
        self,
        spot: Spot,
        buckets: SpotBuckets,
        *,
        decisions: NDArray[np.int64] | None = None,
        schedule: Schedule | str = DEFAULT_SCHEDULE,
        precision: str = "float32",
    ) -> None:
        """Prepare the tables; InputError if the buckets were made for another spot or do not fit.

        `precision` is the type of reach and values, float32 or float64; tables are always float64.
        """
        super().__init__()
        self.spot, self.buckets, self.schedule = spot, buckets, schedule_of(schedule)
        if spot.locks:
            raise InputError("the spot must have no locks")
        if self.schedule.is_predictive:
            raise InputError(f"schedule must not be predictive, got {self.schedule}")
        self._decisions = np.arange(len(spot.tree)) if decisions is None else decisions
        _check_decisions(spot.tree, self._decisions)
        if precision not in _TYPES:
            raise InputError(f"precision must be {' or '.join(_TYPES)}, got {precision!r}")
        plan = make_plan(spot, isomorphism=False)
        _check_memory(plan, np.dtype(_TYPES[precision]).itemsize)
        self._passes = Passes(plan, buckets, self._decisions, _TYPES[precision])

    def __repr__(self) -> str:
        return (
            f"<BucketSolver of {self.spot!r}: {self.information_sets:,} information sets, "
            f"{self.iteration:,} iterations>"
        )

    @property
    def game_name(self) -> str:
        """The spot and its buckets in one line."""
        return f"{self.spot!r} in {self.buckets!r}"

    @property
    def information_sets(self) -> int:
        """Number of rows of both players' tables."""
        return sum(table.shape[1] for tables in self._passes.regrets for table in tables.values())

    def _iterate(self, count: int) -> None:
        discounts = self.schedule.discounts(self.iteration + count)
        for iteration in range(self.iteration + 1, self.iteration + count + 1):
            factors = float(discounts.positive[iteration]), float(discounts.negative[iteration])
            # While the first player is updated, the second still plays the previous strategy.
            for player, updates in ((0, iteration - 1), (1, iteration)):
                self._passes.update(player, *factors, float(discounts.keep[updates]))
        self.iteration += count

    @in_turn
    def average(self) -> BucketedStrategy:
        """Return the average strategy as it is now; later iterations do not change it."""
        strategies = [
            {decision: matched(table) for decision, table in tables.items()}
            for tables in self._passes.averages
        ]
        return BucketedStrategy(self.spot, self.buckets, self._decisions, strategies)

    def _measure(self) -> Exploitability:
        return evaluate_strategy(self.average(), threads=1)

    def _facts(self) -> dict[str, Any]:
        return {
            "spot": self.spot.to_dict(),
            "schedule": schedule_to_dict(self.schedule),
            "buckets": self.buckets.hash,
            "decisions": sha256(self._decisions.astype(np.int64).data).hexdigest(),
        }

    def _arrays(self) -> dict[str, Table]:
        named = {"regrets": self._passes.regrets, "averages": self._passes.averages}
        return {
            f"{player}/{name}/{decision}": table
            for name, both in named.items()
            for player, tables in enumerate(both)
            for decision, table in tables.items()
        }


def _check_memory(plan: Plan, number_bytes: int) -> None:
    """Raise NotEnoughMemoryError if a pass does not fit into memory.

    A pass compares all pairs of hands on all rivers, and holds reach and values of all nodes.
    """
    oop, ip = (int(np.count_nonzero(weights)) for weights in plan.weights)
    rows = sum(
        len(betting.kind) * runouts.count
        for betting, runouts in zip(plan.betting, plan.runouts, strict=True)
    )
    numbers = plan.runouts[-1].count * oop * ip + _ROWS_PER_NODE * rows * max(oop, ip)
    free = available_bytes()
    if free is not None and numbers * number_bytes > free:
        raise NotEnoughMemoryError(
            f"not enough memory: a pass with buckets needs {bytes_text(numbers * number_bytes)}, "
            f"{bytes_text(free)} available. Use smaller ranges or fewer bet sizes."
        )


def _check_decisions(tree: BettingTree, decisions: NDArray[np.int64]) -> None:
    """Raise InputError unless decisions with the same number have the same player and actions."""
    if decisions.shape != (len(tree),):
        raise InputError(
            f"decisions must have one number for each of {len(tree)} nodes, got {decisions.shape}"
        )
    nodes = np.flatnonzero(tree.kind == Kind.ACTION)
    place = np.stack([tree.player[nodes], tree.street[nodes], tree.n_children[nodes]], axis=1)
    kinds = np.unique(np.column_stack([decisions[nodes], place]), axis=0)
    if len(kinds) > len(np.unique(decisions[nodes])):
        raise InputError(
            "decisions with the same number must have the same player, street and action count"
        )


class BucketedStrategy(PlainStrategy):
    """A strategy that plays all hands of a bucket alike."""

    kind = "buckets"

    def __init__(
        self,
        spot: Spot,
        buckets: SpotBuckets,
        decisions: NDArray[np.int64],
        strategies: list[dict[int, Table]],
    ) -> None:
        super().__init__(spot.tree, spot.ranges, spot.board, rake=spot.rake)
        self._buckets, self._decisions, self._strategies = buckets, decisions, strategies

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action at a decision.  [A, 1326]

        Uniform for hands outside the range.
        """
        check_place(self, node, board)
        player = int(self._tree.player[node])
        place = self._buckets.place(board)
        assert place is not None  # of the spot, as checked above
        street, runout = place
        rows = self._strategies[player][int(self._decisions[node])]
        labels = self._buckets.labels[street][player][runout]
        out = np.full((len(rows), HOLE_COUNT), 1 / len(rows))
        has_bucket = labels >= 0
        out[:, has_bucket] = rows[:, labels[has_bucket]]
        return out
