"""Leaf values where the turn is dealt: exact equity, and what a network adds on each turn."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.cards import HOLE_MASKS
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.all_in import AllInShowdowns
from fifthstreet.solvers.values.coordinates import CoordinateNetwork
from fifthstreet.solvers.values.leaf_values import (
    LEAF_STREETS,
    HoleRows,
    Leaves,
    next_cards,
    with_article,
)
from fifthstreet.solvers.values.river_tables import stack_features
from fifthstreet.solvers.values.value_network import ValueNetwork
from fifthstreet.support.threads import thread_count

_FLOPS_KEPT = 4  # with coordinates, 15 MB each


class FlopNetworkLeaves:
    """Leaf values of flops, as the mean over all turns of equity and a network's values.

    The coordinates of hands are computed once for each flop. Results are the same on any number of
    threads.
    """

    parts = 7  # of the turns, seven each

    def __init__(self, network: ValueNetwork, *, threads: int | None = None) -> None:
        """Prepare to evaluate leaves.

        Args:
            network: A network for the flop.
            threads: Number of threads; None means one per core.

        Raises:
            InputError: If the network is for another street.
        """
        if network.street != "flop":
            found = with_article(network.street)
            raise InputError(f"the network must be for the flop, got one for {found}")
        assert isinstance(network.model, CoordinateNetwork)
        self.network, self.threads = network, thread_count(threads)
        self._native = _native_network(network.model)
        self._coordinates = lru_cache(maxsize=_FLOPS_KEPT)(self._coordinates_of)

    @property
    def name(self) -> str:
        """The street that the network is for."""
        return "network for the flop"

    @property
    def error_pot_percent(self) -> float | None:
        """The measured error of the network in percent of the pot; None if it is unknown."""
        return self.network.error_pot_percent

    def values(self, leaves: Leaves, reach: HoleRows, *, player: int | None = None) -> HoleRows:
        """Return counterfactual values; see `LeafValues.values`.

        With a `player`, the other player's values are 0.

        Raises:
            InputError: If the board is not a flop.
        """
        won = self._beside_equity(leaves, reach, range(len(next_cards(leaves.board))))
        return self._with_equity(leaves, reach, won, None, player)

    def values_of_part(
        self, leaves: Leaves, reach: HoleRows, part: int, *, player: int | None = None
    ) -> HoleRows:
        """Estimate values from a part of the turns; see `PartialLeafValues.values_of_part`.

        Equity is exact in each part.
        """
        turns = range(part, len(next_cards(leaves.board)), self.parts)
        won = self._beside_equity(leaves, reach, turns)
        won *= self.parts
        return self._with_equity(leaves, reach, won, None, player)

    def values_after(self, leaves: Leaves, reach: HoleRows, card: int) -> HoleRows:
        """Return the values if a card is dealt next; see `CardLeafValues.values_after`."""
        turn = next_cards(leaves.board).index(card)
        won = self._beside_equity(leaves, reach, range(turn, turn + 1))
        values = self._with_equity(leaves, reach, won, card, None)
        values[:, :, HOLE_MASKS & np.uint64(1 << card) > 0] = 0  # what rounding has left
        return values

    def _beside_equity(self, leaves: Leaves, reach: HoleRows, turns: range) -> HoleRows:
        """Return what hands win beside their equity, in pots.  [L, 2, 1326]

        Args:
            leaves: L public states on one board.
            reach: The reach of both players' hands.
            turns: Places of turns among the next cards.
        """
        rows = self._checked(leaves, reach)
        features = stack_features(leaves.stacks / leaves.pots).astype(np.float32)
        won: HoleRows = np.empty_like(rows)
        on_turns = self._coordinates(leaves.board)
        self._native.evaluate(on_turns, list(turns), rows, features, self.threads, won)
        won /= leaves.unseen
        return won

    def _checked(self, leaves: Leaves, reach: HoleRows) -> HoleRows:
        """Return the reach of hands on a flop, 0 for impossible hands; InputError otherwise."""
        if LEAF_STREETS[len(leaves.board)] != self.network.street:
            raise InputError(
                f"the network is for the flop, got a board of {len(leaves.board)} cards"
            )
        return leaves.check_reach(reach)

    def _with_equity(
        self,
        leaves: Leaves,
        reach: HoleRows,
        won: HoleRows,
        card: int | None,
        player: int | None,
    ) -> HoleRows:
        """Return chips, with what hands win if neither player bets any more.  [L, 2, 1326]"""
        for seat in (0, 1) if player is None else (player,):
            won[:, seat] += self._equity(leaves, reach[:, 1 - seat], card, seat)
        if player is not None:
            won[:, 1 - player] = 0
        won *= leaves.pots.astype(np.float32)[:, None, None]
        return won

    def _equity(
        self, leaves: Leaves, opposing: NDArray[np.float32], card: int | None, player: int
    ) -> NDArray[np.float32]:
        """Return what a player's hands win if neither player bets any more, in pots.  [L, 1326]"""
        board = leaves.board if card is None else (*leaves.board, card)
        won = _all_in(frozenset(board), self.threads).won(player, opposing)
        return won * np.float32(0.5 if card is None else 0.5 / leaves.unseen)

    def _coordinates_of(self, flop: tuple[int, ...]) -> _native.FlopCoordinates:
        """Return the coordinates of hands on all turns, in the order of `next_cards`."""
        mask = sum(1 << card for card in flop)
        return self._native.coordinates(high_evaluator(), mask, next_cards(flop), self.threads)


def _native_network(model: CoordinateNetwork) -> _native.CoordinateNetwork:
    parts: list[list[int] | NDArray[np.float32]] = []
    for layers in (model.hand_layers, model.range_layers, (model.direct,)):
        parts.append([len(layers[0].weights), *(len(layer.bias) for layer in layers)])
        arrays = [array.ravel() for each in layers for array in (each.weights, each.bias)]
        parts.append(np.concatenate(arrays))
    return _native.CoordinateNetwork(*parts)  # type: ignore[arg-type]


@lru_cache(maxsize=_FLOPS_KEPT)
def _all_in(board: frozenset[int], threads: int) -> AllInShowdowns:
    """Return all hands beside a board, all-in against each other."""
    mask = np.uint64(sum(1 << card for card in board))
    hands = np.flatnonzero(HOLE_MASKS & mask == 0)
    return AllInShowdowns(sorted(board), (hands, hands), threads)
