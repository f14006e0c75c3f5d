"""Many tables of a game at once, so that a network decides for all of them in one pass.

A table's state is a handle: the number of a node where the game's tree is small, a row of numbers
in larger spots of hold'em, and else the state itself. All kinds draw the same from the same random
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import (
    GameTree,
    TreeTooLargeError,
    checked_payoffs,
    estimate_nodes,
    flatten,
)
from fifthstreet.solvers.games import (
    CHANCE,
    TERMINAL,
    FeaturedGame,
    Game,
    KeyFeatures,
    checked_features,
    sampled_key_features,
)
from fifthstreet.solvers.postflop import SpotGame, SpotTables
from fifthstreet.support.seeded_random import SeededRandom

MAX_TREE_NODES = 1_000_000  # flattened in about 5 seconds
_SURELY_TOO_LARGE = 10  # times the limit on nodes, by an estimate: not tried
_TOLERANCE = 1e-9  # how far the sum of probabilities may be from 1

Handles: TypeAlias = NDArray[Any]  # [T]  of nodes, or of states
Inputs: TypeAlias = NDArray[Any]  # [T] rows of information sets, or [T, F] their features
Counts: TypeAlias = NDArray[np.int64]  # [T]  legal actions


class GameTables(Protocol):
    """T tables of a game for P players; networks have F inputs and A outputs."""

    players: int
    features: int  # F
    actions: int  # A, the largest number of legal actions
    scale: float  # largest payoff, which is 1 to networks

    def start(self, count: int) -> Handles:
        """Return tables before anything has happened."""

    def players_of(self, handles: Handles) -> NDArray[np.int8]:
        """Return who acts at each table: a player, `CHANCE` or `TERMINAL`."""

    def deal(self, handles: Handles, uniform: NDArray[np.float64]) -> Handles:
        """Return the states after chance events, drawn by numbers from [0, 1)."""

    def observe(self, handles: Handles) -> tuple[Inputs, Counts]:
        """Return what the players to act know, and the numbers of their legal actions."""

    def play(self, handles: Handles, actions: NDArray[np.int64]) -> Handles:
        """Return the states after actions."""

    def payoffs(self, handles: Handles) -> NDArray[np.float64]:
        """Return the chips won at ends of the game, [T, P]."""

    def vectors(self, inputs: Inputs) -> NDArray[np.float32]:
        """Return the inputs of a network for what players know, [T, F]."""

    def no_inputs(self, count: int) -> Inputs:
        """Return an array that has room for what `count` players know."""


class TreeTables:
    """Tables of a game whose tree is in memory; every step is one NumPy call for all tables."""

    def __init__(self, tree: GameTree, vectors: NDArray[np.float32]) -> None:
        """Use a tree, and the features of its information sets, [I, F]."""
        self.tree = tree
        self.players = tree.players
        self.features = vectors.shape[1]
        self.counts = np.diff(tree.first_action).astype(np.int64)
        self.actions = int(self.counts.max(initial=1))
        self.scale = float(np.abs(tree.payoffs).max()) or 1.0
        self._vectors = vectors
        # Running sums of the probabilities of chance events. The sums of event k are in [k, k + 1],
        # so that one search finds the outcomes of any number of events.
        chances = np.flatnonzero(tree.player == CHANCE)
        self._event = np.zeros(len(tree), np.int64)
        self._event[chances] = np.arange(len(chances))
        children = np.flatnonzero(tree.player[tree.parent] == CHANCE)
        children = children[children > 0]
        shares = tree.probability[children]
        parents = tree.parent[children]
        ends = np.cumsum(tree.n_children[chances])
        sums = np.cumsum(shares)
        before = np.concatenate([[0.0], sums[ends - 1]])
        events = self._event[parents]
        self._sums = events + np.minimum(sums - before[events], 1.0)
        self._sums[ends - 1] = np.arange(1, len(chances) + 1)
        self._first_outcome = ends - tree.n_children[chances]

    @classmethod
    def of(cls, game: Game[Any] | GameTree, *, max_nodes: int) -> TreeTables:
        """Flatten a game, or use its tree, whose features are made of keys.

        Raises:
            TreeTooLargeError: If the tree has more than `max_nodes` nodes.
        """
        if isinstance(game, GameTree) or not isinstance(game, FeaturedGame):
            tree = game if isinstance(game, GameTree) else flatten(game, max_nodes=max_nodes)
            features = KeyFeatures(tree.keys)
            rows = [features(key) for key in tree.keys]
        else:
            rows = []

            def add(state: Any) -> None:
                rows.append(checked_features(game, state, len(rows[0]) if rows else None))

            tree = flatten(game, max_nodes=max_nodes, each_set=add)
        return cls(tree, np.array(rows, np.float32).reshape(len(tree.keys), -1))

    def start(self, count: int) -> Handles:
        """Return tables at the root."""
        return np.zeros(count, np.int32)

    def players_of(self, handles: Handles) -> NDArray[np.int8]:
        """Return who acts at each node."""
        return self.tree.player[handles]

    def deal(self, handles: Handles, uniform: NDArray[np.float64]) -> Handles:
        """Return the children that numbers from [0, 1) draw."""
        events = self._event[handles]
        found = np.searchsorted(self._sums, events + uniform, side="right")
        # Rounding may carry the sum of a number close to 1 to the next event.
        place = np.minimum(found - self._first_outcome[events], self.tree.n_children[handles] - 1)
        return self.tree.first_child[handles] + place.astype(np.int32)

    def observe(self, handles: Handles) -> tuple[Inputs, Counts]:
        """Return the rows of the information sets, and their numbers of actions."""
        rows = self.tree.row[handles]
        return rows, self.counts[rows]

    def play(self, handles: Handles, actions: NDArray[np.int64]) -> Handles:
        """Return the children with these numbers."""
        return self.tree.first_child[handles] + actions.astype(np.int32)

    def payoffs(self, handles: Handles) -> NDArray[np.float64]:
        """Return the payoffs at terminal nodes."""
        return self.tree.payoffs[self.tree.row[handles]]

    def vectors(self, inputs: Inputs) -> NDArray[np.float32]:
        """Return the features of rows."""
        return self._vectors[inputs]

    def no_inputs(self, count: int) -> Inputs:
        """Return room for rows."""
        return np.zeros(count, np.int32)


class StateTables:
    """Tables of a game of any size: the game's own methods are called for each table."""

    def __init__(self, game: Game[Any], *, lines: int = 300) -> None:
        """Learn the number of features, of actions and the payoffs from random lines of the game.

        Args:
            game: A game of any size.
            lines: Number of random lines.
        """
        self.game = game
        self.players = game.players
        self._features_of_key = (
            None if isinstance(game, FeaturedGame) else sampled_key_features(game)
        )
        self.actions, self.features, self.scale = 1, 0, 0.0
        random = SeededRandom(0)
        for _ in range(lines):
            state = game.root()
            while (player := game.player(state)) != TERMINAL:
                count = len(game.actions(state))
                if player >= 0:
                    self.actions = max(self.actions, count)
                    self.features = self.features or len(self._vector(state))
                state = game.child(state, random.below(count))
            self.scale = max(self.scale, *map(abs, checked_payoffs(game, state)))
        self.scale = self.scale or 1.0

    def start(self, count: int) -> Handles:
        """Return tables at the root."""
        return self.handles_of([self.game.root()] * count)

    def handles_of(self, states: Sequence[Any]) -> Handles:
        """Return tables in states of the game."""
        handles = np.empty(len(states), object)
        for row, state in enumerate(states):  # which may be tuples
            handles[row] = state
        return handles

    def players_of(self, handles: Handles) -> NDArray[np.int8]:
        """Return who acts in each state."""
        return np.array([self.game.player(state) for state in handles], np.int8)

    def deal(self, handles: Handles, uniform: NDArray[np.float64]) -> Handles:
        """Return the outcomes that numbers from [0, 1) draw."""
        game, after = self.game, []
        for state, number in zip(handles, uniform, strict=True):
            sums = np.cumsum(game.probabilities(state))
            if not abs(sums[-1] - 1) < _TOLERANCE:
                raise InputError(
                    f"{game.name}: probabilities must add up to 1, got {sums[-1]} at {state!r}"
                )
            outcome = int(np.searchsorted(sums, number, side="right"))
            after.append(game.child(state, min(outcome, len(sums) - 1)))
        return self.handles_of(after)

    def observe(self, handles: Handles) -> tuple[Inputs, Counts]:
        """Return the features of the players to act, and their numbers of actions."""
        inputs = np.empty((len(handles), self.features), np.float32)
        counts = np.empty(len(handles), np.int64)
        for row, state in enumerate(handles):
            inputs[row] = self._vector(state)
            counts[row] = count = len(self.game.actions(state))
            if count > self.actions:
                raise InputError(
                    f"{self.game.name}: actions must be at most {self.actions}, as in random "
                    f"lines, got {count} at {state!r}: use a game with fewer bet sizes"
                )
        return inputs, counts

    def play(self, handles: Handles, actions: NDArray[np.int64]) -> Handles:
        """Return the states after actions."""
        pairs = zip(handles, actions.tolist(), strict=True)
        return self.handles_of([self.game.child(state, action) for state, action in pairs])

    def payoffs(self, handles: Handles) -> NDArray[np.float64]:
        """Return the payoffs of ended games."""
        won = [checked_payoffs(self.game, state) for state in handles]
        return np.array(won, np.float64).reshape(-1, self.players)

    def vectors(self, inputs: Inputs) -> NDArray[np.float32]:
        """Return the features."""
        return inputs

    def no_inputs(self, count: int) -> Inputs:
        """Return features that are all zero, to be overwritten."""
        return np.zeros((count, self.features), np.float32)

    def _vector(self, state: Any) -> NDArray[np.float32]:
        if self._features_of_key is not None:
            return self._features_of_key(self.game.information_set(state))
        return checked_features(self.game, state, self.features or None)


def tables_of(game: Game[Any] | GameTree) -> TreeTables | SpotTables | StateTables:
    """Return tables on the tree of a game; if it is too large, of a spot or on the game's states.

    Args:
        game: A game, or its flattened tree.
    """
    if isinstance(game, GameTree) or estimate_nodes(game) <= _SURELY_TOO_LARGE * MAX_TREE_NODES:
        with suppress(TreeTooLargeError):
            return TreeTables.of(game, max_nodes=MAX_TREE_NODES)
    assert not isinstance(game, GameTree)
    return SpotTables(game) if isinstance(game, SpotGame) else StateTables(game)
