"""What solutions of a single street have in common."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np

from fifthstreet.solvers.postflop import Node, Spot
from fifthstreet.solvers.postflop.node import make_node
from fifthstreet.solvers.postflop.solve_record import SolveRecord
from fifthstreet.strategy import Exploitability, HoleArray, PlainStrategy
from fifthstreet.tree import Kind


class StreetStrategy(PlainStrategy):
    """A strategy whose first street was solved, with the values of both players there."""

    spot: Spot
    record: SolveRecord
    threads: int

    @property
    def exploitability(self) -> Exploitability:
        """How far the strategies were from an equilibrium of the game that was solved."""
        return self.record.exploitability

    @abstractmethod
    def hole_values(self, player: int, node: int) -> HoleArray:
        """Return the counterfactual value of each hand at a node of the street.  [1326]"""

    def node(self, path: str) -> Node:
        """Return strategy, reach, values and equities at a node of the first street."""
        node, cards = self.tree.find(path)
        if cards:
            raise ValueError(f"{path!r} is on the next street; want a node before the next card")
        player = int(self.tree.player[node]) if self.tree.kind[node] == Kind.ACTION else -1
        reach = self.reach(node, self.board)
        actions = None
        if player >= 0:
            below = self.tree.children(node)
            actions = np.array([self.hole_values(player, child) for child in below])
        return make_node(
            solution=self,
            path=self.tree.path(node),
            node=node,
            board=self.board,
            reach=(reach[0], reach[1]),
            strategy=self.probabilities(node, self.board) if player >= 0 else None,
            values=(self.hole_values(0, node), self.hole_values(1, node)),
            action_values=actions,
            chance=1.0,
        )
