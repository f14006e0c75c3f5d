"""Leaf values from a network: all rivers after a turn, compared and looked up natively."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.flop_leaves import FlopNetworkLeaves
from fifthstreet.solvers.values.gpu_flop_leaves import GpuFlopLeaves
from fifthstreet.solvers.values.leaf_values import (
    LEAF_STREETS,
    HoleRows,
    Leaves,
    next_cards,
    with_article,
)
from fifthstreet.solvers.values.preflop_leaves import PreflopNetworkLeaves
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

    parts = 6  # of the rivers, eight each

    def __init__(self, network: ValueNetwork, *, threads: int | None = None) -> None:
        """Prepare to evaluate leaves.

        Args:
            network: The network.
            threads: Number of threads; None means one per core.

        Raises:
            InputError: If the network is for preflop.
        """
        tables = network.model
        if not isinstance(tables, TableNetwork):
            found = with_article(network.street)
            raise InputError(f"the network must be for a turn, got one for {found}")
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
        return self._after(leaves, reach, next_cards(leaves.board), player)

    def values_of_part(
        self, leaves: Leaves, reach: HoleRows, part: int, *, player: int | None = None
    ) -> HoleRows:
        """Estimate values from a part of the rivers; see `PartialLeafValues.values_of_part`."""
        rivers = next_cards(leaves.board, part, self.parts)
        return self._after(leaves, reach, rivers, player) * np.float32(self.parts)

    def values_after(self, leaves: Leaves, reach: HoleRows, card: int) -> HoleRows:
        """Return the values if a card is dealt next; see `CardLeafValues.values_after`."""
        return self._after(leaves, reach, [card], None)

    def _after(
        self, leaves: Leaves, reach: HoleRows, cards: list[int], player: int | None
    ) -> HoleRows:
        if LEAF_STREETS[len(leaves.board)] != self.network.street:
            raise InputError(
                f"the network is for the {self.network.street}, got a board of "
                f"{len(leaves.board)} cards"
            )
        rows = leaves.check_reach(reach)
        orders = _rivers(leaves.board, tuple(cards))
        features = stack_features(leaves.stacks / leaves.pots).astype(np.float32)
        values: HoleRows = np.empty_like(rows)
        seat = _BOTH if player is None else player
        ones = np.ones(len(cards))
        self._tables.evaluate(orders, ones, rows, features, seat, self.threads, values)
        values *= (leaves.pots / leaves.unseen).astype(np.float32)[:, None, None]
        return values


def network_leaf_values(
    network: ValueNetwork, *, threads: int | None = None, backend: str = "native"
) -> NetworkLeaves | FlopNetworkLeaves | PreflopNetworkLeaves:
    """Return the leaf values of a network for any street.

    Args:
        network: The network.
        threads: Number of threads; by default one per core.
        backend: `native`, or `cuda` for a network for the flop on a GPU.

    Raises:
        InputError: If `cuda` finds no GPU, or if the network is for another street.
    """
    if backend == "cuda":
        return GpuFlopLeaves(network, threads=threads)
    if isinstance(network.model, TableNetwork):
        return NetworkLeaves(network, threads=threads)
    if network.street == "flop":
        return FlopNetworkLeaves(network, threads=threads)
    return PreflopNetworkLeaves(network, threads=threads)


@lru_cache(maxsize=_BOARDS_KEPT * (1 + NetworkLeaves.parts))
def _rivers(turn: tuple[int, ...], cards: tuple[int, ...]) -> _native.BoardOrders:
    """Return the sorted hands of some rivers after a turn."""
    mask = sum(1 << each for each in turn)
    masks = np.array([mask | 1 << each for each in cards], np.uint64)
    return _native.BoardOrders(high_evaluator(), masks, 1)
