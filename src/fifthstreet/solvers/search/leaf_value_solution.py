"""The result of a search with leaf values: strategies and values of both players on a street."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from fifthstreet.cards import HOLE_MASKS, cards_text
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import Node, SolveRecord, basis_data
from fifthstreet.solvers.search.response_values import ValuesAgainst
from fifthstreet.solvers.search.street_game import PairRows, StreetGame
from fifthstreet.solvers.search.street_solution import StreetStrategy
from fifthstreet.solvers.values import CardLeafValues, LeafValues
from fifthstreet.support.pictured import Pictured
from fifthstreet.tree.strategy import HoleArray


class LeafValueSolution(StreetStrategy, Pictured):
    """Strategies of both players up to the next card, and the values that they were solved with."""

    kind = "leaf values"

    def __init__(
        self,
        game: StreetGame,
        leaf_values: LeafValues,
        *,
        strategies: Mapping[int, PairRows],
        reach: Mapping[int, PairRows],
        values: Mapping[int, PairRows],
        responses: Mapping[int, PairRows],
        record: SolveRecord,
    ) -> None:
        """Wrap strategies, reach, values and values of best responses, by node of the street."""
        spot = game.spot
        super().__init__(spot.tree, spot.ranges, spot.board)
        self.spot, self.record, self.threads = spot, record, game.threads
        self.game, self.leaf_values = game, leaf_values
        self._strategies, self._reach = strategies, reach
        self._values, self.responses = values, responses

    def __repr__(self) -> str:
        record = self.record
        known = record.leaf_error_pot_percent
        error = "unknown" if known is None else f"{known:.3g}% of the pot"
        return (
            f"<LeafValueSolution on {cards_text(self.board)}: {record.iterations} iterations, "
            f"exploitability {self.exploitability} on the street, then {record.leaf_values} "
            f"(error {error})>"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the EVs, the root, and the basis of both with its errors, as plain data."""
        root = self.root
        return {
            "ev": list(self.ev),
            "equity": list(self.equity),
            **basis_data(self),
            "root": {"actions": list(root.actions), "frequencies": root.frequencies.tolist()},
        }

    @property
    def ev(self) -> tuple[float, float]:
        """Expected chips of both ranges from the pot, OOP first."""
        return self.root.range_ev

    @property
    def equity(self) -> tuple[float, float]:
        """Equity of both ranges, OOP first."""
        return self.root.range_equity

    @cached_property
    def root(self) -> Node:
        """The root node of the spot."""
        return self.node("r")

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the probability of each action for each hand at a decision.  [A, 1326]"""
        if node not in self._strategies:
            raise InputError(f"node must be a decision on the first street, got {node}")
        player = int(self.tree.player[node])
        held = self.game.weights[player] > 0
        return np.where(held, self._strategies[node].astype(np.float64), np.nan)

    def reach(self, node: int, board: tuple[int, ...]) -> tuple[HoleArray, ...]:
        """Return the weight with which each hand of both players reaches a node."""
        known = node if node in self._reach else int(self.tree.parent[node])
        if known not in self._reach:
            raise InputError(f"node must be on the first street or its next card, got {node}")
        is_free = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) == 0
        first, second = self._reach[known].astype(np.float64) * is_free
        return first, second

    def hole_values(self, player: int, node: int) -> HoleArray:
        """Return the counterfactual value of each hand at a node of the street.  [1326]"""
        if node not in self._values:
            raise InputError(f"node must be on the first street, got {node}")
        held = self.game.weights[player] > 0
        return np.where(held, self._values[node][player].astype(np.float64), np.nan)


class LeafValueResponses(ValuesAgainst):
    """Values of one player's best responses to a street's strategies, hand by hand.

    The counterpart of `ResponseValues`. After a card, they are the values of the leaf after this
    card, if the leaf values know cards apart.
    """

    solution: LeafValueSolution

    def __init__(self, solution: LeafValueSolution, player: int) -> None:
        self.solution, self.player = solution, player

    @property
    def knows_cards(self) -> bool:
        """Whether there are values after each single card."""
        return isinstance(self.solution.leaf_values, CardLeafValues)

    def _won(
        self, node: int, cards: tuple[int, ...], opposing: HoleArray
    ) -> tuple[HoleArray, float]:
        solution, game = self.solution, self.solution.game
        if not cards:
            return solution.responses[node][self.player].astype(np.float64), 1.0
        leaf_values = solution.leaf_values
        if not isinstance(leaf_values, CardLeafValues):
            raise InputError(f"{leaf_values.name} must know values after each card")
        leaf = game.deals.index(int(solution.tree.parent[node]))
        reach = np.array([solution.reach(game.deals[leaf], solution.board)], np.float32)
        won = leaf_values.values_after(game.leaves.only(leaf), reach, cards[0])[0, self.player]
        board = np.uint64(sum(1 << card for card in (*solution.board, *cards)))
        return np.where(HOLE_MASKS & board == 0, won, np.nan), 1 / game.leaves.unseen
