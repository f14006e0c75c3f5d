"""Local best response (Lisy & Bowling 2017) for two players, one hand and one action at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from fifthstreet.cards import CARD_COUNT, HOLE_MASKS
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.tree import Kind, Move, settle
from fifthstreet.tree.strategy import TreeStrategy
from fifthstreet.tree.strategy.tree_strategy import board_cards

Reach = dict[int, float]  # weight of each hand of the opponent


def mean_local_response(strategy: TreeStrategy, *, streets: Sequence[str]) -> float:
    """Mean winnings of both seats over all deals from the starting board.

    `streets` has the letters of what the responder may do on each street.
    """
    return sum(_seat_mean(strategy, seat, streets) for seat in (0, 1)) / 2


def _seat_mean(strategy: TreeStrategy, seat: int, streets: Sequence[str]) -> float:
    own, other = strategy.ranges[seat], strategy.ranges[1 - seat]
    known = _mask(strategy.board)
    total = weight = 0.0
    for hand in own.without(known).hands().tolist():
        reach = {
            rival: float(other.weights[rival])
            for rival in other.without(known | int(HOLE_MASKS[hand])).hands().tolist()
        }
        responder = _Responder(strategy, seat, hand, streets)
        total += float(own.weights[hand]) * responder.value(0, strategy.board, reach)
        weight += float(own.weights[hand]) * sum(reach.values())
    return total / weight


class _Responder:
    def __init__(
        self, strategy: TreeStrategy, seat: int, hand: int, streets: Sequence[str]
    ) -> None:
        self.strategy, self.tree, self.seat, self.hand = strategy, strategy.tree, seat, hand
        self.streets = streets

    def value(self, node: int, board: tuple[int, ...], reach: Reach) -> float:
        """Winnings from a node on, times the weight of the opponent's range."""
        tree = self.tree
        if tree.kind[node] in (Kind.FOLD, Kind.SHOWDOWN):
            return sum(w * self.payoff(node, board, rival) for rival, w in reach.items())
        if tree.kind[node] == Kind.DEAL or board_cards(tree, node) > len(board):
            after = int(tree.first_child[node]) if tree.kind[node] == Kind.DEAL else node
            return self.over_cards(board, reach, lambda b, r: self.value(after, b, r))
        children = list(tree.children(node))
        if tree.player[node] == self.seat:
            return self.value(self.choice(node, children, board, reach), board, reach)
        rows = self.strategy.probabilities(node, board)
        return sum(
            self.value(child, board, {rival: w * rows[at, rival] for rival, w in reach.items()})
            for at, child in enumerate(children)
        )

    def over_cards(
        self,
        board: tuple[int, ...],
        reach: Reach,
        value: Callable[[tuple[int, ...], Reach], float],
    ) -> float:
        """Mean over the next card, of those that neither player holds."""
        total = 0.0
        for card in range(CARD_COUNT):
            if (_mask(board) | int(HOLE_MASKS[self.hand])) >> card & 1:
                continue
            left = {r: w for r, w in reach.items() if not int(HOLE_MASKS[r]) >> card & 1}
            total += value((*board, card), left)
        return total / (CARD_COUNT - 4 - len(board))

    def payoff(self, node: int, board: tuple[int, ...], rival: int) -> float:
        if self.tree.kind[node] == Kind.SHOWDOWN and len(board) < 5:
            return self.over_cards(
                board, {rival: 1.0}, lambda b, r: self.payoff(node, b, rival) if r else 0.0
            )
        hands = (rival, self.hand) if self.seat else (self.hand, rival)
        strengths = _strengths(*hands, board) if len(board) == 5 else (1, 1)
        return float(settle(self.tree, node, strengths, self.strategy.rake)[self.seat])

    def share(self, board: tuple[int, ...], rival: int) -> float:
        if len(board) < 5:
            return self.over_cards(
                board, {rival: 1.0}, lambda b, r: self.share(b, rival) if r else 0.0
            )
        own, other = _strengths(self.hand, rival, board)
        return 1.0 if own > other else 0.5 if own == other else 0.0

    def choice(self, node: int, children: list[int], board: tuple[int, ...], reach: Reach) -> int:
        """The best child if both only check and call later; ties go to the first."""
        tree = self.tree
        best, most = children[0], float("-inf")
        for child in children:
            is_bet = tree.move[child] in (Move.BET, Move.ALL_IN)
            if not self.may(node, child):
                continue
            value = (
                0.0
                if tree.move[child] == Move.FOLD
                else self.call_value(node, child, board, reach, is_bet)
            )
            if value > most:
                best, most = child, value
        return best

    def may(self, node: int, child: int) -> bool:
        """Whether the letters have an action; a raise by the pot is of the pot after a call."""
        tree, letters = self.tree, self.streets[int(self.tree.street[node])]
        if tree.move[child] == Move.FOLD:
            return "f" in letters
        if tree.move[child] in (Move.CHECK, Move.CALL) or "b" in letters:
            return True
        before, after = tree.committed[node], tree.committed[child]
        pot = tree.rules.pot_chips + 2 * int(before.max())
        is_pot = int(after[self.seat]) - int(before.max()) == pot
        return ("a" in letters and tree.move[child] == Move.ALL_IN) or ("p" in letters and is_pot)

    def call_value(
        self, node: int, child: int, board: tuple[int, ...], reach: Reach, is_bet: bool
    ) -> float:
        """What an action wins, compared with folding: pots without side pots, antes or rake."""
        tree = self.tree
        own, rival_bet = (int(tree.committed[child][p]) for p in (self.seat, 1 - self.seat))
        stack = int(tree.rules.stack_chips[1 - self.seat])
        call = max(min(own, stack) - rival_bet, 0)
        pot = tree.rules.pot_chips + own + min(own, rival_bet)
        fold = next((c for c in tree.children(child) if tree.move[c] == Move.FOLD), None)
        won = 0.0
        for rival, weight in reach.items():
            folds = 0.0
            if is_bet and fold is not None:
                at = fold - int(tree.first_child[child])
                folds = float(self.strategy.probabilities(child, board)[at, rival])
            won += weight * (folds * pot + (1 - folds) * self.share(board, rival) * (pot + call))
        cost = own - int(tree.committed[node][self.seat])
        return won / max(sum(reach.values()), 1e-300) - cost


@cache
def _strengths(first: int, second: int, board: tuple[int, ...]) -> tuple[int, int]:
    hands = [int(HOLE_MASKS[first]), int(HOLE_MASKS[second])]
    one, other = evaluate_masks(hands, _mask(board)).tolist()
    return one, other


def _mask(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)
