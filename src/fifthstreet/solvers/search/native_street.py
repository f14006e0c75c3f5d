"""The betting of a street on a processor: an update of a player's tables with leaf values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.search.street_game import PairRows, StreetGame
from fifthstreet.solvers.search.street_passes import StreetPasses
from fifthstreet.solvers.values import LeafValues, PartialLeafValues

Values = dict[int, PairRows]  # by node


@dataclass(frozen=True)
class UpdateFactors:
    """Factors of an update of a player's tables.

    Attributes:
        keep: Of the average strategies, before reach is added to them.
        positive: Of positive regrets, before new ones are added.
        negative: Of negative regrets.
    """

    keep: float
    positive: float
    negative: float


class StreetEnds:
    """Values of hands where a street ends: at folds, at showdowns, and where a card is dealt."""

    def __init__(self, game: StreetGame, choices: Sequence[LeafValues]) -> None:
        """Prepare to evaluate; with several leaf values, the game's chooser chooses from them."""
        self.game, self.leaves = game, game.leaves
        self._choices = [
            (each, each if isinstance(each, PartialLeafValues) else None) for each in choices
        ]

    def values(
        self, reach: Mapping[int, PairRows], player: int | None = None, part: int | None = None
    ) -> Values:
        """Return the values of both players' hands.

        Args:
            reach: The reach of both players' hands at all nodes.
            player: Whose values are needed, by default both players'; the other rows are arbitrary.
            part: The part of the next cards to estimate values from, if leaf values have parts; by
                default all.
        """
        values = self.game.end_values(reach, player)
        if not self.game.deals:
            return values
        for (whole, parted), ends in zip(self._choices, self.game.ends, strict=True):
            held = np.array([reach[node] for node in ends])
            if part is None or parted is None:
                found = whole.values(self.leaves, held, player=player)
            else:
                at = part % parted.parts
                found = parted.values_of_part(self.leaves, held, at, player=player)
            values |= zip(ends, found, strict=True)
        return values


class NativeStreet:
    """The tables of a street, and updates by the native core.

    Attributes:
        regrets: Regrets by decision.  [A, 1326]
        averages: Sums of reach times strategy by decision.  [A, 1326]
    """

    def __init__(self, ends: StreetEnds) -> None:
        self._ends = ends
        self._passes = StreetPasses(ends.game.nodes)
        self.regrets, self.averages = self._passes.regrets, self._passes.averages

    def fetch(self) -> None:
        """Update `regrets` and `averages`, which are the tables themselves."""

    def push(self) -> None:
        """Update the tables, which `regrets` and `averages` are themselves."""

    def update(self, start: PairRows, factors: UpdateFactors, player: int, iteration: int) -> None:
        """Take both players' reach down, and the values of a player's hands up.

        Args:
            start: Both players' reach at the root.
            factors: How the player's tables are discounted.
            player: Whose tables change.
            iteration: Determines the part of the next cards, if leaf values have parts.
        """
        reach = self._passes.split(start, factors.keep, player)
        values = self._ends.values(reach, player, iteration)
        rows = {node: both[player] for node, both in values.items()}
        self._won = self._passes.join(rows, factors.positive, factors.negative, player)

    def won(self) -> NDArray[np.float32]:
        """Return the values at the root in the last update.  [1326]"""
        return self._won

    def finish(self) -> None:
        """Wait for the updates, which are complete."""
