"""Oracles with common mistakes, which the tests must detect."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracles.mccfr import Oracle


class WithoutImportanceWeights(Oracle):
    """Does not divide sampled values by their probability."""

    has_importance_weights = False


@dataclass
class TwoSidedPruning(Oracle):
    """Returns 0 as soon as either player's reach is small."""

    least_reach: float = 1e-3

    def every_action(self, node: int, others: float, averaged: float) -> float:
        if min(others, self.own_reach(node)) < self.least_reach:
            return 0.0
        return super().every_action(node, others, averaged)

    def own_reach(self, node: int) -> float:
        reach = 1.0
        while node:
            parent = int(self.tree.parent[node])
            if self.tree.player[parent] == self.traverser:
                at = int(self.tree.first_action[self.tree.row[parent]])
                reach *= self.kept[at][node - int(self.tree.first_child[parent])]
            node = parent
        return reach
