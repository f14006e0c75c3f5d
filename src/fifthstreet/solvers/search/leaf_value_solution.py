"""The result of a search with leaf values: strategies and values of both players on a street."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, cards_text
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
        choices: Sequence[LeafValues],
        *,
        strategies: Mapping[int, PairRows],
        reach: Mapping[int, PairRows],
        values: Mapping[int, PairRows],
        responses: Mapping[int, PairRows],
        record: SolveRecord,
    ) -> None:
        """Wrap strategies, reach, values and values of best responses, by node of the street.

        `choices` are the leaf values: one, or several that the game's chooser chooses from.
        """
        spot = game.spot
        super().__init__(spot.tree, spot.ranges, spot.board)
        self.spot, self.record, self.threads = spot, record, game.threads
        self.game, self.choices = game, tuple(choices)
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
        if not self._is_decision(node):
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

    def _is_decision(self, node: int) -> bool:
        return node in self._strategies and node not in self.game.deals

    def choice_shares(self, node: int) -> HoleArray:
        """Return how often each hand of the game's chooser chooses each of the leaf values.

        Args:
            node: Where the street ends and a card is dealt.

        Returns:
            [K, 1326], NaN for other hands.

        Raises:
            InputError: If the node is another one, or if there is nothing to choose.
        """
        if node not in self.game.deals or node not in self._strategies:
            raise InputError(
                f"node must be where a card is dealt and leaf values are chosen, got {node}"
            )
        held = self.game.weights[self.game.chooser] > 0
        return np.where(held, self._strategies[node].astype(np.float64), np.nan)

    def hole_values(self, player: int, node: int) -> HoleArray:
        """Return the counterfactual value of each hand at a node of the street.  [1326]"""
        if node not in self._values:
            raise InputError(f"node must be on the first street, got {node}")
        held = self.game.weights[player] > 0
        return np.where(held, self._values[node][player].astype(np.float64), np.nan)


class LeafValueResponses(ValuesAgainst):
    """Values of one player's best responses to a street's strategies, hand by hand.

    The counterpart of `ResponseValues`. After a card, they are the values of the leaf after this
    card, if the leaf values know cards apart. If the player chooses among several leaf values, each
    hand keeps the choice that was best before the card.
    """

    solution: LeafValueSolution

    def __init__(self, solution: LeafValueSolution, player: int) -> None:
        self.solution, self.player = solution, player

    @property
    def knows_cards(self) -> bool:
        """Whether there are values after each single card."""
        return all(isinstance(each, CardLeafValues) for each in self.solution.choices)

    def _won(
        self, node: int, cards: tuple[int, ...], opposing: HoleArray
    ) -> tuple[HoleArray, float]:
        solution, game = self.solution, self.solution.game
        if not cards:
            return solution.responses[node][self.player].astype(np.float64), 1.0
        leaf = game.deals.index(int(solution.tree.parent[node]))
        after = np.array(
            [
                self._after(choice, leaf, (node, cards[0]), opposing)
                for choice in range(len(solution.choices))
            ]
        )
        if self.player == game.chooser:
            before = [solution.responses[ends[leaf]][self.player] for ends in game.ends]
            won = after[np.argmax(before, axis=0), np.arange(HOLE_COUNT)]
        else:
            won = after.sum(axis=0)
        return won, 1 / game.leaves.unseen

    def _after(
        self, choice: int, leaf: int, dealt: tuple[int, int], opposing: HoleArray
    ) -> HoleArray:
        """Return what hands win after a card, times its probability, by one of the leaf values.

        Args:
            choice: Which of the leaf values.
            leaf: Place of the leaf among the deals of the game.
            dealt: The node after the leaf, and the card.
            opposing: The opponent's reach after the card.
        """
        solution, game = self.solution, self.solution.game
        values, (_, card) = solution.choices[choice], dealt
        if not isinstance(values, CardLeafValues):
            raise InputError(f"{values.name} must know values after each card")
        reach = np.array([solution.reach(game.ends[choice][leaf], solution.board)], np.float32)
        won = values.values_after(game.leaves.only(leaf), reach, card)[0, self.player]
        board = np.uint64(sum(1 << card for card in (*solution.board, card)))
        return np.where(HOLE_MASKS & board == 0, won, np.nan)
