"""AIVAT for hold'em with any number of players, on a betting tree.

The value of a state is what the players win if known strategies, and a substitute for each unknown
one, play from there on. It is a mean over rollouts. The observer knows the public history and the
hands of players whose strategies are unknown; the hands of the others are drawn from the ranges
with which they reached the state.

With these values, the corrections of chance and of known strategies add up to differences between
states: the estimate is the value at the start of the game, plus the change of the value at each
decision of a player whose strategy is unknown. A rollout estimates a value without bias and does
not depend on what happened later, so the sum is unbiased even with few rollouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fifthstreet.arena.aivat.joint_hands import draw_deals
from fifthstreet.arena.aivat.reaches import one_hand, without_cards
from fifthstreet.arena.aivat.rollouts import Rollouts
from fifthstreet.errors import InputError
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy import HoleArray, TreeStrategy, board_cards

ROLLOUTS = 200


@dataclass(frozen=True)
class MultiwayHand:
    """A hand that was played on a betting tree, to its end or until it left the tree."""

    hands: tuple[int, ...]  # [P] hole hands of the players, 0..1325
    board: tuple[int, ...]  # in order
    node: int  # last one reached on the tree
    results: tuple[float, ...]  # [P] what each player won, in chips; used if the hand left the tree
    nearest: int = -1  # child of `node` most like the bet with which the hand left; -1 for none


@dataclass(frozen=True)
class _Rollout:
    """A part of the estimate: rollouts from nodes that share their deals, and their weights."""

    nodes: list[int]
    weights: list[float]
    hands: NDArray[np.int64]  # [K, P]
    boards: NDArray[np.int64]  # [K, 5]


class MultiwayAivat:
    """Estimates of all players' winnings in hands on a betting tree.

    Args:
        values: The substitute for players whose strategies are unknown. Any strategy of the tree
            gives an unbiased result, and one like theirs a precise result.
        known: The exactly known strategy of each player, or None.
        rollouts: Number of rollouts for each state and action.
    """

    def __init__(
        self,
        values: TreeStrategy,
        known: Sequence[TreeStrategy | None],
        *,
        rollouts: int = ROLLOUTS,
    ) -> None:
        tree = values.tree
        if len(known) != tree.players:
            raise InputError(f"known must have {tree.players} strategies or None, got {len(known)}")
        if any(each is not None and not each.tree.same_as(tree) for each in known):
            raise InputError("known must have strategies of the same tree as values")
        if rollouts < 1:
            raise InputError(f"rollouts must be at least 1, got {rollouts}")
        self.tree, self.board, self.known = tree, values.board, tuple(known)
        self.rollouts = rollouts
        self._played = tuple(values if each is None else each for each in known)
        self._rollouts = Rollouts(tree, self._played)
        self._ranges = [
            without_cards(range_.weights.astype(np.float64), self.board) for range_ in values.ranges
        ]

    def estimate(self, hand: MultiwayHand, random: np.random.Generator) -> NDArray[np.float64]:
        """Return the estimate of what each player wins in a hand, in chips.  [P]

        Nothing is corrected after a hand has left the tree, or after an action that a known
        strategy never takes: its actual result counts.
        """
        tree = self.tree
        parts = [_Rollout([0], [1.0], *self._deals(self._ranges, self.board, random))]
        reaches = [
            one_hand(held) if strategy is None else range_
            for held, strategy, range_ in zip(hand.hands, self.known, self._ranges, strict=True)
        ]
        line = tree.line(hand.node)
        last = line[-1]
        for node, after in pairwise(line):
            board = hand.board[: board_cards(tree, node)]
            if tree.kind[node] == Kind.DEAL:
                cards = hand.board[: board_cards(tree, after)]
                reaches = [without_cards(reach, cards) for reach in reaches]
                continue
            player, action = int(tree.player[node]), after - int(tree.first_child[node])
            strategy = self.known[player]
            if strategy is None:
                parts += self._change(node, action, hand, board, reaches, random)
                continue
            shares = np.nan_to_num(strategy.probabilities(node, board)[action])
            if not shares[hand.hands[player]] > 0:
                last = node
                break
            reaches = [
                reach * shares if seat == player else reach for seat, reach in enumerate(reaches)
            ]
        result = np.zeros(tree.players)
        if tree.n_children[last]:
            board = hand.board[: board_cards(tree, last)]
            deals = self._deals(reaches, board, random)
            parts.append(_Rollout([last], [-1.0], *deals))
            if last == hand.node and hand.nearest >= 0 and self.known[tree.player[last]] is None:
                # The hands of known strategies are luck, too: correct it as if the bet were this.
                parts.append(_Rollout([hand.nearest], [1.0], *deals))
                dealt = [one_hand(held) for held in hand.hands]
                parts.append(_Rollout([hand.nearest], [-1.0], *self._deals(dealt, board, random)))
            result += hand.results
        return result + self._sum(parts, random)

    def _deals(
        self, ranges: Sequence[HoleArray], board: tuple[int, ...], random: np.random.Generator
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        return draw_deals(ranges, board, self.rollouts, random)

    def _change(
        self,
        node: int,
        action: int,
        hand: MultiwayHand,
        board: tuple[int, ...],
        reaches: Sequence[HoleArray],
        random: np.random.Generator,
    ) -> list[_Rollout]:
        """Return how an unknown strategy's action changes the value: its value less the mean."""
        player = int(self.tree.player[node])
        shares = self._played[player].hand_probabilities(node, board, hand.hands[player])
        weights = -np.nan_to_num(shares)
        weights[action] -= weights.sum()
        weighted = np.flatnonzero(weights).tolist()
        if not weighted:
            return []
        nodes = [int(self.tree.first_child[node]) + each for each in weighted]
        deals = self._deals(reaches, board, random)
        return [_Rollout(nodes, weights[weighted].tolist(), *deals)]

    def _sum(self, parts: list[_Rollout], random: np.random.Generator) -> NDArray[np.float64]:
        """Play all rollouts at once, and add up their weighted means."""
        nodes, weights = [], []
        for part in parts:
            nodes.append(np.repeat(part.nodes, len(part.hands)))
            weights.append(np.repeat(part.weights, len(part.hands)) / len(part.hands))
        hands = np.concatenate([part.hands for part in parts for _ in part.nodes])
        boards = np.concatenate([part.boards for part in parts for _ in part.nodes])
        payoffs = self._rollouts.payoffs(np.concatenate(nodes), hands, boards, random)
        total: NDArray[np.float64] = np.concatenate(weights) @ payoffs
        return total
