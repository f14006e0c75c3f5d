"""Estimate the time of a solve on this machine from short runs of parts of the spot.

Parts with samples of the runouts are run (`plan_part`). Small ones are solved to the target, larger
ones as time allows: they need about as many iterations and checks as the spot. Then a part that
does not fit into the caches of most processors is iterated a few times: its seconds per table entry
are those of the spot. Results are kept in the user's cache folder, for this machine, this build of
the core and this spot.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from math import ceil, exp, inf, log
from statistics import median

import numpy as np

from fifthstreet.solvers.common.schedules import DEFAULT_SCHEDULE, Schedule
from fifthstreet.solvers.postflop.machine import machine_key
from fifthstreet.solvers.postflop.plan import Plan, make_plan
from fifthstreet.solvers.postflop.plan_part import plan_part
from fifthstreet.solvers.postflop.solver import Solver
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.solvers.postflop.tables import Precision, check_precision
from fifthstreet.storage import FactCache, cache_folder
from fifthstreet.threads import available_cores, thread_count

# Exploitability in percent of the pot falls as this power of the iterations, and reaches 1% at
# about this one: fitted to turns and flops, which need between half and twice as many. The power
# varies less: from four times the target on, it predicts the iterations within about 20%.
_POWER = 5 / 3
_ITERATIONS_TO_ONE_PERCENT = 49.0
_CLOSE = 4  # times the target

# Limits of the runs: together they take about a second, also on a slow machine.
_SOLVED_ENTRIES = 150_000  # of the first part
_GROWTH = 3  # from one part to the next
_SOLVED_SECONDS = 1.0
_TIMED_ENTRIES = 8_000_000  # 64 MB
_TIMED_SECONDS = 0.4
_LEAST_TIMED = 2  # iterations

# Factors by which a solve may take longer or shorter than estimated: that of the pace, and that of
# the iterations, if they come from a part that was solved to the target, or not that far.
_PACE_FACTOR = 1.2
_PART_FACTOR = 1.25
_EXTRAPOLATED_FACTOR = 1.6

_IDLE = 0.75  # share of the processor's time that a measurement needs to be kept
_MAX_AGE = 28 * 24 * 3600.0  # seconds; drivers, clocks and firmware change
_MAX_COUNT = 200

_RIVERS_PER_TASK = 4  # in the native core
_MOST_ITERATIONS = 1_000_000
_UNITS = ((5400, 3600, "h"), (100, 60, "min"), (0, 1, "s"))  # shortest time, seconds, name


@dataclass(frozen=True)
class Measurement:
    """The pace and the convergence of a spot, scaled from its parts."""

    set_up_seconds: float  # besides the plan: tables, and what the first iteration takes longer
    iteration_seconds: float
    check_seconds: float  # of exploitability
    iterations: int
    checks: int
    is_extrapolated: bool  # whether the part was not solved close to the target
    is_whole: bool  # whether the part that was solved is the spot itself
    idle: float  # share of the processor that was free for the measurement


@dataclass(frozen=True, repr=False)
class TimeEstimate:
    """The expected time of a solve on the CPU, and what it rests on."""

    target_pot_percent: float
    threads: int
    precision: str
    seconds: float
    seconds_range: tuple[float, float]
    iterations: int
    seconds_per_iteration: float
    checks: int  # of exploitability
    seconds_per_check: float
    set_up_seconds: float
    stops_before_target: bool  # because of max_iterations
    basis: str

    def __repr__(self) -> str:
        """Return the estimate in one line."""
        return f"<TimeEstimate: {self}>"

    def __str__(self) -> str:
        """Return the seconds, their range, and the target.

        >>> estimate = TimeEstimate(0.5, 2, "float32", 40, (27, 60), 80, 0.4, 9, 0.7, 1, False, "")
        >>> str(estimate)
        'about 40 s (27 to 60 s) to 0.5% of the pot on 2 threads'
        """
        goal = (
            f"for {self.iterations:,} iterations, too few for {self.target_pot_percent:g}%"
            if self.stops_before_target
            else f"to {self.target_pot_percent:g}%"
        )
        threads = "1 thread" if self.threads == 1 else f"{self.threads} threads"
        seconds = seconds_text(self.seconds, *self.seconds_range)
        return f"about {seconds} {goal} of the pot on {threads}"


def estimate_time(
    spot: Spot,
    *,
    target_pot_percent: float = 0.3,
    max_iterations: int = 1_000,
    schedule: Schedule = DEFAULT_SCHEDULE,
    threads: int | None = None,
    precision: str = "float32",
    isomorphism: bool = True,
    cache: FactCache | None = None,
) -> TimeEstimate:
    """Estimate how long a solve takes on this machine's CPU; the answer takes about a second.

    It is measured on parts of the spot with at most 64 MB of tables, unless `cache`, by default
    that of the user, has it from the last four weeks.
    """
    for name, limit in (
        ("target_pot_percent", target_pot_percent),
        ("max_iterations", max_iterations),
    ):
        if not limit >= 0:
            raise ValueError(f"{name} is {limit}; want 0 or more")
    start = time.perf_counter()
    plan = make_plan(spot, isomorphism=isomorphism)
    plan_seconds = time.perf_counter() - start
    job = Job(
        spot, plan, schedule, check_precision(precision), thread_count(threads), target_pot_percent
    )
    if cache is None:
        cache = measurement_cache()
    known = recall(job, cache)
    measured = known or measure(job)
    if known is None and measured.idle >= _IDLE:
        remember(job, measured, cache)
    return combine(job, measured, plan_seconds, max_iterations, is_recalled=known is not None)


def typical_iterations(target_pot_percent: float) -> float:
    """Return the iterations that spots typically take to a target with the default schedule.

    It is a rule of thumb for spots of which nothing has been measured.

    >>> [round(typical_iterations(percent)) for percent in (1, 0.5, 0.3, 0.1)]
    [49, 74, 101, 195]
    """
    if target_pot_percent <= 0:
        return inf
    return float(_ITERATIONS_TO_ONE_PERCENT * target_pot_percent ** (-1 / _POWER))


@dataclass(frozen=True)
class ExpectedRun:
    """What is known of a run before it has begun; infinite if unknown."""

    iterations: float
    pace: float  # seconds per iteration


def expected_run(
    solver: Solver, target_pot_percent: float, cache: FactCache | None = None
) -> ExpectedRun:
    """Return what to expect of a solver without measuring anything.

    If the spot is in the cache, its iterations and pace are those measured; else the iterations are
    the typical ones, and the pace is that of the spot measured last.
    """
    if cache is None:
        cache = measurement_cache()
    job = Job(
        solver.spot,
        solver.plan,
        solver.schedule,
        solver.precision,
        solver.backend.threads,
        target_pot_percent,
    )
    is_timed = solver.backend_name == "native"
    if (known := recall(job, cache)) is not None:
        return ExpectedRun(known.iterations, known.iteration_seconds if is_timed else inf)
    pace = recall_pace(job, cache) if is_timed else inf
    return ExpectedRun(typical_iterations(target_pot_percent), pace)


@dataclass(frozen=True, eq=False)
class Job:
    """A solve whose time is estimated."""

    spot: Spot
    plan: Plan
    schedule: Schedule
    precision: Precision
    threads: int
    target_pot_percent: float

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


# The measurement.


def measure(job: Job, clock: Callable[[], float] = time.perf_counter) -> Measurement:
    """Run parts of a spot; `clock` tells seconds."""
    converged = _convergence(job, clock)
    per_entry = converged.seconds / (converged.iterations + converged.checks) / converged.entries
    affordable = _TIMED_SECONDS / (_LEAST_TIMED + 2) / per_entry
    pace = _pace(job, int(min(_TIMED_ENTRIES, affordable)), clock)
    target = job.target_pot_percent
    is_whole = converged.pot_percent <= target and converged.entries == _entries(job.plan)
    iterations = float(converged.iterations) if is_whole else _iterations(converged.curve, target)
    # Checks are spaced by up to half of the iterations so far.
    more_checks = log(max(iterations / converged.iterations, 1)) / log(1.5)
    return Measurement(
        set_up_seconds=pace.set_up,
        iteration_seconds=pace.iteration,
        check_seconds=pace.check,
        iterations=round(iterations),
        checks=round(converged.checks + more_checks),
        is_extrapolated=converged.pot_percent > _CLOSE * target,
        is_whole=is_whole,
        idle=pace.idle,
    )


@dataclass(frozen=True)
class _Convergence:
    """A part that was solved, as far as time allowed."""

    entries: int
    iterations: int
    curve: tuple[tuple[int, float], ...]  # iteration and exploitability in percent of the pot
    seconds: float

    @property
    def checks(self) -> int:
        """Number of exploitability checks."""
        return len(self.curve)

    @property
    def pot_percent(self) -> float:
        """The exploitability reached."""
        return self.curve[-1][1]


def _iterations(curve: Sequence[tuple[int, float]], target: float) -> float:
    """Return the iterations to a target by all checks of a curve that came close to it.

    A part may stay at the same exploitability for a while where the spot does not, so the mean of
    several extrapolations is better than the iteration at which it reached the target.
    """
    if target == 0:
        return _MOST_ITERATIONS
    close = [point for point in curve if point[1] <= _CLOSE * target] or curve[-1:]
    ends = [log(at) + log(max(percent, 1e-9) / target) / _POWER for at, percent in close]
    return min(exp(sum(ends) / len(ends)), _MOST_ITERATIONS)


def _convergence(job: Job, clock: Callable[[], float]) -> _Convergence:
    """Solve larger and larger parts while there is time; return what the last one tells."""
    start = clock()
    deadline = start + _SOLVED_SECONDS
    best = solved = _solve_part(job, _SOLVED_ENTRIES, clock, start + _SOLVED_SECONDS / 2)
    while True:
        growth = min(_GROWTH, _entries(job.plan) / solved.entries)
        # To come close to the target takes about half of the time.
        if growth == 1 or 0.5 * growth * solved.seconds > deadline - clock():
            return best
        larger = max(_SOLVED_ENTRIES, solved.entries) * _GROWTH
        solved = _solve_part(job, larger, clock, deadline)
        if solved.pot_percent <= _CLOSE * job.target_pot_percent:
            best = solved


def _solve_part(
    job: Job, max_entries: int, clock: Callable[[], float], deadline: float
) -> _Convergence:
    """Solve the largest part of at most `max_entries` entries, until the deadline."""
    part = _largest_part(job.plan, max_entries)
    solver = job.solver(part)
    start = clock()
    state = solver.run(
        target_pot_percent=job.target_pot_percent,
        max_iterations=_MOST_ITERATIONS,
        progress=lambda _: clock() < deadline,
    )
    return _Convergence(
        entries=_entries(part),
        iterations=state.iteration,
        curve=tuple((at, 100 * chips / job.plan.pot) for at, chips in solver.curve),
        seconds=clock() - start,
    )


@dataclass(frozen=True)
class _Pace:
    """Seconds of a spot, scaled from a part."""

    set_up: float
    iteration: float
    check: float
    idle: float  # share of the processor that was free


def _pace(job: Job, max_entries: int, clock: Callable[[], float]) -> _Pace:
    part = _largest_part(job.plan, max_entries)
    start = clock()
    solver = job.solver(part)
    solver.iterate(1)
    first = clock() - start
    iterations: list[float] = []
    wall, cpu = time.perf_counter(), time.process_time()
    while len(iterations) < _LEAST_TIMED or clock() - start < _TIMED_SECONDS + first:
        before = clock()
        solver.iterate(1)
        iterations.append(clock() - before)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    before = clock()
    solver.exploitability()
    check = clock() - before
    scale = _entries(job.plan) / _entries(part)
    # Threads that have nothing left to do wait for the last one.
    scale *= _waiting(job.plan, job.threads) / _waiting(part, job.threads)
    iteration = median(iterations)
    return _Pace(
        set_up=max(first - iteration, 0.0) * scale,
        iteration=iteration * scale,
        check=check * scale,
        idle=min(cpu / (wall * min(job.threads, available_cores(), _tasks(part))), 1.0),
    )


def _largest_part(plan: Plan, max_entries: int) -> Plan:
    """Return the largest part with at most `max_entries`, or the smallest part there is.

    River cards come in multiples of what a thread of the native core works on at a time.
    """
    deals = len(plan.runouts) - 1
    if not deals or _entries(plan) <= max_entries:
        return plan
    rivers = range(_RIVERS_PER_TASK, 49, _RIVERS_PER_TASK)
    samples: list[tuple[int, ...]] = [(river,) for river in rivers]
    if deals == 2:
        samples = [(turn, river) for turn in range(2, 50) for river in rivers if river <= 2 * turn]
    by_size = sorted((_part_entries(plan, cards), cards) for cards in samples)
    fitting = [cards for size, cards in by_size if size <= max_entries]
    return plan_part(plan, fitting[-1] if fitting else by_size[0][1])


def _part_entries(plan: Plan, cards: tuple[int, ...]) -> float:
    """Return about how many entries a part would have."""
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


def _entries(plan: Plan) -> int:
    return sum(layout.entries for layout in plan.layouts)


def _tasks(plan: Plan) -> int:
    """Return the number of tasks that the native core shares among threads on the river."""
    if len(plan.runouts) == 1:
        return 1
    rivers = np.bincount(plan.runouts[-1].parent)
    return int(np.ceil(rivers / _RIVERS_PER_TASK).sum())


def _waiting(plan: Plan, threads: int) -> float:
    """Return the time of all tasks on threads, over that of an even share of the work."""
    tasks = _tasks(plan)
    return ceil(tasks / threads) * min(threads, tasks) / tasks


# The cache.


def measurement_cache() -> FactCache:
    """Return the cache of measurements in the user's folder."""
    return FactCache(cache_folder() / "speeds.json", max_age=_MAX_AGE, max_count=_MAX_COUNT)


def recall(job: Job, cache: FactCache) -> Measurement | None:
    """Return the measurement of a spot on this machine from the cache, if it is there."""
    fact = cache.get(_key(job))
    if fact is None or fact.keys() != {field.name for field in fields(Measurement)}:
        return None
    if not all(isinstance(value, int | float) for value in fact.values()):
        return None
    return Measurement(**fact)


def recall_pace(job: Job, cache: FactCache) -> float:
    """Return the seconds per iteration by another spot on this machine; infinite if unknown."""
    entry_seconds = (cache.get(_pace_key(job)) or {}).get("entry_seconds")
    return _entries(job.plan) * entry_seconds if isinstance(entry_seconds, float) else inf


def remember(job: Job, measured: Measurement, cache: FactCache) -> None:
    """Keep a measurement in the cache."""
    cache.put(_key(job), asdict(measured))
    cache.put(_pace_key(job), {"entry_seconds": measured.iteration_seconds / _entries(job.plan)})


def _pace_key(job: Job) -> str:
    return f"{machine_key(job.threads)}; {job.precision}, {job.schedule!r}"


def _key(job: Job) -> str:
    """Return a text that differs for spots, settings, machines and builds."""
    facts = {
        "spot": job.spot.to_dict(),
        "entries": [layout.entries for layout in job.plan.layouts],
        "runouts": [runouts.count for runouts in job.plan.runouts],
    }
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:32]
    return f"{_pace_key(job)}; to {job.target_pot_percent!r}%; spot {digest}"


# The arithmetic.


def combine(
    job: Job,
    measured: Measurement,
    plan_seconds: float,
    max_iterations: int,
    *,
    is_recalled: bool,
) -> TimeEstimate:
    """Return the time of a solve: set-up, iterations and checks of exploitability."""
    factor = 1.0 if measured.is_whole else _PART_FACTOR
    factor *= _EXTRAPOLATED_FACTOR if measured.is_extrapolated else 1.0
    set_up = plan_seconds + measured.set_up_seconds
    checks_per_iteration = measured.checks / max(measured.iterations, 1)
    per_iteration = measured.iteration_seconds + checks_per_iteration * measured.check_seconds

    def seconds(iterations: float) -> float:
        return set_up + min(iterations, max_iterations) * per_iteration

    iterations = min(measured.iterations, max_iterations)
    return TimeEstimate(
        target_pot_percent=job.target_pot_percent,
        threads=job.threads,
        precision=job.precision,
        seconds=seconds(measured.iterations),
        seconds_range=(
            seconds(measured.iterations / factor) / _PACE_FACTOR,
            seconds(measured.iterations * factor) * _PACE_FACTOR,
        ),
        iterations=iterations,
        seconds_per_iteration=measured.iteration_seconds,
        checks=ceil(iterations * checks_per_iteration),
        seconds_per_check=measured.check_seconds,
        set_up_seconds=set_up,
        stops_before_target=measured.iterations > max_iterations,
        basis=_basis(measured, is_recalled),
    )


def _basis(measured: Measurement, is_recalled: bool) -> str:
    """Return in words what an estimate rests on."""
    what = "the spot itself" if measured.is_whole else "a part of the spot's runouts"
    how = (
        f"{what}, solved as far as time allowed and extrapolated"
        if measured.is_extrapolated
        else f"{what}, solved close to the target"
        if not measured.is_whole
        else f"{what}, solved to the target"
    )
    when = "earlier with this build" if is_recalled else "just now"
    text = f"measured {when} on this machine's CPU: {how}"
    if measured.idle < _IDLE:
        text += f"; other programs took {100 * (1 - measured.idle):.0f}% of the processor"
    return text


def seconds_text(seconds: float, low: float, high: float) -> str:
    """Return a time with its range, in a unit that suits it.

    >>> seconds_text(0.0123, 0.01, 0.015), seconds_text(41.2, 27, 130)
    ('0.012 s (0.01 to 0.015 s)', '41 s (27 to 130 s)')
    >>> seconds_text(128, 80, 200), seconds_text(50_000, 30_000, 90_000)
    ('2.1 min (1.3 to 3.3 min)', '14 h (8.3 to 25 h)')
    """
    size, unit = next((size, unit) for least, size, unit in _UNITS if seconds >= least or not least)
    numbers = [each / size for each in (seconds, low, high)]
    middle, least, most = (f"{each:.2g}" if each < 99.5 else f"{each:.0f}" for each in numbers)
    return f"{middle} {unit} ({least} to {most} {unit})"
