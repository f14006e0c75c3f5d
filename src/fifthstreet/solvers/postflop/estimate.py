"""How large a solve is before it takes any memory for its tables."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from fifthstreet.solvers.common.schedules import DEFAULT_SCHEDULE, Schedule
from fifthstreet.solvers.postflop.problem import Problem, prepare
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
    return estimate_problem(prepare(spot, isomorphism=isomorphism), schedule, thread_count(threads))


def estimate_problem(problem: Problem, schedule: Schedule, threads: int) -> Estimate:
    """The same for a spot that is laid out already."""
    plan = problem.plan
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


def check_memory(problem: Problem, schedule: Schedule, precision: Precision) -> None:
    """ValueError if the tables do not fit into what memory is free."""
    free = available_bytes()
    sizes = estimate_problem(problem, schedule, 1).bytes
    if free is None or sizes[precision] <= free:
        return
    smaller = [
        f"precision {other} needs {_text(size)}"
        for other, size in sizes.items()
        if size < sizes[precision]
    ]
    ways = [*smaller, "fewer bet sizes", "a lower max_raises", "a higher force_allin or merge"]
    raise ValueError(
        f"the tables need {_text(sizes[precision])} and {_text(free)} of memory are free; "
        f"what would make it fit: {', '.join(ways)}"
    )


def available_bytes() -> int | None:
    """Memory that could be taken without swapping, or None where the system does not say."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None


def _text(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
