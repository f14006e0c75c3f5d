"""AIVAT for games that are small enough for a complete tree.

A class is a set of histories that look the same to an observer who sees everything except the
private cards of players with known strategies. The observer learns the private cards of other
players when those players act, from their information sets. Between a class and the next:

- a player whose strategy is unknown acts, which is not corrected; or
- chance or a player with a known strategy makes a visible move: the estimate is corrected by the
  mean value of all possible moves less the value of the actual move; or
- chance makes a hidden move, and the class is not split.

All histories of a class have the same actions of the unknown strategies, so their probabilities
given the class follow from chance and the known strategies alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import Float64Array, GameTree, Strategy
from fifthstreet.solvers.games import CHANCE, TERMINAL

_NOTHING_SEEN = -1


@dataclass(frozen=True, eq=False)
class _Class:
    """Histories that the observer cannot distinguish, with their weights."""

    nodes: NDArray[np.int64]  # [H]
    weights: Float64Array  # [H]  probabilities of chance and of the known strategies

    @property
    def weight(self) -> float:
        return float(self.weights.sum())

    def mean(self, values: Float64Array) -> Float64Array:
        """Return the mean of values of nodes, [N, P].  [P]"""
        mean: Float64Array = self.weights @ values[self.nodes] / self.weight
        return mean

    def split(self, labels: NDArray[np.int64]) -> list[_Class]:
        """Return the classes of histories with the same label."""
        return [
            _Class(self.nodes[labels == label], self.weights[labels == label])
            for label in np.unique(labels).tolist()
        ]


def corrected_payoffs(
    tree: GameTree, values: Float64Array, known: Mapping[int, Strategy]
) -> Float64Array:
    """Return the AIVAT estimate of every player's payoff for each end of a game.  [N, P]

    Rows are NaN at nodes that are not ends, and at ends that known strategies never reach.

    Args:
        tree: A complete game.
        values: Estimates of each history's payoffs. Any numbers give an unbiased result, and
            accurate ones a precise result.  [N, P]
        known: Strategies of this tree that are known exactly, by player.

    >>> from fifthstreet.solvers.cfr import flatten
    >>> from fifthstreet.solvers.games import Kuhn
    >>> tree = flatten(Kuhn())
    >>> uniform = Strategy.uniform(tree)
    >>> values = history_values(tree, uniform)
    >>> sharp = corrected_payoffs(tree, values, {0: uniform, 1: uniform})
    >>> bool(np.nanstd(sharp[:, 0]) < 1e-9)  # values and strategies are exact: no luck is left
    True
    """
    if values.shape != (len(tree), tree.players):
        shape = (len(tree), tree.players)
        raise InputError(f"values must have shape {shape}, got {values.shape}")
    for player, strategy in known.items():
        if strategy.tree is not tree or not 0 <= player < tree.players:
            raise InputError(
                f"known must have strategies of this tree, got another for player {player}"
            )
    return _Corrector(tree, values, known).payoffs()


def history_values(tree: GameTree, strategy: Strategy) -> Float64Array:
    """Return the expected payoffs of all players at every node of a game.  [N, P]

    Args:
        tree: A complete game.
        strategy: What all players do from each node on.
    """
    values = end_payoffs(tree)
    shares = move_probabilities(tree, strategy)
    # Children come after their parents, so values are computed from the last node to the first.
    for node in np.flatnonzero(tree.player != TERMINAL)[::-1].tolist():
        first = int(tree.first_child[node])
        part = slice(first, first + int(tree.n_children[node]))
        values[node] = shares[part] @ values[part]
    return values


def end_payoffs(tree: GameTree) -> Float64Array:
    """Return the payoffs of all players at the ends of a game; 0 at other nodes.  [N, P]"""
    payoffs = np.zeros((len(tree), tree.players))
    is_end = tree.player == TERMINAL
    payoffs[is_end] = tree.payoffs[tree.row[is_end]]
    return payoffs


def move_probabilities(tree: GameTree, strategy: Strategy) -> Float64Array:
    """Return the probability of the move, by chance or a player, that leads to each node.  [N]"""
    shares = tree.probability.copy()
    decisions = np.flatnonzero(tree.player >= 0)
    counts = tree.n_children[decisions]
    place = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
    children = np.repeat(tree.first_child[decisions], counts) + place
    actions = np.repeat(tree.first_action[tree.row[decisions]], counts) + place
    shares[children] = strategy.probabilities[actions]
    return shares


class _Corrector:
    def __init__(self, tree: GameTree, values: Float64Array, known: Mapping[int, Strategy]) -> None:
        self.tree, self.values = tree, values
        self.shares = {player: move_probabilities(tree, known[player]) for player in known}
        self.labels = self._labels()

    def payoffs(self) -> Float64Array:
        """Walk through all classes and add up the corrections on the way."""
        tree = self.tree
        payoffs = np.full(self.values.shape, np.nan)
        ends = end_payoffs(tree)
        waiting = [(_Class(np.zeros(1, np.int64), np.ones(1)), np.zeros(tree.players))]
        while waiting:
            here, correction = waiting.pop()
            if tree.player[here.nodes[0]] == TERMINAL:
                payoffs[here.nodes] = here.mean(ends) + correction
                continue
            for parts in self._next(here):
                waiting += self._corrected(parts, correction)
        return payoffs

    def _next(self, here: _Class) -> list[list[_Class]]:
        """Return a list of classes for each choice of an unknown strategy, or a single list.

        Chance and known strategies decide which class of a list comes next.
        """
        tree = self.tree
        player = int(tree.player[here.nodes[0]])
        moves = self._moves(here)
        if player == CHANCE:
            parts = moves.split(tree.outcome[moves.nodes].astype(np.int64))
        else:
            parts = moves.split(moves.nodes - tree.first_child[tree.parent[moves.nodes]])
        if player == CHANCE or player in self.shares:
            return [self._seen(parts)]
        return [self._seen([part]) for part in parts]

    def _seen(self, parts: list[_Class]) -> list[_Class]:
        """Split classes by the observer's information before the next move."""
        return [each for part in parts for each in part.split(self.labels[part.nodes])]

    def _corrected(
        self, parts: list[_Class], correction: Float64Array
    ) -> list[tuple[_Class, Float64Array]]:
        """Correct by the mean value of the classes less the value of each class."""
        reached = [part for part in parts if part.weight > 0]
        if not reached:
            return []
        weights = np.array([each.weight for each in reached])
        values = np.array([each.mean(self.values) for each in reached])
        mean = weights @ values / weights.sum()
        return [
            (each, correction + mean - value) for each, value in zip(reached, values, strict=True)
        ]

    def _moves(self, here: _Class) -> _Class:
        """Return all children of a class, weighted by the moves of chance and known strategies."""
        tree = self.tree
        counts = tree.n_children[here.nodes]
        place = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        children = np.repeat(tree.first_child[here.nodes], counts).astype(np.int64) + place
        weights = np.repeat(here.weights, counts) * tree.probability[children]
        player = int(tree.player[here.nodes[0]])
        if player in self.shares:
            weights = weights * self.shares[player][children]
        return _Class(children, weights)

    def _labels(self) -> NDArray[np.int64]:
        """Return a number for the observer's knowledge about the next move at each node.

        The knowledge is who acts, and the information set of an unknown strategy, because its
        choice depends on it; the legal actions of a known strategy; or the public event of chance.
        """
        tree = self.tree
        numbers: dict[tuple[int, object], int] = {}
        labels = np.empty(len(tree), np.int64)
        rows = tree.row.tolist()
        for node, player in enumerate(tree.player.tolist()):
            known: object = _NOTHING_SEEN
            if player == CHANCE:
                known = rows[node]
            elif player >= 0:
                known = tree.actions[rows[node]] if player in self.shares else rows[node]
            labels[node] = numbers.setdefault((player, known), len(numbers))
        return labels
