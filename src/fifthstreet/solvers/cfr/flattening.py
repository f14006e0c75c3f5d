"""Flatten a game into arrays of its tree."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import chain
from math import fsum
from random import Random
from typing import Any, Generic, TypeVar

import numpy as np

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.sequences import check_recall
from fifthstreet.solvers.cfr.state_walk import checked_payoffs
from fifthstreet.solvers.games import (
    CHANCE,
    TERMINAL,
    Game,
    check_depth,
    check_end,
    checked_game,
    random_line,
)

State = TypeVar("State")

_TOLERANCE = 1e-9  # how far the sum of probabilities may be from 1


class TreeTooLargeError(InputError):
    """A tree with more nodes than the limit."""


def estimate_nodes(game: Game[Any], *, walks: int = 100, seed: int = 0) -> float:
    """Estimate the number of nodes of a game's tree from random walks (Knuth 1975).

    The estimate is unbiased, but imprecise if the sizes of subtrees differ much.

    Args:
        game: The game to walk through.
        walks: Number of random walks from the root to an end of the game.
        seed: Seed of the walks.

    Returns:
        The mean of the walks' estimates.

    Raises:
        InputError: If it is not a game, or if a walk has no end.

    >>> from fifthstreet.solvers.games.kuhn import Kuhn
    >>> 40 < estimate_nodes(Kuhn()) < 80  # it has 58
    True
    """
    checked_game(game)
    random = Random(seed)
    total = 0.0
    for _ in range(walks):
        width = 1.0
        total += width
        for count in random_line(game, random):
            width *= count
            total += width
    return total / walks


def flatten(
    game: Game[State],
    *,
    max_nodes: int = 50_000_000,
    each_set: Callable[[State], object] | None = None,
) -> GameTree:
    """Visit all states of a game, level by level, and return its tree as arrays.

    Args:
        game: A game for two or more players.
        max_nodes: Maximum number of nodes of the tree.
        each_set: Called with the first state of each information set, in the order of the tree's
            `keys`.

    Returns:
        The tree.

    Raises:
        InputError: If an information set has states that differ in player, actions or the player's
            own past, if chance probabilities do not add up to 1, if there are fewer than 2 players,
            if methods are missing, or if the game does not end.
        TreeTooLargeError: If the tree has more than `max_nodes` nodes.
    """
    if checked_game(game).players < 2:
        raise InputError(f"{game.name} must have at least 2 players, got {game.players}")
    check_end(game)  # else the tree of a wide game would grow for minutes
    walk = _Walk(game, max_nodes, each_set)
    level, depth = [game.root()], 0
    while level:
        check_depth(game, depth)
        level = walk.visit(level)
        depth += 1
    tree = walk.tree()
    check_recall(tree)
    return tree


class _Walk(Generic[State]):
    """The part of a game visited so far; the lists become the tree's arrays at the end."""

    def __init__(
        self,
        game: Game[State],
        max_nodes: int,
        each_set: Callable[[State], object] | None = None,
    ) -> None:
        self.game = game
        self.each_set = each_set
        self.max_nodes = max_nodes
        self.count = 1  # nodes visited or waiting
        self.player: list[int] = []
        self.first_child: list[int] = []
        self.n_children: list[int] = []
        self.row: list[int] = []
        self.probability: list[float] = [1.0]
        self.outcome: list[int] = [-1]
        self.payoffs: list[tuple[float, ...]] = []
        self.events: dict[Hashable, int] = {}
        self.outcomes: list[dict[str, int]] = []  # numbers of the outcomes of each event
        self.infos: dict[str, int] = {}
        self.info_player: list[int] = []
        self.actions: list[tuple[str, ...]] = []

    def visit(self, level: list[State]) -> list[State]:
        """Record the nodes of a level and return their children in order."""
        game = self.game
        children: list[State] = []
        for state in level:
            player = game.player(state)
            self.player.append(player)
            if player == TERMINAL:
                self.first_child.append(0)
                self.n_children.append(0)
                self.row.append(len(self.payoffs))
                self.payoffs.append(tuple(map(float, checked_payoffs(game, state))))
                continue
            actions = tuple(game.actions(state))
            count = len(actions)
            if not count or len(set(actions)) < count:
                raise InputError(
                    f"{game.name}: actions must be different, at least one, got {actions} at "
                    f"{state!r}"
                )
            self.first_child.append(self.count)
            self.n_children.append(count)
            self.count += count
            if player == CHANCE:
                self._chance(state, actions)
            else:
                self._decision(state, player, actions)
                self.probability += [1.0] * count
                self.outcome += [-1] * count
            if self.count > self.max_nodes:
                raise TreeTooLargeError(
                    f"{game.name}: the tree has more than {self.max_nodes:,} nodes "
                    f"({len(self.player):,} visited, {self.count - len(self.player):,} waiting): "
                    "raise max_nodes or use a smaller game"
                )
            children += [game.child(state, action) for action in range(count)]
        return children

    def _chance(self, state: State, actions: tuple[str, ...]) -> None:
        probabilities = tuple(map(float, self.game.probabilities(state)))
        if (
            len(probabilities) != len(actions)
            or not min(probabilities) >= 0
            or not abs(fsum(probabilities) - 1) < _TOLERANCE
        ):
            raise InputError(
                f"{self.game.name}: probabilities of the {len(actions)} outcomes must be "
                f"non-negative and add up to 1, got {probabilities} at {state!r}"
            )
        self.probability += probabilities
        key = self.game.public_key(state)
        if key is None:
            self.row.append(-1)
            self.outcome += [-1] * len(actions)
            return
        event = self.events.setdefault(key, len(self.events))
        if event == len(self.outcomes):
            self.outcomes.append({})
        numbers = self.outcomes[event]
        self.row.append(event)
        self.outcome += [numbers.setdefault(action, len(numbers)) for action in actions]

    def _decision(self, state: State, player: int, actions: tuple[str, ...]) -> None:
        if not 0 <= player < self.game.players:
            raise InputError(
                f"{self.game.name}: player must be from 0 to {self.game.players - 1}, "
                f"got {player} at {state!r}"
            )
        key = self.game.information_set(state)
        info = self.infos.setdefault(key, len(self.infos))
        self.row.append(info)
        if info == len(self.actions):
            self.info_player.append(player)
            self.actions.append(actions)
            if self.each_set is not None:
                self.each_set(state)
        elif self.info_player[info] != player:
            raise InputError(
                f"{self.game.name}: information set {key!r} must be of one player, "
                f"got {self.info_player[info]} and {player}"
            )
        elif self.actions[info] != actions:
            raise InputError(
                f"{self.game.name}: information set {key!r} must have the same actions at all of "
                f"its states, got {self.actions[info]} and {actions}"
            )

    def tree(self) -> GameTree:
        n_children = np.array(self.n_children, np.int32)
        parent = np.zeros(len(n_children), np.int32)
        parent[1:] = np.repeat(np.arange(len(n_children), dtype=np.int32), n_children)
        return GameTree(
            name=self.game.name,
            players=self.game.players,
            player=np.array(self.player, np.int8),
            first_child=np.array(self.first_child, np.int32),
            n_children=n_children,
            parent=parent,
            row=np.array(self.row, np.int32),
            probability=np.array(self.probability),
            outcome=np.array(self.outcome, np.int32),
            payoffs=np.fromiter(
                chain.from_iterable(self.payoffs), np.float64, len(self.payoffs) * self.game.players
            ).reshape(-1, self.game.players),
            event_outcomes=np.array([len(numbers) for numbers in self.outcomes], np.int32),
            info_player=np.array(self.info_player, np.int8),
            first_action=np.cumsum([0, *map(len, self.actions)], dtype=np.int32),
            keys=tuple(self.infos),
            actions=tuple(self.actions),
        )
