"""CFR over the betting before the flop, whatever the values of hands at the flop come from.

Strategies have a row for each of the 169 hand classes. A pass carries the opponent's reach down the
tree, and values of the player's classes up. Values are sums over pairs of hands that share no card.
Folds and all-ins are products with two matrices of classes, which count these pairs.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from fifthstreet.cards import CLASS_COUNT
from fifthstreet.cards.equity import preflop_matrix
from fifthstreet.solvers.common import Schedule, TableSolver, in_turn, schedule_of
from fifthstreet.solvers.postflop import ValueMode
from fifthstreet.solvers.search.preflop.flop_lines import ClassRow
from fifthstreet.solvers.search.preflop.game import PreflopGame, class_matrices
from fifthstreet.solvers.search.preflop.strategy import (
    PreflopRecord,
    PreflopStrategy,
    PreflopTables,
    Rows,
    matched,
)
from fifthstreet.support.blas_threads import one_blas_thread
from fifthstreet.tree import Kind, end_payoffs
from fifthstreet.tree.strategy import Exploitability


class PreflopBetting(TableSolver):
    """Tables and passes of the betting before the flop.

    A subclass has the values of hand classes at each line to the flop.
    """

    _first_check = 10
    _sparsest = 2
    _least_spacing = 2

    def __init__(self, game: PreflopGame, schedule: Schedule | str) -> None:
        """Make the tables of all decisions before the flop."""
        super().__init__()
        self.game = game
        self.schedule = schedule_of(schedule)
        tree = game.tree
        self._pairs, self._won = class_matrices(game.boards, game.weights, preflop_matrix())
        self._total = float(self._pairs.sum())
        acts = [node for node in game.nodes if tree.kind[node] == Kind.ACTION]
        self._children = {node: list(tree.children(node)) for node in acts}
        self._deciders = {node: int(tree.player[node]) for node in acts}
        self._ends = [n for n in game.nodes if tree.kind[n] not in (Kind.ACTION, Kind.DEAL)]
        ends = np.array(self._ends, np.int32)
        lead, total = end_payoffs(tree, ends, tree.kind[ends] == Kind.SHOWDOWN, game.rake)
        self._lead, self._fixed = lead[:, :, None], total[:, :, None]  # [2, ends, 1]
        shapes = {node: (len(below), CLASS_COUNT) for node, below in self._children.items()}
        self._regrets = {node: np.zeros(shape) for node, shape in shapes.items()}
        self._averages = {node: np.zeros(shape) for node, shape in shapes.items()}
        self._is_fixed = False  # whether iterations leave the tables before the flop as they are
        self._discounts = self.schedule.discounts(self._first_check)
        self._single = self._discounts.single()

    @property
    def iterations_before(self) -> int:
        """The iterations of the solve that was resumed, less the repeated iterations."""
        return 0

    @property
    def workers(self) -> int:
        """Number of workers that have the tables of flops; 0 if there are none."""
        return 0

    @property
    def lost(self) -> int:
        """Number of times that a worker was lost and its tables were computed again."""
        return 0

    @abstractmethod
    def _flop_values(
        self, player: int, mode: ValueMode | None, reach: Mapping[int, ClassRow]
    ) -> dict[int, ClassRow]:
        """Return the values of a player's classes at lines to the flop; update without a mode.

        Lines that the opponent never gets to may be left out.
        """

    def average(self) -> dict[int, Rows]:
        """Return the average strategy at each decision before the flop.  [A, 169] by node"""
        return {node: matched(rows) for node, rows in self._averages.items()}

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
    def strategy(self) -> PreflopStrategy:
        """Return the average strategy with EVs and exploitability, as it can be saved."""
        action_values: dict[int, Rows] = {}
        values = [self._chips(player, ValueMode.AVERAGE, action_values) for player in (0, 1)]
        best = self.exploitability().best_responses
        known = Exploitability(best, (values[0], values[1]), self.game.tree.pot(0))
        regrets, averages = (
            {node: rows.copy() for node, rows in tables.items()}
            for tables in (self._regrets, self._averages)
        )
        tables = PreflopTables(regrets, averages, action_values)
        return PreflopStrategy(self.game, tables, self._record(known))

    @abstractmethod
    def _record(self, exploitability: Exploitability) -> PreflopRecord:
        """Return how the average strategy was found."""

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

    def _pass(
        self, player: int, mode: ValueMode | None, found: dict[int, Rows] | None = None
    ) -> ClassRow:
        """Return the values of a player's classes; without a mode, update as well.

        `found` takes the mean chips of each action at the player's decisions.
        """
        reach = self._reach(player, mode)
        values = self._flop_values(player, mode, reach)
        values |= self._end_values(player, reach)
        for line in self.game.lines:  # flops that the opponent never gets to
            values.setdefault(line, np.zeros(CLASS_COUNT))
        for node, children in reversed(self._children.items()):
            below = np.array([values.pop(child) for child in children])
            if self._deciders[node] == player:
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
        return self._down(1 - player, lambda node, reach: self._split(node, reach, player, mode))

    def _own_reach(self, player: int, mode: ValueMode | None) -> dict[int, ClassRow]:
        """Return a player's own reach at each node: of this iteration, or on average."""
        tables = self._regrets if mode is None and not self._is_fixed else self._averages
        return self._down(player, lambda node, reach: reach * matched(tables[node]))

    def _down(
        self, who: int, split: Callable[[int, ClassRow], Iterable[ClassRow]]
    ) -> dict[int, ClassRow]:
        """Return a player's reach at each node, given how it is split at their decisions."""
        reach = {0: np.ones(CLASS_COUNT)}
        for node, children in self._children.items():
            here = reach[node]
            if self._deciders[node] == who:
                reach |= zip(children, split(node, here), strict=True)
            else:
                reach |= dict.fromkeys(children, here)
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

    def _end_values(self, player: int, reach: Mapping[int, ClassRow]) -> dict[int, ClassRow]:
        """Return the values of folds and all-ins."""
        rows = np.array([reach[node] for node in self._ends])
        with one_blas_thread():  # the matrices are small
            led, met = rows @ self._won.T, rows @ self._pairs
        won = self._lead[player] * led + self._fixed[player] * met
        return dict(zip(self._ends, won, strict=True))
