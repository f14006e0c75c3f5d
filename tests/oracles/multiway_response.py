"""Local best response for more than two players on a river: all deals, one hand at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from fifthstreet.cards import HOLE_MASKS
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.tree import Kind, Move, settle
from fifthstreet.tree.strategy import TreeStrategy

BETS = (Move.BET, Move.ALL_IN)
Ranges = list[dict[int, float]]  # weight of each hand of each player


def seat_responses(strategy: TreeStrategy, letters: str) -> list[float]:
    """Return what a responder wins in each seat, over all deals and lines.

    `letters` are what the responder may do: f, c and b for any bet.
    """
    return [_Responder(strategy, seat, letters).mean() for seat in range(len(strategy.ranges))]


class _Responder:
    def __init__(self, strategy: TreeStrategy, seat: int, letters: str) -> None:
        self.strategy, self.tree, self.seat, self.letters = strategy, strategy.tree, seat, letters
        self.board = sum(1 << card for card in strategy.board)
        self.players = range(len(strategy.ranges))
        ranges = [range_.without(self.board) for range_ in strategy.ranges]
        self.hands: Ranges = [
            {hand: float(range_.weights[hand]) for hand in range_.hands().tolist()}
            for range_ in ranges
        ]
        every = sorted({hand for hands in self.hands for hand in hands})
        strengths = evaluate_masks([int(HOLE_MASKS[hand]) for hand in every], self.board).tolist()
        self.strength = dict(zip(every, strengths, strict=True))

    def mean(self) -> float:
        total = weight = 0.0
        for own, share in self.hands[self.seat].items():
            deals = {}
            for dealt in product(*self.hands):
                if dealt[self.seat] == own and _apart(dealt):
                    deals[dealt] = prod(self.hands[p][dealt[p]] for p in self.players)
            ranges = [
                {hand: w for hand, w in hands.items() if _apart((hand, own))}
                for hands in self.hands
            ]
            total += self.value(0, own, deals, ranges)
            weight += sum(deals.values())
            assert share > 0
        return total / weight

    def value(
        self, node: int, own: int, deals: dict[tuple[int, ...], float], ranges: Ranges
    ) -> float:
        """Return the winnings from a node on, times the weight of the deals that reach it."""
        tree = self.tree
        if tree.kind[node] in (Kind.FOLD, Kind.SHOWDOWN):
            return sum(w * self.payoff(node, dealt) for dealt, w in deals.items())
        player = int(tree.player[node])
        if player == self.seat:
            return self.value(self.choice(node, own, ranges), own, deals, ranges)
        rows, total = self.strategy.probabilities(node, self.strategy.board), 0.0
        for at, child in enumerate(tree.children(node)):
            left = {d: w * float(rows[at, d[player]]) for d, w in deals.items()}
            after = list(ranges)
            after[player] = {h: w * float(rows[at, h]) for h, w in ranges[player].items()}
            if any(left.values()):
                total += self.value(child, own, left, after)
        return total

    def payoff(self, node: int, dealt: tuple[int, ...]) -> float:
        strengths = [self.strength[hand] for hand in dealt]
        return settle(self.tree, node, strengths, self.strategy.rake)[self.seat]

    def choice(self, node: int, own: int, ranges: Ranges) -> int:
        children = [child for child in self.tree.children(node) if self.may(child)]
        values = [self.estimate(node, child, own, ranges) for child in children]
        return children[values.index(max(values))]

    def may(self, child: int) -> bool:
        move = self.tree.move[child]
        if move == Move.FOLD:
            return "f" in self.letters
        return move not in BETS or "b" in self.letters

    def estimate(self, node: int, child: int, own: int, ranges: Ranges) -> float:
        """Return what an action wins compared with a fold if no more is bet, without side pots."""
        tree = self.tree
        if tree.move[child] == Move.FOLD:
            return 0.0
        folds = self.folds(child) if tree.move[child] in BETS else {}
        paid = [int(chips) for chips in tree.committed[child]]
        rivals = [p for p in self.players if p != self.seat and self.is_in(child, p)]
        stays, beaten, calls = [], [], []
        for rival in rivals:
            left = {h: w * (1 - folds.get(rival, {}).get(h, 0.0)) for h, w in ranges[rival].items()}
            stays.append(sum(left.values()) / max(sum(ranges[rival].values()), 1e-300))
            beaten.append(self.equity(own, left))
            stack = int(tree.rules.stack_chips[rival])
            calls.append(max(min(paid[self.seat], stack) - paid[rival], 0))
        lose = [1 - stay + stay * beat for stay, beat in zip(stays, beaten, strict=True)]
        pot = tree.rules.pot_chips + sum(min(chips, paid[self.seat]) for chips in paid)
        won = pot * prod(lose)
        for at, call in enumerate(calls):
            won += call * stays[at] * beaten[at] * prod(lose[:at] + lose[at + 1 :])
        return won - (paid[self.seat] - int(tree.committed[node][self.seat]))

    def equity(self, own: int, hands: dict[int, float]) -> float:
        mine, total = self.strength[own], sum(hands.values())
        won = sum(
            w * (1.0 if mine > self.strength[h] else 0.5 * (mine == self.strength[h]))
            for h, w in hands.items()
        )
        return won / total if total > 0 else 0.0

    def folds(self, bet: int) -> dict[int, dict[int, float]]:
        """Return how often the players after a bet fold each hand, if all before them folded."""
        tree, node, found = self.tree, bet, {}
        while tree.kind[node] == Kind.ACTION and tree.player[node] != self.seat:
            fold = [child for child in tree.children(node) if tree.move[child] == Move.FOLD]
            if not fold:
                break
            player = int(tree.player[node])
            row = self.strategy.probabilities(node, self.strategy.board)[0]
            found[player] = {hand: float(row[hand]) for hand in self.hands[player]}
            node = fold[0]
        return found

    def is_in(self, node: int, player: int) -> bool:
        return not int(self.tree.folded[node]) >> player & 1


def _apart(hands: Sequence[int]) -> bool:
    masks = [int(HOLE_MASKS[hand]) for hand in hands]
    return sum(mask.bit_count() for mask in masks) == _union(masks).bit_count()


def _union(masks: Sequence[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
