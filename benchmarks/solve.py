"""The range solver against a plain one, on a river, a turn and a flop.

The spots are in examples/; the river is the turn's with a 7s. Both solvers use the same plan
and must have the same regrets before anything is measured.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Protocol, TypeVar

import numpy as np

from benchmarks.measure import Figure, at_most, cpu_seconds, faster_than, wall_in_turns
from benchmarks.plain_solver import PlainSchedule, PlainSolver
from fifthstreet.cards import parse_cards
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.postflop.backends.exploitability import (
    Evaluator,
    ValueMode,
    expected_chips,
)
from fifthstreet.solvers.postflop.spot.plan import make_plan
from fifthstreet.solvers.postflop.spot.spot_file import read_spot

EXAMPLES = Path(__file__).parent.parent / "examples"
PLAIN = "plain solver"
TIMES_FASTER = 3.0  # than the plain solver
THREADS_FASTER = 1.85  # two threads than one
TARGETS = (0.5, 0.1)  # percent of the pot
MAX_ITERATIONS = 1_000


@dataclass(frozen=True)
class Case:
    """A spot and how it is measured."""

    name: str
    ev: float  # of OOP in the equilibrium
    iterations: int  # per measurement
    repeats: int
    setup_seconds: float  # at most
    times_faster: float = TIMES_FASTER  # at least, in time to a target exploitability

    @property
    def spot(self) -> Spot:
        """A new copy of the spot, without the cached tree."""
        return replace(_read(self.name))


RIVER = Case("river", 93.829, iterations=500, repeats=9, setup_seconds=0.02, times_faster=5 / 3)
TURN = Case("turn", 91.961, iterations=10, repeats=5, setup_seconds=0.1)
FLOP = Case("flop", 105.11, iterations=1, repeats=3, setup_seconds=1.0)
CASES = {case.name: case for case in (RIVER, TURN, FLOP)}
FLOP_MEGABYTES = {"float32": 1284.0, "int16": 660.0}  # at most


@cache
def _read(name: str) -> Spot:
    if name != "river":
        return read_spot(EXAMPLES / f"{name}.toml")
    turn = _read("turn")
    return replace(turn, board=(*turn.board, *(int(card) for card in parse_cards("7s"))))


def figures() -> Iterator[Figure]:
    """Yield each figure as soon as it is measured."""
    for case in (RIVER, TURN):
        check_same_play(case)
        yield _set_up(case)
        yield _per_iteration(case)
        yield from _to_targets(case)
    yield from _flop()


def long_figures() -> Iterator[Figure]:
    """Yield the times of the flop to its targets: many minutes, most of them the plain solver's."""
    yield from _to_targets(replace(FLOP, repeats=1))


def check_same_play(case: Case) -> None:
    """Raise AssertionError unless both solvers get the same regrets at the root.

    Only the first iteration is compared: after it, some hands have actions of equal value, and
    rounding decides which of them is played in the second.
    """
    ours = Solver(case.spot, threads=1, schedule=PlainSchedule())
    plain = PlainSolver(ours.plan)
    ours.iterate(1)
    plain.iterate(1)
    theirs = plain.root_regrets()
    plan = ours.plan
    part = plan.layouts[0].rows(0, 0, plan.betting[0], 0)
    regrets = ours.tables[0].arrays["regrets"][part].reshape(len(theirs), -1)
    difference = np.abs(regrets[:, : theirs.shape[1]] - theirs).max() / np.abs(theirs).max()
    if not difference < 1e-3:  # sums are rounded in a different order
        raise AssertionError(
            f"{case.name}: regrets must differ by at most 0.1% of the largest, got {difference:.2%}"
        )


def _set_up(case: Case) -> Figure:
    seconds = cpu_seconds(lambda: Solver(case.spot, threads=1), repeats=case.repeats)
    return at_most(f"{case.name}, set-up", seconds, case.setup_seconds, "s")


def _per_iteration(case: Case) -> Figure:
    ours = Solver(case.spot, threads=1)
    plain = PlainSolver(ours.plan)

    def milliseconds(solver: Solver | PlainSolver) -> float:
        seconds = cpu_seconds(lambda: solver.iterate(case.iterations), repeats=case.repeats)
        return seconds / case.iterations * 1e3

    name = f"{case.name}, iteration"
    return faster_than(name, milliseconds(ours), PLAIN, milliseconds(plain), "ms", TIMES_FASTER)


class _Solve(Protocol):
    """Either solver, as far as it is timed."""

    iteration: int

    def run(self, *, target_pot_percent: float, max_iterations: int) -> object:
        """Iterate until the target or the maximum number of iterations."""


_AnySolve = TypeVar("_AnySolve", bound=_Solve)


def _to_targets(case: Case) -> Iterator[Figure]:
    plan = make_plan(case.spot)
    for target in TARGETS:
        ours_seconds, ours = _timed(lambda: Solver(case.spot, threads=1), target, case.repeats)
        plain_seconds, plain = _timed(lambda: PlainSolver(plan), target, case.repeats)
        _check_ev(case, "fifthstreet", ours.backend, target)
        _check_ev(case, PLAIN, plain, target)
        yield faster_than(
            f"{case.name}, {target:g}% of the pot, {ours.iteration} v {plain.iteration} iterations",
            ours_seconds,
            PLAIN,
            plain_seconds,
            "s",
            case.times_faster,
        )


def _timed(make: Callable[[], _AnySolve], target: float, repeats: int) -> tuple[float, _AnySolve]:
    """Return the median CPU seconds to a target, including checks, and the last solver."""
    times = []
    for _ in range(repeats):
        solver = make()
        gc.collect()
        start = time.process_time()
        solver.run(target_pot_percent=target, max_iterations=MAX_ITERATIONS)
        times.append(time.process_time() - start)
    return median(times), solver


def _check_ev(case: Case, name: str, solver: Evaluator, target: float) -> None:
    """Raise AssertionError if OOP's EV is further from the equilibrium than the target allows."""
    pot = solver.plan.pot
    ev = expected_chips(solver, 0, ValueMode.AVERAGE) + pot / 2
    if not abs(ev - case.ev) <= 2 * target / 100 * pot:
        raise AssertionError(f"{case.name}: the EV of {name} must be {case.ev}, got {ev:.3f}")


def _flop() -> Iterator[Figure]:
    check_same_play(FLOP)
    yield _set_up(FLOP)
    yield _per_iteration(FLOP)
    for precision, limit in FLOP_MEGABYTES.items():
        solver = Solver(FLOP.spot, threads=1, precision=precision)
        yield at_most(f"flop, memory in {precision}", solver.memory_bytes / 1e6, limit, "MB")
    solver = Solver(FLOP.spot, threads=1)

    def iterate(threads: int) -> None:
        solver.backend.threads = threads
        solver.iterate(1)

    alone, together = wall_in_turns([partial(iterate, 1), partial(iterate, 2)])
    yield faster_than(
        "flop, iteration on two threads", together, "one thread", alone, "s", THREADS_FASTER
    )
