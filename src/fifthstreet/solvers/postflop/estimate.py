"""The size of a solve, before its tables are allocated; `time_estimate` tells the time."""

from __future__ import annotations

from dataclasses import dataclass

from fifthstreet.solvers.common.memory import available_bytes, bytes_text
from fifthstreet.solvers.common.schedules import DEFAULT_SCHEDULE, Schedule
from fifthstreet.solvers.postflop.plan import Plan, make_plan
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.solvers.postflop.tables import PRECISIONS, Precision, table_bytes


@dataclass(frozen=True)
class Estimate:
    """The size of a solve."""

    nodes: int  # of the betting tree
    runouts: tuple[int, ...]  # by street; runouts that differ only in suits count once
    information_sets: int
    entries: int  # of a table, one for each action of each information set
    bytes: dict[str, int]  # of all tables, by precision


def estimate(
    spot: Spot,
    *,
    schedule: Schedule = DEFAULT_SCHEDULE,
    isomorphism: bool = True,
) -> Estimate:
    """Return the nodes, information sets and bytes of a solve.

    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> estimate(spot).information_sets
    60
    """
    return estimate_plan(make_plan(spot, isomorphism=isomorphism), schedule)


def estimate_plan(plan: Plan, schedule: Schedule) -> Estimate:
    """Return the same as `estimate` for a plan that has already been made."""
    information_sets = sum(
        betting.blocks[player] * int(runouts.seats[player].count.sum())
        for player in (0, 1)
        for betting, runouts in zip(plan.betting, plan.runouts, strict=True)
    )
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


def check_memory(plan: Plan, schedule: Schedule, precision: Precision) -> None:
    """Raise ValueError if the tables do not fit into the free memory."""
    free = available_bytes()
    sizes = estimate_plan(plan, schedule).bytes
    if free is None or sizes[precision] <= free:
        return
    smaller = [
        f"precision {other} needs {bytes_text(size)}"
        for other, size in sizes.items()
        if size < sizes[precision]
    ]
    remedies = [*smaller, "fewer bet sizes", "a lower max_raises", "a higher force_allin or merge"]
    raise ValueError(
        f"the tables need {bytes_text(sizes[precision])}, but {bytes_text(free)} of memory are "
        f"free; what would make them fit: {', '.join(remedies)}"
    )
