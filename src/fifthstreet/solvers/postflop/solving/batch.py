"""Solve many spots, such as all flops of a matchup.

While spots are solved, the plans of the next spots are made in the background; on a GPU also the
reports of the last spot, so that the GPU does not wait. A GPU solves small spots with the same
betting side by side. The result of a spot is small; whole solutions are kept only on request.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import compatible_weight
from fifthstreet.solvers.common import DEFAULT_SCHEDULE, Schedule, schedule_of
from fifthstreet.solvers.postflop.backends import (
    ValueMode,
    bytes_for_group,
    check_precision,
    expected_chips,
    normalised,
    pick_backend,
    prepare_backend,
)
from fifthstreet.solvers.postflop.solution import LineMean, Solution, SolveRecord, line_mean
from fifthstreet.solvers.postflop.solving.estimates import estimate_plan
from fifthstreet.solvers.postflop.solving.side_by_side import FinishedSpot, SideBySide
from fifthstreet.solvers.postflop.solving.solver import Solver
from fifthstreet.solvers.postflop.spot import (
    JoinedPlan,
    Plan,
    Spot,
    can_join,
    join_plans,
    make_plan,
)
from fifthstreet.support.threads import thread_count
from fifthstreet.tree.strategy import Exploitability

T = TypeVar("T")

_ENOUGH_RIVERS = 1_024  # runouts of the river that keep a GPU busy


@dataclass(frozen=True)
class BatchResult:
    """The result of one spot of a batch."""

    spot: Spot
    ev: tuple[float, float]  # chips of both ranges, OOP first
    actions: tuple[str, ...]  # at the first decision
    frequencies: tuple[float, ...]
    exploitability: Exploitability
    iterations: int
    seconds: float  # from start to finish of this spot, or of the group that it was solved in
    matchups: float  # weight of all pairs of hands that share no card
    lines: dict[str, LineMean] = field(default_factory=dict)  # requested decisions
    solution: Solution | None = None


def solve_batch(
    spots: Iterable[Spot],
    *,
    target_pot_percent: float = 0.5,
    max_iterations: int = 1_000,
    seconds: float = inf,
    keep_solutions: bool = False,
    lines: Sequence[str] = (),
    isomorphism: bool = True,
    schedule: Schedule | str = DEFAULT_SCHEDULE,
    precision: str = "float32",
    threads: int | None = None,
    backend: str = "auto",
) -> Iterator[BatchResult]:
    """Solve spots and yield their results in order.

    On a GPU, consecutive small spots with the same betting and no locks are solved side by side, to
    keep it busy; each stops at its own target.

    Args:
        spots: Spots to solve; they are read as they are needed.
        target_pot_percent: Exploitability to stop at, in percent of the starting pot.
        max_iterations: Maximum number of iterations of each spot.
        seconds: Maximum duration of each spot. The limit of a group that a GPU solves side by side
            is this times its number of spots.
        keep_solutions: Whether results have their solution, which takes memory.
        lines: Paths of decisions to report besides the first, each averaged over the cards that it
            does not name: `r:k`, or `r:b59:c:n:k` for any turn.
        isomorphism: Whether to merge runouts that differ only in suits.
        schedule: A schedule, or its name, like `cfr+`.
        precision: Type of the tables' entries: `float32`, or `int16`, which takes half the memory.
        threads: Number of threads; by default one per core.
        backend: `native`, `cuda`, `reference`, or `auto`, which uses a GPU if the tables fit on
            one.

    Yields:
        The result of each spot.

    Raises:
        InputError: If an option is invalid, or if a tree does not have one of the lines.
        NotEnoughMemoryError: If the tables of a spot do not fit into memory.

    >>> flops = ("AsKd2c", "7h7d7c")
    >>> spots = [Spot.of(f, 60, 60, oop="AA,KQs", ip="QQ,AJs", bets="a", raises="") for f in flops]
    >>> [result.actions for result in solve_batch(spots)]
    [('k', 'a'), ('k', 'a')]
    """
    batch = _Batch(
        schedule=schedule_of(schedule),
        precision=precision,
        threads=threads,
        isomorphism=isomorphism,
        backend=backend,
        keep_solutions=keep_solutions,
        lines=lines,
    )
    limits = {"target_pot_percent": target_pot_percent, "max_iterations": max_iterations}
    solved = batch.solve(batch.groups(spots), **limits, seconds=seconds)
    if batch.uses_gpu and lines:
        yield from called_behind(solved)
    else:
        for report in solved:
            yield report()


def called_behind(functions: Iterable[Callable[[], T]]) -> Iterator[T]:
    """Call functions in the background, each while the next one is made; yield their results.

    An error or Ctrl-C is raised after the earlier results.

    >>> list(called_behind([lambda: 1, lambda: 2]))
    [1, 2]
    """
    waiting: deque[Future[T]] = deque()
    with ThreadPoolExecutor(1) as background:
        try:
            for function in functions:
                waiting.append(background.submit(function))
                if len(waiting) > 1:
                    yield waiting.popleft().result()
        except (Exception, KeyboardInterrupt):
            while waiting:
                yield waiting.popleft().result()
            raise
        while waiting:
            yield waiting.popleft().result()


@dataclass(eq=False)
class _Group:
    """Consecutive spots that are solved together."""

    spots: list[Spot] = field(default_factory=list)
    plans: list[Plan] = field(default_factory=list)
    rivers: int = 0  # runouts of the river
    bytes: int = 0  # of the tables
    joined: JoinedPlan | None = None  # the plan of several spots

    def add(self, spot: Spot, plan: Plan, table_bytes: int) -> None:
        self.spots.append(spot)
        self.plans.append(plan)
        self.rivers += plan.runouts[-1].count
        self.bytes += table_bytes


class _Batch:
    """The options of a batch, and how its groups are solved."""

    def __init__(self, *, keep_solutions: bool, lines: Sequence[str], **options: Any) -> None:
        self.keep_solutions = keep_solutions
        self.lines = lines
        self.options = options
        check_precision(options["precision"])
        thread_count(options["threads"])
        self.uses_gpu = pick_backend(options["backend"], 0) == "cuda"
        self.group_bytes = bytes_for_group() if self.uses_gpu else 0

    def groups(self, spots: Iterable[Spot]) -> Iterator[_Group]:
        """Yield spots in groups, ready to be solved; an error is raised after earlier groups."""
        group = _Group()
        try:
            for spot in spots:
                plan = make_plan(spot, isomorphism=self.options["isomorphism"])
                estimate = estimate_plan(plan, self.options["schedule"])
                size = estimate.bytes[self.options["precision"]]
                if group.spots and not self._belongs(plan, size, group):
                    yield self._prepared(group)
                    group = _Group()
                group.add(spot, plan, size)
                if not self.uses_gpu:
                    yield self._prepared(group)
                    group = _Group()
        except Exception:
            if group.spots:
                yield self._prepared(group)
            raise
        if group.spots:
            yield self._prepared(group)

    def solve(
        self, groups: Iterator[_Group], *, seconds: float, **limits: Any
    ) -> Iterator[Callable[[], BatchResult]]:
        """Solve groups and yield functions that make the report of each spot."""
        with ThreadPoolExecutor(1) as background:
            upcoming = background.submit(next, groups, None)
            while group := upcoming.result():
                upcoming = background.submit(next, groups, None)
                if group.joined is None:
                    yield self._solve_alone(group, **limits, seconds=seconds)
                else:
                    total = seconds * len(group.spots)
                    yield from self._solve_joined(group, group.joined, **limits, seconds=total)

    def _solve_alone(
        self, group: _Group, *, seconds: float, **limits: Any
    ) -> Callable[[], BatchResult]:
        """Solve a group of one spot."""
        start = time.perf_counter()
        (spot,), (plan,) = group.spots, group.plans
        solver = Solver(spot, plan=plan, **self.options)
        solver.run(seconds=seconds, **limits)
        player = _first_player(plan)
        entries = np.empty(0, np.float32)
        if player >= 0:
            part = plan.layouts[player].rows(0, 0, plan.betting[0], 0)
            entries = solver.backend.read(player, "averages", part)
        first, second = (
            expected_chips(solver.backend, player, ValueMode.AVERAGE) + spot.pot / 2
            for player in (0, 1)
        )
        done = FinishedSpot(
            solver.iteration, solver.exploitability(), (first, second), time.perf_counter() - start
        )
        solution = solver.solution() if self.keep_solutions or self.lines else None
        return partial(self._result, spot, plan, done, entries, solution)

    def _solve_joined(
        self, group: _Group, joined: JoinedPlan, *, seconds: float, **limits: Any
    ) -> Iterator[Callable[[], BatchResult]]:
        """Solve a group of spots side by side, in order."""
        start, cpu = time.perf_counter(), time.process_time()
        options = self.options
        workers = thread_count(options["threads"])
        precision = check_precision(options["precision"])
        target = limits["target_pot_percent"] / 100 * joined.plan.pot
        solver = SideBySide(joined, options["schedule"], precision, workers)
        finished = dict(solver.run(seconds=seconds, **limits))
        share = len(group.spots)
        spent = time.perf_counter() - start
        for index, (spot, plan) in enumerate(zip(group.spots, group.plans, strict=True)):
            done = finished[index]
            player = _first_player(plan)
            entries = solver.read_root(index, player) if player >= 0 else np.empty(0, np.float32)
            solution = None
            if self.keep_solutions or self.lines:
                record = SolveRecord(
                    iterations=done.iterations,
                    exploitability=done.exploitability,
                    seconds=spent / share,
                    cpu_seconds=(time.process_time() - cpu) / share,
                    memory_bytes=solver.memory_bytes // share,
                    schedule=repr(options["schedule"]),
                    precision=precision,
                    isomorphism=options["isomorphism"],
                    target=target,
                    is_stopped_early=done.exploitability.chips > target,
                )
                strategies = (solver.averages(index, 0), solver.averages(index, 1))
                solution = Solution(spot, plan, strategies, record, threads=workers)
            yield partial(self._result, spot, plan, done, entries, solution)

    def _result(
        self,
        spot: Spot,
        plan: Plan,
        done: FinishedSpot,
        entries: NDArray[Any],
        solution: Solution | None,
    ) -> BatchResult:
        """Return a result; `entries` are the averages at the first decision."""
        return BatchResult(
            spot=spot,
            ev=done.ev,
            actions=spot.tree.actions(0),
            frequencies=_frequencies(plan, entries),
            exploitability=done.exploitability,
            iterations=done.iterations,
            seconds=done.seconds,
            matchups=plan.matchups,
            lines={line: line_mean(solution, line) for line in self.lines} if solution else {},
            solution=solution if self.keep_solutions else None,
        )

    def _belongs(self, plan: Plan, size: int, group: _Group) -> bool:
        """Return whether a spot is solved side by side with a group."""
        return (
            group.rivers + plan.runouts[-1].count <= _ENOUGH_RIVERS
            and group.bytes + size <= self.group_bytes
            and can_join(group.plans[0], plan)
        )

    def _prepared(self, group: _Group) -> _Group:
        if len(group.plans) > 1:
            group.joined = join_plans(group.plans)
        prepare_backend(
            self.options["backend"], group.joined.plan if group.joined else group.plans[0]
        )
        return group


def _first_player(plan: Plan) -> int:
    """Return who acts first, or -1 if no player does."""
    return int(plan.betting[0].player[0])


def _frequencies(plan: Plan, entries: NDArray[Any]) -> tuple[float, ...]:
    """Return how often each action is taken at the first decision, from its averages."""
    player = _first_player(plan)
    if player < 0:
        return ()
    actions = int(plan.betting[0].n_children[0])
    holes = plan.runouts[0].seats[player].hands(0)
    rows = entries.reshape(actions, -1)[:, : len(holes)]
    opposing = compatible_weight(plan.weights[1 - player])[holes]
    weights = plan.weights[player][holes] * opposing
    return tuple((normalised(rows) @ weights / weights.sum()).tolist())
