"""A solution of the first street only, which is enough until the next card is dealt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fifthstreet.cards import compatible_weight
from fifthstreet.search.street_strategy import StreetStrategy
from fifthstreet.solvers.postflop import Solver
from fifthstreet.solvers.postflop.exploitability import Mode
from fifthstreet.solvers.postflop.node import MIN_OPPOSING_SHARE
from fifthstreet.strategy import HoleArray


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
        return self.street.values(player, Mode.AVERAGE, self.at_node(node))

    def at_node(self, node: int) -> int:
        """Return the index of a node on the first street; ValueError if it is on another."""
        if node not in self._place:
            raise ValueError(f"node {node} is not on the first street; want one that is")
        return self._place[node]


class StreetResponses:
    """Values of one player's best responses to a street's strategies, hand by hand.

    The counterpart of `ResponseValues`: on the street itself, and where the next one begins.
    """

    def __init__(self, solution: StreetSolution, player: int) -> None:
        self.solution = solution
        self.player = player

    def per_hand(self, node: int, cards: Sequence[int], opposing: HoleArray) -> HoleArray:
        """Return the value of each hand in chips, given the opponent's reach at the node.  [1326]

        Half of the pot at the start counts as the player's own. NaN where nearly all of the
        opponent's reach shares a card with the hand.
        """
        solution, street = self.solution, self.solution.street
        weight = compatible_weight(opposing)
        is_known = weight > MIN_OPPOSING_SHARE * float(opposing.sum())
        if not cards:
            won = street.values(self.player, Mode.BEST_RESPONSE, solution.at_node(node))
            return won / np.where(is_known, weight, np.nan)
        deal = solution.at_node(int(solution.tree.parent[node]))
        exit_number = int(np.flatnonzero(street.plan.betting[0].exit_node == deal)[0])
        won = street.values_after(self.player, Mode.BEST_RESPONSE, exit_number, tuple(cards))
        # Each card that neither player holds is as likely as another.
        chance = 1 / (52 - 4 - len(solution.board))
        return won / np.where(is_known, chance * weight, np.nan)
