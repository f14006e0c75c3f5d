"""Local best responses for any number of players, with one hand dealt to each."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from fifthstreet.cards import CARD_COUNT, HOLE_CARDS, HOLE_MASKS
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.solvers.blueprint.dealing import HandDealer
from fifthstreet.solvers.blueprint.equities import ALL_FROM_FLOP, hand_equities
from fifthstreet.solvers.blueprint.native_game import NodeSettlement
from fifthstreet.solvers.blueprint.response_menu import ResponseMenu
from fifthstreet.solvers.blueprint.strategy import SampledStrategy
from fifthstreet.tree import Kind, Move, settle
from fifthstreet.tree.strategy import HoleArray, TreeStrategy, board_cards

_BOARD_CARDS = 5
_ROUGH_RUNOUTS = 128  # of a flop, where the equity only guides the responder
_BETS = (Move.BET, Move.ALL_IN)


class HandResponder:
    """A responder that plays each deal from every seat, with one hand for each player.

    The responder knows their hand, the board and the others' ranges after every action. They take
    the action that would be best if all players only checked and called afterwards, except that
    the others may fold to a bet at once.
    """

    def __init__(self, strategy: TreeStrategy, menu: ResponseMenu) -> None:
        self.strategy, self.tree, self._menu = strategy, strategy.tree, menu
        self.settlement = NodeSettlement.of(self.tree, strategy.rake)
        self.runout = strategy.runout if isinstance(strategy, SampledStrategy) else ()
        known = sum(1 << card for card in (*strategy.board, *self.runout))
        self.ranges = [range_.without(known) for range_ in strategy.ranges]
        self.dealer = HandDealer(self.ranges)
        rules = self.tree.rules
        self._antes = np.array(rules.posted_antes)
        self._stacks = np.array(rules.stack_chips) - self._antes

    def play(self, seed: int, number: int) -> list[float]:
        """Return the chips won from each seat in a deal that seed and number determine.  [P]"""
        # Every seat plays the same cards, so that luck partly cancels out between seats.
        return [
            self._play_from(seat, np.random.default_rng([seed, number]))
            for seat in range(self.tree.players)
        ]

    def _play_from(self, seat: int, random: np.random.Generator) -> float:
        hands, board = self._deal(random)
        own = hands[seat]
        free = HOLE_MASKS & HOLE_MASKS[own] == 0
        ranges = [range_.weights * free.astype(np.float64) for range_ in self.ranges]
        tree, node = self.tree, 0
        while tree.kind[node] not in (Kind.FOLD, Kind.SHOWDOWN):
            if tree.kind[node] == Kind.DEAL:
                node = int(tree.first_child[node])
                continue
            seen = board[: board_cards(tree, node)]
            free = HOLE_MASKS & np.uint64(sum(1 << card for card in seen)) == 0
            ranges = [weights * free for weights in ranges]
            player = int(tree.player[node])
            if player == seat:
                node = self._choose(node, seat, own, seen, ranges)
                continue
            rows = self._answers(node, seen)
            chances = rows[:, hands[player]]
            action = int(random.choice(len(rows), p=chances / chances.sum()))
            ranges[player] = ranges[player] * rows[action]
            node = int(tree.first_child[node]) + action
        full = np.uint64(sum(1 << card for card in board))
        strengths = evaluate_masks(HOLE_MASKS[hands], full).tolist()
        return settle(tree, node, strengths, self.strategy.rake)[seat]

    def _deal(self, random: np.random.Generator) -> tuple[list[int], tuple[int, ...]]:
        """Deal a hand to each player and the whole board."""
        hands = self.dealer.deal(random)
        known = (*self.strategy.board, *self.runout)
        taken = {*known, *HOLE_CARDS[hands].ravel().tolist()}
        left = [card for card in range(CARD_COUNT) if card not in taken]
        drawn = random.choice(left, _BOARD_CARDS - len(known), replace=False)
        return hands, (*known, *drawn.tolist())

    def _answers(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action of another player's node.  [A, 1326]"""
        return np.nan_to_num(self.strategy.probabilities(node, board))

    def _equities(self, hand: int, board: tuple[int, ...]) -> HoleArray:
        """Return the equity of a hand against each other hand.  [1326]

        It is exact on turns and rivers, and on a flop that is the starting board.
        """
        mask = sum(1 << card for card in board)
        # The starting board is the same in every deal, so exact equities are worth the time.
        runouts = ALL_FROM_FLOP if len(board) == len(self.strategy.board) else _ROUGH_RUNOUTS
        return hand_equities(hand, mask, runouts=runouts)

    def _choose(
        self, node: int, seat: int, hand: int, board: tuple[int, ...], ranges: Sequence[HoleArray]
    ) -> int:
        """Return the child with the highest estimate, given all players' ranges at the node."""
        children = self._menu.children(self.tree, node)
        if len(children) == 1:
            return children[0]
        equities = self._equities(hand, board)
        values = [
            self._action_value(child, node, seat, equities, board, ranges) for child in children
        ]
        return children[int(np.argmax(values))]

    def _action_value(
        self,
        child: int,
        node: int,
        seat: int,
        equities: HoleArray,
        board: tuple[int, ...],
        ranges: Sequence[HoleArray],
    ) -> float:
        """Estimate the gain of an action over folding, in units of `chip`.

        The others are treated as independent: each folds or stays. The probability of beating a
        player who stays is the mean equity against the part of their range that stays.
        """
        tree = self.tree
        if tree.move[child] == Move.FOLD:
            return 0.0
        is_bet = tree.move[child] in _BETS
        folds = self._folds(child, seat, board) if is_bet else {}
        bets = tree.committed[child] - self._antes
        own = int(bets[seat])
        stays, beaten, calls = [], [], []
        for rival in range(tree.players):
            if rival == seat or int(tree.folded[child]) >> rival & 1:
                continue
            left = ranges[rival] * (1 - folds[rival]) if rival in folds else ranges[rival]
            stays.append(float(left.sum() / ranges[rival].sum()))
            beaten.append(_mean(equities, left))
            calls.append(max(min(own, int(self._stacks[rival])) - int(bets[rival]), 0))
        # The probability that a rival does not win: they fold, or they stay and are beaten.
        lose = [1 - stay + stay * beat for stay, beat in zip(stays, beaten, strict=True)]
        pot = self.settlement.dead + int(np.minimum(bets, own).sum())
        won = pot * prod(lose)
        for at, call in enumerate(calls):
            won += call * stays[at] * beaten[at] * prod(lose[:at] + lose[at + 1 :])
        called = np.array([(pot + sum(calls)) * tree.rules.chip])
        kept = 1 - float(self.strategy.rake.taken(called)[0] / called[0])
        before = int(tree.committed[node, seat] - self._antes[seat])
        return won * kept - (own - before)

    def _folds(self, bet: int, seat: int, board: tuple[int, ...]) -> dict[int, HoleArray]:
        """Return how often each hand of the others folds to a bet after all before them folded."""
        tree, node = self.tree, bet
        folds: dict[int, HoleArray] = {}
        while tree.kind[node] == Kind.ACTION and tree.player[node] != seat:
            children = tree.children(node)
            fold = [child for child in children if tree.move[child] == Move.FOLD]
            if not fold:
                break
            folds[int(tree.player[node])] = self._answers(node, board)[fold[0] - children[0]]
            node = fold[0]
        return folds


def _mean(values: HoleArray, weights: HoleArray) -> float:
    total = float(weights.sum())
    return float(values @ weights) / total if total > 0 else 0.0
