"""Solve many spots one after another, such as all flops of a matchup.

While one spot is solved, the plans of the next ones are made in the background, so that a GPU does
not wait for them. The result of a spot is small; whole solutions are kept only on request.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from typing import Any

import numpy as np

from fifthstreet.cards.matchups import compatible_weight
from fifthstreet.solvers.postflop.backends import prepare_backend
from fifthstreet.solvers.postflop.card_report import LineMean, line_mean
from fifthstreet.solvers.postflop.exploitability import Mode, expected_chips
from fifthstreet.solvers.postflop.plan import Plan, make_plan
from fifthstreet.solvers.postflop.solution import Solution
from fifthstreet.solvers.postflop.solver import Solver
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.strategy import Exploitability

_AHEAD = 3  # spots whose plans are made before they are needed


@dataclass(frozen=True)
class BatchResult:
    """The result of one spot of a batch."""

    spot: Spot
    ev: tuple[float, float]  # chips of both ranges, OOP first
    actions: tuple[str, ...]  # at the first decision
    frequencies: tuple[float, ...]
    exploitability: Exploitability
    iterations: int
    seconds: float  # from start to finish of this spot
    matchups: float  # weight of all pairs of hands that share no card
    lines: dict[str, LineMean] = field(default_factory=dict)  # decisions that were asked for
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
    **options: Any,
) -> Iterator[BatchResult]:
    """Solve spots in order and yield their results; `options` are those of `Solver`.

    `lines` are paths of decisions to report besides the first, each in the mean over the cards that
    it does not name: `r:k`, or `r:b59:c:n:k` for any turn.

    >>> flops = ("AsKd2c", "7h7d7c")
    >>> spots = [Spot.of(f, 60, 60, oop="AA,KQs", ip="QQ,AJs", bets="a", raises="") for f in flops]
    >>> [result.actions for result in solve_batch(spots)]
    [('k', 'a'), ('k', 'a')]
    """
    with ThreadPoolExecutor(1) as background:

        def prepare(spot: Spot) -> Plan:
            plan = make_plan(spot, isomorphism=isomorphism)
            prepare_backend(options.get("backend", "auto"), plan)
            return plan

        def submit(spot: Spot) -> tuple[Spot, Future[Plan]]:
            return spot, background.submit(prepare, spot)

        waiting = iter(spots)
        prepared = deque(submit(spot) for spot in islice(waiting, _AHEAD))
        while prepared:
            start = time.perf_counter()
            spot, plan = prepared.popleft()
            prepared.extend(submit(spot) for spot in islice(waiting, 1))
            solver = Solver(spot, isomorphism=isomorphism, plan=plan.result(), **options)
            solver.run(
                target_pot_percent=target_pot_percent,
                max_iterations=max_iterations,
                seconds=seconds,
            )
            yield _result(solver, start, keep_solutions, lines)


def _result(solver: Solver, start: float, keep_solution: bool, lines: Sequence[str]) -> BatchResult:
    plan, spot = solver.plan, solver.spot
    player = int(plan.betting[0].player[0])
    frequencies: tuple[float, ...] = ()
    if player >= 0:
        actions = int(plan.betting[0].n_children[0])
        part = plan.layouts[player].rows(0, 0, plan.betting[0], 0)
        seat = plan.runouts[0].seats[player]
        holes = seat.holes[0, : seat.count[0]]
        rows = solver.backend.read(player, "averages", part).reshape(actions, -1)[:, : len(holes)]
        summed = rows.sum(axis=0, dtype=np.float64)
        strategy = np.full(rows.shape, 1 / actions)
        np.divide(rows, summed, out=strategy, where=summed > 0)
        opposing = compatible_weight(plan.weights[1 - player])[holes]
        weights = plan.weights[player][holes] * opposing
        frequencies = tuple((strategy @ weights / weights.sum()).tolist())
    solution = solver.solution() if keep_solution or lines else None
    means = {} if solution is None else {line: line_mean(solution, line) for line in lines}
    first, second = (expected_chips(solver.backend, p, Mode.AVERAGE) + spot.pot / 2 for p in (0, 1))
    return BatchResult(
        spot=spot,
        ev=(first, second),
        actions=spot.tree.actions(0),
        frequencies=frequencies,
        exploitability=solver.exploitability(),
        iterations=solver.iteration,
        seconds=time.perf_counter() - start,
        matchups=solver.plan.matchups,
        lines=means,
        solution=solution if keep_solution else None,
    )
