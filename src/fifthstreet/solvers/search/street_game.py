"""The first street of a spot with all hands: its nodes, and what hands win where it ends.

Rows have all 1,326 hands, so that both players' rows are one array. Where a card is dealt, a player
may choose among several values of what follows: such a node is then a decision like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, compatible_weights, count_matchups
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import IDENTITY, RIVER, GadgetRows, Spot, gadget_rows
from fifthstreet.solvers.values import AllInShowdowns, Leaves
from fifthstreet.tree import BettingTree, Kind, end_payoffs, street_nodes

PairRows = NDArray[np.float32]  # [2, 1326]


class Showdowns(Protocol):
    """What hands win all-in on a board."""

    def won(self, player: int, reach: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return what a player's hands win per chip; see `AllInShowdowns.won`.  [S, 1326]"""
        ...


@dataclass(frozen=True)
class StreetNodes:
    """The nodes of a street, parents first and siblings side by side, and who decides at each.

    Attributes:
        nodes: Nodes of the tree; choices where a card is dealt have numbers beyond it.
        deciders: Who decides at each node, -1 where the street ends.
        children: The children of each node.
    """

    nodes: tuple[int, ...]
    deciders: tuple[int, ...]
    children: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, tree: BettingTree, *, choices: int = 1, chooser: int = 0) -> StreetNodes:
        """Return the nodes of a tree up to its first deal, and the choices there.

        Args:
            tree: The tree.
            choices: Number of values of what follows a deal; with several, `chooser` decides.
            chooser: The player who chooses.
        """
        nodes, deciders, children = [0], [], []
        added = len(tree)
        for node in nodes:  # the list grows during the loop
            decider, below = -1, range(0)
            if node < len(tree) and tree.kind[node] == Kind.ACTION:
                decider, below = int(tree.player[node]), tree.children(node)
            elif choices > 1 and node < len(tree) and tree.kind[node] == Kind.DEAL:
                decider, below = chooser, range(added, added + choices)
                added += choices
            nodes.extend(below)
            deciders.append(decider)
            children.append(tuple(below))
        return cls(tuple(nodes), tuple(deciders), tuple(children))


class StreetGame:
    """A spot up to its next card.

    Attributes:
        nodes: All nodes.
        deciders: Who decides, by decision, parents first.
        children: The children of each decision.
        folds: Nodes at which a player has folded.
        showdowns: Nodes at which both players are all-in.
        deals: Nodes at which a card is dealt and betting continues: the leaves of a search.
        chooser: Who chooses among several values of what follows a deal.
        ends: For each of the values of what follows, the nodes that have it, in the order of deals.
        weights: The ranges.  [2, 1326]
        matchups: Weight of all pairs of hands that share no card.
        fold_payoffs: Chips that both players win at folds.  [2, folds]
        gadget: The root gadget of the spot, in rows of all hands.
    """

    def __init__(
        self,
        spot: Spot,
        threads: int,
        showdowns: Showdowns | None = None,
        *,
        choices: int = 1,
        chooser: int = 0,
    ) -> None:
        """List the nodes.

        Args:
            spot: A flop or turn without rake and locks.
            threads: Number of threads.
            showdowns: What hands win all-in on the spot's board; by default the native core
                compares them when they are first needed.
            choices: Number of values of what follows a deal; with several, `chooser` decides.
            chooser: The player who chooses.
        """
        check_street(spot)
        self._given_showdowns = showdowns
        self.spot, self.threads, self.chooser = spot, threads, chooser
        tree = spot.tree
        self.nodes = StreetNodes.of(tree, choices=choices, chooser=chooser)
        rows = zip(self.nodes.nodes, self.nodes.deciders, self.nodes.children, strict=True)
        deciding = [row for row in rows if row[2]]
        self.deciders = {node: decider for node, decider, _ in deciding}
        self.children = {node: below for node, _, below in deciding}
        listed = np.array(street_nodes(tree))
        kinds = tree.kind[listed]
        self.folds: list[int] = listed[kinds == Kind.FOLD].tolist()
        self.showdowns: list[int] = listed[kinds == Kind.SHOWDOWN].tolist()
        self.deals: list[int] = listed[kinds == Kind.DEAL].tolist()
        self.ends = [
            [self.children[node][choice] if choices > 1 else node for node in self.deals]
            for choice in range(choices)
        ]
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
    def decisions(self) -> list[int]:
        """Nodes at which a player acts or chooses, parents first."""
        return list(self.deciders)

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
