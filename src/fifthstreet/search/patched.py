"""A strategy with the part below one node replaced, on a tree that may have more actions."""

from __future__ import annotations

import numpy as np

from fifthstreet.cards import Range
from fifthstreet.strategy import HoleArray, TreeStrategy
from fifthstreet.tree import BettingTree, Rake


class PatchedStrategy(TreeStrategy):
    """Plays `patch` below a node and `base` elsewhere.

    Both are found by what was bet: a decision of the base that its own tree lacks has to be below
    the node. So a blueprint can be measured with an answer to an action that it never knew.
    """

    kind = "patched"

    def __init__(
        self, tree: BettingTree, base: TreeStrategy, node: int, patch: TreeStrategy
    ) -> None:
        """Put `patch`, a strategy for the subtree at `node`, into `base`."""
        self._tree, self._base, self._patch = tree, base, patch
        below = [node]
        for at in below:  # the list grows during the loop
            below.extend(tree.children(at))
        self._below = {at: index for index, at in enumerate(below)}

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return self._tree

    @property
    def ranges(self) -> tuple[Range, ...]:
        """The ranges of the base."""
        return self._base.ranges

    @property
    def board(self) -> tuple[int, ...]:
        """The board of the base."""
        return self._base.board

    @property
    def rake(self) -> Rake:
        """The rake of the base."""
        return self._base.rake

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action at a decision.  [A, 1326]

        Actions that the base does not know are never taken.
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
