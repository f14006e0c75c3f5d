"""The range solver: solve a spot."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import replace
from math import inf
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import (
    DEFAULT_SCHEDULE,
    IterativeSolver,
    Progress,
    Reporter,
    Schedule,
    in_turn,
    run_shown,
    schedule_of,
    schedule_to_dict,
)
from fifthstreet.solvers.postflop.backends import (
    BACKENDS,
    GADGET_AVERAGES,
    Backend,
    Tables,
    add_gadget,
    check_precision,
    make_tables,
    measure,
    pick_backend,
)
from fifthstreet.solvers.postflop.solution import Solution, SolveRecord
from fifthstreet.solvers.postflop.solving.estimates import (
    backend_on_disk,
    check_memory,
    plan_solve,
)
from fifthstreet.solvers.postflop.solving.first_street import FirstStreet
from fifthstreet.solvers.postflop.solving.river_buckets import (
    backend_of_buckets,
    bucket_sections,
    plan_in_buckets,
)
from fifthstreet.solvers.postflop.spot import SEATS, Plan, Spot
from fifthstreet.support.storage import checked_types, replacing, whole_number, write_container
from fifthstreet.support.threads import thread_count
from fifthstreet.tree.strategy import Exploitability

CHECKPOINT_FILE = "checkpoint"  # kind of the container
_MAX_ITERATIONS = 2**32 - 2  # of stamps
# With 1.5 times the iterations, exploitability falls by half, until buckets limit it.
_STALL_FACTOR = 1.5
_STALL_SHARE = 0.9
_MIN_STALLED = 60  # iterations


class _CpuTime:
    """The CPU time of the code that runs within it; it is reentrant.

    Some systems take half a millisecond to return the CPU time, longer than an iteration of a
    river, so it is read once in a run, and on request.
    """

    def __init__(self) -> None:
        self._spent = 0.0
        self._started = 0.0
        self._depth = 0
        self._changing = Lock()  # threads may share a solver

    def __enter__(self) -> None:
        with self._changing:
            self._depth += 1
            if self._depth == 1:
                self._started = time.process_time()

    def __exit__(self, *_: object) -> None:
        with self._changing:
            self._depth -= 1
            if not self._depth:
                self._spent += time.process_time() - self._started

    @property
    def spent(self) -> float:
        with self._changing:
            return self._spent + (time.process_time() - self._started if self._depth else 0.0)

    @spent.setter
    def spent(self, seconds: float) -> None:
        with self._changing:
            self._spent = seconds
            if self._depth:
                self._started = time.process_time()


class Solver(IterativeSolver):
    """A solver for a spot, which can be run, inspected and run again.

    Threads may share it: calls that read or change the tables wait for the iterations of another
    thread to end, so that `save`, `state` and `solution` have the tables of a whole iteration. A
    second `run` at the same time raises a BusyError. Its backend's own methods do not wait.

    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> solver = Solver(spot)
    >>> progress = solver.run(target_pot_percent=0.1)
    >>> solver.exploitability().pot_percent < 0.1
    True
    """

    _first_check = 10
    _sparsest = 2  # a check costs most of an iteration
    _least_spacing = 2
    _step_seconds = 0.25

    def __init__(
        self,
        spot: Spot,
        *,
        schedule: Schedule | str = DEFAULT_SCHEDULE,
        precision: str = "float32",
        threads: int | None = None,
        isomorphism: bool = True,
        backend: str = "auto",
        river_buckets: int | None = None,
        table_folder: str | os.PathLike[str] | None = None,
        plan: Plan | None = None,
    ) -> None:
        """Make the plan of the spot, unless `plan` is given, and allocate its tables."""
        super().__init__()
        pick_backend(backend, 0)  # validates the name before anything is built
        workers = thread_count(threads)
        is_on_disk = table_folder is not None
        if is_on_disk:
            backend = backend_on_disk(backend)
        if plan is None and river_buckets is not None:
            plan = plan_in_buckets(
                spot,
                river_buckets,
                schedule=schedule_of(schedule),
                precision=check_precision(precision),
                isomorphism=isomorphism,
                threads=workers,
                is_on_disk=is_on_disk,
            )
        if plan is not None and plan.buckets is not None:
            backend = backend_of_buckets(backend)
        self.spot = spot
        self.schedule = schedule_of(schedule)
        self.precision = check_precision(precision)
        self.isomorphism = isomorphism
        self.plan = plan or plan_solve(
            spot, self.schedule, self.precision, isomorphism=isomorphism, is_on_disk=is_on_disk
        )
        size = check_memory(self.plan, self.schedule, self.precision, is_on_disk=is_on_disk)
        self.backend_name = pick_backend(backend, size)
        self._tables = make_tables(
            self.plan.layouts,
            self.precision,
            predictive=self.schedule.is_predictive,
            folder=None if table_folder is None else Path(table_folder),
        )
        if (gadget := self.plan.gadget) is not None:
            layout = self.plan.layouts[gadget.player]
            add_gadget(self._tables[gadget.player], int(layout.stride[0][0]))
        self.backend: Backend = BACKENDS[self.backend_name](self.plan, self._tables, workers)
        self.seconds = 0.0
        self._cpu = _CpuTime()
        self._solutions: list[ref[Solution]] = []  # that share the averages
        self._discounts = self.schedule.discounts(self._first_check).single()

    def __repr__(self) -> str:
        return f"<Solver of {self.spot!r}: {self.iteration:,} iterations>"

    @property
    def game_name(self) -> str:
        """The spot in one line."""
        return repr(self.spot)

    @property
    def river_buckets(self) -> int | None:
        """The maximum number of buckets of a player on a river; None if each hand has its own."""
        return None if self.plan.buckets is None else self.plan.buckets.most

    @property
    def has_stalled(self) -> bool:
        """Whether further iterations hardly help: hands that share buckets set a limit."""
        if self.plan.buckets is None or self.iteration < _MIN_STALLED:
            return False
        at, now = self.curve[-1]
        earlier = [chips for iteration, chips in self.curve if _STALL_FACTOR * iteration <= at]
        return bool(earlier) and now > _STALL_SHARE * min(earlier)

    @property
    @in_turn
    def tables(self) -> tuple[Tables, Tables]:
        """Both players' tables as they are now."""
        self.backend.fetch()
        return self._tables

    @property
    def memory_bytes(self) -> int:
        """Memory of the tables, except those in files, and of the backend's scratch rows."""
        in_memory = sum(tables.bytes - tables.disk_bytes for tables in self._tables)
        return in_memory + self.backend.scratch_bytes

    @property
    def disk_bytes(self) -> int:
        """Size of the tables in files."""
        return sum(tables.disk_bytes for tables in self._tables)

    @property
    def cpu_seconds(self) -> float:
        """CPU time spent on iterations and checks."""
        return self._cpu.spent

    def iterate(self, count: int) -> None:
        """Run `count` more iterations, in steps between which other threads may read the solver."""
        with self._cpu:
            super().iterate(count)

    def _run(self, *arguments: Any) -> Progress:
        with self._cpu:
            return super()._run(*arguments)

    def _iterate(self, count: int) -> None:
        if self._solutions:
            self._leave_averages()
        started = time.perf_counter()
        if len(self._discounts.keep) <= self.iteration + count:
            self._discounts = self.schedule.discounts(2 * (self.iteration + count)).single()
        self.backend.iterate(self.iteration + 1, count, self._discounts)
        self.iteration += count
        self.seconds += time.perf_counter() - started

    def _measure(self) -> Exploitability:
        started = time.perf_counter()
        with self._cpu:
            exploitability = measure(self.backend)
        self.seconds += time.perf_counter() - started
        return exploitability

    def average(self) -> Solution:
        """Return the average strategies as they are now; the same as `solution`."""
        return self.solution()

    @in_turn
    def solution(self, *, iterations: int | None = None) -> Solution:
        """Return the average strategies as they are now; later iterations do not change them.

        If the solver continues while the solution is in use, it copies its averages. `iterations`
        is the number in the record of the solution, by default the iterations of the solver.
        """
        self.backend.fetch(("averages", "average_scales", GADGET_AVERAGES))
        record = self.record if iterations is None else replace(self.record, iterations=iterations)
        strategies = (self._tables[0].strategy(), self._tables[1].strategy())
        solution = Solution(self.spot, self.plan, strategies, record, threads=self.backend.threads)
        self._solutions.append(ref(solution))
        return solution

    @property
    def record(self) -> SolveRecord:
        """The record of the solve so far, with the exploitability of the average strategies."""
        known, target = self.exploitability(), self.target()
        return SolveRecord(
            iterations=self.iteration,
            exploitability=known,
            seconds=self.seconds,
            cpu_seconds=self.cpu_seconds,
            memory_bytes=self.memory_bytes,
            disk_bytes=self.disk_bytes,
            schedule=repr(self.schedule),
            precision=self.precision,
            isomorphism=self.isomorphism,
            river_buckets=self.river_buckets,
            target=target,
            is_stopped_early=target is not None and known.chips > target,
        )

    @in_turn
    def first_street(self) -> FirstStreet:
        """Return the first street of a flop or turn as it is now: strategies and values.

        On a GPU this is much faster than a whole solution.
        """
        backend, plan = self.backend, self.plan
        if len(plan.betting) == 1:
            raise InputError("first_street requires a flop or turn: use solution() on the river")
        entering = None
        if plan.gadget is not None:
            rows = backend.read(plan.gadget.player, GADGET_AVERAGES, slice(None)).reshape(2, -1)
            entering = plan.gadget.entering(rows).astype(np.float32)
        return FirstStreet.of(
            plan,
            lambda player, part: backend.read(player, "averages", part),
            backend.entered_values,
            entering,
        )

    @in_turn
    def state(self) -> dict[str, Any]:
        """Return everything needed to resume later: copies of arrays, and plain values."""
        arrays = bucket_sections(self.plan) | self._arrays()
        return self._facts() | {name: array.copy() for name, array in arrays.items()}

    @in_turn
    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from a state; later iterations match an uninterrupted run bit for bit."""
        for name in ("spot", "schedule", "precision", "isomorphism", "river_buckets"):
            if state.get(name) != self._facts().get(name):
                raise InputError(f"the state does not fit this solver: different {name}")
        for name, array in bucket_sections(self.plan).items():
            if not np.array_equal(state[name], array):
                raise InputError("the state does not fit this solver: different buckets")
        self._leave_averages()
        for name, array in self._arrays().items():
            array[...] = state[name]
        self.resume_tables(state)

    @in_turn
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a checkpoint; replace an existing file only when complete.

        The file that it replaces is kept as `NAME.previous`, in case the new one is damaged later.
        """
        with replacing(path, keep_previous=True) as file:
            arrays = bucket_sections(self.plan) | self._arrays()
            write_container(file, CHECKPOINT_FILE, self._facts(), arrays)

    @in_turn
    def resume_tables(self, facts: Mapping[str, Any]) -> None:
        """Resume with tables that are already filled, from the other facts of a state.

        InputError if these facts are impossible.
        """
        iteration = whole_number("iteration", facts["iteration"], maximum=_MAX_ITERATIONS)
        for tables in self._tables:
            for name in ("regret_stamps", "average_stamps"):
                # Averages are stamped with the number of updates, plus one.
                if tables.arrays[name].max(initial=0) > iteration + (name == "average_stamps"):
                    raise InputError(f"{name} are later than iteration {iteration}")
        times = {name: facts[name] for name in ("seconds", "cpu_seconds")}
        checked_types(times, {"seconds": float, "cpu_seconds": float})
        self._restart_at(iteration, facts["curve"])
        self.seconds, self._cpu.spent = times["seconds"], times["cpu_seconds"]
        self.backend.push()

    def _leave_averages(self) -> None:
        """Copy the averages if a solution still uses them, so that iterations do not change it."""
        if any(solution() is not None for solution in self._solutions):
            self.backend.leave_averages()
        self._solutions.clear()

    def _facts(self) -> dict[str, Any]:
        return {
            "spot": self.spot.to_dict(),
            "schedule": schedule_to_dict(self.schedule),
            "precision": self.precision,
            "isomorphism": self.isomorphism,
            **({} if self.river_buckets is None else {"river_buckets": self.river_buckets}),
            "backend": self.backend_name,
            "iteration": self.iteration,
            "curve": [list(point) for point in self.curve],
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
        }

    def _arrays(self) -> dict[str, NDArray[Any]]:
        return {
            f"{seat}/{name}": array
            for seat, tables in zip(SEATS, self.tables, strict=True)
            for name, array in tables.arrays.items()
        }


def solve(
    spot: Spot,
    *,
    target_pot_percent: float = 0.3,
    max_iterations: int = 1_000,
    seconds: float = inf,
    schedule: Schedule | str = DEFAULT_SCHEDULE,
    threads: int | None = None,
    precision: str = "float32",
    isomorphism: bool = True,
    backend: str = "auto",
    river_buckets: int | None = None,
    table_folder: str | os.PathLike[str] | None = None,
    progress: Reporter | bool | None = None,
) -> Solution:
    """Solve a spot until its exploitability reaches the target.

    Args:
        spot: The board, the ranges and the betting to solve.
        target_pot_percent: Exploitability to stop at, in percent of the starting pot.
        max_iterations: Maximum number of iterations.
        seconds: Maximum duration; by default there is no limit.
        schedule: A schedule, or its name, like `cfr+`.
        threads: Number of threads; by default one per core.
        precision: Type of the tables' entries: `float32`, or `int16`, which takes half the memory.
        isomorphism: Whether to merge runouts that differ only in suits.
        backend: `native`, `cuda`, `reference`, or `auto`, which uses a GPU if the tables fit on
            one.
        river_buckets: Maximum number of buckets of hands that each player has on a river. Hands of
            a bucket are played alike, which saves memory and time. Exploitability is measured with
            all hands. By default each hand has its own strategy.
        table_folder: Folder for the tables as mapped files, which may be larger than memory and
            disappear when the solve ends. The solve takes longer if they do not fit into memory.
            By default the tables are in memory.
        progress: A function that is called with a `Progress` after each exploitability check, and
            stops the solve by returning False. By default, terminals and notebooks show a
            progress bar, in the main thread; False shows none.

    Returns:
        The solution with its exploitability, which is above the target if a limit stopped the
        solve.

    Raises:
        InputError: If an option or a lock of the spot is invalid.
        NotEnoughMemoryError: If the tables do not fit into memory, or on the disk.

    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> solve(spot, target_pot_percent=0.1).exploitability.pot_percent < 0.1
    True
    """
    solver = Solver(
        spot,
        schedule=schedule,
        precision=precision,
        threads=threads,
        isomorphism=isomorphism,
        backend=backend,
        river_buckets=river_buckets,
        table_folder=table_folder,
    )
    run_shown(
        solver,
        progress,
        target_pot_percent=target_pot_percent,
        max_iterations=max_iterations,
        seconds=seconds,
    )
    return solver.solution()
