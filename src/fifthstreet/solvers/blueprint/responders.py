"""Players of a local best response: they know the strategy that they play against."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from fifthstreet.cards import CARD_COUNT, HOLE_CARDS, HOLE_COUNT, HOLE_MASKS, compatible_weight
from fifthstreet.hands import evaluate_masks
from fifthstreet.solvers.blueprint.dealing import HandDealer
from fifthstreet.solvers.blueprint.equities import ALL_FROM_FLOP, hand_equities
from fifthstreet.solvers.blueprint.settlement import Settlement
from fifthstreet.solvers.blueprint.strategy import SampledStrategy
from fifthstreet.strategy import HoleArray, TreeStrategy
from fifthstreet.strategy.tree_strategy import board_cards
from fifthstreet.tree import Kind, Move, settle

_BOARD_CARDS = 5
_TURN_CARDS = 4
_ROUNDING = 1e-12  # of sums over a range
_ROUGH_RUNOUTS = 128  # of a flop, where the equity only guides the responder


class Responder(ABC):
    """A player in one seat against a strategy.

    The responder knows their hand, the board and the others' ranges after every action. They take
    the action that would be best if everybody only checked and called from then on, except that
    the others may fold to a bet at once.
    """

    def __init__(self, strategy: TreeStrategy, seat: int, threads: int) -> None:
        """Take a seat against the strategy."""
        self.strategy, self.seat, self.tree = strategy, seat, strategy.tree
        self.settlement = Settlement.of(self.tree, strategy.rake)
        self.runout = strategy.runout if isinstance(strategy, SampledStrategy) else ()
        known = sum(1 << card for card in (*strategy.board, *self.runout))
        self.ranges = [range_.without(known) for range_ in strategy.ranges]
        self.dealer = HandDealer(self.ranges)
        rules = self.tree.rules
        self._antes = np.array(rules.posted_antes)
        self._stacks = np.array(rules.stack_chips) - self._antes
        self._threads = threads

    @abstractmethod
    def play(self, seed: int, number: int) -> float:
        """Return the chips won in one deal, which the seed and the deal's number determine."""

    def answers(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action of another player's node.  [A, 1326]"""
        return np.nan_to_num(self.strategy.probabilities(node, board))

    def equities(self, hand: int, board: tuple[int, ...]) -> HoleArray:
        """Return the equity of a hand against each other hand.  [1326]

        It is exact on turns and rivers, and on a flop that is the starting board.
        """
        mask = sum(1 << card for card in board)
        # The starting board is the same in every deal, so exact equities are worth the time.
        runouts = ALL_FROM_FLOP if len(board) == len(self.strategy.board) else _ROUGH_RUNOUTS
        return hand_equities(hand, mask, runouts=runouts, threads=self._threads)

    def choose(
        self, node: int, hand: int, board: tuple[int, ...], ranges: Sequence[HoleArray]
    ) -> int:
        """Return the child that seems best, given the ranges of all players at the node."""
        equities = self.equities(hand, board)
        children = self.tree.children(node)
        values = [self._action_value(child, node, equities, board, ranges) for child in children]
        return children[int(np.argmax(values))]

    def _action_value(
        self,
        child: int,
        node: int,
        equities: HoleArray,
        board: tuple[int, ...],
        ranges: Sequence[HoleArray],
    ) -> float:
        """Estimate what an action wins compared with folding, in whole chips.

        The others are treated as independent: each folds or stays. The probability of beating one
        who stays is the mean equity against the part of their range that stays.
        """
        tree = self.tree
        if tree.move[child] == Move.FOLD:
            return 0.0
        is_bet = tree.move[child] in (Move.BET, Move.ALL_IN)
        folds = self._folds(child, board) if is_bet else {}
        bets = tree.committed[child] - self._antes
        own = int(bets[self.seat])
        stays, beaten, calls = [], [], []
        for rival in range(tree.players):
            if rival == self.seat or int(tree.folded[child]) >> rival & 1:
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
        before = int(tree.committed[node, self.seat] - self._antes[self.seat])
        return won * kept - (own - before)

    def _folds(self, bet: int, board: tuple[int, ...]) -> dict[int, HoleArray]:
        """Return how often each hand of the others folds to a bet, if all before them folded."""
        tree, node = self.tree, bet
        folds: dict[int, HoleArray] = {}
        while tree.kind[node] == Kind.ACTION and tree.player[node] != self.seat:
            children = tree.children(node)
            fold = [child for child in children if tree.move[child] == Move.FOLD]
            if not fold:
                break
            folds[int(tree.player[node])] = self.answers(node, board)[fold[0] - children[0]]
            node = fold[0]
        return folds


class RangeResponder(Responder):
    """A responder in one of two seats.

    The opponent's cards are never drawn: only their range is tracked, so the result of a deal is
    already the mean over all hands that they may hold.
    """

    def __init__(self, strategy: TreeStrategy, seat: int, threads: int) -> None:
        """Take a seat against the strategy."""
        super().__init__(strategy, seat, threads)
        self._other = self.ranges[1 - seat].weights.astype(np.float64)
        chances = self.ranges[seat].weights * compatible_weight(self._other)
        self._chances = chances / chances.sum()

    def play(self, seed: int, number: int) -> float:
        """Return the chips won in one deal, which the seed and the deal's number determine."""
        random = np.random.default_rng([seed, number, self.seat])
        hand = int(random.choice(HOLE_COUNT, p=self._chances))
        other = self._other * (HOLE_MASKS & HOLE_MASKS[hand] == 0)
        deal = _Deal(hand, other, self.strategy.board, self.runout)
        tree, node = self.tree, 0
        while tree.kind[node] not in (Kind.FOLD, Kind.SHOWDOWN):
            if tree.kind[node] == Kind.DEAL:
                node = int(tree.first_child[node])
                continue
            deal = deal.dealt_to(board_cards(tree, node), random)
            if tree.player[node] == self.seat:
                ranges = [deal.other, deal.other]  # by seat; the responder's own is not used
                node = self.choose(node, hand, deal.board, ranges)
                continue
            rows = self.answers(node, deal.board)
            frequencies = rows @ deal.other
            action = int(random.choice(len(rows), p=frequencies / frequencies.sum()))
            deal = replace(deal, other=deal.other * rows[action])
            node = int(tree.first_child[node]) + action
        return self._payoff(node, deal, random)

    def _payoff(self, node: int, deal: _Deal, random: np.random.Generator) -> float:
        if self.tree.kind[node] == Kind.FOLD:
            share = float(self.tree.player[node] == self.seat)
        else:
            if self.runout:
                deal = deal.dealt_to(_BOARD_CARDS, random)
            elif not deal.board or len(deal.board) > len(self.strategy.board):
                deal = deal.dealt_to(_TURN_CARDS, random)  # where equities are exact
            share = _mean(self.equities(deal.hand, deal.board), deal.other)
        return self.settlement.payoff(node, self.seat, share)


@dataclass(frozen=True, eq=False)
class _Deal:
    """The responder's hand, the opponent's range and the board so far."""

    hand: int
    other: HoleArray  # [1326]
    board: tuple[int, ...]
    runout: tuple[int, ...]  # the cards to come, where they are known

    def dealt_to(self, count: int, random: np.random.Generator) -> _Deal:
        """Return the deal with `count` cards on the board, drawn as the range implies."""
        deal = self
        while len(deal.board) < count:
            deal = deal._with_card(random)
        return deal

    def _with_card(self, random: np.random.Generator) -> _Deal:
        if self.runout:
            return replace(self, board=(*self.board, self.runout[0]), runout=self.runout[1:])
        held = np.bincount(HOLE_CARDS.ravel(), np.repeat(self.other, 2), minlength=CARD_COUNT)
        total = self.other.sum()
        chances = np.where(total - held > _ROUNDING * total, total - held, 0.0)
        chances[[*self.board, *HOLE_CARDS[self.hand].tolist()]] = 0
        card = int(random.choice(CARD_COUNT, p=chances / chances.sum()))
        other = self.other * (HOLE_MASKS & np.uint64(1 << card) == 0)
        return replace(self, board=(*self.board, card), other=other)


class HandResponder(Responder):
    """A responder in one of any number of seats: all players are dealt a hand and play it."""

    def play(self, seed: int, number: int) -> float:
        """Return the chips won in one deal, which the seed and the deal's number determine."""
        # Every seat plays the same cards, so that luck partly cancels out between seats.
        random = np.random.default_rng([seed, number])
        hands, board = self._deal(random)
        own = hands[self.seat]
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
            if player == self.seat:
                node = self.choose(node, own, seen, ranges)
                continue
            rows = self.answers(node, seen)
            chances = rows[:, hands[player]]
            action = int(random.choice(len(rows), p=chances / chances.sum()))
            ranges[player] = ranges[player] * rows[action]
            node = int(tree.first_child[node]) + action
        full = np.uint64(sum(1 << card for card in board))
        strengths = evaluate_masks(HOLE_MASKS[hands], full).tolist()
        return settle(tree, node, strengths, self.strategy.rake)[self.seat]

    def _deal(self, random: np.random.Generator) -> tuple[list[int], tuple[int, ...]]:
        """Deal a hand to each player and the whole board."""
        hands = self.dealer.deal(random)
        known = (*self.strategy.board, *self.runout)
        taken = {*known, *HOLE_CARDS[hands].ravel().tolist()}
        left = [card for card in range(CARD_COUNT) if card not in taken]
        drawn = random.choice(left, _BOARD_CARDS - len(known), replace=False)
        return hands, (*known, *drawn.tolist())


def _mean(values: HoleArray, weights: HoleArray) -> float:
    total = float(weights.sum())
    return float(values @ weights) / total if total > 0 else 0.0
