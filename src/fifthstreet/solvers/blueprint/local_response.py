"""Local best response: how much a strategy loses to a simple opponent, in games of any size.

Lisy & Bowling (2017), "Equilibrium approximation quality of current no-limit poker bots". The
responder knows the strategy, so they know the others' ranges after every action. They take the
action that would be best if everybody only checked and called from then on, a bet being worth what
folds to it besides. What they win is a lower bound on exploitability (without rake), up to sampling
error, however rough their estimates are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from fifthstreet.cards import (
    CARD_COUNT,
    HOLE_CARDS,
    HOLE_COUNT,
    HOLE_MASKS,
    Range,
    compatible_weight,
)
from fifthstreet.equity import equity
from fifthstreet.hands import evaluate_masks
from fifthstreet.strategy import Exploitability, HoleArray, TreeStrategy
from fifthstreet.strategy.exploitability import INTERVAL
from fifthstreet.strategy.tree_strategy import BOARD_CARDS
from fifthstreet.threads import thread_count
from fifthstreet.tree import Kind, Move, end_payoffs, settle

# Called with the deals done, all deals, and the mean winnings so far.
ResponseReporter: TypeAlias = Callable[[int, int, float], bool | None]

_FLOP_CARDS = 3
_RUNOUTS = 128  # that preflop equities, which only guide the responder, are estimated from


@dataclass(frozen=True)
class LocalResponse:
    """What the responder wins, in chips a deal; the pot at the start is shared by all players."""

    chips: float  # mean of all seats
    error: float  # half width of the 95% confidence interval of that
    seats: tuple[float, ...]  # [P] from each seat
    deals: int
    pot: float  # at the start, 0 if there are only blinds

    @property
    def exploitability(self) -> Exploitability:
        """The winnings as a lower bound on exploitability."""
        return Exploitability(
            self.seats, pot=self.pot or None, error=self.error, is_lower_bound=True
        )


def local_best_response(
    strategy: TreeStrategy,
    *,
    deals: int = 1000,
    seed: int = 0,
    threads: int | None = 1,
    progress: ResponseReporter | None = None,
) -> LocalResponse:
    """Play a local best response against a strategy, each deal from every seat.

    `progress` is called after each deal and stops the play by returning False.

    >>> from fifthstreet.solvers.postflop import Spot
    >>> from fifthstreet.strategy import UniformStrategy
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> uniform = UniformStrategy(spot.tree, spot.ranges, spot.board)
    >>> local_best_response(uniform, deals=100).chips > 20
    True
    """
    if deals < 1:
        raise ValueError(f"deals is {deals}; want 1 or more")
    if seed < 0:
        raise ValueError(f"seed is {seed}; want 0 or more")
    make = _Responder if len(strategy.ranges) == 2 else _MultiwayResponder
    players = range(len(strategy.ranges))
    responders = [make(strategy, seat, thread_count(threads)) for seat in players]
    won: list[list[float]] = []
    for deal in range(deals):
        random = np.random.default_rng([seed, deal])
        won.append([responder.play(random) for responder in responders])
        if progress is not None and progress(deal + 1, deals, float(np.mean(won))) is False:
            break
    played = np.array(won)
    means = played.mean(axis=1)
    spread = float(means.std(ddof=1)) / len(means) ** 0.5 if len(means) > 1 else float("inf")
    seats = tuple(played.mean(axis=0).tolist())
    pot = float(strategy.tree.rules.pot)
    return LocalResponse(float(means.mean()), INTERVAL * spread, seats, len(means), pot)


class _Responder:
    """Plays one of two seats.

    The other's cards are never drawn: only their range is kept, so that a deal's result is already
    the mean over all that they may hold.
    """

    def __init__(self, strategy: TreeStrategy, seat: int, threads: int) -> None:
        self.strategy, self.seat, self.threads = strategy, seat, threads
        self.tree = tree = strategy.tree
        nodes = np.arange(len(tree), dtype=np.int32)
        lead, total = end_payoffs(tree, nodes, tree.kind == Kind.SHOWDOWN, strategy.rake)
        self.lead, self.total = lead[seat], total[seat]
        # Chips of each player in the pot once the larger bet is called.
        most = tree.committed.max(axis=1)
        self.stake = (tree.rules.pot_chips / 2 + most) * tree.rules.chip
        mask = np.uint64(sum(1 << card for card in strategy.board))
        free = HOLE_MASKS & mask == 0
        own = strategy.ranges[seat].weights * free
        self.other = strategy.ranges[1 - seat].weights.astype(np.float64) * free
        chances = own * compatible_weight(self.other)
        self.chances = chances / chances.sum()

    def play(self, random: np.random.Generator) -> float:
        """Return the chips won in one deal."""
        hand = int(random.choice(HOLE_COUNT, p=self.chances))
        other = self.other * (HOLE_MASKS & HOLE_MASKS[hand] == 0)
        table = _Table(hand, self.strategy.board, other, self.threads)
        tree, node = self.tree, 0
        while True:
            kind = tree.kind[node]
            if kind == Kind.FOLD:
                return float(self.total[node])
            if kind == Kind.SHOWDOWN:
                table = table.dealt_to(_FLOP_CARDS, random)  # from there on equities are exact
                return float(self.lead[node] * (2 * table.share() - 1) + self.total[node])
            if kind == Kind.DEAL:
                node = int(tree.first_child[node])
                continue
            table = table.dealt_to(BOARD_CARDS[int(tree.street[node])], random)
            if tree.player[node] == self.seat:
                node = self._choose(node, table)
            else:
                rows = self._rows(node, table)
                frequencies = rows @ table.other
                action = int(random.choice(len(rows), p=frequencies / frequencies.sum()))
                table = table.with_range(table.other * rows[action])
                node = int(tree.first_child[node]) + action

    def _rows(self, node: int, table: _Table) -> HoleArray:
        return np.nan_to_num(self.strategy.probabilities(node, table.board))

    def _choose(self, node: int, table: _Table) -> int:
        children = self.tree.children(node)
        return children[int(np.argmax([self._worth(child, table) for child in children]))]

    def _worth(self, child: int, table: _Table) -> float:
        """Return the value of an action if both only check and call after it."""
        tree = self.tree
        if tree.kind[child] == Kind.FOLD:
            return float(self.total[child])
        if tree.move[child] in (Move.CHECK, Move.CALL):
            return float(self.stake[child] * (2 * table.share() - 1))
        answers = tree.children(child)
        folds = [answer for answer in answers if tree.kind[answer] == Kind.FOLD]
        folded = table.other * self._rows(child, table)[folds[0] - answers[0]]
        left = table.with_range(table.other - folded)
        often = float(folded.sum() / table.other.sum())
        stays = (1 - often) * self.stake[child] * (2 * left.share() - 1) if often < 1 else 0.0
        return float(often * self.total[folds[0]] + stays)


class _MultiwayResponder:
    """Plays one seat of three or more.

    Hands are dealt to everybody and the others play theirs. The responder chooses by what the
    others' ranges say, taken one by one: the chance to beat all of them is the product of the
    chances to beat each, and all of them answer a bet as if they were the first to do so.
    """

    def __init__(self, strategy: TreeStrategy, seat: int, threads: int) -> None:
        self.strategy, self.seat, self.threads = strategy, seat, threads
        self.tree = strategy.tree
        mask = np.uint64(sum(1 << card for card in strategy.board))
        free = HOLE_MASKS & mask == 0
        self.ranges = [range_.weights.astype(np.float64) * free for range_ in strategy.ranges]

    def play(self, random: np.random.Generator) -> float:
        """Return the chips won in one deal."""
        hands = self._deal(random)
        held = int(np.bitwise_or.reduce(HOLE_MASKS[hands]))
        runout = [card for card in range(CARD_COUNT) if not held >> card & 1]
        runout = [card for card in runout if card not in self.strategy.board]
        random.shuffle(runout)
        board = (*self.strategy.board, *runout)[:5]
        others = [
            weights * (HOLE_MASKS & HOLE_MASKS[hands[self.seat]] == 0) for weights in self.ranges
        ]
        tree, node = self.tree, 0
        while True:
            kind = tree.kind[node]
            if kind in (Kind.FOLD, Kind.SHOWDOWN):
                mask = np.uint64(sum(1 << card for card in board))
                strengths = evaluate_masks(HOLE_MASKS[hands], mask).tolist()
                return settle(tree, node, strengths, self.strategy.rake)[self.seat]
            if kind == Kind.DEAL:
                node = int(tree.first_child[node])
                continue
            seen = board[: BOARD_CARDS[int(tree.street[node])]]
            blocked = HOLE_MASKS & np.uint64(sum(1 << card for card in seen)) != 0
            for weights in others:
                weights[blocked] = 0
            player = int(tree.player[node])
            if player == self.seat:
                node = self._choose(node, hands[self.seat], seen, others)
                continue
            rows = np.nan_to_num(self.strategy.probabilities(node, seen))
            chances = rows[:, hands[player]]
            action = int(random.choice(len(rows), p=chances / chances.sum()))
            others[player] = others[player] * rows[action]
            node = int(tree.first_child[node]) + action

    def _deal(self, random: np.random.Generator) -> list[int]:
        """Deal a hand to each player, until no two share a card."""
        while True:
            hands = [
                int(random.choice(HOLE_COUNT, p=weights / weights.sum())) for weights in self.ranges
            ]
            masks = HOLE_MASKS[hands]
            if int(np.bitwise_count(np.bitwise_or.reduce(masks))) == 2 * len(hands):
                return hands

    def _choose(self, node: int, hand: int, board: tuple[int, ...], others: list[HoleArray]) -> int:
        tree = self.tree
        live = [p for p in range(tree.players) if not int(tree.folded[node]) >> p & 1]
        rivals = [others[p] for p in live if p != self.seat]
        shares = _shares(hand, sum(1 << card for card in board), self.threads)
        wins = float(np.prod([_mean(shares, rival) for rival in rivals]))
        chip = tree.rules.chip
        pot = tree.pot(node)
        own = float(tree.committed[node][self.seat])
        worths = []
        for child in tree.children(node):
            paid = (float(tree.committed[child][self.seat]) - own) * chip
            if tree.move[child] == Move.FOLD:
                worths.append(0.0)
                continue
            if tree.move[child] in (Move.CHECK, Move.CALL):
                worths.append(wins * (pot + paid) - paid)
                continue
            often = self._all_fold(child, board, others)
            # Those who stay match the bet.
            worths.append(often * pot + (1 - often) * (wins * (pot + 2 * paid) - paid))
        return tree.children(node)[int(np.argmax(worths))]

    def _all_fold(self, bet: int, board: tuple[int, ...], others: list[HoleArray]) -> float:
        """Return how often everybody folds to a bet, one after the other."""
        tree, node, often = self.tree, bet, 1.0
        while tree.kind[node] == Kind.ACTION and tree.player[node] != self.seat:
            answers = tree.children(node)
            folds = [answer for answer in answers if tree.move[answer] == Move.FOLD]
            if not folds:
                return 0.0
            rows = np.nan_to_num(self.strategy.probabilities(node, board))
            often *= _mean(rows[folds[0] - answers[0]], others[int(tree.player[node])])
            node = folds[0]
        return often


def _mean(values: HoleArray, weights: HoleArray) -> float:
    total = float(weights.sum())
    return float(values @ weights) / total if total > 0 else 0.0


@lru_cache(maxsize=2_048)  # as many as a fixed board has hands; 20 MB
def _shares(hand: int, board: int, threads: int) -> HoleArray:
    """Return the equity of a hand against each other hand on a board.  [1326]

    Preflop it is estimated from some runouts.
    """
    held = HOLE_MASKS[hand]
    if board.bit_count() < _FLOP_CARDS:
        return _preflop_shares(hand)
    against = Range(HOLE_MASKS & (held | np.uint64(board)) == 0)
    own = Range(np.arange(HOLE_COUNT) == hand)
    result = equity(own, against, board=board, method="exact", threads=threads)
    assert result.hands is not None
    return 1 - np.nan_to_num(result.hands[1], nan=1.0)


def _preflop_shares(hand: int) -> HoleArray:
    random = np.random.default_rng(hand)
    left = np.setdiff1d(np.arange(CARD_COUNT), HOLE_CARDS[hand])
    won, met = np.zeros(HOLE_COUNT), np.zeros(HOLE_COUNT)
    for _ in range(_RUNOUTS):
        board = np.uint64(sum(1 << int(card) for card in random.choice(left, 5, replace=False)))
        free = HOLE_MASKS & (board | HOLE_MASKS[hand]) == 0
        mine = int(evaluate_masks(HOLE_MASKS[hand : hand + 1], board)[0])
        theirs = evaluate_masks(HOLE_MASKS[free], board)
        won[free] += (mine > theirs) + 0.5 * (mine == theirs)
        met += free
    return np.divide(won, met, out=np.zeros(HOLE_COUNT), where=met > 0)


@dataclass(frozen=True, eq=False)
class _Table:
    """A hand on a board against a range."""

    hand: int
    board: tuple[int, ...]
    other: HoleArray  # [1326] the range
    threads: int

    def share(self) -> float:
        """Return the equity against the range."""
        shares = _shares(self.hand, sum(1 << card for card in self.board), self.threads)
        return float(shares @ self.other / self.other.sum())

    def with_range(self, other: HoleArray) -> _Table:
        """Return the same cards against another range."""
        return replace(self, other=other)

    def dealt_to(self, cards: int, random: np.random.Generator) -> _Table:
        """Return the table once there are so many board cards, each as likely as the range says."""
        table = self
        while len(table.board) < cards:
            table = table._dealt(random)
        return table

    def _dealt(self, random: np.random.Generator) -> _Table:
        blocked = np.bincount(HOLE_CARDS.ravel(), np.repeat(self.other, 2), minlength=CARD_COUNT)
        chances = self.other.sum() - blocked
        chances[[*self.board, *HOLE_CARDS[self.hand].tolist()]] = 0
        chances = np.maximum(chances, 0)
        card = int(random.choice(CARD_COUNT, p=chances / chances.sum()))
        left = self.other * (HOLE_MASKS & np.uint64(1 << card) == 0)
        return replace(self, board=(*self.board, card), other=left)
