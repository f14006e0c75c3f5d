"""Measure the pace and the convergence of a spot on this machine, by short runs of its parts.

Parts with samples of the runouts are run (`plan_part`). Small parts are solved to the target,
larger parts as time allows: they need about as many iterations and checks as the spot. Then a part
that does not fit into the caches of most processors is iterated a few times: the spot takes the
same seconds per table entry. Later iterations skip more or less than the first ones, so the pace is
corrected by its change in the solved part. If hands share buckets on the river, only the second
part has them: a spot converges as fast with them, down to an error of their own, which is
measured on a third part.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, exp, inf, log
from statistics import median

import numpy as np

from fifthstreet.solvers.common import Schedule
from fifthstreet.solvers.postflop.backends import Precision, divided, with_river_buckets
from fifthstreet.solvers.postflop.solving.solver import Solver
from fifthstreet.solvers.postflop.spot import Plan, Spot, make_layout, plan_part
from fifthstreet.support.threads import available_cores

# Exploitability in percent of the pot falls as this power of the iterations, and reaches 1% at
# about this one: fitted to turns and flops, which need between half and twice as many. The power
# varies less: from four times the target on, it predicts the iterations within about 20%.
_POWER = 5 / 3
_ITERATIONS_TO_ONE_PERCENT = 49.0
_CLOSE = 4  # times the target

# Buckets are compared with all hands after the iterations that these take to a percentage of the
# pot, or fewer. Samples of 16 rivers or more agree within a tenth with each other.
_BUCKET_PERCENT = 0.1
_MAX_COMPARED = 100
_COMPARED_RIVERS = 16

# Limits of the runs: together they take one to two seconds, also on a slow machine.
_SOLVED_ENTRIES = 150_000  # of the first part
_GROWTH = 3  # from one part to the next
_SOLVED_SECONDS = 1.0
_TIMED_ENTRIES = 8_000_000  # 64 MB
_TIMED_SECONDS = 0.4
_MIN_TIMED = 2  # iterations
_BUCKETED_SHARE = 2  # entries for all hands in a part with buckets, relative to other parts
_MAX_CHANGE = 1.5  # factor of the pace between the first and all iterations; more is noise

_RIVERS_PER_TASK = 4  # in the native core
_MAX_ITERATIONS = 1_000_000


@dataclass(frozen=True, eq=False)
class TimedSolve:
    """A solve whose time is estimated."""

    spot: Spot
    plan: Plan
    schedule: Schedule
    precision: Precision
    threads: int
    target_pot_percent: float
    river_buckets: int | None = None  # if hands share strategies on the river

    @cached_property
    def entries(self) -> int:
        """Entries of the tables of the solve."""
        if self.river_buckets is None:
            return self.plan.entries
        counts, plan = divided(self.plan, self.river_buckets), self.plan
        layouts = [make_layout(plan.betting, plan.runouts, at, counts[at]) for at in (0, 1)]
        return sum(layout.entries for layout in layouts)

    def timed_part(self, max_entries: int) -> Plan:
        """Return a part of the solve to time."""
        if self.river_buckets is None:
            return _largest_part(self.plan, max_entries)
        # Dividing hands into buckets, and checks, take as long as with entries for all hands.
        part = _largest_part(self.plan, _BUCKETED_SHARE * max_entries)
        return with_river_buckets(part, self.river_buckets, threads=self.threads)

    def solver(self, part: Plan) -> Solver:
        """Return a solver of a part."""
        return Solver(
            self.spot,
            plan=part,
            schedule=self.schedule,
            precision=self.precision,
            threads=self.threads,
            backend="native",
        )


@dataclass(frozen=True)
class Measurement:
    """The pace and the convergence of a spot, scaled from its parts."""

    set_up_seconds: float  # besides the plan: tables, and the extra time of the first iteration
    iteration_seconds: float
    check_seconds: float  # of exploitability
    iterations: int
    checks: int
    is_extrapolated: bool  # whether the part was not solved close to the target
    is_whole: bool  # whether the solved part is the spot itself
    idle: float  # share of the processor that was free for the measurement
    bucket_pot_percent: float = 0.0  # what buckets add to exploitability


def typical_iterations(target_pot_percent: float) -> float:
    """Return the typical iterations of a spot to a target with the default schedule.

    It is a rule of thumb for spots without a measurement.

    >>> [round(typical_iterations(percent)) for percent in (1, 0.5, 0.3, 0.1)]
    [49, 74, 101, 195]
    """
    if target_pot_percent <= 0:
        return inf
    return float(_ITERATIONS_TO_ONE_PERCENT * target_pot_percent ** (-1 / _POWER))


class SharedConvergence:
    """How fast a spot converges, which is measured once for all ways to solve it.

    Neither the precision nor buckets on the river change it much.
    """

    def __init__(self) -> None:
        self._solved: list[_Convergence] | None = None
        self._pace_change: float | None = None

    def solved(self, job: TimedSolve, clock: Callable[[], float]) -> list[_Convergence]:
        """Return the solved parts, from small to large; the first call solves them."""
        if self._solved is None:
            self._solved = _solve_parts(job, clock)
        return self._solved

    def pace_change(self, job: TimedSolve, count: int, clock: Callable[[], float]) -> float:
        """Return how the pace changes after the first `count` iterations, as first measured."""
        if self._pace_change is None:
            self._pace_change = _pace_change(job, self.solved(job, clock)[-1], count, clock)
        return self._pace_change


def measure(
    job: TimedSolve,
    clock: Callable[[], float] = time.perf_counter,
    convergence: SharedConvergence | None = None,
) -> Measurement:
    """Run parts of a spot; `clock` returns seconds.

    A convergence that another way to solve the same spot has measured is not measured again.
    """
    convergence = convergence or SharedConvergence()
    solved = convergence.solved(job, clock)
    converged = solved[-1]
    per_entry = converged.seconds / (converged.iterations + converged.checks) / converged.entries
    affordable = _TIMED_SECONDS / (_MIN_TIMED + 2) / per_entry
    before = clock()
    part = job.timed_part(int(min(_TIMED_ENTRIES, affordable)))
    bucket_seconds = 0.0 if part.buckets is None else clock() - before
    pace = _pace(job, part, converged.iterations, _TIMED_SECONDS, clock)
    scale = job.entries / part.entries
    # Threads that have nothing left to do wait for the last one.
    scale *= _waiting(job.plan, job.threads) / _waiting(part, job.threads)
    target = job.target_pot_percent
    is_whole = converged.pot_percent <= target and converged.entries == job.entries
    iterations = float(converged.iterations) if is_whole else _iterations(solved, target)
    # Checks are spaced by up to half of the iterations so far.
    more_checks = log(max(iterations / converged.iterations, 1)) / log(1.5)
    return Measurement(
        set_up_seconds=(pace.set_up + bucket_seconds) * scale,
        iteration_seconds=pace.iteration * scale * convergence.pace_change(job, pace.count, clock),
        check_seconds=pace.check * scale,
        iterations=round(iterations),
        checks=round(converged.checks + more_checks),
        is_extrapolated=converged.pot_percent > _CLOSE * target,
        is_whole=is_whole,
        idle=pace.idle,
        bucket_pot_percent=_bucket_error(job, converged),
    )


@dataclass(frozen=True)
class _Convergence:
    """A part that was solved as far as time allowed."""

    part: Plan
    iterations: int
    curve: tuple[tuple[int, float], ...]  # iteration and exploitability in percent of the pot
    seconds: float

    @property
    def entries(self) -> int:
        return self.part.entries

    @property
    def checks(self) -> int:
        return len(self.curve)

    @property
    def pot_percent(self) -> float:
        return self.curve[-1][1]


def _iterations(solved: Sequence[_Convergence], target: float) -> float:
    """Return the iterations that the spot takes to a target, from the solved parts.

    Small samples of the runouts scatter more than large ones, so the mean over all parts, weighted
    by their sizes, is better than the largest part alone.
    """
    ends = [part.entries * log(_expected_end(part.curve, target)) for part in solved]
    mean = exp(sum(ends) / sum(part.entries for part in solved))
    # A run stops at a check; the first two checks are at the same iterations in every spot.
    return next((at for at, _ in solved[-1].curve[:2] if mean <= at), mean)


def _expected_end(curve: Sequence[tuple[int, float]], target: float) -> float:
    """Return the iteration that meets a target, from all checks of a curve close to it.

    A part may stay at the same exploitability for a while where the spot does not, so the mean of
    several extrapolations is better than the iteration at which it reached the target.
    """
    if target == 0:
        return _MAX_ITERATIONS
    close = [point for point in curve if point[1] <= _CLOSE * target] or curve[-1:]
    ends = [log(at) + log(max(percent, 1e-9) / target) / _POWER for at, percent in close]
    return min(exp(sum(ends) / len(ends)), _MAX_ITERATIONS)


def _solve_parts(job: TimedSolve, clock: Callable[[], float]) -> list[_Convergence]:
    """Solve larger and larger parts while there is time.

    Return the parts that came close to the target, or the first part if none did.
    """
    start = clock()
    deadline = start + _SOLVED_SECONDS
    parts = [_solve_part(job, _SOLVED_ENTRIES, clock, start + _SOLVED_SECONDS / 2)]
    while True:
        entries, seconds = parts[-1].entries, parts[-1].seconds
        growth = min(_GROWTH, job.plan.entries / entries)
        # To come close to the target takes about half of the time.
        if growth == 1 or 0.5 * growth * seconds > deadline - clock():
            break
        larger = max(_SOLVED_ENTRIES, entries) * _GROWTH
        parts.append(_solve_part(job, larger, clock, deadline))
    limit = _CLOSE * job.target_pot_percent
    return [part for part in parts if part.pot_percent <= limit] or parts[:1]


def _solve_part(
    job: TimedSolve, max_entries: int, clock: Callable[[], float], deadline: float
) -> _Convergence:
    """Solve the largest part of at most `max_entries` entries, until the deadline."""
    part = _largest_part(job.plan, max_entries)
    solver = job.solver(part)
    start = clock()
    state = solver.run(
        target_pot_percent=job.target_pot_percent,
        max_iterations=_MAX_ITERATIONS,
        progress=lambda _: clock() < deadline,
    )
    return _Convergence(
        part=part,
        iterations=state.iteration,
        curve=tuple((at, 100 * chips / job.plan.pot) for at, chips in solver.curve),
        seconds=clock() - start,
    )


def _bucket_error(job: TimedSolve, converged: _Convergence) -> float:
    """Return what buckets add to exploitability in a part of the spot, in percent of the pot.

    The part has enough rivers that players do not know which one comes: otherwise only some of the
    hands of a bucket reach the river, and their strategies fit the other hands.
    """
    if job.river_buckets is None:
        return 0.0
    part = plan_part(job.plan, (1,) * (len(job.plan.runouts) - 2) + (_COMPARED_RIVERS,))
    end = _expected_end(converged.curve, _BUCKET_PERCENT)
    count = min(ceil(end), _MAX_COMPARED)
    solver = job.solver(with_river_buckets(part, job.river_buckets, threads=job.threads))
    solver.iterate(count)
    all_hands: float = _BUCKET_PERCENT * (end / count) ** _POWER
    return max(solver.exploitability().pot_percent - all_hands, 0.0)


@dataclass(frozen=True)
class _Pace:
    """Seconds of the first iterations of a part."""

    set_up: float  # tables, and the extra time of the first iteration
    iteration: float
    check: float
    count: int  # iterations that were timed
    idle: float  # share of the processor that was free


def _pace(
    job: TimedSolve, part: Plan, max_count: int, seconds: float, clock: Callable[[], float]
) -> _Pace:
    """Time at most `max_count` iterations after the first one, and a check, for some seconds."""
    start = clock()
    solver = job.solver(part)
    solver.iterate(1)
    first = clock() - start
    iterations: list[float] = []
    wall, cpu = time.perf_counter(), time.process_time()
    while len(iterations) < _MIN_TIMED or (
        len(iterations) < max_count and clock() - start < seconds + first
    ):
        before = clock()
        solver.iterate(1)
        iterations.append(clock() - before)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    before = clock()
    solver.exploitability()
    check = clock() - before
    iteration = median(iterations)
    return _Pace(
        set_up=max(first - iteration, 0.0),
        iteration=iteration,
        check=check,
        count=len(iterations),
        idle=min(cpu / (wall * min(job.threads, available_cores(), _tasks(part))), 1.0),
    )


def _pace_change(
    job: TimedSolve, converged: _Convergence, count: int, clock: Callable[[], float]
) -> float:
    """Return the mean time of an iteration of the solved part, relative to its first iterations.

    The subtrees that an iteration skips, because no player reaches them, change during a solve.
    """
    first = _pace(job, converged.part, count, _TIMED_SECONDS, clock)
    mean = (converged.seconds - converged.checks * first.check) / converged.iterations
    return min(max(mean / first.iteration, 1 / _MAX_CHANGE), _MAX_CHANGE)


def _largest_part(plan: Plan, max_entries: int) -> Plan:
    """Return the largest part with at most `max_entries`, or the smallest part there is.

    River cards come in multiples of a task of the native core.
    """
    deals = len(plan.runouts) - 1
    if not deals or plan.entries <= max_entries:
        return plan
    rivers = range(_RIVERS_PER_TASK, 49, _RIVERS_PER_TASK)
    samples: list[tuple[int, ...]] = [(river,) for river in rivers]
    if deals == 2:
        samples = [(turn, river) for turn in range(2, 50) for river in rivers if river <= 2 * turn]
    by_size = sorted((_part_entries(plan, cards), cards) for cards in samples)
    fitting = [cards for size, cards in by_size if size <= max_entries]
    return plan_part(plan, fitting[-1] if fitting else by_size[0][1])


def _part_entries(plan: Plan, cards: tuple[int, ...]) -> float:
    """Return the approximate number of entries of a part."""
    total, runouts = 0.0, 1.0
    for street, deals in enumerate(plan.runouts):
        if street:
            per_parent = deals.count / plan.runouts[street - 1].count
            runouts *= min(cards[street - 1], per_parent)
        total += runouts * sum(
            plan.betting[street].rows[player] * float(plan.layouts[player].stride[street].mean())
            for player in (0, 1)
        )
    return total


def _tasks(plan: Plan) -> int:
    """Return the number of tasks that the native core shares among threads on the river."""
    if len(plan.runouts) == 1:
        return 1
    rivers = np.bincount(plan.runouts[-1].parent)
    return int(np.ceil(rivers / _RIVERS_PER_TASK).sum())


def _waiting(plan: Plan, threads: int) -> float:
    """Return the time of all tasks on threads, relative to an even share of the work."""
    tasks = _tasks(plan)
    return ceil(tasks / threads) * min(threads, tasks) / tasks
