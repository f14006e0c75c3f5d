"""Simple strategies: uniform, always calling, and locks applied to another strategy."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

import numpy as np

from fifthstreet.cards import HOLE_COUNT
from fifthstreet.tree.paths import Move
from fifthstreet.tree.strategy.locks import Lock, locked_node
from fifthstreet.tree.strategy.tree_strategy import (
    DerivedStrategy,
    HoleArray,
    PlainStrategy,
    TreeStrategy,
)


class FixedStrategy(PlainStrategy):
    """A strategy that plays every hand the same way."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self._tree):,} nodes>"

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the same probabilities for every hand.  [A, 1326]"""
        return np.repeat(self._shares(node)[:, None], HOLE_COUNT, axis=1)

    @abstractmethod
    def _shares(self, node: int) -> HoleArray:
        """Return the probability of each action of a node.  [A]"""


class UniformStrategy(FixedStrategy):
    """A strategy that takes every action equally often."""

    kind = "uniform"

    def _shares(self, node: int) -> HoleArray:
        actions = int(self._tree.n_children[node])
        return np.full(actions, 1 / actions)


class CallingStrategy(FixedStrategy):
    """A strategy that always checks or calls."""

    kind = "calling"

    def _shares(self, node: int) -> HoleArray:
        moves = self._tree.move[list(self._tree.children(node))]
        is_passive = (moves == Move.CHECK) | (moves == Move.CALL)
        return np.where(is_passive, 1.0, 0.0)


class LockedStrategy(DerivedStrategy):
    """Another strategy with some decisions replaced by locks."""

    kind = "locked"

    def __init__(self, base: TreeStrategy, locks: Sequence[Lock]) -> None:
        """Apply locks to a strategy; where they overlap, the last one wins."""
        super().__init__(base)
        self.locks = tuple(locks)
        self._locked_nodes = [locked_node(base.tree, base.board, lock) for lock in locks]

    def __repr__(self) -> str:
        return f"<LockedStrategy: {len(self.locks)} locks over {self.base!r}>"

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the locked probabilities, or the base's where nothing is locked.  [A, 1326]"""
        rows = self.base.probabilities(node, board)
        dealt = board[len(self.base.board) :]
        for lock, (locked, cards) in zip(self.locks, self._locked_nodes, strict=True):
            if locked == node and dealt[: len(cards)] == cards:
                fixed = lock.probabilities(self.tree.actions(node))
                rows = np.where(np.isnan(fixed), rows, fixed)
        return rows
