"""What sampled traversals add on average, from plain sums over the whole tree."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.cfr.game_tree import GameTree


def matched(tree: GameTree, regrets: NDArray[Any]) -> NDArray[Any]:
    """Regret matching: the strategy for a table of regrets, [A]."""
    strategy = np.empty(len(regrets))
    for start, end in zip(tree.first_action[:-1], tree.first_action[1:], strict=True):
        positive = np.maximum(regrets[start:end], 0)
        total = positive.sum()
        strategy[start:end] = positive / total if total else 1 / (end - start)
    return strategy


class WholeTree:
    """Reach and values of every node under one strategy."""

    def __init__(self, tree: GameTree, strategy: NDArray[Any]) -> None:
        self.tree = tree
        self.strategy = strategy
        nodes = len(tree)
        self.chance = np.ones(nodes)
        self.reach = np.ones((nodes, tree.players))
        self.visit_chance = np.ones(nodes)  # that public chance sampling visits the node
        self.value = np.zeros((nodes, tree.players))
        for i in range(nodes):
            for c, child in enumerate(self.children(i)):
                self.chance[child] = self.chance[i] * tree.probability[child]
                self.reach[child] = self.reach[i]
                self.visit_chance[child] = self.visit_chance[i]
                if tree.player[i] >= 0:
                    self.reach[child, tree.player[i]] *= strategy[self.at(i) + c]
                elif tree.row[i] >= 0:
                    self.visit_chance[child] /= tree.event_outcomes[tree.row[i]]
        for i in reversed(range(nodes)):
            if not tree.n_children[i]:
                self.value[i] = tree.payoffs[tree.row[i]]
            for c, child in enumerate(self.children(i)):
                is_decision = tree.player[i] >= 0
                share = strategy[self.at(i) + c] if is_decision else tree.probability[child]
                self.value[i] += share * self.value[child]

    def children(self, i: int) -> range:
        first = int(self.tree.first_child[i])
        return range(first, first + int(self.tree.n_children[i]))

    def at(self, i: int) -> int:
        return int(self.tree.first_action[self.tree.row[i]])

    def regrets(self) -> NDArray[Any]:
        """Counterfactual regrets of all players, [A]."""
        regrets = np.zeros(len(self.strategy))
        for i in np.flatnonzero(self.tree.player >= 0):
            player = int(self.tree.player[i])
            others = self.chance[i] * np.delete(self.reach[i], player).prod()
            for c, child in enumerate(self.children(int(i))):
                gain = self.value[child, player] - self.value[i, player]
                regrets[self.at(int(i)) + c] += others * gain
        return regrets

    def averages(self, scheme: str) -> NDArray[Any]:
        """Mean addition to the averages in an iteration, [A]: the strategy times its owner's reach.

        Each information set also has a factor that does not depend on the strategy, except that in
        outcome and external sampling it includes the reach of third players.
        """
        averages = np.zeros(len(self.strategy))
        for i in np.flatnonzero(self.tree.player >= 0):
            player = int(self.tree.player[i])
            own = self.reach[i, player]
            factor = self.visit_chance[i] if scheme == "public" else self.chance[i]
            if scheme in ("external", "outcome"):
                traverser = (player - 1) % self.tree.players
                factor *= np.delete(self.reach[i], [player, traverser]).prod()
            for c in range(int(self.tree.n_children[i])):
                cell = self.at(int(i)) + c
                averages[cell] += factor * own * self.strategy[cell]
        return averages
