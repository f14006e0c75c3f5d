"""Local best responses for more than two players, with all hands of the responder at once.

A deal gives each other player a hand and completes the board. The responder sits down in every seat
with all hands that are possible there, while other players act by their hands, by the same random
numbers in every seat. So the actions of others are drawn, and almost everything else is averaged:
the responder's hands, the cards after the last decision, and what a player holds with whom the
responder is alone at the end. Given their actions and the cards of those who have folded, that
player has each hand of their range with a known probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.cards import CARD_COUNT, HOLE_CARDS, HOLE_COUNT, HOLE_MASKS, compatible_weight
from fifthstreet.cards.equity import preflop_matrix
from fifthstreet.cards.hands import strengths_on_boards
from fifthstreet.solvers.blueprint.dealing import HandDealer
from fifthstreet.solvers.blueprint.equities import complete_boards
from fifthstreet.solvers.blueprint.native_game import NodeSettlement
from fifthstreet.solvers.blueprint.response_menu import ResponseMenu
from fifthstreet.solvers.blueprint.strategy import SampledStrategy
from fifthstreet.tree import Kind, Move, settle
from fifthstreet.tree.strategy import BOARD_CARDS, HoleArray, TreeStrategy

_RIVER_CARDS = 5
_KEPT_PAYOFFS = 1 << 16
_RUNOUTS = 40  # for the payoffs of an all-in; all of them from the turn on
_ROUGH_BOARDS = 60  # for equities on the flop, which only guide the responder
_BETS = (int(Move.BET), int(Move.ALL_IN))
_FOLD_MOVE = int(Move.FOLD)

_Hands = NDArray[np.bool_]


@dataclass(eq=False)
class _Table:
    """A deal, as the responder in one seat meets it."""

    seat: int
    hands: list[int]  # of all players; the responder's own is not used
    board: tuple[int, ...]
    draws: tuple[int, int]  # seed and number of the deal
    # Strengths of all hands on complete boards, by the number of cards seen.  [R, 1326]
    strengths: dict[int, NDArray[np.uint16]]


class TableResponder:
    """A responder in every seat of a table, with all their hands against one of each other player.

    The responder knows their hand, the board and the others' ranges after every action. They take
    the action that would be best if all players only checked and called afterwards, except that the
    others may fold to a bet at once.
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
        self._first_choices: dict[tuple[int, int], NDArray[np.int64]] = {}
        settled = partial(settle, self.tree, rake=strategy.rake)
        self._settled = lru_cache(maxsize=_KEPT_PAYOFFS)(settled)

    def play(self, seed: int, number: int) -> list[float]:
        """Return the chips won from each seat in a deal that seed and number determine.  [P]"""
        random = np.random.default_rng([seed, number])
        hands, board = self._deal(random)
        return [self._won(seat, hands, board, (seed, number)) for seat in range(self.tree.players)]

    def _deal(self, random: np.random.Generator) -> tuple[list[int], tuple[int, ...]]:
        """Deal a hand to each player and the whole board."""
        hands = self.dealer.deal(random)
        known = (*self.strategy.board, *self.runout)
        taken = {*known, *HOLE_CARDS[hands].ravel().tolist()}
        left = [card for card in range(CARD_COUNT) if card not in taken]
        drawn = random.choice(left, _RIVER_CARDS - len(known), replace=False)
        return hands, (*known, *drawn.tolist())

    def _won(
        self, seat: int, hands: list[int], board: tuple[int, ...], draws: tuple[int, int]
    ) -> float:
        others = [hand for player, hand in enumerate(hands) if player != seat]
        taken = sum(1 << card for card in chain(board, *HOLE_CARDS[others].tolist()))
        weights = self.ranges[seat].weights.astype(np.float64)
        weights = np.where(HOLE_MASKS & np.uint64(taken) == 0, weights, 0.0)
        table = _Table(seat, hands, board, draws, {})
        ranges = [range_.weights.astype(np.float64) for range_ in self.ranges]
        values = self._values(table, 0, ranges, weights > 0)
        return float(values @ weights / weights.sum())

    def _values(
        self, table: _Table, node: int, ranges: Sequence[HoleArray], reaching: _Hands
    ) -> HoleArray:
        """Return what the responder's hands that reach a node win; other values mean nothing."""
        tree = self.tree
        kind = int(tree.kind[node])
        if kind == Kind.DEAL:
            node = int(tree.first_child[node])
            seen = table.board[: BOARD_CARDS[int(tree.street[node])]]
            mask = np.uint64(sum(1 << card for card in seen))
            ranges = [np.where(HOLE_MASKS & mask == 0, weights, 0.0) for weights in ranges]
            return self._values(table, node, ranges, reaching)
        if kind != Kind.ACTION:
            return self._payoffs(table, node, ranges)
        player = int(tree.player[node])
        board = table.board[: BOARD_CARDS[int(tree.street[node])]]
        if player == table.seat:
            return self._own_values(table, node, board, ranges, reaching)
        rows = np.nan_to_num(self.strategy.probabilities(node, board))
        action = self._drawn(table, node, rows[:, table.hands[player]])
        after = list(ranges)
        after[player] = ranges[player] * rows[action]
        return self._values(table, int(tree.first_child[node]) + action, after, reaching)

    def _own_values(
        self,
        table: _Table,
        node: int,
        board: tuple[int, ...],
        ranges: Sequence[HoleArray],
        reaching: _Hands,
    ) -> HoleArray:
        """Return what the responder's hands win at their own decision."""
        values = np.zeros(HOLE_COUNT)
        chosen = self._chosen(node, table.seat, board, ranges)
        for child in self.tree.children(node):
            takes = reaching & (chosen == child)
            if takes.any():
                values[takes] = self._values(table, child, ranges, takes)[takes]
        return values

    def _drawn(self, table: _Table, node: int, chances: HoleArray) -> int:
        """Draw an action of another player: the same one whenever this deal comes to the node."""
        number = np.random.default_rng([*table.draws, node]).random() * chances.sum()
        return min(int(np.searchsorted(np.cumsum(chances), number, "right")), len(chances) - 1)

    # Payoffs.

    def _payoffs(self, table: _Table, node: int, ranges: Sequence[HoleArray]) -> HoleArray:
        """Return what each hand of the responder wins at an end, as a mean.

        It is the mean over runouts and, against one player, over what they hold after their
        actions, given the cards of those who have folded.
        """
        tree, seat = self.tree, table.seat
        live = [p for p in range(tree.players) if not int(tree.folded[node]) >> p & 1]
        if seat not in live or tree.kind[node] == Kind.FOLD:
            return np.full(HOLE_COUNT, self._settled(node, (0,) * tree.players)[seat])
        rivals = [player for player in live if player != seat]
        cards = BOARD_CARDS[int(tree.street[node])]
        if len(rivals) == 1:
            return self._against_a_range(table, node, cards, rivals[0], ranges[rivals[0]])
        won, met = np.zeros(HOLE_COUNT), np.zeros(HOLE_COUNT)
        if cards not in table.strengths:
            boards = self._full_boards(table, table.board[:cards], rivals)
            table.strengths[cards] = strengths_on_boards(HOLE_MASKS, boards, np.uint16)
        for strengths in table.strengths[cards]:
            others = {p: int(strengths[table.hands[p]]) for p in rivals}
            levels = sorted(set(others.values()))
            # Own strengths matter only by their order: 2 i below level i, 2 i + 1 equal to it.
            places = np.searchsorted(levels, strengths) + np.searchsorted(
                levels, strengths, "right"
            )
            ranks = [0] * tree.players
            for player, strength in others.items():
                ranks[player] = 2 * levels.index(strength) + 1
            payoffs = np.zeros(2 * len(levels) + 1)
            for place in range(len(payoffs)):
                ranks[seat] = place
                payoffs[place] = self._settled(node, tuple(ranks))[seat]
            is_possible = strengths > 0
            won += np.where(is_possible, payoffs[places], 0.0)
            met += is_possible
        return won / np.maximum(met, 1)

    def _against_a_range(
        self, table: _Table, node: int, cards: int, rival: int, weights: HoleArray
    ) -> HoleArray:
        """Return what each hand wins from one other player, as the mean over their range."""
        seat, players = table.seat, self.tree.players
        dead = self._dead(table, [rival])
        left = np.where(HOLE_MASKS & np.uint64(dead) == 0, weights, 0.0)
        boards = self._full_boards(table, table.board[:cards], [rival])
        points, met = _meetings([left], boards)
        shares = np.divide(points[0], met[0], out=np.zeros(HOLE_COUNT), where=met[0] > 0)
        lost, won = (
            self._settled(node, tuple(int(p == best) for p in range(players)))[seat]
            for best in (rival, seat)
        )
        payoffs: HoleArray = lost + (won - lost) * shares
        return payoffs

    def _dead(self, table: _Table, rivals: Sequence[int]) -> int:
        """Return the cards of the other players except some rivals, as a mask."""
        others = [
            hand
            for player, hand in enumerate(table.hands)
            if player != table.seat and player not in rivals
        ]
        return sum(1 << card for card in HOLE_CARDS[others].ravel().tolist())

    def _full_boards(
        self, table: _Table, board: tuple[int, ...], rivals: Sequence[int]
    ) -> NDArray[np.uint64]:
        """Return complete boards that cards of other players do not block: all of them on the turn.

        Before, they are drawn anew for every deal. One rival's cards may be on a board, because the
        mean is over all their hands.
        """
        seen = sum(1 << card for card in board)
        missing = _RIVER_CARDS - len(board)
        if not missing or self.runout:
            return np.array([sum(1 << card for card in table.board)], np.uint64)
        taken = seen | self._dead(table, rivals if len(rivals) == 1 else ())
        deck = np.array([1 << c for c in range(CARD_COUNT) if not taken >> c & 1], np.uint64)
        if missing == 1:
            return deck | np.uint64(seen)
        random = np.random.default_rng([*table.draws, len(board)])
        order = random.random((_RUNOUTS, len(deck))).argpartition(missing, axis=1)
        drawn: NDArray[np.uint64] = np.bitwise_or.reduce(deck[order[:, :missing]], axis=1)
        return drawn | np.uint64(seen)

    # Choices of the responder.

    def _chosen(
        self, node: int, seat: int, board: tuple[int, ...], ranges: Sequence[HoleArray]
    ) -> NDArray[np.int64]:
        """Return the child with the highest estimate for each hand.  [1326]"""
        if len(board) > len(self.strategy.board):
            return self._best(node, seat, board, ranges)
        # On the starting board, ranges are the same whenever a node is reached.
        if (seat, node) not in self._first_choices:
            self._first_choices[seat, node] = self._best(node, seat, board, ranges)
        return self._first_choices[seat, node]

    def _best(
        self, node: int, seat: int, board: tuple[int, ...], ranges: Sequence[HoleArray]
    ) -> NDArray[np.int64]:
        children = self._menu.children(self.tree, node)
        if len(children) == 1:
            return np.full(HOLE_COUNT, children[0])
        tree = self.tree
        rivals = [
            p for p in range(tree.players) if p != seat and not int(tree.folded[node]) >> p & 1
        ]
        bets = [child for child in children if int(tree.move[child]) in _BETS]
        folds = {bet: self._folds(bet, seat, board) for bet in bets}
        asked = [ranges[rival] for rival in rivals]
        for bet in bets:
            asked += [ranges[r] * (1 - folds[bet][r]) for r in rivals if r in folds[bet]]
        equities, met = self._equities(asked, board)
        values, at = np.zeros((len(children), HOLE_COUNT)), len(rivals)
        for row, child in enumerate(children):
            if int(tree.move[child]) == _FOLD_MOVE:
                continue
            stays, beaten = [], []
            for place, rival in enumerate(rivals):
                if child in bets and rival in folds[child]:
                    stays.append(np.divide(met[at], np.maximum(met[place], 1e-300)))
                    beaten.append(equities[at])
                    at += 1
                else:
                    stays.append(np.ones(HOLE_COUNT))
                    beaten.append(equities[place])
            values[row] = self._action_value(child, node, seat, rivals, stays, beaten)
        best: NDArray[np.int64] = np.array(children)[values.argmax(axis=0)]
        return best

    def _action_value(
        self,
        child: int,
        node: int,
        seat: int,
        rivals: Sequence[int],
        stays: Sequence[HoleArray],
        beaten: Sequence[HoleArray],
    ) -> HoleArray:
        """Estimate the gain of an action over folding, in units of `chip`.  [1326]

        The others are treated as independent: each folds or stays. The probability of beating a
        player who stays is the mean equity against the part of their range that stays.
        """
        tree = self.tree
        bets = tree.committed[child] - self._antes
        own = int(bets[seat])
        calls = [max(min(own, int(self._stacks[rival])) - int(bets[rival]), 0) for rival in rivals]
        # The probability that a rival does not win: they fold, or they stay and are beaten.
        lose = [1 - stay + stay * beat for stay, beat in zip(stays, beaten, strict=True)]
        pot = self.settlement.dead + int(np.minimum(bets, own).sum())
        won: HoleArray = pot * np.prod(lose, axis=0)
        for at, call in enumerate(calls):
            others_lose = np.prod([np.ones(HOLE_COUNT), *lose[:at], *lose[at + 1 :]], axis=0)
            won = won + call * stays[at] * beaten[at] * others_lose
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
            folds[int(tree.player[node])] = np.nan_to_num(self.strategy.probabilities(node, board))[
                fold[0] - children[0]
            ]
            node = fold[0]
        return folds

    def _equities(
        self, ranges: Sequence[HoleArray], board: tuple[int, ...]
    ) -> tuple[HoleArray, HoleArray]:
        """Return each hand's equity against M ranges, and the weight it meets.  [M, 1326]"""
        if not board:
            met = np.array([compatible_weight(weights) for weights in ranges])
            won = np.stack(ranges).astype(np.float32) @ preflop_matrix().T
            points = (met + won.astype(np.float64)) / 2
        else:
            most = _ROUGH_BOARDS if len(board) < _RIVER_CARDS - 1 else None
            points, met = _meetings(ranges, complete_boards(sum(1 << card for card in board), most))
        return np.divide(points, met, out=np.zeros_like(points), where=met > 0), met


class StrategyInEverySeat(TableResponder):
    """A responder that plays the strategy itself, with all hands at once in the same deals."""

    def _own_values(
        self,
        table: _Table,
        node: int,
        board: tuple[int, ...],
        ranges: Sequence[HoleArray],
        reaching: _Hands,
    ) -> HoleArray:
        """Return what the hands win at their own decision, as the mean over the strategy."""
        shares = np.nan_to_num(self.strategy.probabilities(node, board))
        values = np.zeros(HOLE_COUNT)
        for child, share in zip(self.tree.children(node), shares, strict=True):
            takes = reaching & (share > 0)
            if takes.any():
                values[takes] += (share * self._values(table, child, ranges, takes))[takes]
        return values


def _meetings(
    ranges: Sequence[HoleArray], boards: NDArray[np.uint64]
) -> tuple[HoleArray, HoleArray]:
    """Return the weight that each hand beats and meets, summed over boards.  [M, 1326]"""
    weights = np.ascontiguousarray(np.stack(ranges, axis=1))
    points, met = np.zeros_like(weights), np.zeros_like(weights)
    _native.meet_ranges(high_evaluator(), boards, weights, points, met)
    return np.ascontiguousarray(points.T), np.ascontiguousarray(met.T)
