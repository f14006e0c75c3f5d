"""The interface of strategies on betting trees.

Everything that produces strategies (the range solver, sampled training, files, locks) returns a
`TreeStrategy`, and everything that uses them (reviews, best responses, exports, views) takes one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS, Range, cards_text, compatible_weight
from fifthstreet.errors import InputError
from fifthstreet.tree.betting_tree import BettingTree
from fifthstreet.tree.kinds import Kind
from fifthstreet.tree.payoffs import NO_RAKE, Rake
from fifthstreet.tree.strategy.exploitability import Exploitability

HoleArray: TypeAlias = NDArray[np.float64]  # the last axis is over the 1,326 hole hands

BOARD_CARDS = (0, 3, 4, 5)  # number of cards on the board, by street


@dataclass(frozen=True, eq=False)
class NodeStrategy:
    """A strategy at one decision. Arrays are NaN for hands that cannot be held."""

    strategy: HoleArray  # [A, 1326] of the player who acts
    frequencies: HoleArray  # [A] of the whole range that reaches the node
    action_ev: HoleArray | None  # [A, 1326] chips from here on, if EVs are known
    reach: HoleArray  # [1326] weight with which each hand of the player reaches the node

    def __repr__(self) -> str:
        return f"<NodeStrategy: frequencies {np.round(self.frequencies, 3).tolist()}>"


class TreeStrategy(ABC):
    """A strategy of every player of a betting tree with every hand.

    A subclass implements `tree`, `ranges`, `board` and `probabilities`; the rest follows from them.
    """

    kind: ClassVar[str] = "strategy"  # one-word description

    @property
    @abstractmethod
    def tree(self) -> BettingTree:
        """The betting tree; its rules have the pot, the stacks and the chip."""

    @property
    @abstractmethod
    def ranges(self) -> tuple[Range, ...]:
        """Starting range of each player; the strategy covers only these hands.  [P]"""

    @property
    @abstractmethod
    def board(self) -> tuple[int, ...]:
        """Cards on the board from the start; none if it starts preflop or plays on every board."""

    @property
    def rake(self) -> Rake:
        """The rake."""
        return NO_RAKE

    @property
    def exploitability(self) -> Exploitability | None:
        """Distance from an equilibrium, None if it was not measured."""
        return None

    @property
    def is_for_any_board(self) -> bool:
        """Whether board cards of its first street are dealt before its first decision."""
        return len(self.board) < BOARD_CARDS[self.tree.rules.first_street]

    def is_left_out(self, node: int) -> bool:
        """Return whether the strategy lacks a decision because it nearly never gets there.

        Its probabilities there are NaN.
        """
        return False

    @abstractmethod
    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action at a decision.  [A, 1326]

        `board` holds all cards on the board there, in order. Entries of hands that the board
        blocks are meaningless and may be NaN.
        """

    def hand_probabilities(self, node: int, board: tuple[int, ...], hand: int) -> HoleArray:
        """Return how often one hand takes each action at a decision.  [A]

        The hand is its index from 0 to 1325. Strategies that can look it up alone are faster here
        than in `probabilities`.
        """
        return self.probabilities(node, board)[:, hand]

    def paired_probabilities(
        self, nodes: NDArray[np.int64], boards: NDArray[np.int64], hands: NDArray[np.int64]
    ) -> HoleArray:
        """Return how often each of K hands takes each action at its own decision.  [K, A]

        A is the largest number of actions; missing actions have probability 0. Boards are rows of
        at least the cards that are on the board there, in order. Strategies that can look up hands
        alone are faster here than in `probabilities`.
        """
        tree = self.tree
        out = np.zeros((len(nodes), int(tree.n_children[nodes].max())))
        rows: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for row, (node, board) in enumerate(zip(nodes.tolist(), boards.tolist(), strict=True)):
            rows.setdefault((node, tuple(board[: board_cards(tree, node)])), []).append(row)
        for (node, seen), same in rows.items():
            shares = self.probabilities(node, seen)[:, hands[same]]
            out[same, : len(shares)] = shares.T
        return out

    def reach(self, node: int, board: tuple[int, ...]) -> tuple[HoleArray, ...]:
        """Return the weight with which each hand of each player reaches a node.  [P] of [1326]"""
        tree = self.tree
        blocked = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) != 0
        reach = [
            np.where(blocked, 0.0, range_.weights.astype(np.float64)) for range_ in self.ranges
        ]
        for before, after in pairwise(tree.line(node)):
            if tree.kind[before] != Kind.ACTION:
                continue
            action = after - int(tree.first_child[before])
            taken = self.probabilities(before, board[: board_cards(tree, before)])[action]
            reach[int(tree.player[before])] *= np.nan_to_num(taken)
        return tuple(reach)

    def at(self, node: int, board: tuple[int, ...]) -> NodeStrategy:
        """Return the strategy at a decision on a board."""
        check_place(self, node, board)
        player = int(self.tree.player[node])
        reach = self.reach(node, board)
        held = self.ranges[player].weights > 0
        strategy = np.where(held, self.probabilities(node, board), np.nan)
        return NodeStrategy(
            strategy, range_frequencies(strategy, reach, player), None, reach[player]
        )


class PlainStrategy(TreeStrategy):
    """A strategy that holds its tree, ranges, board and rake itself."""

    def __init__(
        self,
        tree: BettingTree,
        ranges: Sequence[Range],
        board: Sequence[int] = (),
        *,
        rake: Rake = NO_RAKE,
    ) -> None:
        if len(ranges) != tree.players:
            raise InputError(f"ranges must be {tree.players}, one per player, got {len(ranges)}")
        self._tree, self._ranges, self._board = tree, tuple(ranges), tuple(board)
        self._rake = rake

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return self._tree

    @property
    def ranges(self) -> tuple[Range, ...]:
        """Hands that each player starts with."""
        return self._ranges

    @property
    def board(self) -> tuple[int, ...]:
        """Cards on the board from the start."""
        return self._board

    @property
    def rake(self) -> Rake:
        """The rake."""
        return self._rake


class DerivedStrategy(PlainStrategy):
    """A strategy for the tree, the ranges and the board of another one, its base."""

    def __init__(self, base: TreeStrategy) -> None:
        super().__init__(base.tree, base.ranges, base.board, rake=base.rake)
        self.base = base


def range_frequencies(strategy: HoleArray, reach: tuple[HoleArray, ...], player: int) -> HoleArray:
    """Return how often a range takes each action, hands weighted by how often they are dealt.  [A]

    With more than two players, card removal treats the opponents as independent of each other.

    Args:
        strategy: How often each hand takes each action [A, 1326]; NaN counts as 0.
        reach: Weight of each hand of each player at the decision, [P] of [1326]. Where no hands can
            be dealt, the result is NaN.
        player: Seat of the player who acts.
    """
    weights = reach[player].copy()
    for other, range_ in enumerate(reach):
        if other != player:
            weights *= compatible_weight(range_)
    total = float(weights.sum())
    summed: HoleArray = np.nan_to_num(strategy) @ weights
    return summed / total if total > 0 else np.full(len(summed), np.nan)


def board_cards(tree: BettingTree, node: int) -> int:
    """Return how many cards are on the board at a node.

    Args:
        tree: The tree of the node.
        node: A node of any kind; a deal has the cards before it.
    """
    return BOARD_CARDS[int(tree.street[node])]


def check_place(strategy: TreeStrategy, node: int, board: tuple[int, ...]) -> None:
    """Check that a node is a decision and that a board can occur there.

    Args:
        strategy: Its tree and its board at the start decide.
        node: The node to check.
        board: All cards on the board at the node, the starting ones first.

    Raises:
        InputError: If the node is not a decision, or the board has the wrong number of cards, has
            one twice, or does not begin with the strategy's board.
    """
    tree = strategy.tree
    if not 0 <= node < len(tree) or int(tree.kind[node]) != Kind.ACTION:
        raise InputError(f"node must be a decision, got {node}")
    count = board_cards(tree, node)
    if len(board) != count or len(set(board)) != count or not all(0 <= card < 52 for card in board):
        raise InputError(f"board must be {count} different cards, got {cards_text(board)!r}")
    first = len(strategy.board)
    if set(board[:first]) != set(strategy.board):
        raise InputError(
            f"board must start with {cards_text(strategy.board)}, got {cards_text(board)}"
        )
