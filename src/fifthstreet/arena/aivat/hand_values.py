"""Values of hands on a betting tree, for AIVAT: from a solution, or from a strategy by sampling."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fifthstreet.arena.aivat.reaches import Reaches, pair_weights, showdowns, without_cards
from fifthstreet.cards import CARD_COUNT, HOLE_CLASS, HOLE_COUNT, HOLE_MASKS, compatible_weight
from fifthstreet.hands import evaluate_masks
from fifthstreet.solvers.postflop.solution import Solution
from fifthstreet.strategy import HoleArray, TreeStrategy
from fifthstreet.strategy.tree_strategy import board_cards
from fifthstreet.tree import BettingTree, Kind

PLAYERS = 2
_BOARD_CARDS = 5
_PREFLOP_CLASSES = 169


class HandValues(ABC):
    """What each hand of both players is expected to win in the whole hand, at a place in a tree."""

    @abstractmethod
    def values(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the expected winnings of each player's hands in chips.  [2, 1326]"""

    def after(self, node: int, boards: Sequence[tuple[int, ...]]) -> HoleArray:
        """Return the values at the same node on several boards.  [B, 2, 1326]"""
        return np.array([self.values(node, board) for board in boards])


class ConstantValues(HandValues):
    """The same value everywhere: all choices count the same, and nothing is corrected."""

    def values(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return zeros."""
        return np.zeros((PLAYERS, HOLE_COUNT))


class SolutionValues(HandValues):
    """The values of a solved spot: exact if both players play the solution."""

    def __init__(self, solution: Solution, *, kept: int = 20_000) -> None:
        """Read a solution; the values of `kept` places stay in memory, 21 kB each."""
        self.solution = solution
        self._cached = lru_cache(maxsize=kept)(self._read)

    def values(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the EV of each hand, less what it has put in."""
        return self._cached(node, board)

    def _read(self, node: int, board: tuple[int, ...]) -> HoleArray:
        tree, solution = self.solution.tree, self.solution
        path = tree.path(node, board[len(solution.board) :])
        put_in = tree.committed[node] + tree.rules.pot_chips / PLAYERS
        evs = np.nan_to_num(np.array(solution.node(path).ev))
        return evs - put_in[:, None] * tree.rules.chip
