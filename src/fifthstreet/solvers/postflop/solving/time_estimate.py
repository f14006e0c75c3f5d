"""Estimate the time of a solve on this machine, from what `time_measurement` measures.

Measurements are kept in the user's cache folder, for this machine, this build of the core and this
spot.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from dataclasses import asdict, dataclass, fields
from importlib.util import find_spec
from math import ceil, inf
from pathlib import Path

from fifthstreet._native.builds import chosen_build
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import DEFAULT_SCHEDULE, Schedule
from fifthstreet.solvers.postflop.backends import check_precision
from fifthstreet.solvers.postflop.solving.solver import Solver
from fifthstreet.solvers.postflop.solving.time_measurement import (
    Measurement,
    SharedConvergence,
    TimedSolve,
    measure,
    typical_iterations,
)
from fifthstreet.solvers.postflop.spot import Spot, make_plan
from fifthstreet.support.installation import processor_name
from fifthstreet.support.storage import FactCache, cache_folder
from fifthstreet.support.threads import thread_count
from fifthstreet.support.version import __version__

# Factors by which a solve may take longer or shorter than estimated: for the pace, and for the
# iterations, if they come from a part that was solved to the target, or not as far.
_PACE_FACTOR = 1.2
_PART_FACTOR = 1.25
_EXTRAPOLATED_FACTOR = 1.6

_IDLE = 0.75  # share of the processor's time that a measurement needs to be kept
_MAX_AGE = 28 * 24 * 3600.0  # seconds; drivers, clocks and firmware change
_MAX_COUNT = 200

_UNITS = ((5400, 3600, "h"), (100, 60, "min"), (0, 1, "s"))  # shortest time, seconds, name


@dataclass(frozen=True, repr=False)
class TimeEstimate:
    """The expected time of a solve on the CPU, and its basis."""

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
    bucket_pot_percent: float = 0.0  # what buckets on the river add to exploitability

    def __repr__(self) -> str:
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
        text = f"about {seconds} {goal} of the pot on {threads}"
        if self.bucket_pot_percent:
            text += f", to which buckets add about {self.bucket_pot_percent:.2g}%"
        return text


def estimate_time(
    spot: Spot,
    *,
    target_pot_percent: float = 0.3,
    max_iterations: int = 1_000,
    schedule: Schedule = DEFAULT_SCHEDULE,
    threads: int | None = None,
    precision: str = "float32",
    isomorphism: bool = True,
    river_buckets: int | None = None,
    cache: FactCache | None = None,
) -> TimeEstimate:
    """Estimate the time of a solve on this machine's CPU, in one to two seconds.

    It is measured on parts of the spot with at most 64 MB of tables.

    Args:
        spot: The spot to solve.
        target_pot_percent: Exploitability to stop at, in percent of the starting pot.
        max_iterations: Maximum number of iterations.
        schedule: The schedule of the solve.
        threads: Number of threads; by default one per core.
        precision: Type of the tables' entries: `float32` or `int16`.
        isomorphism: Whether runouts that differ only in suits are merged.
        river_buckets: Maximum number of buckets of hands on a river; None if hands are not merged.
        cache: Measurements, by default the user's. One from the last four weeks replaces a new one.

    Returns:
        The expected seconds and iterations, with their range.

    Raises:
        InputError: If an option is out of bounds.
    """
    for name, limit in (
        ("target_pot_percent", target_pot_percent),
        ("max_iterations", max_iterations),
    ):
        if not limit >= 0:
            raise InputError(f"{name} must be at least 0, got {limit}")
    times = SpotTimes(
        spot,
        target_pot_percent=target_pot_percent,
        schedule=schedule,
        threads=threads,
        isomorphism=isomorphism,
        cache=cache,
    )
    return times.estimate(precision, river_buckets, max_iterations=max_iterations)


class SpotTimes:
    """Times of several ways to solve a spot, which share its plan and its convergence."""

    def __init__(
        self,
        spot: Spot,
        *,
        target_pot_percent: float,
        schedule: Schedule = DEFAULT_SCHEDULE,
        threads: int | None = None,
        isomorphism: bool = True,
        cache: FactCache | None = None,
    ) -> None:
        """Plan the solve; the options are described in `estimate_time`."""
        start = time.perf_counter()
        self._plan = make_plan(spot, isomorphism=isomorphism)
        self._plan_seconds = time.perf_counter() - start
        self._spot = spot
        self._schedule = schedule
        self._threads = thread_count(threads)
        self._target = target_pot_percent
        self._cache = measurement_cache() if cache is None else cache
        self._convergence = SharedConvergence()

    def estimate(
        self, precision: str, river_buckets: int | None, *, max_iterations: int
    ) -> TimeEstimate:
        """Estimate the time of one way: what is not known yet is measured."""
        job = TimedSolve(
            self._spot,
            self._plan,
            self._schedule,
            check_precision(precision),
            self._threads,
            self._target,
            river_buckets,
        )
        known = recall(job, self._cache)
        measured = known or measure(job, convergence=self._convergence)
        if known is None and measured.idle >= _IDLE:
            remember(job, measured, self._cache)
        is_recalled = known is not None
        return combine(job, measured, self._plan_seconds, max_iterations, is_recalled=is_recalled)


@dataclass(frozen=True)
class ExpectedRun:
    """The expected length of a run before it begins; infinite if unknown."""

    iterations: float
    pace: float  # seconds per iteration


def expected_run(
    solver: Solver, target_pot_percent: float, cache: FactCache | None = None
) -> ExpectedRun:
    """Return the expected run of a solver without a measurement.

    Iterations and pace are the spot's if it is in the cache; otherwise the iterations are typical
    ones, and the pace is from the last measured spot.

    Args:
        solver: A solver before its run.
        target_pot_percent: Exploitability to stop at, in percent of the starting pot.
        cache: Measurements of `estimate_time`, by default the user's.
    """
    if cache is None:
        cache = measurement_cache()
    job = TimedSolve(
        solver.spot,
        solver.plan,
        solver.schedule,
        solver.precision,
        solver.backend.threads,
        target_pot_percent,
        solver.river_buckets,
    )
    is_timed = solver.backend_name == "native"
    if (known := recall(job, cache)) is not None:
        return ExpectedRun(known.iterations, known.iteration_seconds if is_timed else inf)
    pace = recall_pace(job, cache) if is_timed else inf
    return ExpectedRun(typical_iterations(target_pot_percent), pace)


# The cache.


def measurement_cache() -> FactCache:
    """Return the cache of measurements in the user's folder."""
    return FactCache(cache_folder() / "speeds.json", max_age=_MAX_AGE, max_count=_MAX_COUNT)


def recall(job: TimedSolve, cache: FactCache) -> Measurement | None:
    """Return the cached measurement of a spot on this machine, or None."""
    fact = cache.get(_key(job))
    if fact is None or fact.keys() != {field.name for field in fields(Measurement)}:
        return None
    if not all(isinstance(value, int | float) for value in fact.values()):
        return None
    return Measurement(**fact)


def recall_pace(job: TimedSolve, cache: FactCache) -> float:
    """Return the seconds per iteration from another spot on this machine; infinite if unknown."""
    entry_seconds = (cache.get(_pace_key(job)) or {}).get("entry_seconds")
    return job.entries * entry_seconds if isinstance(entry_seconds, float) else inf


def remember(job: TimedSolve, measured: Measurement, cache: FactCache) -> None:
    """Keep a measurement in the cache."""
    cache.put(_key(job), asdict(measured))
    cache.put(_pace_key(job), {"entry_seconds": measured.iteration_seconds / job.entries})


def _pace_key(job: TimedSolve) -> str:
    buckets = "" if job.river_buckets is None else f", {job.river_buckets} buckets"
    return f"{machine_key(job.threads)}; {job.precision}, {job.schedule!r}{buckets}"


def _key(job: TimedSolve) -> str:
    """Return a text that differs for spots, settings, machines and builds."""
    facts = {
        "spot": job.spot.to_dict(),
        "entries": job.entries,
        "runouts": [runouts.count for runouts in job.plan.runouts],
    }
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:32]
    return f"{_pace_key(job)}; to {job.target_pot_percent!r}%; spot {digest}"


def machine_key(threads: int) -> str:
    """Return a text that differs for machines, builds of the core and numbers of threads."""
    build = chosen_build()
    core = find_spec(f"fifthstreet._native.core_{build}")
    compiled = Path(core.origin).stat() if core and core.origin else None
    facts = (
        processor_name(),
        f"{os.cpu_count()} cores",
        f"{threads} threads",
        f"core {build}",
        # A core that is compiled again keeps its name and version.
        f"{compiled.st_size} bytes of {compiled.st_mtime_ns}" if compiled else "",
        f"fifthstreet {__version__}",
    )
    return ", ".join(facts)


# The arithmetic.


def combine(
    job: TimedSolve,
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
        bucket_pot_percent=measured.bucket_pot_percent,
    )


def _basis(measured: Measurement, is_recalled: bool) -> str:
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

    Args:
        seconds: The expected time.
        low: The shortest time.
        high: The longest time.

    >>> seconds_text(0.0123, 0.01, 0.015), seconds_text(41.2, 27, 130)
    ('0.012 s (0.01 to 0.015 s)', '41 s (27 to 130 s)')
    >>> seconds_text(128, 80, 200), seconds_text(50_000, 30_000, 90_000)
    ('2.1 min (1.3 to 3.3 min)', '14 h (8.3 to 25 h)')
    """
    size, unit = next((size, unit) for least, size, unit in _UNITS if seconds >= least or not least)
    numbers = [each / size for each in (seconds, low, high)]
    middle, least, most = (f"{each:.2g}" if each < 99.5 else f"{each:.0f}" for each in numbers)
    return f"{middle} {unit} ({least} to {most} {unit})"
