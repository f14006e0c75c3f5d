"""The preflop solver: CFR over the betting before the flop and all flops of a subset at once.

A pass carries the opponent's reach down the preflop tree, a number for each of the 169 hand
classes. Where it gets to the flop, every flop of the subset is a range solver that takes the reach
at its root, runs its own pass, and returns what the player's hands win there. Folds and all-ins are
products with two matrices. So preflop and every flop are one game with one set of iterations: no
leaf has an estimated value, and best responses through all streets are exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT
from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.common import (
    DEFAULT_SCHEDULE,
    Schedule,
    available_bytes,
    bytes_text,
    in_turn,
    schedule_to_dict,
)
from fifthstreet.solvers.postflop import SEATS, ValueMode, check_precision
from fifthstreet.solvers.postflop.backends import pick_backend
from fifthstreet.solvers.search.preflop.betting import PreflopBetting
from fifthstreet.solvers.search.preflop.flop_lines import (
    ClassRow,
    FlopPlans,
    FlopSettings,
    FlopValues,
    LineFlops,
    make_flop_lines,
    values_by_line,
)
from fifthstreet.solvers.search.preflop.game import PreflopGame
from fifthstreet.solvers.search.preflop.shards import ShardedFlops, summed
from fifthstreet.solvers.search.preflop.strategy import PreflopRecord, PreflopStrategy, Rows
from fifthstreet.support.executors import Executor
from fifthstreet.support.threads import thread_count
from fifthstreet.tree.strategy import Exploitability


class PreflopSolver(PreflopBetting):
    """Solves a game from the blinds on.

    >>> from fifthstreet.tree import Sizes, TreeRules
    >>> jam_or_fold = TreeRules(
    ...     stacks=(10.0, 10.0),
    ...     blinds=(0.5, 1.0),
    ...     first_street=0,
    ...     sizes=Sizes.uniform("", raises="a"),
    ...     removed=("r:c",),
    ...     chip=0.5,
    ... )
    >>> solver = PreflopSolver(PreflopGame(jam_or_fold))
    >>> progress = solver.run(target_pot_percent=0.05)
    >>> 0.57 < solver.frequencies()[0][1] < 0.6  # how often the small blind is all-in
    True
    """

    def __init__(
        self,
        game: PreflopGame,
        *,
        schedule: Schedule | str = DEFAULT_SCHEDULE,
        precision: str = "float32",
        threads: int | None = None,
        backend: str = "auto",
        fixed: Mapping[int, Rows] | None = None,
        flops: Mapping[int, Sequence[FlopValues]] | None = None,
        executor: Executor | None = None,
    ) -> None:
        """Make the tables of all lines and flops.

        With `fixed`, the strategy of every decision before the flop, only flops are solved; the
        exploitability is still for the whole game. `flops` are the flops of each line, if they
        exist already. With an `executor`, the tables of flops are on its workers, each with
        `threads` threads, by default one; results have the same bits.
        """
        if game.lines and not len(game.boards):
            raise InputError(
                "a preflop solver must have flops, got none: use them, or a PreflopStreetSolver"
            )
        super().__init__(game, schedule)
        self._precision = check_precision(precision)
        self._is_fixed = fixed is not None
        for node, rows in (fixed or {}).items():
            self._averages[node][...] = rows
        self._sharded = None if executor is None else self._make_shards(executor, backend, threads)
        is_made = flops is not None or executor is not None
        self._groups = {} if is_made else self._make_groups(backend, threads)
        self.flops: Mapping[int, Sequence[FlopValues]] = self._groups if flops is None else flops
        self._earlier: PreflopRecord | None = None  # of the solve that was resumed
        self._warmed_up = 0  # iterations of this solver that repeat earlier ones

    def _make_groups(self, backend: str, threads: int | None) -> dict[int, list[LineFlops]]:
        """Return the flops of each line on a backend that they fit."""
        plans = FlopPlans(self.game, on_gpu=pick_backend(backend, 0) == "cuda")
        needed = plans.table_bytes(self.schedule, self._precision)
        chosen = pick_backend(backend, needed)
        if chosen != "cuda":
            if (free := available_bytes()) is not None and needed > free:
                raise NotEnoughMemoryError(
                    f"not enough memory: the tables of all flops need {bytes_text(needed)}, "
                    f"{bytes_text(free)} available. Use precision int16 (half), fewer "
                    "flops, fewer lines to the flop, fewer sizes, lower max_raises"
                )
            plans = FlopPlans(self.game, on_gpu=False) if plans.on_gpu else plans
        return make_flop_lines(plans, self._settings(thread_count(threads), chosen))

    def _make_shards(
        self, executor: Executor, backend: str, threads: int | None
    ) -> ShardedFlops | None:
        """Return the flops of all lines on the workers of an executor; None without lines."""
        if not self.game.lines:
            return None
        chosen = "native" if backend == "auto" else backend
        settings = self._settings(thread_count(threads or 1), chosen)
        return ShardedFlops(executor, self.game, settings)

    def _settings(self, threads: int, backend: str) -> FlopSettings:
        return FlopSettings(self.schedule, self._precision, threads, backend)

    @property
    def game_name(self) -> str:
        """The stack and the number of flops."""
        return f"preflop, {self.game.rules.stacks[0]:g} chips, {len(self.game.boards)} flops"

    @property
    def workers(self) -> int:
        """Number of workers that have the tables of flops; 0 if this process has them."""
        return 0 if self._sharded is None else self._sharded.workers

    @property
    def lost(self) -> int:
        """Number of times that a worker was lost and its tables were computed again."""
        return 0 if self._sharded is None else self._sharded.lost

    @property
    def memory_bytes(self) -> int:
        """Memory of all tables."""
        if self._sharded is not None:
            return self._sharded.memory_bytes
        groups = [group for groups in self._groups.values() for group in groups]
        return sum(tables.bytes for group in groups for tables in group.tables)

    @property
    def iterations_before(self) -> int:
        """The iterations of the solve that was resumed, less the repeated iterations."""
        return 0 if self._earlier is None else self._earlier.iteration - self._warmed_up

    def _record(self, exploitability: Exploitability) -> PreflopRecord:
        earlier, curve, before = self._earlier, self.curve, self.iterations_before
        return PreflopRecord(
            iteration=before + self.iteration,
            seconds=self.iterating_seconds + (earlier.seconds if earlier else 0.0),
            exploitability=exploitability,
            curve=[*(earlier.curve if earlier else ()), *((before + at, c) for at, c in curve)],
            precision=self._precision,
        )

    @in_turn
    def resume(self, strategy: PreflopStrategy, warm_up: int = 50) -> None:
        """Resume from a saved strategy, which has only the tables before the flop.

        The tables of flops are found again in at most `warm_up` iterations, in
        which nothing changes before the flop. The schedule continues from the last of them,
        because the flops' tables are only that old.
        """
        game = strategy.game
        for name, mine, other in (
            ("rules", self.game.rules, game.rules),
            ("rake", self.game.rake, game.rake),
            ("flops", self.game.boards.tolist(), game.boards.tolist()),
            ("counts", self.game.counts.tolist(), game.counts.tolist()),
        ):
            if mine != other:
                raise InputError(f"the strategy must have the same {name} as this solver")
        for node, rows in strategy.tables.averages.items():
            self._averages[node][...] = rows
        was_fixed, self._is_fixed = self._is_fixed, True
        self._iterate(min(warm_up, strategy.record.iteration))
        self._is_fixed = was_fixed
        for node, rows in strategy.tables.regrets.items():
            self._regrets[node][...] = rows
        self._earlier, self._warmed_up = strategy.record, self.iteration
        self._restart_at(self.iteration)

    @in_turn
    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from a state; later iterations match an uninterrupted run bit for bit."""
        super().restore(state)
        for groups in self._groups.values():
            for group in groups:
                group.backend.push()

    def _facts(self) -> dict[str, Any]:
        return {
            "rules": self.game.rules.to_dict(),
            "flops": self.game.boards.tolist(),
            "counts": self.game.counts.tolist(),
            "schedule": schedule_to_dict(self.schedule),
            "precision": self._precision,
        }

    def _arrays(self) -> dict[str, NDArray[Any]]:
        if self._sharded is not None:
            raise InputError("the tables of flops are on workers: save the strategy instead")
        arrays: dict[str, NDArray[Any]] = {}
        for name, tables in (("regrets", self._regrets), ("averages", self._averages)):
            arrays |= {f"preflop/{name}/{node}": rows for node, rows in tables.items()}
        for line, groups in self._groups.items():
            for number, group in enumerate(groups):
                group.backend.fetch()
                for seat, seat_tables in zip(SEATS, group.tables, strict=True):
                    for name, array in seat_tables.arrays.items():
                        arrays[f"line {line}/flops {number}/{seat}/{name}"] = array
        return arrays

    @in_turn
    def line_values(self, player: int, mode: ValueMode) -> dict[int, ClassRow]:
        """Return what a player's classes win at each line to the flop, in sums over hands."""
        found = self._flop_values(player, mode, self._reach(player, mode))
        return {line: found.get(line, np.zeros(CLASS_COUNT)) for line in self.game.lines}

    def _flop_values(
        self, player: int, mode: ValueMode | None, reach: Mapping[int, ClassRow]
    ) -> dict[int, ClassRow]:
        """Return the values of all flops by line, where the opponent gets there; update as well."""
        reached = {line: reach[line] for line in self.game.lines if reach[line].any()}
        if self._sharded is not None:
            return self._sharded.values(player, mode, self.iteration, reached)
        found = values_by_line(self.flops, reached, player, mode, self.iteration, self._single)
        return summed([found], reached)
