"""Average strategies in one byte a probability, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.postflop.exploitability import measure
from fifthstreet.solvers.postflop.plan import Plan
from fifthstreet.solvers.postflop.solution import Solution
from fifthstreet.solvers.postflop.tables import Tables

_WHOLE = 255  # a probability of 1


@dataclass(frozen=True)
class ByteError:
    """What rounding probabilities to bytes changed, in chips."""

    exploitability: float  # that of the bytes less that of the exact strategies
    ev: tuple[float, float]  # change of both ranges' values, OOP first


def byte_solution(solution: Solution) -> tuple[Solution, ByteError]:
    """The solution with its probabilities rounded to shares of 255, and how much worse it is."""
    before = measure(solution.backend)
    plan = solution.problem.plan
    first, second = (
        Tables({"averages": _shares(plan, player, solution.tables[player].arrays["averages"])})
        for player in (0, 1)
    )
    rounded = Solution(
        solution.spot,
        solution.problem,
        (first, second),
        solution.record,
        threads=solution.threads,
    )
    after = measure(rounded.backend)
    rounded.record = replace(solution.record, exploitability=after)
    change = [new - old for old, new in zip(solution.ev, rounded.ev, strict=True)]
    return rounded, ByteError(after.chips - before.chips, (change[0], change[1]))


def _shares(plan: Plan, player: int, averages: NDArray[Any]) -> NDArray[np.uint8]:
    """Rows of zeros are hands that never got there: they are read as any other row of zeros."""
    layout = plan.layouts[player]
    shares = np.zeros(layout.entries, np.uint8)
    for street, betting in enumerate(plan.betting):
        rows = betting.rows[player]
        acting = np.flatnonzero(betting.player == player)
        starts, actions = betting.row[acting], betting.n_children[acting]
        for first, stride in zip(layout.table[street], layout.stride[street], strict=True):
            part = slice(int(first), int(first + rows * stride))
            # The scale of 16-bit rows is the same for a whole node and cancels out.
            weights = averages[part].reshape(rows, int(stride)).astype(np.float64)
            sums = np.add.reduceat(weights, starts, axis=0) if rows else weights
            factors = np.divide(_WHOLE, sums, out=np.zeros_like(sums), where=sums > 0)
            shares[part] = np.rint(weights * np.repeat(factors, actions, axis=0)).ravel()
    return shares
