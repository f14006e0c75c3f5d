"""The first street of a spot with all hands: its nodes, and what hands win where it ends.

Rows have all 1,326 hands, so that both players' rows are one array.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, compatible_weights, count_matchups
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import IDENTITY, RIVER, GadgetRows, Spot, gadget_rows
from fifthstreet.solvers.values import AllInShowdowns, Leaves
from fifthstreet.tree import Kind, end_payoffs, street_nodes

PairRows = NDArray[np.float32]  # [2, 1326]


class Showdowns(Protocol):
    """What hands win all-in on a board."""

    def won(self, player: int, reach: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return what a player's hands win per chip; see `AllInShowdowns.won`.  [S, 1326]"""
        ...


class StreetGame:
    """A spot up to its next card.

    Attributes:
        decisions: Nodes at which a player acts, parents first.
        folds: Nodes at which a player has folded.
        showdowns: Nodes at which both players are all-in.
        deals: Nodes at which a card is dealt and betting continues: the leaves of a search.
        weights: The ranges.  [2, 1326]
        matchups: Weight of all pairs of hands that share no card.
        fold_payoffs: Chips that both players win at folds.  [2, folds]
        gadget: The root gadget of the spot, in rows of all hands.
    """

    def __init__(self, spot: Spot, threads: int, showdowns: Showdowns | None = None) -> None:
        """List the nodes.

        Args:
            spot: A flop or turn without rake and locks.
            threads: Number of threads.
            showdowns: What hands win all-in on the spot's board; by default the native core
                compares them when they are first needed.
        """
        check_street(spot)
        self._given_showdowns = showdowns
        self.spot, self.threads = spot, threads
        tree = spot.tree
        nodes = street_nodes(tree)
        kinds = tree.kind[nodes]
        listed = np.array(nodes)
        self.decisions: list[int] = listed[kinds == Kind.ACTION].tolist()
        self.folds: list[int] = listed[kinds == Kind.FOLD].tolist()
        self.showdowns: list[int] = listed[kinds == Kind.SHOWDOWN].tolist()
        self.deals: list[int] = listed[kinds == Kind.DEAL].tolist()
        live = [range_.weights for range_ in spot.live_ranges]
        self.weights: PairRows = np.array(live, np.float32)
        self.matchups = count_matchups(live[0], live[1])
        every = np.arange(len(tree), dtype=np.int32)
        total = end_payoffs(tree, every, tree.kind == Kind.SHOWDOWN, spot.rake)[1]
        self.fold_payoffs = total[:, self.folds]
        self._stakes = np.array([tree.pot(node) / 2 for node in self.showdowns], np.float32)
        self.gadget: GadgetRows | None = None
        if spot.gadget is not None:
            own = spot.pot / 2 + int(tree.committed[0][spot.gadget.player]) * spot.rules.chip
            held = np.arange(HOLE_COUNT, dtype=np.int16)
            self.gadget = gadget_rows(spot.gadget, held, (live[0], live[1]), own, [IDENTITY])

    @property
    def leaves(self) -> Leaves:
        """The public states in which a search of the street ends."""
        tree = self.spot.tree
        pots = [tree.pot(node) for node in self.deals]
        behind = [min(tree.stacks(node)) for node in self.deals]
        return Leaves(self.spot.board, np.array(pots), np.array(behind), tuple(self.deals))

    def end_values(
        self, reach: Mapping[int, PairRows], player: int | None = None
    ) -> dict[int, PairRows]:
        """Return the counterfactual values of hands at folds and at showdowns.

        Args:
            reach: The reach of both players' hands at all nodes.
            player: Whose values are needed, by default both players'; the other rows are 0.
        """
        values: dict[int, PairRows] = {}
        seats = [0, 1] if player is None else [player]
        if self.folds:
            won = np.zeros((len(self.folds), 2, HOLE_COUNT), np.float32)
            opposing = np.array([reach[node][::-1][seats] for node in self.folds])
            won[:, seats] = compatible_weights(opposing) * self.fold_payoffs.T[:, seats, None]
            values |= zip(self.folds, won, strict=True)
        if self.showdowns:
            shown = np.zeros((len(self.showdowns), 2, HOLE_COUNT), np.float32)
            for who in seats:
                opposing = np.array([reach[node][1 - who] for node in self.showdowns])
                shown[:, who] = self._all_in.won(who, opposing) * self._stakes[:, None]
            values |= zip(self.showdowns, shown, strict=True)
        return values

    @cached_property
    def _all_in(self) -> Showdowns:
        if self._given_showdowns is not None:
            return self._given_showdowns
        first, second = (np.flatnonzero(weights) for weights in self.weights)
        return AllInShowdowns(self.spot.board, (first, second), self.threads)


def matched(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the strategy of regret matching, or of an average.  [A, hands]"""
    weights = np.maximum(rows, np.float32(0))
    total = weights.sum(axis=0)
    uniform = np.full(weights.shape, 1 / len(weights), np.float32)
    strategy: NDArray[np.float32] = np.divide(weights, total, out=uniform, where=total > 0)
    return strategy


def check_street(spot: Spot) -> None:
    """Raise InputError unless a search can stop at the end of the spot's street."""
    if spot.street == RIVER:
        raise InputError("a depth-limited spot must be a flop or turn, got a river")
    if spot.rake.rate:
        raise InputError(f"rake must be 0 in a depth-limited search, got {spot.rake.rate:g}")
    if spot.locks:
        raise InputError("a depth-limited search does not support locks: remove them")
