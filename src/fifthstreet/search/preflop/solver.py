"""The preflop solver: CFR over the betting before the flop and all flops of a subset at once.

A pass carries the opponent's reach down the preflop tree, a number for each of the 169 hand
classes. Where it gets to the flop, every flop of the subset is a range solver that takes the reach
at its root, runs its own pass, and returns what the player's hands win there. Folds and all-ins are
products with two matrices. So preflop and every flop are one game with one set of iterations: there
is no leaf whose value has to be guessed, and best responses through all streets are exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT
from fifthstreet.equity.preflop import preflop_matrix
from fifthstreet.search.preflop.class_matrices import class_matrices
from fifthstreet.search.preflop.flop_lines import ClassRow, FlopPart
from fifthstreet.search.preflop.game import PreflopGame
from fifthstreet.solvers.common import (
    DEFAULT_SCHEDULE,
    IterativeSolver,
    Schedule,
    in_turn,
    schedule_of,
    schedule_to_dict,
)
from fifthstreet.solvers.postflop.exploitability import Mode
from fifthstreet.solvers.postflop.spot import SEATS
from fifthstreet.solvers.postflop.tables import check_precision
from fifthstreet.strategy import Exploitability
from fifthstreet.threads import thread_count
from fifthstreet.tree import Kind, end_payoffs

Rows = NDArray[np.float64]  # [A, 169]


class PreflopSolver(IterativeSolver):
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
        backend: str = "native",
    ) -> None:
        """Make the tables of all lines and flops."""
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
        self.flops: dict[int, list[FlopPart]] = {
            line: [
                FlopPart(
                    game,
                    line,
                    flop,
                    schedule=self.schedule,
                    precision=self._precision,
                    threads=thread_count(threads),
                    backend=backend,
                )
                for flop in range(len(game.boards))
            ]
            for line in game.lines
        }
        self._discounts = self.schedule.discounts(self._first_check)
        self._single = self._discounts.single()

    @property
    def game_name(self) -> str:
        """The stack and the number of flops."""
        return f"preflop, {self.game.rules.stacks[0]:g} chips, {len(self.game.boards)} flops"

    @property
    def memory_bytes(self) -> int:
        """Memory of all tables."""
        return sum(
            tables.bytes for parts in self.flops.values() for p in parts for tables in p.tables
        )

    def average(self) -> dict[int, Rows]:
        """Return the average strategy at each decision before the flop.  [A, 169] by node"""
        return {node: _matched(rows) for node, rows in self._averages.items()}

    @in_turn
    def state(self) -> dict[str, Any]:
        """Return everything needed to resume later: copies of arrays, and plain values."""
        arrays = {name: array.copy() for name, array in self._arrays().items()}
        return self._facts() | {"curve": [list(point) for point in self.curve]} | arrays

    @in_turn
    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from a state; later iterations match an uninterrupted run bit for bit."""
        for name, value in self._facts().items():
            if name != "iteration" and state.get(name) != value:
                raise ValueError(f"the state does not fit this solver: different {name}")
        for name, array in self._arrays().items():
            if name not in state or np.shape(state[name]) != array.shape:
                raise ValueError(f"the state does not fit this solver: different {name}")
            array[...] = state[name]
        for parts in self.flops.values():
            for part in parts:
                part.backend.push()
        self._restart_at(state["iteration"], state["curve"])

    def _facts(self) -> dict[str, Any]:
        return {
            "rules": self.game.rules.to_dict(),
            "flops": self.game.boards.tolist(),
            "counts": self.game.counts.tolist(),
            "schedule": schedule_to_dict(self.schedule),
            "precision": self._precision,
            "iteration": self.iteration,
        }

    def _arrays(self) -> dict[str, NDArray[Any]]:
        arrays: dict[str, NDArray[Any]] = {}
        for name, tables in (("regrets", self._regrets), ("averages", self._averages)):
            arrays |= {f"preflop/{name}/{node}": rows for node, rows in tables.items()}
        for line, parts in self.flops.items():
            for flop, part in enumerate(parts):
                part.backend.fetch()
                for seat, seat_tables in zip(SEATS, part.tables, strict=True):
                    for name, array in seat_tables.arrays.items():
                        arrays[f"line {line}/flop {flop}/{seat}/{name}"] = array
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
        won = [float(self._pass(p, Mode.BEST_RESPONSE).sum()) / self._total for p in (0, 1)]
        return Exploitability((won[0], won[1]), pot=self.game.tree.pot(0))

    def frequencies(self) -> dict[int, list[float]]:
        """Return how often each action is taken with all hands, at each decision."""
        dealt = self._pairs.sum(axis=1) / self._total
        return {node: (rows @ dealt).tolist() for node, rows in self.average().items()}

    def values(self) -> tuple[ClassRow, ClassRow]:
        """Return the mean chips that each hand class wins, for both players."""
        dealt = self._pairs.sum(axis=1)
        first, second = (self._pass(player, Mode.AVERAGE) / dealt for player in (0, 1))
        return first, second

    def _pass(self, player: int, mode: Mode | None) -> ClassRow:
        """Return the values of a player's classes; without a mode, update as well."""
        tree = self.game.tree
        reach = {0: np.ones(CLASS_COUNT)}
        for node in self.game.nodes:
            if tree.kind[node] != Kind.ACTION:
                continue
            rows = np.broadcast_to(reach[node], (int(tree.n_children[node]), CLASS_COUNT))
            if int(tree.player[node]) != player:
                rows = self._split(node, reach[node], player, mode)
            reach |= zip(tree.children(node), rows, strict=True)
        values: dict[int, ClassRow] = {}
        for node in reversed(self.game.nodes):
            if tree.kind[node] != Kind.ACTION:
                values[node] = self._end(node, player, mode, reach[node])
                continue
            below = np.array([values.pop(child) for child in tree.children(node)])
            if int(tree.player[node]) == player:
                values[node] = self._join(node, below, mode)
            else:
                values[node] = below.sum(axis=0)
        return values[0]

    def _split(self, node: int, reach: ClassRow, player: int, mode: Mode | None) -> Rows:
        """Split the opponent's reach among their actions, and average it in an update."""
        if mode is not None:
            return reach * _matched(self._averages[node])
        shares: Rows = reach * _matched(self._regrets[node])
        # The second player still plays the strategy of the iteration before.
        updates = self.iteration if player else self.iteration - 1
        keep = float(self._discounts.keep[updates]) if updates else 0.0
        self._averages[node][...] = keep * self._averages[node] + shares
        return shares

    def _join(self, node: int, below: Rows, mode: Mode | None) -> ClassRow:
        """Return the values of the player's strategy or best actions, and update regrets."""
        if mode == Mode.BEST_RESPONSE:
            best: ClassRow = below.max(axis=0)
            return best
        if mode == Mode.AVERAGE:
            mean: ClassRow = (_matched(self._averages[node]) * below).sum(axis=0)
            return mean
        old = self._regrets[node]
        mean = (_matched(old) * below).sum(axis=0)
        positive = float(self._discounts.positive[self.iteration])
        negative = float(self._discounts.negative[self.iteration])
        old[...] = old * np.where(old > 0, positive, negative) + below - mean
        return mean

    def _end(self, node: int, player: int, mode: Mode | None, reach: ClassRow) -> ClassRow:
        """Return the values of a fold, an all-in, or all flops."""
        tree, at = self.game.tree, self._index[node]
        if tree.kind[node] != Kind.DEAL:
            lead, fixed = self._lead[player, at], self._fixed[player, at]
            won: ClassRow = lead * (self._won @ reach) + fixed * (self._pairs @ reach)
            return won
        if not reach.any():
            return np.zeros(CLASS_COUNT)
        total = np.zeros(CLASS_COUNT)
        for part, weight in zip(self.flops[node], self.game.weights.tolist(), strict=True):
            if mode is None:
                total += weight * part.update(player, self.iteration, self._single, reach)
            else:
                total += weight * part.values(player, mode, reach)
        return total


def _matched(weights: Rows) -> Rows:
    """Return shares in proportion to positive weights, or equal ones.  [A, 169]"""
    positive = np.maximum(weights, 0.0)
    total = positive.sum(axis=0)
    shares = np.full(weights.shape, 1 / len(weights))
    np.divide(positive, total, out=shares, where=total > 0)
    return shares
