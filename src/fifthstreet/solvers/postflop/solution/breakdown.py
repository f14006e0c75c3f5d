"""A range at a node by made hand and by draw: combos, equity, EV and frequencies of each class."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.postflop.solution.node import Node


@dataclass(frozen=True)
class ClassShare:
    """The hands of a range in one class, such as top pairs."""

    name: str
    combos: float  # that reach the node
    share: float  # of the range, weighted by the opponent's hands it meets
    equity: float
    ev: float  # chips from the node on
    frequencies: dict[str, float]  # by action; empty if the player does not act


@dataclass(frozen=True)
class Breakdown:
    """A player's range at a node by made hand and by draw; classes without hands are left out.

    Each hand counts once among the made hands and once among the draws.
    """

    player: int
    total: ClassShare
    made: tuple[ClassShare, ...]  # strongest first
    draws: tuple[ClassShare, ...]  # empty on the river

    def __getitem__(self, name: str) -> ClassShare:
        """Return the row of a class."""
        for row in (*self.made, *self.draws):
            if row.name == name:
                return row
        raise KeyError(name)


def range_breakdown(node: Node, player: int | None = None) -> Breakdown:
    """Return a range at a node by made hand and by draw.

    Args:
        node: A node of a solution.
        player: 0 for OOP, 1 for IP; by default the player who acts, or OOP if neither does.
    """
    player = max(node.player, 0) if player is None else player
    held = np.flatnonzero(node.reach[player])
    weights = node.reach[player] * node.opposing_reach[player]
    total_weight = float(weights.sum())

    def share(name: str, holes: NDArray[np.int64]) -> ClassShare:
        hands = node.summary(name, holes, player)
        part = float(weights[holes].sum()) / total_weight if total_weight > 0 else float("nan")
        return ClassShare(name, hands.combos, part, hands.equity, hands.ev, hands.strategy)

    return Breakdown(player, share("all", held), *node.by_class(held, share))
