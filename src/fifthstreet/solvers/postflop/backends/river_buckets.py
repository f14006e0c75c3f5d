"""Plans in which hands share rows of the tables on the river."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.backends.native import native_solver
from fifthstreet.solvers.postflop.spot import Plan, RiverBuckets, make_layout


def with_river_buckets(plan: Plan, most: int, *, threads: int = 1) -> Plan:
    """Return a plan with at most `most` buckets of hands for each player on each river.

    Hands of a bucket do about as well against each part of the opponent's range on that board.
    Their strategy on the river is the same; on earlier streets each hand has its own.

    Args:
        plan: The plan of a flop or turn, without buckets and without locks on the river.
        most: Number of buckets. With 15, 31, 47, 63 and so on, rows have no unused numbers.
        threads: Number of threads.

    Raises:
        InputError: If `most` is less than 1.
    """
    if most < 1:
        raise InputError(f"buckets must be at least 1, got {most}")
    solver = native_solver(plan)
    seats = plan.runouts[-1].seats
    bucket = (np.zeros(seats[0].order.shape, np.uint16), np.zeros(seats[1].order.shape, np.uint16))
    for player in (0, 1):
        solver.divide_river(player, most, threads, bucket[player])
    return in_buckets(plan, RiverBuckets(most, divided(plan, most), bucket))


def divided(plan: Plan, most: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the number of buckets of both players on each river.  [R]

    Args:
        plan: The plan of a flop or turn.
        most: Maximum number of buckets; there are never more buckets than hands.
    """
    first, second = (
        np.minimum(seat.count, most).astype(np.int32) for seat in plan.runouts[-1].seats
    )
    return first, second


def in_buckets(plan: Plan, buckets: RiverBuckets) -> Plan:
    """Return a plan whose tables have rows for buckets on the river.

    Args:
        plan: A plan without buckets.
        buckets: The buckets of its hands.
    """
    first, second = (
        make_layout(plan.betting, plan.runouts, player, buckets.count[player]) for player in (0, 1)
    )
    return replace(plan, layouts=(first, second), buckets=buckets)
