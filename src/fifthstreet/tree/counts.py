"""The size of a betting tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.support.pictured import Pictured
from fifthstreet.tree.betting_tree import ARRAY_TYPES, BettingTree
from fifthstreet.tree.kinds import Kind
from fifthstreet.tree.menus import STREET_NAMES


@dataclass(frozen=True, eq=False, repr=False)
class TreeSize(Pictured):
    """The size of a tree; rows by `Kind` or by player, columns by street."""

    nodes: NDArray[Any]  # [4, 4]  by kind and street; all are whole numbers
    action_nodes: NDArray[Any]  # [P, 4]  by player who acts and street
    actions: NDArray[Any]  # [P, 4]  children of `action_nodes`

    @classmethod
    def of(cls, tree: BettingTree) -> TreeSize:
        """Count the nodes of a tree that has been built."""
        nodes = np.zeros((len(Kind), len(STREET_NAMES)), np.int64)
        np.add.at(nodes, (tree.kind, tree.street), 1)
        decisions = tree.kind == Kind.ACTION
        places = (tree.player[decisions], tree.street[decisions])
        action_nodes = np.zeros((tree.players, len(STREET_NAMES)), np.int64)
        actions = np.zeros_like(action_nodes)
        np.add.at(action_nodes, places, 1)
        np.add.at(actions, places, tree.n_children[decisions])
        return cls(nodes, action_nodes, actions)

    @property
    def total(self) -> int:
        """Number of nodes."""
        return int(self.nodes.sum())

    @property
    def bytes(self) -> int:
        """Memory of the tree's arrays in bytes."""
        columns = {"committed": len(self.actions)}
        return self.total * sum(
            np.dtype(dtype).itemsize * columns.get(name, 1) for name, dtype in ARRAY_TYPES.items()
        )

    def __repr__(self) -> str:
        return (
            f"<TreeSize: {self.total:,} nodes, {int(self.action_nodes.sum()):,} decisions, "
            f"{int(self.actions.sum()):,} actions>"
        )

    def __str__(self) -> str:
        streets = [
            f"{name} {nodes:,}"
            for name, nodes in zip(STREET_NAMES, self.nodes.sum(axis=0).tolist(), strict=True)
            if nodes
        ]
        return (
            f"{self.total:,} nodes ({', '.join(streets)}), {int(self.action_nodes.sum()):,} of "
            f"them decisions with {int(self.actions.sum()):,} actions"
        )
