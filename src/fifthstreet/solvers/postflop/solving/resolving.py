"""Re-solve a solved spot after a change that does not change its tree, such as a lock.

The old strategies are measured in the changed game first. If they reach the target there, they are
the result. Otherwise the solve starts from them: their probabilities are the first iterate, where
a new solve would start with all actions equally likely. A solver with its regrets, from a
checkpoint, is continued if the change is small.

Iterations on `examples/turn.toml` to 0.3% of the pot, 96 without a lock:

    lock                                          from a checkpoint   strategies   nothing
    OOP's hands with two hearts, an ace high, fold               20          117        97
    IP never bets the river after two checks                     53           99        79
    OOP folds to a bet (costs the old ones 25%)                 121           99        89

So a re-solve saves time if it has regrets and the old strategies lose little in the changed game.
Strategies alone save time only if they still reach the target.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.backends import NativeBackend, Tables, measure
from fifthstreet.solvers.postflop.solution import Solution, SolveRecord
from fifthstreet.solvers.postflop.solving.evaluate import to_tables
from fifthstreet.solvers.postflop.solving.solver import Solver
from fifthstreet.solvers.postflop.spot import RIVER, Plan, Spot, make_plan
from fifthstreet.tree.strategy import Exploitability, Lock

# Regrets are kept if the old strategies lose at most this share of the pot in the changed game.
_SMALL_CHANGE = 0.05
# The iteration of a continued solve: late enough to keep regrets, and early enough for new averages
# to outweigh the old ones, which are kept at a small weight.
_CONTINUED_AT = 40
_OLD_AVERAGES = 0.01


def with_lock(spot: Spot, lock: Lock) -> Spot:
    """Return a spot with one more lock, which has priority over overlapping locks.

    Args:
        spot: It is not changed.
        lock: A strategy to keep at a decision; solvers check that it fits the tree.
    """
    return replace(spot, locks=(*spot.locks, lock))


def resolve(
    solved: Solution | Solver,
    spot: Spot,
    *,
    target_pot_percent: float = 0.3,
    max_iterations: int = 1_000,
    seconds: float = inf,
    threads: int | None = None,
) -> Solution:
    """Solve a changed spot with the same tree and ranges from a solution, or from a solver.

    Args:
        solved: The solution of the spot before the change, or its solver.
        spot: The changed spot, with other locks or rake.
        target_pot_percent: Exploitability to stop at, in percent of the starting pot.
        max_iterations: Maximum number of iterations, counted from the change.
        seconds: Maximum duration; by default there is no limit.
        threads: Number of threads; by default one per core.

    Returns:
        The solution of the changed spot.

    Raises:
        InputError: If the tree or the ranges differ.

    >>> from fifthstreet.solvers.postflop import solve
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> solution = solve(spot, target_pot_percent=0.1)
    >>> passive = resolve(solution, with_lock(spot, Lock("r:k", {"k": 1.0})))
    >>> passive.node("r:k").frequencies.tolist()
    [1.0, 0.0]
    """
    started = start_resolve(solved, spot, target_pot_percent=target_pot_percent, threads=threads)
    if isinstance(started, Solution):
        return started
    first = started.iteration
    started.run(
        target_pot_percent=target_pot_percent,
        max_iterations=first + max_iterations,
        seconds=seconds,
    )
    return started.solution(iterations=started.iteration - first)


def start_resolve(
    solved: Solution | Solver,
    spot: Spot,
    *,
    target_pot_percent: float = 0.3,
    threads: int | None = None,
) -> Solution | Solver:
    """Return a solver that starts from an old solution, for `resolve` or your own loop.

    Args:
        solved: The solution of the spot before the change, or its solver.
        spot: The changed spot, with other locks or rake.
        target_pot_percent: Exploitability in percent of the starting pot; if the old strategies
            reach it already, the result is a solution.
        threads: Number of threads; by default one per core.

    Raises:
        InputError: If the tree or the ranges differ.
    """
    solution = solved.solution() if isinstance(solved, Solver) else solved
    if not spot.tree.same_as(solution.tree) or spot.ranges != solution.spot.ranges:
        raise InputError("the spots must differ only in locks and rake: solve the new one instead")
    plan = make_plan(spot, isomorphism=solution.record.isomorphism)
    tables = _strategy_tables(solution, plan)
    backend = NativeBackend(plan, tables, solution.threads if threads is None else threads)
    known = measure(backend)
    target = target_pot_percent * spot.pot / 100
    if known.chips <= target:
        return Solution(spot, plan, tables, _record(solution, known, target), threads=threads)
    solver = Solver(spot, threads=threads, isomorphism=solution.record.isomorphism, plan=plan)
    is_small = known.chips <= _SMALL_CHANGE * spot.pot
    if is_small and isinstance(solved, Solver) and _fits(solved, solver):
        _continue_from(solver, solved)
    else:
        # Strategies are the first iterate: regrets in proportion to them, too small to persist.
        for mine, theirs in zip(solver.tables, tables, strict=True):
            mine.arrays["regrets"][...] = theirs.arrays["averages"]
        solver.backend.push()
    return solver


def _strategy_tables(solution: Solution, plan: Plan) -> tuple[Tables, Tables]:
    """Return the strategies of a solution as averages in float32, for a plan of the same tree."""
    averages = [tables.arrays["averages"] for tables in solution.tables]
    fits = [
        array.dtype == np.float32 and len(array) == layout.entries
        for array, layout in zip(averages, plan.layouts, strict=True)
    ]
    same_deals = solution.last_street == RIVER and all(
        np.array_equal(old.boards, new.boards)
        for old, new in zip(solution.plan.runouts, plan.runouts, strict=True)
    )
    if not (all(fits) and same_deals):  # such as hands of a lock that distinguish suits
        return to_tables(solution, plan)
    first, second = (Tables({"averages": np.array(array)}) for array in averages)
    return first, second


def _fits(old: Solver, new: Solver) -> bool:
    """Return whether the tables of two solvers have the same layout and precision."""
    return old.precision == new.precision and all(
        mine.arrays.keys() == theirs.arrays.keys()
        and all(mine.arrays[name].shape == theirs.arrays[name].shape for name in mine.arrays)
        for mine, theirs in zip(old.tables, new.tables, strict=True)
    )


def _continue_from(solver: Solver, old: Solver) -> None:
    """Continue with the regrets and averages of an old solver."""
    for mine, theirs in zip(solver.tables, old.tables, strict=True):
        for name, array in mine.arrays.items():
            array[...] = theirs.arrays[name]
        mine.arrays["averages"][...] *= _OLD_AVERAGES
        for name in ("regret_stamps", "average_stamps"):
            mine.arrays[name][...] = _CONTINUED_AT
    times = {"seconds": 0.0, "cpu_seconds": 0.0}
    solver.resume_tables({**times, "iteration": _CONTINUED_AT, "curve": ()})


def _record(solution: Solution, known: Exploitability, target: float) -> SolveRecord:
    """Return the record of strategies that reach the target without further iterations."""
    return replace(
        solution.record,
        iterations=0,
        exploitability=known,
        river_buckets=None,
        target=target,
        is_stopped_early=False,
    )
