"""The size of a solve, before its tables are allocated; see `time_estimate` for its duration."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.common import DEFAULT_SCHEDULE, Schedule, available_bytes, bytes_text
from fifthstreet.solvers.postflop.backends import PRECISIONS, Precision, bytes_of, table_bytes
from fifthstreet.solvers.postflop.spot import (
    RIVER,
    Plan,
    Spot,
    StreetRunouts,
    TreeSpot,
    make_plan,
    row_stride,
    spot_runouts,
)
from fifthstreet.tree import TreeSize, count_nodes

_MAX_COUNTED = 20_000_000  # nodes
_COUNTING_SECONDS = 0.3  # after which no more nodes are counted
_SMALL_TREE = 200_000  # nodes; building such a tree is faster than an estimate
# Of a tree and its plan, measured at 18 million nodes.
_NODE_BYTES = 230


@dataclass(frozen=True)
class Estimate:
    """The size of a solve."""

    nodes: int  # of the betting tree
    runouts: tuple[int, ...]  # by street; runouts that differ only in suits count once
    information_sets: int
    entries: int  # of a table, one for each action of each information set
    bytes: dict[str, int]  # of all tables, by precision
    is_lower_bound: bool = False  # the tree was too large to count all nodes

    @property
    def tree_bytes(self) -> int:
        """Approximate memory of the tree and the plan."""
        return _NODE_BYTES * self.nodes


def estimate(
    spot: Spot,
    *,
    schedule: Schedule = DEFAULT_SCHEDULE,
    isomorphism: bool = True,
    river_buckets: int | None = None,
) -> Estimate:
    """Return the nodes, information sets and bytes of a solve, without building its tree.

    Nodes are counted for about a second; the result for a larger tree is a lower bound.

    Args:
        spot: The spot to solve.
        schedule: Predictive schedules need larger tables.
        isomorphism: Whether runouts that differ only in suits are merged.
        river_buckets: Maximum number of buckets of hands on a river; None if hands are not merged.

    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> estimate(spot).information_sets
    60
    """
    if isinstance(spot, TreeSpot) and river_buckets is None:
        return estimate_plan(make_plan(spot, isomorphism=isomorphism), schedule)
    runouts = spot_runouts(spot, isomorphism=isomorphism)
    return _estimate(spot, schedule, runouts, river_buckets)


def _estimate(
    spot: Spot,
    schedule: Schedule,
    runouts: tuple[StreetRunouts, ...],
    river_buckets: int | None = None,
) -> Estimate:
    size, is_complete = _counted(spot)
    information_sets = entries = 0
    totals: dict[str, int] = dict.fromkeys(PRECISIONS, 0)
    for player in (0, 1):
        blocks = player_entries = 0
        for street, deals in enumerate(runouts, spot.street):
            nodes, actions = (
                int(counts[player, street]) for counts in (size.action_nodes, size.actions)
            )
            hands = deals.seats[player].count
            if river_buckets is not None and street == RIVER:
                hands = np.minimum(hands, river_buckets).astype(np.int32)
            information_sets += nodes * int(hands.sum())
            player_entries += actions * int(row_stride(hands).sum())
            blocks += nodes * deals.count
        entries += player_entries
        for precision in PRECISIONS:
            totals[precision] += bytes_of(
                player_entries, blocks, precision, predictive=schedule.is_predictive
            )
    return Estimate(
        nodes=size.total,
        runouts=tuple(deals.count for deals in runouts),
        information_sets=information_sets,
        entries=entries,
        bytes=totals,
        is_lower_bound=not is_complete,
    )


def _counted(spot: Spot) -> tuple[TreeSize, bool]:
    """Count the nodes of a tree for about a second; return whether all were counted.

    With many bet sizes, a node takes many times as long as with few.
    """
    limit, start = 1_000_000, time.perf_counter()
    while True:
        size, is_complete = count_nodes(spot.rules, limit)
        if is_complete or limit >= _MAX_COUNTED:
            return size, is_complete
        if time.perf_counter() - start > _COUNTING_SECONDS:
            return size, is_complete
        limit = min(4 * limit, _MAX_COUNTED)


def plan_solve(
    spot: Spot,
    schedule: Schedule,
    precision: Precision,
    *,
    isomorphism: bool = True,
    is_on_disk: bool = False,
) -> Plan:
    """Make the plan of a solve.

    The nodes of a large tree are counted before it is built; `check_memory` checks the tables.

    Args:
        spot: The spot to solve.
        schedule: Predictive schedules need larger tables.
        precision: Type of the tables' entries.
        isomorphism: Whether to merge runouts that differ only in suits.
        is_on_disk: Whether the tables are in files, and need no memory.

    Returns:
        The plan.

    Raises:
        NotEnoughMemoryError: If a large tree does not fit into memory.
    """
    runouts = check_spot(spot, schedule, precision, isomorphism=isomorphism, is_on_disk=is_on_disk)
    return make_plan(spot, isomorphism=isomorphism, runouts=runouts)


def check_spot(
    spot: Spot,
    schedule: Schedule,
    precision: Precision,
    *,
    isomorphism: bool = True,
    river_buckets: int | None = None,
    is_on_disk: bool = False,
) -> tuple[StreetRunouts, ...] | None:
    """Check, without building it, that a large tree and its tables fit into memory.

    Args:
        spot: The spot to solve; small trees are not checked.
        schedule: Predictive schedules need larger tables.
        precision: Type of the tables' entries.
        isomorphism: Whether runouts that differ only in suits are merged.
        river_buckets: Maximum number of buckets of hands on a river; None if hands are not merged.
        is_on_disk: Whether the tables are in files, and need no memory.

    Returns:
        The runouts, which the check of a large tree takes; None for a small tree.

    Raises:
        NotEnoughMemoryError: If they do not fit.
    """
    if isinstance(spot, TreeSpot) or count_nodes(spot.rules, _SMALL_TREE)[1]:
        return None
    runouts = spot_runouts(spot, isomorphism=isomorphism)
    size = _estimate(spot, schedule, runouts, river_buckets)
    free = available_bytes()
    if free is not None and size.tree_bytes > free:
        raise NotEnoughMemoryError(
            f"not enough memory: the tree of {_at_least(size)}{size.nodes:,} nodes needs "
            f"{bytes_text(size.tree_bytes)}, {bytes_text(free)} available. What would make it fit: "
            f"{', '.join(_REMEDIES)}."
        )
    if not is_on_disk:
        _check_bytes(size, precision, free)
    return runouts


def estimate_plan(plan: Plan, schedule: Schedule) -> Estimate:
    """Return the same as `estimate` for a plan that has already been made.

    Args:
        plan: The plan of a solve, whose tree counts exactly.
        schedule: Predictive schedules need larger tables.
    """
    information_sets = 0
    for player in (0, 1):
        for betting, runouts in zip(plan.betting, plan.runouts, strict=True):
            rows = runouts.seats[player].count
            if plan.buckets is not None and runouts is plan.runouts[-1]:
                rows = plan.buckets.count[player]
            information_sets += betting.blocks[player] * int(rows.sum())
    return Estimate(
        nodes=len(plan.tree),
        runouts=tuple(runouts.count for runouts in plan.runouts),
        information_sets=information_sets,
        entries=plan.entries,
        bytes={
            precision: sum(
                table_bytes(layout, precision, predictive=schedule.is_predictive)
                for layout in plan.layouts
            )
            for precision in PRECISIONS
        },
    )


def check_memory(
    plan: Plan, schedule: Schedule, precision: Precision, *, is_on_disk: bool = False
) -> int:
    """Return the bytes of a plan's tables; NotEnoughMemoryError if they do not fit into memory."""
    size = estimate_plan(plan, schedule)
    if not is_on_disk:
        _check_bytes(size, precision, available_bytes())
    return size.bytes[precision]


def backend_on_disk(name: str) -> str:
    """Return the backend for tables in files; InputError if a GPU is requested."""
    if name == "cuda":
        raise InputError("backend must be native, reference or auto with a table_folder, got cuda")
    return "native" if name == "auto" else name


_REMEDIES = ("fewer bet sizes", "a lower max_raises", "a higher force_allin or merge")


def _check_bytes(size: Estimate, precision: Precision, free: int | None) -> None:
    if free is None or size.bytes[precision] <= free:
        return
    smaller = [
        f"precision {other} needs {bytes_text(needed)}"
        for other, needed in size.bytes.items()
        if needed < size.bytes[precision]
    ]
    raise NotEnoughMemoryError(
        f"not enough memory: the tables need {_at_least(size)}{bytes_text(size.bytes[precision])}, "
        f"{bytes_text(free)} available. What would make them fit: "
        f"{', '.join([*smaller, *_REMEDIES, 'a table_folder on a disk'])}."
    )


def _at_least(size: Estimate) -> str:
    return "at least " if size.is_lower_bound else ""
