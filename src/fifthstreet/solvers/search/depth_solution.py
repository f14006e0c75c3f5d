"""The result of a depth-limited search: a solved street, and values of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, Range
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Node, SolveRecord, Spot, ValueMode
from fifthstreet.solvers.search.composed import as_solution
from fifthstreet.solvers.search.continuations import BiasedStrategy
from fifthstreet.solvers.search.leaf_matrices import LeafMatrices
from fifthstreet.solvers.search.response_values import ResponseValues, ValuesAgainst
from fifthstreet.solvers.search.street_solution import StreetStrategy
from fifthstreet.tree import Kind, nodes_below, subtree
from fifthstreet.tree.strategy import HoleArray, PlainStrategy, TreeStrategy

Row = NDArray[np.float32]  # [H] of one player


class DepthLimitedSolution(StreetStrategy):
    """A strategy that was searched on the first street, and is the blueprint after it.

    The opponent's strategy only serves to test the player's own; later streets
    should be solved again.
    """

    kind = "depth-limited"

    def __init__(
        self,
        spot: Spot,
        player: int,
        continuations: list[BiasedStrategy],
        leaves: LeafMatrices,
        *,
        strategies: Mapping[int, NDArray[np.float32]],
        entering: HoleArray | None,
        values: tuple[Mapping[int, Row], Mapping[int, Row]],
        responses: Mapping[int, Row],
        record: SolveRecord,
    ) -> None:
        """Wrap strategies, and both players' values, by node of the first street.

        `entering` is the reach of the opponent's hands after a gadget, and `responses` are the
        values of their best responses.
        """
        super().__init__(spot.tree, spot.ranges, spot.board)
        self.spot, self.player, self.record = spot, player, record
        self.threads = leaves.threads
        self.continuations, self.leaves = continuations, leaves
        self._strategies, self._entering = strategies, entering
        self._values, self.responses = values, responses

    def __repr__(self) -> str:
        return (
            f"<DepthLimitedSolution of {self.spot!r}: {self.record.iterations} iterations, "
            f"exploitability {self.exploitability} in the depth-limited game>"
        )

    @property
    def blueprint(self) -> TreeStrategy:
        """The strategy of both players after the first street."""
        return self.continuations[0].base

    @cached_property
    def root(self) -> Node:
        """The root node of the spot."""
        return self.node("r")

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the probability of each action for each hand at a decision.  [A, 1326]"""
        if node not in self._strategies:
            return self.blueprint.probabilities(node, board)
        return self.spread(int(self.tree.player[node]), self._strategies[node])

    def reach(self, node: int, board: tuple[int, ...]) -> tuple[HoleArray, ...]:
        """Return the weight with which each hand of both players reaches a node."""
        reach = list(super().reach(node, board))
        if self._entering is not None:
            opponent, held = 1 - self.player, self.leaves.hands[1 - self.player]
            reach[opponent][held] *= self._entering / self.ranges[opponent].weights[held]
        return tuple(reach)

    def choices(self, node: int) -> HoleArray:
        """Return how often each hand of the opponent chooses each continuation.  [K, 1326]"""
        if self.tree.kind[node] != Kind.DEAL or node not in self._strategies:
            raise InputError(
                f"node must be a leaf of the search, where a card is dealt, got {node}"
            )
        return self.spread(1 - self.player, self._strategies[node])

    def hole_values(self, player: int, node: int) -> HoleArray:
        """Return the counterfactual value of each hand at a node of the street.  [1326]"""
        return self.spread(player, self._values[player][node])

    def spread(self, player: int, rows: NDArray[np.float32]) -> HoleArray:
        """Return rows over a player's hands as rows over all hands, NaN for other hands."""
        out = np.full((*rows.shape[:-1], HOLE_COUNT), np.nan)
        out[..., self.leaves.hands[player]] = rows
        return out


class DepthLimitedResponses(ValuesAgainst):
    """Values of the opponent's best responses to a depth-limited strategy, hand by hand.

    The counterpart of `ResponseValues`: the best actions, and at a leaf the best continuation.
    After a card, a value is from the continuation that was best before the card.
    """

    solution: DepthLimitedSolution

    def __init__(self, solution: DepthLimitedSolution) -> None:
        self.solution = solution
        self.player = 1 - solution.player

    def _won(
        self, node: int, cards: tuple[int, ...], opposing: HoleArray
    ) -> tuple[HoleArray, float]:
        if cards:
            return self._after(node, cards, opposing), 1.0
        return self.solution.spread(self.player, self.solution.responses[node]), 1.0

    def _after(self, node: int, cards: tuple[int, ...], opposing: HoleArray) -> HoleArray:
        """Return the counterfactual values of the opponent's hands after a card.  [1326]"""
        solution, leaves = self.solution, self.solution.leaves
        leaf = int(solution.tree.parent[node])
        before = solution.reach(leaf, solution.board)[solution.player]
        conceded = leaves.conceded(leaf, before[leaves.hands[solution.player]].astype(np.float32))
        best = np.zeros(HOLE_COUNT, np.int64)
        best[leaves.hands[self.player]] = conceded.argmax(axis=0)
        board = (*solution.board, *cards)
        values = []
        for continuation in solution.continuations:
            rest = _Rest(continuation, node, board, solution.player, opposing)
            after = ResponseValues(as_solution(rest), self.player, ValueMode.AVERAGE)
            values.append(after.counterfactual(0, ()) * rest.scale)
        return np.array(values)[best, np.arange(HOLE_COUNT)]


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
