"""The range solver of the native core."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.solvers.common.schedules import SingleDiscounts
from fifthstreet.solvers.postflop.exploitability import Mode
from fifthstreet.solvers.postflop.plan import native_streets
from fifthstreet.solvers.postflop.problem import Problem
from fifthstreet.solvers.postflop.tables import Tables


class NativeBackend:
    """Passes over a problem on the CPU."""

    def __init__(self, problem: Problem, tables: tuple[Tables, Tables], threads: int) -> None:
        """Take tables to work on: the backend changes them in place."""
        self.problem = problem
        self.threads = threads
        self._tables = tables
        plan = problem.plan
        weights = []
        for player in (0, 1):
            seat = plan.runouts[0].seats[player]
            weights.append(plan.weights[player][seat.holes[0, : seat.count[0]]])
        self._solver = _native.RangeSolver(native_streets(plan), weights[0], weights[1])
        for player in (0, 1):
            self._solver.set_tables(player, tables[player].arrays)
            if (locks := problem.locks[player]) is not None:
                self._solver.set_locks(player, locks.start, locks.rows)

    @property
    def scratch_bytes(self) -> int:
        """Memory for rows in work, apart from the tables."""
        return self._solver.scratch_bytes

    def read(self, player: int, name: str, part: slice) -> NDArray[Any]:
        """A part of one of a player's tables as it is now."""
        return self._tables[player].arrays[name][part]

    def fetch(self, names: tuple[str, ...] | None = None) -> None:
        """Nothing to do: the solver's own tables are worked on."""

    def push(self) -> None:
        """Nothing to do."""

    def iterate(self, first: int, count: int, discounts: SingleDiscounts) -> None:
        """Iterations `first` to `first + count - 1`, counted from 1."""
        self._solver.iterate(
            first, count, discounts.positive, discounts.negative, discounts.keep, self.threads
        )

    def root_values(self, player: int, mode: Mode) -> NDArray[np.float32]:
        """Counterfactual value of each hand of the root's row, in chips times reach."""
        out = np.zeros(int(self.problem.plan.runouts[0].seats[player].count[0]), np.float32)
        self._solver.evaluate(player, mode, self.threads, [], out)
        return out

    def node_values(self, player: int, mode: Mode) -> list[NDArray[np.float32]]:
        """Counterfactual values at all nodes of the streets before the river.

        For each street one flat array: runout by runout, [nodes, stride]. Zero where the opponent
        never gets to.
        """
        plan = self.problem.plan
        taps: list[NDArray[np.float32] | None] = [
            np.zeros(len(betting.kind) * int(stride.sum()), np.float32)
            for betting, stride in zip(plan.betting, plan.layouts[player].stride, strict=True)
        ]
        if len(taps) > 1:
            taps[-1] = None
        self._solver.evaluate(player, mode, self.threads, taps, np.zeros(_ROOM, np.float32))
        return [tap for tap in taps if tap is not None]

    def river_values(self, player: int, mode: Mode, runout: int) -> NDArray[np.float32]:
        """Counterfactual values at all nodes of one river runout.  [nodes, stride]"""
        plan = self.problem.plan
        stride = int(plan.layouts[player].stride[-1][runout])
        out = np.zeros((len(plan.betting[-1].kind), stride), np.float32)
        self._solver.evaluate_river(player, mode, runout, out)
        return out


_ROOM = 1326  # at least as many places as a root's row has
