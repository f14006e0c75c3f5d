"""Strategies made of others: with a part below one node replaced, or one for each player."""

from __future__ import annotations

import numpy as np

from fifthstreet.tree import BettingTree, nodes_below
from fifthstreet.tree.strategy import HoleArray, PlainStrategy, TreeStrategy


class PatchedStrategy(PlainStrategy):
    """Plays `patch` below a node and `base` elsewhere.

    Elsewhere the base plays the decision with the same path, so its tree must have all such
    decisions. So a blueprint can be measured together with an answer to an action that it lacks.
    """

    kind = "patched"

    def __init__(
        self, tree: BettingTree, base: TreeStrategy, node: int, patch: TreeStrategy
    ) -> None:
        """Put `patch`, a strategy for the subtree at `node`, into `base`."""
        super().__init__(tree, base.ranges, base.board, rake=base.rake)
        self._base, self._patch = base, patch
        self._below = {at: index for index, at in enumerate(nodes_below(tree, node))}

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action at a decision.  [A, 1326]

        Actions that the base lacks are never taken.
        """
        if node in self._below:
            return self._patch.probabilities(self._below[node], board)
        known = self._base.tree.find(self._tree.path(node))[0]
        shares = self._base.probabilities(known, board)
        names = self._base.tree.actions(known)
        rows = [
            shares[names.index(action)] if action in names else 0 * shares[0]
            for action in self._tree.actions(node)
        ]
        return np.array(rows)


class SplitStrategy(PlainStrategy):
    """Each player follows another strategy, for the same tree."""

    kind = "split"

    def __init__(self, first: TreeStrategy, second: TreeStrategy) -> None:
        super().__init__(first.tree, first.ranges, first.board, rake=first.rake)
        self._strategies = (first, second)

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action at a decision.  [A, 1326]"""
        return self._strategies[int(self._tree.player[node])].probabilities(node, board)
