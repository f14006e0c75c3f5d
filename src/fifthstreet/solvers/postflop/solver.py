"""Solving a spot: iterations, when to look how far it is, when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, log

from fifthstreet.solvers.common.schedules import DEFAULT_SCHEDULE, Schedule
from fifthstreet.solvers.postflop.backends import BACKENDS, Backend, pick_backend
from fifthstreet.solvers.postflop.estimate import check_memory, estimate_problem
from fifthstreet.solvers.postflop.exploitability import Exploitability, measure
from fifthstreet.solvers.postflop.problem import Problem, prepare
from fifthstreet.solvers.postflop.solution import Solution, SolveRecord
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.solvers.postflop.tables import Tables, check_precision, make_tables
from fifthstreet.threads import thread_count

_FIRST_LOOK = 10  # iterations before exploitability is computed for the first time
_LONGEST_STEP = 0.25  # seconds of iterations between two chances to be interrupted


@dataclass(frozen=True)
class Progress:
    """How far a solve is."""

    iteration: int
    max_iterations: int
    exploitability: Exploitability
    target_pot_percent: float
    seconds: float
    seconds_left: float  # estimated; infinite where nothing can be said


Reporter = Callable[[Progress], bool | None]


class Solver:
    """A solve in progress: it can be run, looked at, and run on.

    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> solver = Solver(spot)
    >>> solver.run(target_pot_percent=0.1)
    >>> solver.exploitability().pot_percent < 0.1
    True
    """

    def __init__(
        self,
        spot: Spot,
        *,
        schedule: Schedule = DEFAULT_SCHEDULE,
        precision: str = "float32",
        threads: int | None = None,
        isomorphism: bool = True,
        backend: str = "auto",
        problem: Problem | None = None,
    ) -> None:
        """Lay out the spot, unless that was done before, and take the memory for its tables."""
        pick_backend(backend, 0)  # refuses a name before anything is made
        workers = thread_count(threads)
        self.spot = spot
        self.schedule = schedule
        self.precision = check_precision(precision)
        self.isomorphism = isomorphism
        self.problem = problem or prepare(spot, isomorphism=isomorphism)
        check_memory(self.problem, schedule, self.precision)
        size = estimate_problem(self.problem, schedule, 1).bytes[self.precision]
        self.backend_name = pick_backend(backend, size)
        first, second = (
            make_tables(layout, self.precision, predictive=schedule.is_predictive)
            for layout in self.problem.plan.layouts
        )
        self._tables: tuple[Tables, Tables] = (first, second)
        self.backend: Backend = BACKENDS[self.backend_name](self.problem, self._tables, workers)
        self.iteration = 0
        self.seconds = 0.0
        self.cpu_seconds = 0.0
        self._known: tuple[int, Exploitability] | None = None
        self._discounts = schedule.discounts(_FIRST_LOOK).single()
        self._pace = _LONGEST_STEP  # seconds that an iteration took last

    @property
    def tables(self) -> tuple[Tables, Tables]:
        """Both players' tables as they are now."""
        self.backend.fetch()
        return self._tables

    def restore(self, iteration: int, seconds: float, cpu_seconds: float) -> None:
        """Go on from what was put into the tables: so many iterations, so much time."""
        self.backend.push()
        self.iteration, self.seconds, self.cpu_seconds = iteration, seconds, cpu_seconds
        self._known = None

    def iterate(self, count: int) -> None:
        """So many iterations more."""
        if count < 1:
            return
        wall, cpu = time.perf_counter(), time.process_time()
        if len(self._discounts.keep) <= self.iteration + count:
            self._discounts = self.schedule.discounts(2 * (self.iteration + count)).single()
        try:
            self.backend.iterate(self.iteration + 1, count, self._discounts)
        finally:
            # An interrupt is raised when the call returns, with all of its iterations done.
            self.iteration += count
            self._add_time(wall, cpu)

    def exploitability(self) -> Exploitability:
        """What best responses to the average strategies would win; computed once an iteration."""
        if self._known is None or self._known[0] != self.iteration:
            wall, cpu = time.perf_counter(), time.process_time()
            self._known = (self.iteration, measure(self.backend))
            self._add_time(wall, cpu)
        return self._known[1]

    def run(
        self,
        *,
        target_pot_percent: float = 0.3,
        max_iterations: int = 1_000,
        time_limit_seconds: float = inf,
        progress: Reporter | None = None,
    ) -> None:
        """Iterate until the target, the last iteration or the time limit; then it can be run on.

        `progress` hears of every look at exploitability and stops the run by returning False.
        An interrupt leaves the solver after a whole number of iterations.
        """
        if not target_pot_percent >= 0:
            raise ValueError(f"target_pot_percent is {target_pot_percent:g}; want 0 or more")
        if max_iterations < 0:
            raise ValueError(f"max_iterations is {max_iterations}; want 0 or more")
        if not time_limit_seconds >= 0:
            raise ValueError(f"time_limit_seconds is {time_limit_seconds:g}; want 0 or more")
        start, first = time.perf_counter(), self.iteration
        looks: list[tuple[int, float]] = []
        while True:
            if self.iteration == 0 < max_iterations:  # nothing to see yet
                self._iterate_until(min(_FIRST_LOOK, max_iterations), start, time_limit_seconds)
            known = self.exploitability()
            looks.append((self.iteration, known.pot_percent))
            spent = time.perf_counter() - start
            end = min(expected_end(looks, target_pot_percent), max_iterations)
            if progress is not None:
                each = spent / max(self.iteration - first, 1)
                left = min((end - self.iteration) * each, time_limit_seconds - spent)
                state = Progress(
                    self.iteration, max_iterations, known, target_pot_percent, spent, max(left, 0.0)
                )
                if progress(state) is False:
                    return
            if (
                known.pot_percent <= target_pot_percent
                or self.iteration >= max_iterations
                or spent >= time_limit_seconds
            ):
                return
            self._iterate_until(_next_look(self.iteration, end), start, time_limit_seconds)

    def _iterate_until(self, iteration: int, start: float, time_limit_seconds: float) -> None:
        """Iterations in steps short enough to hear an interrupt and to keep to a time limit."""
        while self.iteration < iteration and time.perf_counter() - start < time_limit_seconds:
            before = time.perf_counter()
            step = min(iteration - self.iteration, max(1, int(_LONGEST_STEP / self._pace)))
            self.iterate(step)
            self._pace = (time.perf_counter() - before) / step

    def solution(self) -> Solution:
        """The average strategies as they are now."""
        self.backend.fetch(("averages", "average_scales"))
        return Solution(
            self.spot,
            self.problem,
            (self._tables[0].strategy(), self._tables[1].strategy()),
            SolveRecord(
                iterations=self.iteration,
                exploitability=self.exploitability(),
                seconds=self.seconds,
                cpu_seconds=self.cpu_seconds,
                memory_bytes=self.memory_bytes,
                schedule=repr(self.schedule),
                precision=self.precision,
                isomorphism=self.isomorphism,
            ),
            threads=self.backend.threads,
        )

    @property
    def memory_bytes(self) -> int:
        """Memory of tables and rows in work."""
        return sum(t.bytes for t in self._tables) + self.backend.scratch_bytes

    def _add_time(self, wall: float, cpu: float) -> None:
        self.seconds += time.perf_counter() - wall
        self.cpu_seconds += time.process_time() - cpu


def solve(
    spot: Spot,
    *,
    target_pot_percent: float = 0.3,
    max_iterations: int = 1_000,
    time_limit_seconds: float = inf,
    schedule: Schedule = DEFAULT_SCHEDULE,
    threads: int | None = None,
    precision: str = "float32",
    isomorphism: bool = True,
    backend: str = "auto",
    progress: Reporter | None = None,
) -> Solution:
    """An equilibrium of a spot, to within a share of the pot.

    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> solve(spot, target_pot_percent=0.1).record.exploitability.pot_percent < 0.1
    True
    """
    solver = Solver(
        spot,
        schedule=schedule,
        precision=precision,
        threads=threads,
        isomorphism=isomorphism,
        backend=backend,
    )
    solver.run(
        target_pot_percent=target_pot_percent,
        max_iterations=max_iterations,
        time_limit_seconds=time_limit_seconds,
        progress=progress,
    )
    return solver.solution()


def expected_end(looks: list[tuple[int, float]], target: float) -> float:
    """When the target will be met, if exploitability goes on falling as a power of t."""
    if len(looks) < 2 or looks[-2][0] == 0:
        return inf
    (t0, e0), (t1, e1) = looks[-2:]
    if e1 <= target:
        return t1
    if not 0 < e1 < e0 or target <= 0:
        return inf
    power = min(max(log(e0 / e1) / log(t1 / t0), 0.5), 4.0)
    return float(t1 * (e1 / target) ** (1 / power))


def _next_look(iteration: int, end: float) -> int:
    """A look costs nearly an iteration: often enough to stop in time and to be seen to move."""
    soonest = iteration + max(2, iteration // 16)
    latest = iteration + max(_FIRST_LOOK, iteration // 2)
    return int(min(max(min(end, latest), soonest), max(end, iteration + 1)))
