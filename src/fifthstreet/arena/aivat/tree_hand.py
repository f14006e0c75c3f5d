"""Hands of two players on a betting tree: dealt, played and paid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fifthstreet.arena.aivat.reaches import HOLDS, board_masks, lead, one_hand
from fifthstreet.cards import CARD_COUNT, Range
from fifthstreet.solvers.blueprint import HandDealer
from fifthstreet.tree import BettingTree, Kind
from fifthstreet.tree.strategy import TreeStrategy, board_cards

PLAYERS = 2
_BOARD_CARDS = 5


@dataclass(frozen=True)
class TreeHand:
    """A hand that was played on a betting tree, to its end or until it left the tree."""

    hands: tuple[int, int]  # hole hands of the players, 0..1325
    board: tuple[int, ...]  # in order; five cards if it went to a showdown
    node: int  # last one reached on the tree
    result: float  # what player 0 won, in chips


class TreeTable:
    """Deals hands and plays them on a betting tree."""

    def __init__(self, tree: BettingTree, ranges: Sequence[Range], board: Sequence[int]) -> None:
        """Set the game; the ranges lose the hands that the board blocks."""
        self.tree, self.board = tree, tuple(board)
        mask = sum(1 << card for card in board)
        self._dealer = HandDealer([range_.without(mask) for range_ in ranges])

    def deal(self, random: np.random.Generator) -> tuple[tuple[int, int], tuple[int, ...]]:
        """Return a hand for each player and a full board."""
        first, second = self._dealer.deal(random)
        is_taken = HOLDS[:, first] | HOLDS[:, second]
        is_taken[list(self.board)] = True
        left = np.arange(CARD_COUNT)[~is_taken]
        drawn = random.permutation(left)[: _BOARD_CARDS - len(self.board)].tolist()
        return (first, second), (*self.board, *drawn)

    def play(
        self,
        hands: tuple[int, int],
        board: tuple[int, ...],
        strategies: Sequence[TreeStrategy],
        random: np.random.Generator,
    ) -> TreeHand:
        """Play a dealt hand with a strategy for each player."""
        tree = self.tree
        node = 0
        while tree.n_children[node]:
            choice = 0
            if tree.kind[node] == Kind.ACTION:
                player = int(tree.player[node])
                seen = board[: board_cards(tree, node)]
                shares = strategies[player].probabilities(node, seen)[:, hands[player]]
                limits = np.cumsum(shares)
                choice = int(np.searchsorted(limits, random.random() * limits[-1], "right"))
                choice = min(choice, len(shares) - 1)
            node = int(tree.first_child[node]) + choice
        return TreeHand(hands, board, node, _payoff(tree, hands, board, node))


def half_pot(tree: BettingTree, node: int) -> float:
    """Return the chips that a player wins or loses at an end: half of the matched chips."""
    matched = int(tree.committed[node].min())
    return float((tree.rules.pot_chips / PLAYERS + matched) * tree.rules.chip)


def fold_payoff(tree: BettingTree, node: int) -> float:
    """Return player 0's payoff after a fold."""
    half = half_pot(tree, node)
    return half if tree.player[node] == 0 else -half


def _payoff(tree: BettingTree, hands: tuple[int, int], board: tuple[int, ...], end: int) -> float:
    if tree.kind[end] == Kind.FOLD:
        return fold_payoff(tree, end)
    reaches = one_hand(hands[0]), one_hand(hands[1])
    return half_pot(tree, end) * lead(reaches, board_masks(np.array([board])))
