"""Leaf values from a network: all rivers after a turn, compared and looked up natively."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.class_leaves import ClassNetworkLeaves
from fifthstreet.solvers.values.leaf_values import LEAF_STREETS, HoleRows, Leaves
from fifthstreet.solvers.values.river_tables import HISTOGRAM_SCALE, TableNetwork, stack_features
from fifthstreet.solvers.values.value_network import ValueNetwork
from fifthstreet.support.threads import thread_count

_BOTH = -1  # instead of a player
_BOARDS_KEPT = 8  # turns whose rivers stay sorted, 200 KiB each


class NetworkLeaves:
    """Leaf values of turns, as the mean of a network's values over all rivers.

    Leaves of a call share the work that depends on the board only, and all of a network's rows on
    several rivers go through its layers together; so one call with all leaves is several times
    faster than one for each. Results are the same on any number of threads.
    """

    def __init__(self, network: ValueNetwork, *, threads: int | None = None) -> None:
        """Prepare to evaluate leaves.

        Args:
            network: The network.
            threads: Number of threads; None means one per core.

        Raises:
            InputError: If the network is for preflop.
        """
        tables = network.tables
        if not isinstance(tables, TableNetwork):
            raise InputError(f"the network must be for a turn, got one for {network.street}")
        self.network, self.threads = network, thread_count(threads)
        parameters = [part.ravel() for each in tables.layers for part in (each.weights, each.bias)]
        self._tables = _native.RiverTables(
            tables.sizes, np.concatenate(parameters), HISTOGRAM_SCALE
        )

    @property
    def name(self) -> str:
        """The street that the network is for."""
        return f"network for the {self.network.street}"

    @property
    def error_pot_percent(self) -> float | None:
        """The measured error of the network in percent of the pot; None if it is unknown."""
        return self.network.error_pot_percent

    def values(self, leaves: Leaves, reach: HoleRows, *, player: int | None = None) -> HoleRows:
        """Return counterfactual values; see `LeafValues.values`.

        With a `player`, the other player's values are 0.

        Raises:
            InputError: If the board is not of the network's street.
        """
        return self._after(leaves, reach, None, player)

    def values_after(self, leaves: Leaves, reach: HoleRows, card: int) -> HoleRows:
        """Return the values if a card is dealt next; see `CardLeafValues.values_after`."""
        return self._after(leaves, reach, card, None)

    def _after(
        self, leaves: Leaves, reach: HoleRows, card: int | None, player: int | None
    ) -> HoleRows:
        if LEAF_STREETS[len(leaves.board)] != self.network.street:
            raise InputError(
                f"the network is for the {self.network.street}, got a board of "
                f"{len(leaves.board)} cards"
            )
        rows = leaves.check_reach(reach)
        orders, rivers = _rivers(frozenset(leaves.board), card)
        features = stack_features(leaves.stacks / leaves.pots).astype(np.float32)
        values: HoleRows = np.empty_like(rows)
        seat = _BOTH if player is None else player
        self._tables.evaluate(orders, np.ones(rivers), rows, features, seat, self.threads, values)
        values *= (leaves.pots / leaves.unseen).astype(np.float32)[:, None, None]
        return values


def network_leaf_values(
    network: ValueNetwork, *, threads: int | None = None
) -> NetworkLeaves | ClassNetworkLeaves:
    """Return the leaf values of a network for any street.

    Args:
        network: The network.
        threads: Number of threads; by default one per core. Preflop needs no more than one.
    """
    if isinstance(network.tables, TableNetwork):
        return NetworkLeaves(network, threads=threads)
    return ClassNetworkLeaves(network)


@lru_cache(maxsize=_BOARDS_KEPT)
def _rivers(board: frozenset[int], card: int | None) -> tuple[_native.BoardOrders, int]:
    """Return the sorted hands of all rivers after a turn, or of one, and the number of rivers."""
    turn = sum(1 << each for each in board)
    cards = [each for each in range(52) if each not in board] if card is None else [card]
    masks = np.array([turn | 1 << each for each in cards], np.uint64)
    return _native.BoardOrders(high_evaluator(), masks, 1), len(masks)
