"""Three hands on a river in plain Python: every triple of hands that share no card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS
from fifthstreet.cards.hands import evaluate
from fifthstreet.tree import BettingTree, Kind, Rake, settle

PLAYERS = (0, 1, 2)
Row = NDArray[np.float64]
Tables = list[dict[int, NDArray[np.float64]]]  # of each player, by decision: [A, H]


class TripleOracle:
    """A river with three ranges; hands are in the order that they are given."""

    def __init__(
        self,
        tree: BettingTree,
        board: int,
        holes: Sequence[Sequence[int]],
        weights: Sequence[Sequence[float]],
        rake: Rake,
    ) -> None:
        self.tree, self.rake, self.board = tree, rake, board
        self.masks = [[int(HOLE_MASKS[hole]) for hole in of] for of in holes]
        self.strengths = [[evaluate(mask, board) for mask in of] for of in self.masks]
        self.weights = [np.array(of, np.float64) for of in weights]

    def triples(self) -> Iterator[tuple[int, int, int]]:
        """Yield the indices of hands that share no card."""
        first, second, third = self.masks
        for i, j, k in product(range(len(first)), range(len(second)), range(len(third))):
            if not (first[i] & second[j] or (first[i] | second[j]) & third[k]):
                yield i, j, k

    def end(self, player: int, node: int, reach: Sequence[Row]) -> Row:
        """Return what a player's hands win at an end, against the reach of the two others."""
        first, second = (other for other in PLAYERS if other != player)
        won = np.zeros(len(self.masks[player]))
        for triple in self.triples():
            weight = reach[first][triple[first]] * reach[second][triple[second]]
            if weight:
                strengths = [
                    self.strengths[who][hand] for who, hand in zip(PLAYERS, triple, strict=True)
                ]
                won[triple[player]] += (
                    weight * settle(self.tree, node, strengths, self.rake)[player]
                )
        return won

    def matchups(self) -> float:
        """Return the weight of all triples."""
        return sum(
            float(
                np.prod(
                    [self.weights[who][hand] for who, hand in zip(PLAYERS, triple, strict=True)]
                )
            )
            for triple in self.triples()
        )

    def values(
        self, player: int, strategies: Tables, reach: Sequence[Row], node: int = 0
    ) -> dict[int, Row]:
        """Return the values of a player's hands at a node and all below it."""
        tree = self.tree
        if tree.kind[node] in (Kind.FOLD, Kind.SHOWDOWN):
            return {node: self.end(player, node, reach)}
        who = int(tree.player[node])
        values: dict[int, Row] = {}
        for child, shares in zip(tree.children(node), strategies[who][node], strict=True):
            below = list(reach)
            if who != player:
                below[who] = reach[who] * shares
            values |= self.values(player, strategies, below, child)
        rows = np.array([values[child] for child in tree.children(node)])
        values[node] = (strategies[who][node] * rows).sum(0) if who == player else rows.sum(0)
        return values

    def best_values(
        self, player: int, strategies: Tables, reach: Sequence[Row], node: int = 0
    ) -> Row:
        """Return the values of a player's hands with best actions."""
        tree = self.tree
        if tree.kind[node] in (Kind.FOLD, Kind.SHOWDOWN):
            return self.end(player, node, reach)
        who, rows = int(tree.player[node]), []
        for child, shares in zip(tree.children(node), strategies[who][node], strict=True):
            below = list(reach)
            if who != player:
                below[who] = reach[who] * shares
            rows.append(self.best_values(player, strategies, below, child))
        best: Row = np.max(rows, axis=0) if who == player else np.sum(rows, axis=0)
        return best
