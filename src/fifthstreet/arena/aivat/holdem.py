"""AIVAT for heads-up hold'em on a betting tree, with ranges as vectors.

The estimate uses the public history and the hands of players whose strategies are unknown. For a
player with a known strategy it uses the range of hands they could hold, given their actions, so the
result at the end is a mean over these hands.

There are too many flops to value them all, so some are drawn, independently of the dealt flop. This
keeps the estimate unbiased. Runouts of players who are all-in before the turn are drawn likewise.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from fifthstreet.arena.aivat.hand_values import HandValues
from fifthstreet.arena.aivat.reaches import (
    Reaches,
    board_masks,
    lead,
    one_hand,
    pair_weights,
    pair_weights_after_cards,
    pair_weights_on_boards,
    showdowns,
    without_cards,
)
from fifthstreet.arena.aivat.tree_hand import PLAYERS, TreeHand, fold_payoff, half_pot
from fifthstreet.cards import CARD_COUNT, Range
from fifthstreet.errors import InputError
from fifthstreet.tree import BettingTree, Kind
from fifthstreet.tree.strategy import TreeStrategy, board_cards

_BOARD_CARDS = 5
_FLOP_CARDS = 3
_HELD_CARDS = 4  # of both players


class HoldemAivat:
    """Estimates of player 0's winnings in hands on a betting tree; player 1 loses as much.

    `known` has the exactly known strategy of each player, or None. `values` are expected winnings
    by hand; any numbers give an unbiased result, and accurate ones a precise result.
    """

    def __init__(
        self,
        tree: BettingTree,
        ranges: Sequence[Range],
        board: Sequence[int],
        values: HandValues,
        known: Sequence[TreeStrategy | None],
        *,
        flops: int = 64,
        runouts: int = 128,
    ) -> None:
        if not tree.players == len(ranges) == len(known) == PLAYERS:
            raise InputError(f"tree must have two players, got {tree.players}; each needs a range")
        if flops < 1 or runouts < 1:
            raise InputError(f"flops and runouts must be at least 1, got {flops} and {runouts}")
        self.tree, self.board, self.values, self.known = tree, tuple(board), values, tuple(known)
        self.flops, self.runouts = flops, runouts
        self._ranges = (
            without_cards(ranges[0].weights.astype(np.float64), self.board),
            without_cards(ranges[1].weights.astype(np.float64), self.board),
        )
        # The value of a hand assumes a range of the other player, so it is most accurate if that
        # player follows a known strategy.
        with_known_opponent = [p for p in range(PLAYERS) if known[1 - p] is not None]
        self._valued = with_known_opponent or list(range(PLAYERS))

    def estimate(self, hand: TreeHand, random: np.random.Generator) -> float:
        """Return the estimate of player 0's winnings in a hand, in chips; `random` draws cards.

        Nothing is corrected after a hand has left the tree, or after an action that a known
        strategy never takes: its actual result counts.
        """
        tree = self.tree
        line = tree.line(hand.node)
        reaches = self._dealt(hand)
        total = self._value(line[0], self.board, self._ranges)
        total -= self._value(line[0], self.board, reaches)
        for node, after in pairwise(line):
            board = hand.board[: board_cards(tree, node)]
            if tree.kind[node] == Kind.DEAL:
                cards = hand.board[: board_cards(tree, after)]
                dealt = self._without(reaches, cards)
                if board:
                    mean = self._mean_of_cards(after, board, reaches)
                else:
                    mean = self._mean_of_flops(node, after, reaches, random)
                total += mean - self._value(after, cards, dealt)
                reaches = dealt
                continue
            player = int(tree.player[node])
            strategy = self.known[player]
            if strategy is not None:
                children = self._children(node, board, reaches, player, strategy)
                reaches = children[after - int(tree.first_child[node])]
                if not _weight(reaches) > 0:
                    return total + hand.result
                total += self._mean_of_actions(node, board, children)
                total -= self._value(after, board, reaches)
        if tree.n_children[hand.node]:
            return total + hand.result
        return total + self._result(hand, reaches, random)

    def _dealt(self, hand: TreeHand) -> Reaches:
        first, second = (
            one_hand(hand.hands[player]) if self.known[player] is None else self._ranges[player]
            for player in range(PLAYERS)
        )
        if not _weight((first, second)) > 0:
            raise InputError(f"hands must be in the ranges of the game, got {hand.hands}")
        return first, second

    def _without(self, reaches: Reaches, cards: tuple[int, ...]) -> Reaches:
        return without_cards(reaches[0], cards), without_cards(reaches[1], cards)

    # Means over possible moves.

    def _children(
        self,
        node: int,
        board: tuple[int, ...],
        reaches: Reaches,
        player: int,
        strategy: TreeStrategy,
    ) -> list[Reaches]:
        """Return the ranges after each action of a known strategy."""
        shares = np.nan_to_num(strategy.probabilities(node, board))
        own, other = reaches[player], reaches[1 - player]
        parts = [own * share for share in shares]
        return [(part, other) if player == 0 else (other, part) for part in parts]

    def _mean_of_actions(self, node: int, board: tuple[int, ...], children: list[Reaches]) -> float:
        weights = np.array([_weight(reaches) for reaches in children])
        values = [
            self._value(child, board, reaches) if weight > 0 else 0.0
            for child, reaches, weight in zip(
                self.tree.children(node), children, weights, strict=True
            )
        ]
        return float(weights @ values / weights.sum())

    def _mean_of_cards(self, after: int, board: tuple[int, ...], reaches: Reaches) -> float:
        """Return the mean value over all turn or river cards."""
        cards = [card for card in range(CARD_COUNT) if card not in board]
        values = self.values.after(after, [(*board, card) for card in cards])  # [C, 2, 1326]
        total = 0.0
        for player in self._valued:
            own, other = reaches[player], reaches[1 - player]
            held, all_weights = pair_weights_after_cards(own, other)
            weights = all_weights[cards]
            mean = float((weights * values[:, player, held]).sum() / weights.sum())
            total += mean if player == 0 else -mean
        return total / len(self._valued)

    def _mean_of_flops(
        self, node: int, after: int, reaches: Reaches, random: np.random.Generator
    ) -> float:
        """Return an unbiased estimate of the mean value over all flops.

        Flops are drawn uniformly and weighted by how well they fit the ranges. Differences to the
        value before the flop are averaged, which reduces the noise of the weights.
        """
        flops = _draw(random, self.flops, _FLOP_CARDS, ())
        masks = board_masks(flops)
        before = self._value(node, (), reaches)
        values = self.values.after(after, [tuple(flop) for flop in flops.tolist()])
        total = 0.0
        for player in self._valued:
            own, other = reaches[player], reaches[1 - player]
            held, weights = pair_weights_on_boards(own, other, masks)
            sign = 1 if player == 0 else -1
            gains = (weights * (sign * values[:, player, held] - before)).sum(axis=1)
            total += float(gains.mean()) / _weight(reaches)
        fit = comb(CARD_COUNT, _FLOP_CARDS) / comb(CARD_COUNT - _HELD_CARDS, _FLOP_CARDS)
        return before + fit * total / len(self._valued)

    # Values and results.

    def _value(self, node: int, board: tuple[int, ...], reaches: Reaches) -> float:
        """Return the value of a public state for player 0."""
        if self.tree.kind[node] == Kind.FOLD:
            return fold_payoff(self.tree, node)
        if self.tree.kind[node] == Kind.SHOWDOWN and len(board) == _BOARD_CARDS:
            return half_pot(self.tree, node) * lead(reaches, board_masks(np.array([board])))
        values = self.values.values(node, board)
        total = 0.0
        for player in self._valued:
            weights = pair_weights(reaches[player], reaches[1 - player])
            mean = float(weights @ values[player] / weights.sum())
            total += mean if player == 0 else -mean
        return total / len(self._valued)

    def _result(self, hand: TreeHand, reaches: Reaches, random: np.random.Generator) -> float:
        """Return the mean result of the ranges at the end, over the cards still to come."""
        end = hand.node
        if self.tree.kind[end] == Kind.FOLD:
            return fold_payoff(self.tree, end)
        board = hand.board[: board_cards(self.tree, end)]
        half = half_pot(self.tree, end)
        missing = _BOARD_CARDS - len(board)
        if missing <= 1:
            cards = [card for card in range(CARD_COUNT) if card not in board]
            runouts = np.array(list(combinations(cards, missing)), np.int64)
            boards = np.hstack([np.tile(np.array(board, np.int64), (len(runouts), 1)), runouts])
            return half * lead(reaches, board_masks(boards))
        drawn = _draw(random, self.runouts, missing, board)
        boards = np.hstack([np.tile(np.array(board, np.int64), (len(drawn), 1)), drawn])
        expected = self._value(end, board, reaches)
        leads, met = showdowns(reaches, board_masks(boards))
        gains = float(reaches[0] @ (half * leads[0] - expected * met[0])) / len(drawn)
        left = CARD_COUNT - len(board)
        fit = comb(left, missing) / comb(left - _HELD_CARDS, missing)
        return expected + fit * gains / _weight(reaches)


def _weight(reaches: Reaches) -> float:
    return float(pair_weights(*reaches).sum())


def _draw(
    random: np.random.Generator, count: int, cards: int, board: tuple[int, ...]
) -> NDArray[np.int64]:
    """Draw sets of cards that are not on a board.  [count, cards]"""
    left = np.array([card for card in range(CARD_COUNT) if card not in board], np.int64)
    order = random.random((count, len(left))).argpartition(cards, axis=1)[:, :cards]
    return left[order]
