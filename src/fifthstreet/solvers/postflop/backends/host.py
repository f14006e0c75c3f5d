"""The common part of backends on the CPU, which work on the solver's own tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.postflop.backends.tables import Tables
from fifthstreet.solvers.postflop.spot import Plan


class HostBackend:
    """A backend that changes the tables in place."""

    def __init__(self, plan: Plan, tables: tuple[Tables, Tables], threads: int) -> None:
        self.plan = plan
        self.threads = threads
        self._tables = tables

    def read(self, player: int, name: str, part: slice) -> NDArray[Any]:
        """Return the current content of a part of a player's table."""
        return self._tables[player].arrays[name][part]

    def fetch(self, names: tuple[str, ...] | None = None) -> None:
        """Do nothing: the backend works on the solver's own tables."""

    def push(self) -> None:
        """Do nothing: the backend works on the solver's own tables."""

    def leave_averages(self) -> None:
        """Replace the averages by copies, because a solution uses the present arrays."""
        for tables in self._tables:
            tables.copy_strategy()

    def _entered_rows(
        self, player: int, runouts: Sequence[NDArray[np.float32]]
    ) -> NDArray[np.float32]:
        """Return [runouts, entries, row] of the second street from all rows of its runouts."""
        entries = self.plan.betting[1].entry_start[:-1]
        counts = self.plan.runouts[1].seats[player].count.tolist()
        out = np.zeros((len(counts), len(entries), max(counts)), np.float32)
        for rows, count, into in zip(runouts, counts, out, strict=True):
            into[:, :count] = rows[entries, :count]
        return out
