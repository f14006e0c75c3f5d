"""Solutions of the first street only, which are enough until the next card is dealt."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Node, Solver, SolveRecord, Spot, ValueMode, make_node
from fifthstreet.solvers.search.response_values import ValuesAgainst
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy import Exploitability, HoleArray, PlainStrategy


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
            raise InputError(f"path must be before the next card, got {path!r}")
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


class StreetSolution(StreetStrategy):
    """Strategies and values of both players on the first street of a solved spot."""

    kind = "street"

    def __init__(self, solver: Solver) -> None:
        spot = solver.spot
        super().__init__(spot.tree, spot.ranges, spot.board, rake=spot.rake)
        self.spot, self.record = spot, solver.record
        self.threads = solver.backend.threads
        self.street = solver.first_street()
        self._place = {
            int(node): at for at, node in enumerate(solver.plan.betting[0].tree_node.tolist())
        }

    def __repr__(self) -> str:
        return (
            f"<StreetSolution of {self.spot!r}: {self.record.iterations} iterations, "
            f"exploitability {self.exploitability}>"
        )

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the probability of each action for each hand at a decision.  [A, 1326]"""
        at = self.at_node(node)
        return self.street.spread(int(self.tree.player[node]), at, self.street.shares[at])

    def reach(self, node: int, board: tuple[int, ...]) -> tuple[HoleArray, ...]:
        """Return the weight with which each hand of both players reaches a node."""
        first, second = super().reach(node, board)
        entered = [
            np.nan_to_num(self.street.spread(player, 0, self.street.reach[player]))
            for player in (0, 1)
        ]
        return tuple(
            reach * np.divide(into, range_.weights, out=np.zeros_like(into), where=into > 0)
            for reach, into, range_ in zip((first, second), entered, self.ranges, strict=True)
        )

    def hole_values(self, player: int, node: int) -> HoleArray:
        """Return the counterfactual value of each hand at a node of the street.  [1326]"""
        return self.street.values(player, ValueMode.AVERAGE, self.at_node(node))

    def at_node(self, node: int) -> int:
        """Return the index of a node on the first street; InputError for other streets."""
        if node not in self._place:
            raise InputError(f"node must be on the first street, got {node}")
        return self._place[node]


class StreetResponses(ValuesAgainst):
    """Values of one player's best responses to a street's strategies, hand by hand.

    The counterpart of `ResponseValues`: on the street itself, and where the next one begins.
    """

    solution: StreetSolution

    def __init__(self, solution: StreetSolution, player: int) -> None:
        self.solution = solution
        self.player = player

    def _won(
        self, node: int, cards: tuple[int, ...], opposing: HoleArray
    ) -> tuple[HoleArray, float]:
        solution, street = self.solution, self.solution.street
        if not cards:
            return street.values(self.player, ValueMode.BEST_RESPONSE, solution.at_node(node)), 1.0
        deal = solution.at_node(int(solution.tree.parent[node]))
        exit_number = int(np.flatnonzero(street.plan.betting[0].exit_node == deal)[0])
        won = street.values_after(self.player, ValueMode.BEST_RESPONSE, exit_number, cards)
        # All cards that neither player holds are equally likely.
        return won, 1 / (52 - 4 - len(solution.board))
