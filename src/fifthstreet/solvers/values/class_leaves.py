"""Leaf values at the end of preflop, from a network for hand classes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_CLASS
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.class_tables import ClassHands, ClassNetwork, class_reach
from fifthstreet.solvers.values.leaf_values import HoleRows, Leaves, counterfactual
from fifthstreet.solvers.values.value_network import ValueNetwork


class ClassNetworkLeaves:
    """Leaf values where the flop is dealt: hands have the value that a network gives their class.

    A class counts with the mean reach of its hands, because suits do not matter before the flop.
    """

    def __init__(self, network: ValueNetwork) -> None:
        """Prepare to evaluate leaves.

        Args:
            network: A network for preflop.

        Raises:
            InputError: If the network is for another street.
        """
        if not isinstance(network.model, ClassNetwork):
            raise InputError(f"the network must be for preflop, got one for the {network.street}")
        self.network, self._tables = network, network.model

    @property
    def name(self) -> str:
        """The street that the network is for."""
        return "network for preflop"

    @property
    def error_pot_percent(self) -> float | None:
        """The measured error of the network in percent of the pot; None if it is unknown."""
        return self.network.error_pot_percent

    def values(self, leaves: Leaves, reach: HoleRows, *, player: int | None = None) -> HoleRows:
        """Return counterfactual values; see `LeafValues.values`.

        Raises:
            InputError: If there is a board.
        """
        rows = leaves.check_reach(reach)
        shares, _ = self._evaluate(leaves, class_reach(rows))
        return counterfactual(leaves, rows, shares[:, :, HOLE_CLASS])

    def class_values(
        self, leaves: Leaves, reach: NDArray[np.float64], *, player: int | None = None
    ) -> NDArray[np.float64]:
        """Return the values of classes; see `ClassLeafValues.class_values`."""
        shares, met = self._evaluate(leaves, reach)
        return shares * met * leaves.pots[:, None, None]

    def _evaluate(
        self, leaves: Leaves, reach: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return what classes win, in pots less half of the pot, and what they meet."""
        if leaves.board:
            raise InputError(
                f"the network is for preflop, got a board of {len(leaves.board)} cards"
            )
        hands = ClassHands.of(reach)
        return self._tables.shares(leaves.stacks / leaves.pots, hands), hands.met
