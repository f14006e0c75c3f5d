"""The flops of a game on the workers of an executor, each with the tables of some flops.

A pass sends a worker the reach at every line, 169 numbers each, and gets back what each of its
flops is worth, as many. Tables stay on the worker. If it is lost, its tables are computed again
from the reaches of all updates so far. Values are added up in the order of the flops, so the number
of workers does not change a bit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from fifthstreet.cards import CLASS_COUNT
from fifthstreet.executors import Executor, Placed
from fifthstreet.interrupts import held_interrupts
from fifthstreet.search.preflop.flop_lines import (
    FLOPS_ON_GPU,
    ClassRow,
    FlopPlans,
    make_flop_lines,
)
from fifthstreet.search.preflop.game import PreflopGame
from fifthstreet.solvers.common import Schedule
from fifthstreet.solvers.postflop.exploitability import Mode
from fifthstreet.solvers.postflop.tables import Precision

_FIRST_ITERATIONS = 64  # whose discounts are computed at once


class FlopShard:
    """Some flops after every line, on one worker."""

    def __init__(
        self,
        game: PreflopGame,
        flops: range,
        schedule: Schedule,
        precision: Precision,
        threads: int,
        backend: str,
    ) -> None:
        plans = FlopPlans(game, on_gpu=backend == "cuda", flops=flops)
        self._lines = make_flop_lines(
            plans, schedule=schedule, precision=precision, threads=threads, backend=backend
        )
        self._schedule = schedule
        self._iterations = _FIRST_ITERATIONS
        self._single = schedule.discounts(self._iterations).single()

    def memory_bytes(self) -> int:
        """Return the memory of the tables."""
        groups = [group for groups in self._lines.values() for group in groups]
        return sum(tables.bytes for group in groups for tables in group.tables)

    def update(
        self, player: int, iteration: int, reach: Mapping[int, ClassRow]
    ) -> dict[int, list[ClassRow]]:
        """Run a player's pass of an iteration; return the values by line and group of flops."""
        if self._iterations <= iteration:
            self._iterations = 2 * iteration
            self._single = self._schedule.discounts(self._iterations).single()
        return {
            line: [
                group.update(player, iteration, self._single, row) for group in self._lines[line]
            ]
            for line, row in reach.items()
        }

    def values(
        self, player: int, mode: Mode, reach: Mapping[int, ClassRow]
    ) -> dict[int, list[ClassRow]]:
        """Return the values with the average strategies, by line and group of flops."""
        return {
            line: [group.values(player, mode, row) for group in self._lines[line]]
            for line, row in reach.items()
        }


class ShardedFlops:
    """All flops of a game, cut into as many shards as an executor has workers."""

    def __init__(
        self,
        executor: Executor,
        game: PreflopGame,
        *,
        schedule: Schedule,
        precision: Precision,
        threads: int,
        backend: str,
    ) -> None:
        count = len(game.boards)
        unit = FLOPS_ON_GPU if backend == "cuda" else 1  # groups are the same for all cuts
        units = -(-count // unit)
        shards = min(executor.workers, units)
        cuts = [min(units * shard // shards * unit, count) for shard in range(shards + 1)]
        sent = replace(game)  # without the trees that have been built from it
        self._shards = [
            Placed(
                executor, FlopShard, sent, range(first, end), schedule, precision, threads, backend
            )
            for first, end in pairwise(cuts)
        ]
        self.memory_bytes: int = sum(self._all("memory_bytes"))

    @property
    def workers(self) -> int:
        """Number of shards."""
        return len(self._shards)

    @property
    def lost(self) -> int:
        """Number of shards that had to be computed again because their workers were lost."""
        return sum(shard.losses for shard in self._shards)

    def update(
        self, player: int, iteration: int, reach: Mapping[int, ClassRow]
    ) -> dict[int, ClassRow]:
        """Run a player's pass of an iteration on all flops; return their values by line."""
        return _summed(self._all("update", player, iteration, reach, changes=True), reach)

    def values(self, player: int, mode: Mode, reach: Mapping[int, ClassRow]) -> dict[int, ClassRow]:
        """Return the values of all flops with the average strategies, by line."""
        return _summed(self._all("values", player, mode, reach), reach)

    def close(self) -> None:
        """Delete the tables."""
        for shard in self._shards:
            shard.close()

    def _all(self, method: str, *arguments: Any, changes: bool = False) -> list[Any]:
        """Call a method of all shards at the same time; return the results in order."""
        with held_interrupts():  # every call is answered before the next one is sent
            for shard in self._shards:
                shard.send(method, *arguments, changes=changes)
            return [shard.receive() for shard in self._shards]


def _summed(parts: Sequence[Any], reach: Mapping[int, ClassRow]) -> dict[int, ClassRow]:
    """Return the sums over all groups of flops, in order, by line."""
    totals = {}
    for line in reach:
        total = np.zeros(CLASS_COUNT)
        for part in parts:
            for row in part[line]:
                total += row
        totals[line] = total
    return totals
