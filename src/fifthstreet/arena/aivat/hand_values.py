"""Values of hands on a betting tree, for AIVAT: from a solution, or from a strategy by sampling."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fifthstreet.arena.aivat.reaches import (
    board_masks,
    compatible_weights,
    showdowns,
    without_cards,
)
from fifthstreet.arena.aivat.tree_hand import PLAYERS, fold_payoff, half_pot
from fifthstreet.cards import CARD_COUNT, HOLE_CLASS, HOLE_COUNT, HOLE_MASKS
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Solution
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy import BOARD_CARDS, HoleArray, TreeStrategy, board_cards

_FULL_BOARD = 5
_PREFLOP_CLASSES = 169
_MAX_BUCKETS = 250
_MIN_WEIGHT = 1e-9  # of a bucket at a node; anything below is a rounding error


class HandValues(ABC):
    """Expected winnings of each player's hole cards over the whole hand, at a node of a tree."""

    @abstractmethod
    def values(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the expected winnings of each player's hands in chips.  [2, 1326]"""

    def after(self, node: int, boards: Sequence[tuple[int, ...]]) -> HoleArray:
        """Return the values at the same node on several boards.  [B, 2, 1326]"""
        return np.array([self.values(node, board) for board in boards])


class SolutionValues(HandValues):
    """The values of a solved spot: exact if both players play the solution."""

    def __init__(self, solution: Solution, *, kept: int = 20_000) -> None:
        """Set the solution; the values of `kept` nodes and boards stay in memory, 21 kB each."""
        self.solution = solution
        self._cached = lru_cache(maxsize=kept)(self._read)

    def values(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the EV of each hand less the chips that its player has put in."""
        return self._cached(node, board)

    def _read(self, node: int, board: tuple[int, ...]) -> HoleArray:
        tree, solution = self.solution.tree, self.solution
        path = tree.path(node, board[len(solution.board) :])
        put_in = tree.committed[node] + tree.rules.pot_chips / PLAYERS
        evs = np.nan_to_num(np.array(solution.node(path).ev))
        values: HoleArray = evs - put_in[:, None] * tree.rules.chip
        return values


class SampledValues(HandValues):
    """The values of a strategy against itself, from a sample of boards.

    On each board all hands and actions are evaluated. Means of the results are kept by hand class
    before the flop, and later by the share of all hands that a hand beats.
    """

    def __init__(
        self, strategy: TreeStrategy, *, boards: int = 100, seed: int = 0, buckets: int = 20
    ) -> None:
        if strategy.tree.players != PLAYERS:
            raise InputError(f"strategy must have two players, got {strategy.tree.players}")
        if boards < 1:
            raise InputError(f"boards must be at least 1, got {boards}")
        if not 1 <= buckets <= _MAX_BUCKETS:
            raise InputError(f"buckets must be from 1 to {_MAX_BUCKETS}, got {buckets}")
        self.tree = strategy.tree
        self.buckets = buckets
        self._buckets_on = lru_cache(maxsize=30_000)(self._new_buckets)
        width = max(buckets, _PREFLOP_CLASSES)
        sums = np.zeros((2, len(self.tree), PLAYERS, width))  # values, then weights
        random = np.random.default_rng(seed)
        for _ in range(boards):
            left = [card for card in range(CARD_COUNT) if card not in strategy.board]
            drawn = random.permutation(left)[: _FULL_BOARD - len(strategy.board)].tolist()
            self._add_board(strategy, (*strategy.board, *drawn), sums)
        # A bucket that was never seen has the mean of its node.
        totals = sums.sum(axis=3, keepdims=True)
        means = np.divide(totals[0], totals[1], out=np.zeros_like(totals[0]), where=totals[1] > 0)
        is_seen = sums[1] > _MIN_WEIGHT * totals[1]
        self._table = np.where(is_seen, sums[0], means)
        np.divide(self._table, sums[1], out=self._table, where=is_seen)

    def values(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the mean value of each hand's bucket."""
        table: HoleArray = self._table[node][:, self._buckets_on(tuple(sorted(board)))]
        return table

    def _new_buckets(self, board: tuple[int, ...]) -> NDArray[np.uint8]:
        """Return the bucket of each hand on a board."""
        if not board:
            return HOLE_CLASS.astype(np.uint8)
        mask = np.uint64(sum(1 << card for card in board))
        held = np.flatnonzero(HOLE_MASKS & mask == 0)
        strengths = evaluate_masks(HOLE_MASKS[held], mask)
        _, ranks, counts = np.unique(strengths, return_inverse=True, return_counts=True)
        beaten = (np.cumsum(counts) - counts / 2)[ranks] / len(held)
        buckets = np.zeros(HOLE_COUNT, np.uint8)
        buckets[held] = np.minimum(beaten * self.buckets, self.buckets - 1)
        return buckets

    def _add_board(
        self, strategy: TreeStrategy, board: tuple[int, ...], sums: NDArray[np.float64]
    ) -> None:
        """Evaluate all hands and actions on one board, down and up the tree."""
        tree = self.tree
        kinds, players = tree.kind.tolist(), tree.player.tolist()
        reaches = np.empty((PLAYERS, len(tree), HOLE_COUNT))
        for player, range_ in enumerate(strategy.ranges):
            reaches[player, 0] = without_cards(range_.weights.astype(np.float64), board)
        shares: dict[int, HoleArray] = {}
        for node, kind in enumerate(kinds):  # children come after their parents
            children = tree.children(node)
            reaches[:, children] = reaches[:, node : node + 1]
            if kind == Kind.ACTION:
                seen = board[: board_cards(tree, node)]
                shares[node] = np.nan_to_num(strategy.probabilities(node, seen))
                reaches[players[node], children] *= shares[node]
        met = np.array([compatible_weights(reaches[1]), compatible_weights(reaches[0])])
        buckets = [self._buckets_on(tuple(sorted(board[:cards]))) for cards in BOARD_CARDS]
        width = sums.shape[-1]
        values: list[HoleArray] = [np.empty(0)] * len(tree)
        for node in reversed(range(len(tree))):
            here = reaches[:, node]
            values[node] = self._node_values(node, board, here, met[:, node], shares, values)
            for child in tree.children(node):
                values[child] = np.empty(0)  # no longer needed
            places = buckets[int(tree.street[node])]
            for player in range(PLAYERS):
                own = here[player]
                sums[0, node, player] += np.bincount(places, own * values[node][player], width)
                sums[1, node, player] += np.bincount(places, own * met[player, node], width)

    def _node_values(
        self,
        node: int,
        board: tuple[int, ...],
        reaches: HoleArray,
        met: HoleArray,
        shares: dict[int, HoleArray],
        values: list[HoleArray],
    ) -> HoleArray:
        """Return each hand's value times the weight of the opposing hands it meets.  [2, 1326]"""
        tree = self.tree
        kind = tree.kind[node]
        if kind == Kind.DEAL:
            return values[int(tree.first_child[node])]
        if kind == Kind.FOLD:
            won = fold_payoff(tree, node)
            return np.array([won * met[0], -won * met[1]])
        if kind == Kind.SHOWDOWN:
            both = reaches[0], reaches[1]
            return half_pot(tree, node) * showdowns(both, board_masks(np.array([board])))[0]
        player = int(tree.player[node])
        after = np.array([values[child] for child in tree.children(node)])  # [A, 2, 1326]
        summed: HoleArray = after.sum(axis=0)
        summed[player] = (after[:, player] * shares[node]).sum(axis=0)
        return summed
