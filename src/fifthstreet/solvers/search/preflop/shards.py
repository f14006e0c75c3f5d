"""The flops of a game on the workers of an executor, each with the tables of some flops.

A pass sends a worker the reach at every line, 169 numbers each, and receives the value of each of
its flops, 169 numbers each. Tables stay on the worker. If it is lost, its tables are computed again
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
from fifthstreet.solvers.postflop import ValueMode
from fifthstreet.solvers.search.preflop.flop_lines import (
    FLOPS_ON_GPU,
    ClassRow,
    FlopPlans,
    FlopSettings,
    make_flop_lines,
    values_by_line,
)
from fifthstreet.solvers.search.preflop.game import PreflopGame
from fifthstreet.support.executors import Executor, Placed
from fifthstreet.support.interrupts import held_interrupts

_FIRST_ITERATIONS = 64  # whose discounts are computed at once


class FlopShard:
    """Some flops after every line, on one worker."""

    def __init__(self, game: PreflopGame, flops: range, settings: FlopSettings) -> None:
        plans = FlopPlans(game, on_gpu=settings.backend == "cuda", flops=flops)
        self._lines = make_flop_lines(plans, settings)
        self._schedule = settings.schedule
        self._iterations = _FIRST_ITERATIONS
        self._single = self._schedule.discounts(self._iterations).single()

    def memory_bytes(self) -> int:
        """Return the memory of the tables."""
        groups = [group for groups in self._lines.values() for group in groups]
        return sum(tables.bytes for group in groups for tables in group.tables)

    def values(
        self, player: int, mode: ValueMode | None, iteration: int, reach: Mapping[int, ClassRow]
    ) -> dict[int, list[ClassRow]]:
        """Return the values by line and group of flops; without a mode, update as well."""
        if self._iterations <= iteration:
            self._iterations = 2 * iteration
            self._single = self._schedule.discounts(self._iterations).single()
        return values_by_line(self._lines, reach, player, mode, iteration, self._single)


class ShardedFlops:
    """All flops of a game, cut into as many shards as an executor has workers."""

    def __init__(self, executor: Executor, game: PreflopGame, settings: FlopSettings) -> None:
        count = len(game.boards)
        unit = FLOPS_ON_GPU if settings.backend == "cuda" else 1  # groups are the same for all cuts
        units = -(-count // unit)
        shards = min(executor.workers, units)
        cuts = [min(units * shard // shards * unit, count) for shard in range(shards + 1)]
        sent = replace(game)  # without the trees that have been built from it
        self._shards = [
            Placed(executor, FlopShard, sent, range(first, end), settings)
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

    def values(
        self, player: int, mode: ValueMode | None, iteration: int, reach: Mapping[int, ClassRow]
    ) -> dict[int, ClassRow]:
        """Return the values of all flops by line; without a mode, update as well."""
        values = self._all("values", player, mode, iteration, reach, changes=mode is None)
        return summed(values, reach)

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


def summed(parts: Sequence[Any], reach: Mapping[int, ClassRow]) -> dict[int, ClassRow]:
    """Return the sums over all groups of flops, in order, by line."""
    totals = {}
    for line in reach:
        total = np.zeros(CLASS_COUNT)
        for part in parts:
            for row in part[line]:
                total += row
        totals[line] = total
    return totals
