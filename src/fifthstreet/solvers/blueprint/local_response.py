"""Local best response: how much a strategy loses to a simple opponent, in games of any size.

Lisy & Bowling (2017), "Equilibrium approximation quality of current no-limit poker bots". The
responder knows the strategy, so it knows the other's range after every action. It takes the action
that would be best if both only checked and called from then on, a bet being worth what folds to it
besides. What it wins is a lower bound on exploitability (without rake), up to sampling error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT, HOLE_CARDS, HOLE_COUNT, HOLE_MASKS, Range
from fifthstreet.cards.matchups import compatible_weight
from fifthstreet.equity import equity
from fifthstreet.solvers.postflop.evaluate import Policy
from fifthstreet.solvers.postflop.plan import end_payoffs
from fifthstreet.threads import thread_count
from fifthstreet.tree import Kind, Move

FloatArray = NDArray[np.float64]

_FLOP_CARDS = 3


@dataclass(frozen=True)
class LocalResponse:
    """What the responder wins, in chips a deal; half of the pot at the start is each player's."""

    chips: float  # mean of both seats
    error: float  # standard error of that
    seats: tuple[float, float]  # as the first and as the second to act
    deals: int


@dataclass(frozen=True)
class ResponseProgress:
    """How far a local best response is."""

    deals: int
    all_deals: int
    chips: float  # mean so far


Reporter = Callable[[ResponseProgress], bool | None]


def local_best_response(
    policy: Policy,
    *,
    deals: int = 1000,
    seed: int = 0,
    threads: int | None = 1,
    progress: Reporter | None = None,
) -> LocalResponse:
    """Play a local best response against a policy, each deal from both seats.

    `progress` hears of every deal and stops by returning False.

    >>> from fifthstreet.solvers.postflop import Spot
    >>> from fifthstreet.solvers.postflop.evaluate import UniformPlay
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> local_best_response(UniformPlay(spot), deals=100).chips > 20
    True
    """
    if deals < 1:
        raise ValueError(f"deals is {deals}; want 1 or more")
    if seed < 0:
        raise ValueError(f"seed is {seed}; want 0 or more")
    responders = [_Responder(policy, seat, thread_count(threads)) for seat in (0, 1)]
    won: list[list[float]] = []
    for deal in range(deals):
        random = np.random.default_rng([seed, deal])
        won.append([responder.play(random) for responder in responders])
        so_far = float(np.mean(won)) if progress is not None else 0.0
        if progress is not None and progress(ResponseProgress(deal + 1, deals, so_far)) is False:
            break
    played = np.array(won)
    means = played.mean(axis=1)
    error = float(means.std(ddof=1)) / len(means) ** 0.5 if len(means) > 1 else float("inf")
    first, second = played.mean(axis=0).tolist()
    return LocalResponse(float(means.mean()), error, (first, second), len(means))


class _Responder:
    """Plays one seat. The other's cards are never drawn: only his range is kept, so that a deal's
    result is already the mean over all that he may hold."""

    def __init__(self, policy: Policy, seat: int, threads: int) -> None:
        self.policy, self.seat, self.threads = policy, seat, threads
        spot = policy.spot
        self.tree = tree = spot.tree
        nodes = np.arange(len(tree), dtype=np.int32)
        lead, total = end_payoffs(tree, nodes, tree.kind == Kind.SHOWDOWN, spot.pot, spot.rake)
        self.lead, self.total = lead[seat], total[seat]
        # Chips of each player in the pot once the larger bet is called.
        self.stake = spot.pot / 2 + tree.committed.max(axis=1) * tree.rules.chip
        mask = np.uint64(sum(1 << card for card in policy.first_board))
        free = HOLE_MASKS & mask == 0
        self.own = spot.ranges[seat].weights * free
        self.other = spot.ranges[1 - seat].weights.astype(np.float64) * free
        chances = self.own * compatible_weight(self.other)
        self.chances = chances / chances.sum()

    def play(self, random: np.random.Generator) -> float:
        """Chips won in one deal."""
        hand = int(random.choice(HOLE_COUNT, p=self.chances))
        other = self.other * (HOLE_MASKS & HOLE_MASKS[hand] == 0)
        table = _Table(hand, self.policy.first_board, other, self.threads)
        while len(table.board) < _FLOP_CARDS:
            table = table.dealt(random)
        tree, node = self.tree, 0
        while True:
            kind = tree.kind[node]
            if kind == Kind.FOLD:
                return float(self.total[node])
            if kind == Kind.SHOWDOWN:
                return float(self.lead[node] * (2 * table.share() - 1) + self.total[node])
            if kind == Kind.DEAL:
                table = table.dealt(random)
                node = int(tree.first_child[node])
            elif tree.player[node] == self.seat:
                node = self._choose(node, table)
            else:
                rows = self._rows(node, table)
                frequencies = rows @ table.other
                action = int(random.choice(len(rows), p=frequencies / frequencies.sum()))
                table = table.with_range(table.other * rows[action])
                node = int(tree.first_child[node]) + action

    def _rows(self, node: int, table: _Table) -> FloatArray:
        return np.nan_to_num(self.policy.probabilities(node, table.board))

    def _choose(self, node: int, table: _Table) -> int:
        children = self.tree.children(node)
        return children[int(np.argmax([self._worth(child, table) for child in children]))]

    def _worth(self, child: int, table: _Table) -> float:
        """Value of an action if both only check and call after it."""
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


@lru_cache(maxsize=2_048)  # as many as a fixed board has hands; 20 MB
def _shares(hand: int, board: int, threads: int) -> FloatArray:
    """Equity of a hand against each other hand on a board.  [1326]"""
    against = Range(HOLE_MASKS & (HOLE_MASKS[hand] | np.uint64(board)) == 0)
    own = Range(np.arange(HOLE_COUNT) == hand)
    result = equity(own, against, board=board, method="exact", threads=threads)
    assert result.hands is not None
    return 1 - np.nan_to_num(result.hands[1], nan=1.0)


@dataclass(frozen=True, eq=False)
class _Table:
    """A hand on a board against a range."""

    hand: int
    board: tuple[int, ...]
    other: FloatArray  # [1326] the range
    threads: int

    def share(self) -> float:
        """Equity against the range."""
        shares = _shares(self.hand, sum(1 << card for card in self.board), self.threads)
        return float(shares @ self.other / self.other.sum())

    def with_range(self, other: FloatArray) -> _Table:
        """The same cards against another range."""
        return replace(self, other=other)

    def dealt(self, random: np.random.Generator) -> _Table:
        """One card more, as likely as the range leaves it."""
        blocked = np.bincount(HOLE_CARDS.ravel(), np.repeat(self.other, 2), minlength=CARD_COUNT)
        chances = self.other.sum() - blocked
        chances[[*self.board, *HOLE_CARDS[self.hand].tolist()]] = 0
        chances = np.maximum(chances, 0)
        card = int(random.choice(CARD_COUNT, p=chances / chances.sum()))
        left = self.other * (HOLE_MASKS & np.uint64(1 << card) == 0)
        return replace(self, board=(*self.board, card), other=left)
