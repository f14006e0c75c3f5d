"""Heads-up hold'em from the blinds, with a subset of the flops and no card abstraction.

A game without flops ends where a flop is dealt; values of hands there come from elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS, MaskArray, Range, cards_of
from fifthstreet.cards.equity import class_pair_sums
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Spot, TreeSpot
from fifthstreet.tree import NO_RAKE, BettingTree, Kind, Rake, TreeRules, build_tree, subtree

ALL_FLOPS = 22_100
Matrix = NDArray[np.float64]  # [169, 169]
EVERY_HAND = Range(np.ones(1326, np.float32))


@dataclass(frozen=True, eq=False)
class PreflopGame:
    """The betting from the blinds on, and the flops that can come.

    Seat 0 has the big blind and acts first after the flop, seat 1 has the button.
    """

    rules: TreeRules
    # [K] flops up to suits; without any, the game ends where a flop is dealt.
    boards: MaskArray = field(default_factory=lambda: np.zeros(0, np.uint64))
    # [K] how many of the 22,100 flops each stands for
    counts: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    rake: Rake = NO_RAKE

    def __post_init__(self) -> None:
        rules = self.rules
        if rules.players != 2 or rules.first_street != 0 or len(set(rules.stacks)) != 1:
            raise InputError(
                "a preflop game must have two equal stacks from street 0, got stacks "
                f"{rules.stacks} from street {rules.first_street}"
            )
        if len(self.boards) != len(self.counts):
            raise InputError(
                f"flops must have one weight each, got {len(self.counts)} for {len(self.boards)}"
            )
        if (np.asarray(self.counts) <= 0).any():
            raise InputError(f"weights of flops must be more than 0, got {min(self.counts)}")
        for board in self.boards.tolist():
            if int(board).bit_count() != 3:
                raise InputError(f"a flop must have 3 cards, got {int(board).bit_count()}")

    @property
    def weights(self) -> NDArray[np.float64]:
        """The probability of each flop.  [K]"""
        result: NDArray[np.float64] = self.counts / self.counts.sum()
        return result

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree, from the blinds to the river."""
        return build_tree(self.rules)

    @cached_property
    def nodes(self) -> list[int]:
        """The nodes before the flop, parents first."""
        return np.flatnonzero(self.tree.street == 0).tolist()

    @cached_property
    def lines(self) -> list[int]:
        """The nodes at which the flop is dealt."""
        return [node for node in self.nodes if self.tree.kind[node] == Kind.DEAL]

    def spot(self, line: int, flop: int) -> Spot:
        """Return the spot after a line on a flop, with all hands on both sides."""
        root = int(self.tree.first_child[line])
        if root not in self._trees:
            self._trees[root] = subtree(self.tree, root)
        tree = self._trees[root]
        board = cards_of(int(self.boards[flop]))
        return TreeSpot(board, (EVERY_HAND, EVERY_HAND), tree.rules, self.rake, given_tree=tree)

    @cached_property
    def _trees(self) -> dict[int, BettingTree]:
        """The trees below nodes; the flops of a line share one."""
        return {}


def class_matrices(
    boards: MaskArray, weights: NDArray[np.float64], showdowns: NDArray[np.float32]
) -> tuple[Matrix, Matrix]:
    """Return two matrices: how often two classes meet, and what the first wins all-in.

    Before the flop suits do not matter, so a strategy has a row for each class. A game with a
    subset of the flops deals a flop by its weight, with its suits permuted at random, and then both
    hands from the other cards. With all 1,755 flops this is the real deal; with fewer, classes meet
    a little more or less often than they should. Both results are sums over pairs of hands.

    Args:
        boards: Masks of the flops, up to suits. Without flops, hands are dealt from all cards.  [K]
        weights: The probability of each flop.  [K]
        showdowns: The probability of winning minus losing for each pair of hands, and 0 for hands
            that share a card.  [1326, 1326]
    """
    dealt = (HOLE_MASKS[:, None] & HOLE_MASKS[None, :] == 0).astype(np.float64)
    if len(boards):
        is_left = (HOLE_MASKS[None, :] & boards[:, None] == 0).astype(np.float64)  # [K, 1326]
        dealt *= (is_left * weights[:, None]).T @ is_left
    return class_pair_sums(dealt), class_pair_sums(dealt * showdowns)
