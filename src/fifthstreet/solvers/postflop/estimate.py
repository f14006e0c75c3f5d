"""How large a solve is before it takes any memory for its tables."""

from __future__ import annotations

from dataclasses import dataclass

from fifthstreet.solvers.common.memory import available_bytes, bytes_text
from fifthstreet.solvers.common.schedules import DEFAULT_SCHEDULE, Schedule
from fifthstreet.solvers.postflop.plan import Plan, make_plan
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.solvers.postflop.tables import PRECISIONS, Precision, table_bytes
from fifthstreet.threads import thread_count

# Measured on one core of a recent x86_64 server, per table entry and iteration.
_ENTRY_SECONDS = {"float32": 4.0e-9, "int16": 4.0e-9}


@dataclass(frozen=True)
class Estimate:
    """The size of a solve."""

    nodes: int  # of the betting tree
    runouts: tuple[int, ...]  # by street, up to suits
    information_sets: int
    entries: int  # of a table: an action of an information set
    bytes: dict[str, int]  # of all tables, by precision
    seconds_per_iteration: dict[str, float]  # by precision


def estimate(
    spot: Spot,
    *,
    schedule: Schedule = DEFAULT_SCHEDULE,
    threads: int | None = None,
    isomorphism: bool = True,
) -> Estimate:
    """Nodes, information sets, bytes and time of a spot.

    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> estimate(spot).information_sets
    60
    """
    return estimate_plan(make_plan(spot, isomorphism=isomorphism), schedule, thread_count(threads))


def estimate_plan(plan: Plan, schedule: Schedule, threads: int) -> Estimate:
    """The same for a spot that is laid out already."""
    information_sets = sum(
        betting.blocks[player] * int(runouts.seats[player].count.sum())
        for player in (0, 1)
        for betting, runouts in zip(plan.betting, plan.runouts, strict=True)
    )
    entries = sum(layout.entries for layout in plan.layouts)
    return Estimate(
        nodes=len(plan.tree),
        runouts=tuple(runouts.count for runouts in plan.runouts),
        information_sets=information_sets,
        entries=entries,
        bytes={
            precision: sum(
                table_bytes(layout, precision, predictive=schedule.is_predictive)
                for layout in plan.layouts
            )
            for precision in PRECISIONS
        },
        seconds_per_iteration={
            precision: entries * cost / threads for precision, cost in _ENTRY_SECONDS.items()
        },
    )


def check_memory(plan: Plan, schedule: Schedule, precision: Precision) -> None:
    """ValueError if the tables do not fit into what memory is free."""
    free = available_bytes()
    sizes = estimate_plan(plan, schedule, 1).bytes
    if free is None or sizes[precision] <= free:
        return
    smaller = [
        f"precision {other} needs {bytes_text(size)}"
        for other, size in sizes.items()
        if size < sizes[precision]
    ]
    ways = [*smaller, "fewer bet sizes", "a lower max_raises", "a higher force_allin or merge"]
    raise ValueError(
        f"the tables need {bytes_text(sizes[precision])}, {bytes_text(free)} of memory are free; "
        f"what would make it fit: {', '.join(ways)}"
    )
