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
from fifthstreet.cards.equity import preflop_matrix
from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.common import (
    DEFAULT_SCHEDULE,
    Schedule,
    TableSolver,
    available_bytes,
    bytes_text,
    in_turn,
    schedule_of,
    schedule_to_dict,
)
from fifthstreet.solvers.postflop import SEATS, ValueMode, check_precision
from fifthstreet.solvers.postflop.backends import pick_backend
from fifthstreet.solvers.search.preflop.flop_lines import (
    ClassRow,
    FlopPlans,
    FlopSettings,
    FlopValues,
    LineFlops,
    make_flop_lines,
    values_by_line,
)
from fifthstreet.solvers.search.preflop.game import PreflopGame, class_matrices
from fifthstreet.solvers.search.preflop.shards import ShardedFlops, summed
from fifthstreet.solvers.search.preflop.strategy import (
    PreflopRecord,
    PreflopStrategy,
    PreflopTables,
    Rows,
    matched,
)
from fifthstreet.support.executors import Executor
from fifthstreet.support.threads import thread_count
from fifthstreet.tree import Kind, end_payoffs
from fifthstreet.tree.strategy import Exploitability


class PreflopSolver(TableSolver):
    """Solves a game from the blinds on.

    >>> import numpy as np
    >>> from fifthstreet.cards import canonical_boards
    >>> from fifthstreet.tree import Sizes, TreeRules
    >>> jam_or_fold = TreeRules(
    ...     stacks=(10.0, 10.0),
    ...     blinds=(0.5, 1.0),
    ...     first_street=0,
    ...     sizes=Sizes.uniform("", raises="a"),
    ...     removed=("r:c",),
    ...     chip=0.5,
    ... )
    >>> solver = PreflopSolver(PreflopGame(jam_or_fold, *canonical_boards(3)))
    >>> progress = solver.run(target_pot_percent=0.05)
    >>> 0.57 < solver.frequencies()[0][1] < 0.6  # how often the small blind is all-in
    True
    """

    _first_check = 10
    _sparsest = 2
    _least_spacing = 2

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
        super().__init__()
        self.game = game
        self.schedule = schedule_of(schedule)
        self._precision = check_precision(precision)
        tree = game.tree
        self._pairs, self._won = class_matrices(game.boards, game.weights, preflop_matrix())
        self._total = float(self._pairs.sum())
        nodes = np.array(game.nodes, np.int32)
        lead, total = end_payoffs(tree, nodes, tree.kind[nodes] == Kind.SHOWDOWN, game.rake)
        self._lead, self._fixed = lead, total  # by player and index of the node
        self._index = {node: index for index, node in enumerate(game.nodes)}
        actions = {n: int(tree.n_children[n]) for n in game.nodes if tree.kind[n] == Kind.ACTION}
        self._regrets = {n: np.zeros((count, CLASS_COUNT)) for n, count in actions.items()}
        self._averages = {n: np.zeros((count, CLASS_COUNT)) for n, count in actions.items()}
        self._is_fixed = fixed is not None
        for node, rows in (fixed or {}).items():
            self._averages[node][...] = rows
        self._sharded = None if executor is None else self._make_shards(executor, backend, threads)
        is_made = flops is not None or executor is not None
        self._groups = {} if is_made else self._make_groups(backend, threads)
        self.flops: Mapping[int, Sequence[FlopValues]] = self._groups if flops is None else flops
        self._earlier: PreflopRecord | None = None  # of the solve that was resumed
        self._warmed_up = 0  # iterations of this solver that repeat earlier ones
        self._discounts = self.schedule.discounts(self._first_check)
        self._single = self._discounts.single()

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

    def average(self) -> dict[int, Rows]:
        """Return the average strategy at each decision before the flop.  [A, 169] by node"""
        return {node: matched(rows) for node, rows in self._averages.items()}

    @in_turn
    def strategy(self) -> PreflopStrategy:
        """Return the average strategy with EVs and exploitability, as it can be saved."""
        action_values: dict[int, Rows] = {}
        values = [self._chips(player, ValueMode.AVERAGE, action_values) for player in (0, 1)]
        best = self.exploitability().best_responses
        earlier, curve, before = self._earlier, self.curve, self.iterations_before
        record = PreflopRecord(
            iteration=before + self.iteration,
            seconds=self.iterating_seconds + (earlier.seconds if earlier else 0.0),
            exploitability=Exploitability(best, (values[0], values[1]), self.game.tree.pot(0)),
            curve=[*(earlier.curve if earlier else ()), *((before + at, c) for at, c in curve)],
            precision=self._precision,
        )
        regrets, averages = (
            {node: rows.copy() for node, rows in tables.items()}
            for tables in (self._regrets, self._averages)
        )
        return PreflopStrategy(self.game, PreflopTables(regrets, averages, action_values), record)

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

    def _iterate(self, count: int) -> None:
        if len(self._discounts.keep) <= self.iteration + count:
            self._discounts = self.schedule.discounts(2 * (self.iteration + count))
            self._single = self._discounts.single()
        for _ in range(count):
            self.iteration += 1
            for player in (0, 1):
                self._pass(player, None)

    def _measure(self) -> Exploitability:
        won = [self._chips(player, ValueMode.BEST_RESPONSE) for player in (0, 1)]
        values = None
        if self.game.rake.rate:
            first, second = (self._chips(player, ValueMode.AVERAGE) for player in (0, 1))
            values = (first, second)
        return Exploitability((won[0], won[1]), values, pot=self.game.tree.pot(0))

    def _chips(self, player: int, mode: ValueMode, found: dict[int, Rows] | None = None) -> float:
        """Return the mean chips that a player wins; `found` takes the values of their actions."""
        return float(self._pass(player, mode, found).sum()) / self._total

    def frequencies(self) -> dict[int, list[float]]:
        """Return how often each action is taken with all hands, at each decision."""
        dealt = self._pairs.sum(axis=1) / self._total
        return {node: (rows @ dealt).tolist() for node, rows in self.average().items()}

    def values(self) -> tuple[ClassRow, ClassRow]:
        """Return the mean chips that each hand class wins, for both players."""
        dealt = self._pairs.sum(axis=1)
        first, second = (self._pass(player, ValueMode.AVERAGE) / dealt for player in (0, 1))
        return first, second

    @in_turn
    def line_values(self, player: int, mode: ValueMode) -> dict[int, ClassRow]:
        """Return what a player's classes win at each line to the flop, in sums over hands."""
        found = self._flop_values(player, mode, self._reach(player, mode))
        return {line: found.get(line, np.zeros(CLASS_COUNT)) for line in self.game.lines}

    def _pass(
        self, player: int, mode: ValueMode | None, found: dict[int, Rows] | None = None
    ) -> ClassRow:
        """Return the values of a player's classes; without a mode, update as well.

        `found` takes the mean chips of each action at the player's decisions.
        """
        tree = self.game.tree
        reach = self._reach(player, mode)
        values = self._flop_values(player, mode, reach)
        for node in reversed(self.game.nodes):
            if tree.kind[node] != Kind.ACTION:
                if node not in values:
                    values[node] = self._end(node, player, reach[node])
                continue
            below = np.array([values.pop(child) for child in tree.children(node)])
            if int(tree.player[node]) == player:
                values[node] = self._join(node, below, mode)
                if found is not None:
                    met = self._pairs @ reach[node]
                    unmet = np.full_like(below, np.nan)
                    found[node] = np.divide(below, met, out=unmet, where=met > 0)
            else:
                values[node] = below.sum(axis=0)
        return values[0]

    def _reach(self, player: int, mode: ValueMode | None) -> dict[int, ClassRow]:
        """Return the opponent's reach at each node, and average it in an update."""
        tree = self.game.tree
        reach = {0: np.ones(CLASS_COUNT)}
        for node in self.game.nodes:
            if tree.kind[node] != Kind.ACTION:
                continue
            rows = np.broadcast_to(reach[node], (int(tree.n_children[node]), CLASS_COUNT))
            if int(tree.player[node]) != player:
                rows = self._split(node, reach[node], player, mode)
            reach |= zip(tree.children(node), rows, strict=True)
        return reach

    def _split(self, node: int, reach: ClassRow, player: int, mode: ValueMode | None) -> Rows:
        """Split the opponent's reach among their actions, and average it in an update."""
        if mode is not None or self._is_fixed:
            return reach * matched(self._averages[node])
        shares: Rows = reach * matched(self._regrets[node])
        # The second player still plays the strategy of the iteration before.
        updates = self.iteration if player else self.iteration - 1
        keep = float(self._discounts.keep[updates]) if updates else 0.0
        self._averages[node][...] = keep * self._averages[node] + shares
        return shares

    def _join(self, node: int, below: Rows, mode: ValueMode | None) -> ClassRow:
        """Return the values of the player's strategy or best actions, and update regrets."""
        if mode == ValueMode.BEST_RESPONSE:
            best: ClassRow = below.max(axis=0)
            return best
        is_average = mode == ValueMode.AVERAGE or self._is_fixed
        old = (self._averages if is_average else self._regrets)[node]
        mean: ClassRow = (matched(old) * below).sum(axis=0)
        if not is_average:
            positive = float(self._discounts.positive[self.iteration])
            negative = float(self._discounts.negative[self.iteration])
            old[...] = old * np.where(old > 0, positive, negative) + below - mean
        return mean

    def _end(self, node: int, player: int, reach: ClassRow) -> ClassRow:
        """Return the values of a fold, an all-in, or a flop that the opponent never gets to."""
        if self.game.tree.kind[node] == Kind.DEAL:
            return np.zeros(CLASS_COUNT)
        at = self._index[node]
        lead, fixed = self._lead[player, at], self._fixed[player, at]
        won: ClassRow = lead * (self._won @ reach) + fixed * (self._pairs @ reach)
        return won

    def _flop_values(
        self, player: int, mode: ValueMode | None, reach: Mapping[int, ClassRow]
    ) -> dict[int, ClassRow]:
        """Return the values of all flops by line, where the opponent gets there; update as well."""
        reached = {line: reach[line] for line in self.game.lines if reach[line].any()}
        if self._sharded is not None:
            return self._sharded.values(player, mode, self.iteration, reached)
        found = values_by_line(self.flops, reached, player, mode, self.iteration, self._single)
        return summed([found], reached)
