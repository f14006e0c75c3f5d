"""Values of a player's hands at every node, in a best response to a strategy."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import compatible_weight
from fifthstreet.solvers.postflop import MIN_OPPOSING_SHARE, Solution, ValueMode, find_place, spread
from fifthstreet.tree.strategy import HoleArray, TreeStrategy


class ValuesAgainst(ABC):
    """Values of one player's hands against the strategy that a solution has for the other."""

    player: int
    solution: TreeStrategy

    @property
    def knows_cards(self) -> bool:
        """Whether there are values after each single card."""
        return True

    def per_hand(self, node: int, cards: Sequence[int], opposing: HoleArray) -> HoleArray:
        """Return the value of each hand in chips, given the opponent's reach at the node.  [1326]

        Half of the pot at the start counts as the player's own. NaN if almost every opposing hand
        shares a card with the hand.
        """
        weight = compatible_weight(opposing)
        is_known = weight > MIN_OPPOSING_SHARE * float(opposing.sum())
        won, chance = self._won(node, tuple(cards), opposing)
        return won / np.where(is_known, chance * weight, np.nan)

    @abstractmethod
    def _won(
        self, node: int, cards: tuple[int, ...], opposing: HoleArray
    ) -> tuple[HoleArray, float]:
        """Return chips times reach and chance of the cards, and this chance."""


class ResponseValues(ValuesAgainst):
    """Values of one player's hands in a solved spot, against the other player's strategy.

    Counterfactual values are chips times the weight of the opposing hands that get to the node;
    half of the pot at the start counts as each player's own. With `ValueMode.AVERAGE` the player
    plays the solution instead of a best response.
    """

    solution: Solution

    def __init__(
        self, solution: Solution, player: int, mode: ValueMode = ValueMode.BEST_RESPONSE
    ) -> None:
        """Prepare to evaluate; the streets before the river are evaluated on first use."""
        self.solution = solution
        self.player = player
        self.mode = mode
        self._streets: list[NDArray[np.float32]] | None = None
        self._river: tuple[int, NDArray[np.float32]] | None = None

    def counterfactual(self, node: int, cards: Sequence[int]) -> HoleArray:
        """Return the counterfactual value of each hand at a node after these cards.  [1326]"""
        plan = self.solution.plan
        place = find_place(plan, node, cards, board=self.solution.board)
        if place.street == len(plan.runouts) - 1:
            rows = self._river_rows(place.runout)
        else:
            if self._streets is None:
                self._streets = self.solution.backend.node_values(self.player, self.mode)
            strides = plan.layouts[self.player].stride[place.street]
            nodes = len(plan.betting[place.street].kind)
            first = nodes * int(strides[: place.runout].sum())
            size = nodes * int(strides[place.runout])
            rows = self._streets[place.street][first : first + size].reshape(nodes, -1)
        return spread(plan, self.player, place, rows[place.at])

    def _won(
        self, node: int, cards: tuple[int, ...], opposing: HoleArray
    ) -> tuple[HoleArray, float]:
        # All cards that neither player holds are equally likely.
        unseen = [52 - 4 - (len(self.solution.board) + deal) for deal in range(len(cards))]
        return self.counterfactual(node, cards), float(np.prod([1 / count for count in unseen]))

    def _river_rows(self, runout: int) -> NDArray[np.float32]:
        if self._river is None or self._river[0] != runout:
            backend = self.solution.backend
            self._river = runout, backend.river_values(self.player, self.mode, runout)
        return self._river[1]
