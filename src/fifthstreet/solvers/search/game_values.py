"""What a player can win against a strategy, at every node of a game's tree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.cfr import (
    Float64Array,
    GameTree,
    Int32Array,
    Strategy,
    best_response,
    levels,
)
from fifthstreet.solvers.games import TERMINAL


@dataclass(frozen=True, eq=False, repr=False)
class OpponentValues:
    """A player's best response to the other player's strategy, at all N nodes of a tree."""

    tree: GameTree
    opponent: int  # who responds
    reach: Float64Array  # [N]  probability of chance and of the other player's actions
    own_reach: Float64Array  # [N]  probability of the opponent's own actions in the strategy
    value: Float64Array  # [N]  chips that the opponent wins from here on by a best response
    # [N]  chips that the opponent gave up by their actions so far, compared with a best response
    gift: Float64Array
    # [N]  the opponent's first decision from here on, breadth first; N if there is none
    first_decision: Int32Array

    @classmethod
    def of(cls, strategy: Strategy, opponent: int) -> OpponentValues:
        """Evaluate the opponent's best response to a strategy of a two-player game."""
        tree = strategy.tree
        played = _step_probabilities(tree, strategy)
        is_own = np.zeros(len(tree), np.bool_)  # nodes that the opponent's actions lead to
        is_own[1:] = tree.player[tree.parent[1:]] == opponent
        reach = _products(tree, np.where(is_own, 1.0, played))
        own_reach = _products(tree, np.where(is_own, played, 1.0))
        response = _step_probabilities(tree, best_response(tree, strategy, opponent).strategy)
        value = _node_values(tree, response, opponent)
        return cls(
            tree=tree,
            opponent=opponent,
            reach=reach,
            own_reach=own_reach,
            value=value,
            gift=_gifts(tree, is_own, reach, value),
            first_decision=first_decisions(tree, opponent),
        )

    def mean_value(self, nodes: Int32Array) -> float:
        """Return the value at nodes that the opponent cannot distinguish, in chips."""
        weights = self.reach[nodes]
        return float(np.dot(weights, self.value[nodes]) / weights.sum())


def first_decisions(tree: GameTree, player: int) -> Int32Array:
    """Return the first decision of a player at or below each node; N if there is none.  [N]

    The tree is breadth first, so the first one below a node has the lowest number.
    """
    count = len(tree)
    first = np.where(tree.player == player, np.arange(count, dtype=np.int32), np.int32(count))
    for level in reversed([*levels(tree)]):
        np.minimum.at(first, tree.parent[level], first[level])
    return first


def _step_probabilities(tree: GameTree, strategy: Strategy) -> Float64Array:
    """Return the probability of each node, given its parent.  [N]"""
    probability: Float64Array = tree.probability.copy()
    nodes = np.flatnonzero(tree.player[tree.parent] >= 0)
    nodes = nodes[nodes > 0]  # the root is its own parent
    parent = tree.parent[nodes]
    action = tree.first_action[tree.row[parent]] + nodes - tree.first_child[parent]
    probability[nodes] = strategy.probabilities[action]
    return probability


def _products(tree: GameTree, probability: Float64Array) -> Float64Array:
    """Return the product of a probability along the path to each node.  [N]"""
    product: Float64Array = np.ones(len(tree))
    for level in levels(tree):
        product[level] = product[tree.parent[level]] * probability[level]
    return product


def _node_values(tree: GameTree, probability: Float64Array, player: int) -> Float64Array:
    """Return what a player wins from each node on, given the probabilities of all steps.  [N]"""
    value: Float64Array = np.zeros(len(tree))
    ends = tree.player == TERMINAL
    value[ends] = tree.payoffs[tree.row[ends], player]
    for level in reversed([*levels(tree)]):
        np.add.at(value, tree.parent[level], probability[level] * value[level])
    return value


def _gifts(
    tree: GameTree, is_own: NDArray[np.bool_], reach: Float64Array, value: Float64Array
) -> Float64Array:
    """Return the sum over a player's actions so far of what each gave up, never below 0.  [N]

    An action gives up the value of its information set minus its own value, both as means over the
    histories of the set by `reach`.
    """
    infos, actions = len(tree.keys), int(tree.first_action[-1])
    steps = np.flatnonzero(is_own)
    parent = tree.parent[steps]
    info = tree.row[parent]
    action = tree.first_action[info] + steps - tree.first_child[parent]
    by_action = np.bincount(action, reach[parent] * value[steps], actions)
    decisions = np.unique(parent)
    rows = tree.row[decisions]
    by_info = np.bincount(rows, reach[decisions] * value[decisions], infos)
    weight = np.bincount(rows, reach[decisions], infos)[info]
    gift: Float64Array = np.zeros(len(tree))
    # An information set that the other player never reaches is worth 0 in both sums.
    lost = np.maximum(by_info[info] - by_action[action], 0)
    gift[steps] = lost / np.where(weight > 0, weight, 1.0)
    for level in levels(tree):
        gift[level] += gift[tree.parent[level]]
    return gift
