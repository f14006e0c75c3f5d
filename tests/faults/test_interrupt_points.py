"""Ctrl-C at any point of a run: a solver stops between two iterations, never within one.

A tracer sends the signal at one point after another at which Python handles signals. After each,
the tables equal the tables of an uninterrupted solver, and stay equal when the solver continues.
"""

import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from fifthstreet.abstraction import StreetRecipe
from fifthstreet.solvers import make_solver
from fifthstreet.solvers.abstracted import BucketSolver, spot_buckets
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver
from fifthstreet.solvers.cfr import ExternalSampling, StateSamplingSolver
from fifthstreet.solvers.common import IterativeSolver
from fifthstreet.solvers.games import Kuhn
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.search.preflop import PreflopGame, PreflopSolver
from tests.faults.tracer import Tracer
from tests.solvers.common.test_run import assert_same
from tests.solvers.search.preflop.test_solver import CHECKED_DOWN, FLOPS
from tests.thoroughness import IS_THOROUGH

ITERATIONS = 4
# Signals in `make test`, if the solver or its checks are slow; by default 40, thoroughly all.
MOMENTS = {"sampling without a tree": 6, "reference": 20, "preflop": 4}
RIVER = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs,T9s", ip="QQ,AJs,KTs", bets="50%, a")


def bucketed() -> BucketSolver:
    return BucketSolver(RIVER, spot_buckets(RIVER, {"river": StreetRecipe("ehs", 4)}))


SOLVERS: dict[str, Callable[[], IterativeSolver]] = {
    "full passes": lambda: make_solver("kuhn", "cfr+"),
    "sampling": lambda: make_solver("kuhn", "external", seed=3),
    "sampling without a tree": lambda: StateSamplingSolver(Kuhn(), ExternalSampling(), seed=6),
    "range solver": lambda: Solver(RIVER, threads=1, backend="native"),
    "reference": lambda: Solver(RIVER, backend="reference"),
    "blueprint": lambda: BlueprintSolver(
        RIVER.tree, RIVER.ranges, BlueprintOptions(batch=1), board=RIVER.board
    ),
    "buckets": bucketed,
    "preflop": lambda: PreflopSolver(PreflopGame(CHECKED_DOWN, FLOPS, np.array([1, 3]))),
}


def interrupted(solver: IterativeSolver, moment: int) -> int:
    """Run a solver with a signal at the point with this number; return how many points it had."""
    tracer = Tracer(moment)
    tracer.run(lambda: solver.run(iterations=ITERATIONS, check_every=2))
    return tracer.points


@pytest.mark.parametrize("name", SOLVERS)
def test_an_interrupt_never_comes_within_an_iteration(name: str) -> None:
    make = SOLVERS[name]
    whole = {}
    solver = make()
    for iteration in range(ITERATIONS + 3):
        whole[iteration] = solver.state()
        solver.iterate(1)
    points = interrupted(make(), -1)
    assert points > 30
    moments: Sequence[int] = range(1, points + 1)
    if not IS_THOROUGH:
        sample = random.Random(name).sample(moments, MOMENTS.get(name, 40))
        # At the very end, an interrupt once left a solver that seemed to run for ever.
        moments = [*sample, *range(points - 2, points + 1)]
    stopped = set()
    for moment in moments:
        solver = make()
        interrupted(solver, moment)
        stopped.add(solver.iteration)
        fresh = make()
        fresh.restore(whole[solver.iteration])
        assert_same(solver, fresh)
        solver.run(iterations=1)
        fresh.iterate(1)
        assert_same(solver, fresh)
    assert len(stopped) > 1
