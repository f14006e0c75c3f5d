"""A slow readable version of passes before the flop with many seats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.ring import RingGame
from fifthstreet.solvers.ring.classes import class_odds
from fifthstreet.solvers.ring.game import FLOP, FOLDED, LEAF, SHOWDOWN, live_seats
from fifthstreet.solvers.ring.payoffs import ring_payoffs
from fifthstreet.tree import Move

Rows = NDArray[np.float64]


def tables_of(game: RingGame, rng: np.random.Generator) -> Rows:
    """Return random weights of the actions of all decisions; some are zero.  [rows, 169]"""
    rows = int(game.tree.n_children.sum())
    return rng.random((rows, 169)) * (rng.random((rows, 169)) < 0.7)


@dataclass
class SlowPass:
    """Values of all seats by a strategy, or of each seat's best response to it."""

    game: RingGame
    weights: Rows  # [rows, 169]
    leaf_rows: Rows  # [leaf rows, 169]
    is_best: bool = False
    payoffs: NDArray[np.float32] | None = None

    def __post_init__(self) -> None:
        self.paid = ring_payoffs(self.game) if self.payoffs is None else self.payoffs
        children = self.game.tree.n_children.astype(int)
        self.starts = np.concatenate([[0], np.cumsum(children)])
        odds = class_odds()
        self.met, self.won, self.tied = (each.astype(np.float64) for each in odds)

    def shares(self, node: int) -> Rows:
        rows = self.weights[self.starts[node] : self.starts[node + 1]]
        total = rows.sum(axis=0)
        even = np.full_like(rows, 1 / len(rows))
        shares: Rows = np.divide(rows, total, out=even, where=total > 0)
        return shares

    def values(self, node: int = 0, reach: Rows | None = None) -> dict[int, Rows]:
        """Return the values of seats at a node, times how often others get there."""
        reach = np.ones((self.game.seats, 169)) if reach is None else reach
        tree = self.game.tree
        if self.game.ends[node]:
            return self.end_values(node, reach)
        player, shares = int(tree.player[node]), self.shares(node)
        sums = {seat: np.zeros(169) for seat in live_seats(tree, node)}
        own = []
        for share, child in zip(shares, tree.children(node), strict=True):
            below = reach.copy()
            below[player] *= share
            found = self.values(child, below)
            if tree.move[child] == Move.FOLD:
                own.append(self.often(player, reach) * self.paid[child, 0])
            else:
                own.append(found.pop(player))
            for seat, row in found.items():
                sums[seat] += row
        actions = np.array(own)
        sums[player] = actions.max(axis=0) if self.is_best else (shares * actions).sum(axis=0)
        return sums

    def often(self, seat: int, reach: Rows) -> Rows:
        """Return how likely the others get here, by the seat's class."""
        rows = [self.met @ row for other, row in enumerate(reach) if other != seat]
        product: Rows = np.prod(rows, axis=0)
        return product

    def end_values(self, node: int, reach: Rows) -> dict[int, Rows]:
        game, seats = self.game, live_seats(self.game.tree, node)
        kind, payoff = game.ends[node], self.paid[node]
        if kind == FOLDED:
            return {seats[0]: self.often(seats[0], reach) * payoff[1]}
        found = {seat: np.zeros(169) for seat in seats}
        if kind in (SHOWDOWN, FLOP):
            for seat, other, (won, tied, lost) in (
                (seats[0], seats[1], payoff[2:5]),
                (seats[1], seats[0], payoff[5:8]),
            ):
                wins = self.won @ reach[other] - self.tied @ reach[other] / 2
                ties = self.tied @ reach[other]
                losses = self.met @ reach[other] - wins - ties
                folded = [row for who, row in enumerate(reach) if who not in (seat, other)]
                beside = np.prod([np.ones(169), *(self.met @ row for row in folded)], axis=0)
                found[seat] += beside * (won * wins + tied * ties + lost * losses)
        if kind in (FLOP, LEAF):
            start = next(leaf.start for leaf in game.leaves if leaf.node == node)
            for number, seat in enumerate(seats):
                found[seat] += self.often(seat, reach) * self.leaf_rows[start + number]
        return found
