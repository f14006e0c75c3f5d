"""The result of a depth-limited search: a solved street, and values of the rest."""

from __future__ import annotations

from typing import Any

import numpy as np

from fifthstreet.cards import HOLE_MASKS, Range
from fifthstreet.solvers.postflop import ValueMode
from fifthstreet.solvers.search.composed import as_solution
from fifthstreet.solvers.search.continuations import BiasedStrategy
from fifthstreet.solvers.search.leaf_value_solution import LeafValueResponses, LeafValueSolution
from fifthstreet.solvers.search.response_values import ResponseValues
from fifthstreet.solvers.search.street_game import StreetGame
from fifthstreet.solvers.values import LeafValues
from fifthstreet.tree import nodes_below, subtree
from fifthstreet.tree.strategy import HoleArray, PlainStrategy, TreeStrategy


class DepthLimitedSolution(LeafValueSolution):
    """A strategy that was searched on the first street, and is the blueprint after it.

    The opponent's strategy only serves to test the player's own; later streets
    should be solved again.
    """

    kind = "depth-limited"

    def __init__(
        self,
        game: StreetGame,
        choices: tuple[LeafValues, ...],
        continuations: list[BiasedStrategy],
        **found: Any,
    ) -> None:
        """Wrap what `LeafValueSolution` has, and the continuations that the opponent chooses."""
        super().__init__(game, choices, **found)
        self.player, self.continuations = 1 - game.chooser, continuations

    def __repr__(self) -> str:
        return (
            f"<DepthLimitedSolution of {self.spot!r}: {self.record.iterations} iterations, "
            f"exploitability {self.exploitability} in the depth-limited game>"
        )

    @property
    def blueprint(self) -> TreeStrategy:
        """The strategy of both players after the first street."""
        return self.continuations[0].base

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the probability of each action for each hand at a decision.  [A, 1326]"""
        if not self._is_decision(node):
            return self.blueprint.probabilities(node, board)
        return super().probabilities(node, board)

    def reach(self, node: int, board: tuple[int, ...]) -> tuple[HoleArray, ...]:
        """Return the weight with which each hand of both players reaches a node."""
        reach = PlainStrategy.reach(self, node, board)
        entered = zip(reach, self._reach[0], self.game.weights, strict=True)
        return tuple(
            row * np.divide(into, weights, out=np.zeros(len(row)), where=weights > 0)
            for row, into, weights in entered
        )


class DepthLimitedResponses(LeafValueResponses):
    """Values of the opponent's best responses to a depth-limited strategy, hand by hand.

    At a leaf, they choose the best continuation. After a card, a value is from passes through all
    boards.
    """

    solution: DepthLimitedSolution

    def __init__(self, solution: DepthLimitedSolution) -> None:
        super().__init__(solution, 1 - solution.player)

    @property
    def knows_cards(self) -> bool:
        """Whether there are values after each single card."""
        return True

    def _won(
        self, node: int, cards: tuple[int, ...], opposing: HoleArray
    ) -> tuple[HoleArray, float]:
        won, chance = super()._won(node, cards, opposing)
        held = self.solution.game.weights[self.player] > 0  # the blueprint knows no other hands
        return np.where(held, won, np.nan), chance

    def _after(
        self, choice: int, leaf: int, dealt: tuple[int, int], opposing: HoleArray
    ) -> HoleArray:
        solution, (node, card) = self.solution, dealt
        board = (*solution.board, card)
        rest = _Rest(solution.continuations[choice], node, board, solution.player, opposing)
        after = ResponseValues(as_solution(rest), self.player, ValueMode.AVERAGE)
        return after.counterfactual(0, ()) * (rest.scale / solution.game.leaves.unseen)


class _Rest(PlainStrategy):
    """A strategy from a node of the next street on, with the reach of one player there."""

    def __init__(
        self, base: TreeStrategy, node: int, board: tuple[int, ...], player: int, reach: HoleArray
    ) -> None:
        is_live = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) == 0
        self.scale = float(reach.max())  # weights of a range are at most 1
        ranges = [Range(np.where(is_live, each.weights, 0)) for each in base.ranges]
        ranges[player] = Range((reach / self.scale).astype(np.float32))
        super().__init__(subtree(base.tree, node), ranges, board)
        self._base, self._nodes = base, nodes_below(base.tree, node)

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        return self._base.probabilities(self._nodes[node], board)
