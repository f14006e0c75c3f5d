"""Strategies that implement the minimum, so that the rest comes from the base class."""

import numpy as np

from fifthstreet.cards import HOLE_COUNT, Range
from fifthstreet.tree import NO_RAKE, BettingTree, Rake
from fifthstreet.tree.strategy import HoleArray, PlainStrategy, TreeStrategy


class Bare(TreeStrategy):
    """Another strategy's probabilities without its other methods."""

    def __init__(self, base: TreeStrategy) -> None:
        self._base = base

    @property
    def tree(self) -> BettingTree:
        return self._base.tree

    @property
    def ranges(self) -> tuple[Range, ...]:
        return self._base.ranges

    @property
    def board(self) -> tuple[int, ...]:
        return self._base.board

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        return self._base.probabilities(node, board)


class RandomStrategy(PlainStrategy):
    """Random but reproducible probabilities for each hand, node and board."""

    def __init__(
        self,
        tree: BettingTree,
        ranges: tuple[Range, ...],
        board: tuple[int, ...],
        seed: int = 0,
        rake: Rake = NO_RAKE,
    ) -> None:
        super().__init__(tree, ranges, board, rake=rake)
        self._seed = seed

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        rng = np.random.default_rng([self._seed, node, *board])
        actions = int(self._tree.n_children[node])
        rows: HoleArray = rng.dirichlet(np.ones(actions), HOLE_COUNT).T
        return rows
