"""Public states: what all players have seen, where subgames begin."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import GameTree, levels
from fifthstreet.solvers.games import Game, checked_game

State = TypeVar("State")


@dataclass(frozen=True)
class PublicState:
    """All histories of a game that follow a public chance event with the same outcome."""

    game: str  # name of the game
    key: Hashable  # what all players knew before the event
    outcome: str  # of the event
    depth: int  # public chance events so far, this one included
    nodes: tuple[int, ...]  # the histories, as nodes of the game's tree

    def __str__(self) -> str:
        return f"{self.key}: {self.outcome}"

    def __repr__(self) -> str:
        return f"<PublicState {self}, {len(self.nodes)} histories>"


def public_states(
    game: Game[Any], tree: GameTree, *, depth: int | None = None
) -> tuple[PublicState, ...]:
    """Return the public states of a game.

    Args:
        game: The game, whose chance events may be public.
        tree: The flattened game.
        depth: Number of public chance events so far, including the state's own; by default any.

    Raises:
        InputError: If the tree is of another game.

    >>> from fifthstreet.solvers.cfr import flatten
    >>> from fifthstreet.solvers.games import leduc
    >>> game = leduc()
    >>> states = public_states(game, flatten(game))
    >>> len(states), states[0]  # five bettings of the first round, six board cards
    (30, <PublicState ('', 2): Qh, 20 histories>)
    """
    check_tree(game, tree)
    depths = np.zeros(len(tree), np.int32)
    for level in levels(tree):
        depths[level] = depths[tree.parent[level]] + (tree.outcome[level] >= 0)
    nodes = np.flatnonzero(tree.outcome >= 0)
    nodes = nodes[np.lexsort((nodes, tree.outcome[nodes], tree.row[tree.parent[nodes]]))]
    events, outcomes = tree.row[tree.parent[nodes]], tree.outcome[nodes]
    starts = 1 + np.flatnonzero((np.diff(events) != 0) | (np.diff(outcomes) != 0))
    return tuple(
        _public_state(game, tree, group.tolist(), int(depths[group[0]]))
        for group in np.split(nodes, starts)
        if group.size and depth in (None, depths[group[0]])
    )


def state_at(game: Game[State], tree: GameTree, node: int) -> State:
    """Return the state of a game at a node of its tree."""
    path: list[int] = []
    while node:
        parent = int(tree.parent[node])
        path.append(node - int(tree.first_child[parent]))
        node = parent
    state = game.root()
    for action in reversed(path):
        state = game.child(state, action)
    return state


def check_tree(game: Game[Any], tree: GameTree) -> None:
    """Raise InputError unless the tree belongs to the game."""
    if tree.name != checked_game(game).name:
        raise InputError(f"the tree must be of {game.name}, got {tree.name}")


def _public_state(game: Game[Any], tree: GameTree, nodes: list[int], depth: int) -> PublicState:
    event = int(tree.parent[nodes[0]])
    before = state_at(game, tree, event)
    outcome = game.actions(before)[nodes[0] - int(tree.first_child[event])]
    return PublicState(game.name, game.public_key(before), outcome, depth, tuple(nodes))
