"""Compare two nodes, such as one with and without a lock, or two actions at one node.

Differences are the second minus the first, by hand, by class and in sum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import hole_text
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.solution.node import Node
from fifthstreet.tree.strategy import HoleArray


@dataclass(frozen=True)
class Compared:
    """A hand, a class or a whole range on both sides."""

    name: str
    combos: tuple[float, float]
    ev: tuple[float, float]  # chips
    frequencies: tuple[dict[str, float], dict[str, float]]  # empty if the player does not act

    @property
    def ev_difference(self) -> float:
        """EV of the second minus EV of the first, in chips."""
        return self.ev[1] - self.ev[0]


@dataclass(frozen=True)
class Comparison:
    """Two sides of a player's range at a node."""

    player: int
    total: Compared
    made: tuple[Compared, ...]  # by made hand, strongest first
    draws: tuple[Compared, ...]  # by draw; empty on the river
    hands: tuple[Compared, ...]  # hand by hand, the largest difference of EV first


def compare_nodes(first: Node, second: Node, player: int | None = None) -> Comparison:
    """Compare a player's range at two nodes on the same board, such as of two solutions.

    Args:
        first: A node of a solution.
        second: The node to compare with the first.
        player: 0 for OOP, 1 for IP; by default the player who acts at the first node, or OOP if
            neither does.

    Returns:
        The comparison by hand, by made hand and by draw.

    Raises:
        InputError: If the boards differ.
    """
    if set(first.board) != set(second.board):
        raise InputError("the nodes must have the same board")
    who = max(first.player, 0) if player is None else player

    def compared(name: str, holes: NDArray[np.int64]) -> Compared:
        one, two = (
            node.summary(name, holes[node.reach[who][holes] > 0], who) for node in (first, second)
        )
        return Compared(
            name, (one.combos, two.combos), (one.ev, two.ev), (one.strategy, two.strategy)
        )

    held = np.flatnonzero((first.reach[who] > 0) | (second.reach[who] > 0))
    return _comparison(first, who, held, compared)


def compare_actions(node: Node, first: str, second: str) -> Comparison:
    """Compare two actions of the player who acts: the EV of each for every hand.

    Both sides have all hands that reach the node, no matter which action they take.

    Args:
        node: A decision of a solution.
        first: An action, like `k` or `b50`.
        second: The action to compare with the first.

    Returns:
        The comparison by hand, by made hand and by draw.

    Raises:
        InputError: If the node does not have an action.
    """
    for action in (first, second):
        if action not in node.actions:
            raise InputError(
                f"action at {node.path!r} must be one of {', '.join(node.actions)}, got {action!r}"
            )
    places = [node.actions.index(action) for action in (first, second)]

    def compared(name: str, holes: NDArray[np.int64]) -> Compared:
        hands = node.summary(name, holes, node.player)
        evs = list(hands.action_ev.values())
        shares = ({first: hands.strategy[first]}, {second: hands.strategy[second]})
        return Compared(
            name, (hands.combos, hands.combos), (evs[places[0]], evs[places[1]]), shares
        )

    return _comparison(node, node.player, np.flatnonzero(node.reach[node.player]), compared)


def _comparison(
    node: Node,
    player: int,
    held: NDArray[np.int64],
    compared: Callable[[str, NDArray[np.int64]], Compared],
) -> Comparison:
    hands = [compared(hole_text(int(hole)), np.array([hole])) for hole in held]
    gaps: HoleArray = np.array([abs(hand.ev_difference) for hand in hands])
    order = np.argsort(-np.nan_to_num(gaps), kind="stable")
    return Comparison(
        player,
        compared("all", held),
        *node.by_class(held, compared),
        tuple(hands[place] for place in order.tolist()),
    )
