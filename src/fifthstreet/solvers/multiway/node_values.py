"""What a node of a solution with three ranges is made of, whatever computed it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT, HOLE_CARDS
from fifthstreet.tree.strategy import HoleArray


@dataclass(frozen=True, eq=False)
class NodeValues(ABC):
    """Reach and values at a node, over the 1,326 hands."""

    node: int
    reach: tuple[HoleArray, ...]  # [P] of [1326]
    opposing: tuple[HoleArray, ...]  # [P] weight of the others' hands that fit each hand

    @abstractmethod
    def values(self, player: int, nodes: Sequence[int]) -> HoleArray:
        """Return counterfactual values of a player's hands at this node or its children.

        Returns:
            Values for each of the nodes, as weights of the others' hands times chips.  [K, 1326]
        """

    @abstractmethod
    def shares(self, player: int, others: Sequence[int]) -> HoleArray:
        """Return the equity of each hand in a pot that these others contest.  [1326]"""


def opposing_pairs(first: HoleArray, second: HoleArray) -> HoleArray:
    """Return the weight of the pairs of two opponents' hands that fit each hand.  [1326]

    Args:
        first: Reach of one opponent's hands.  [1326]
        second: Reach of the other opponent's hands.  [1326]
    """
    x, y = _by_cards(first), _by_cards(second)
    a, b = HOLE_CARDS[:, 0], HOLE_CARDS[:, 1]
    own = np.arange(len(HOLE_CARDS))[:, None]

    def without(sums: NDArray[np.float64]) -> tuple[HoleArray, HoleArray]:
        by_card = sums.sum(axis=1)
        left = by_card[None, :] - sums[a] - sums[b]
        left[own, HOLE_CARDS] = 0
        total = by_card.sum() / 2 - by_card[a] - by_card[b] + sums[a, b]
        return left, total

    left_x, total_x = without(x)
    left_y, total_y = without(y)
    _, same = without(x * y)
    # A pair that shares one card is counted once by the cards, and a pair of the same hand twice.
    pairs: HoleArray = total_x * total_y - (left_x * left_y).sum(axis=1) + same
    return np.maximum(pairs, 0)


def _by_cards(reach: HoleArray) -> NDArray[np.float64]:
    """Return reach by the two cards of a hand, in both orders.  [52, 52]"""
    sums = np.zeros((CARD_COUNT, CARD_COUNT))
    sums[HOLE_CARDS[:, 0], HOLE_CARDS[:, 1]] = reach
    return sums + sums.T
