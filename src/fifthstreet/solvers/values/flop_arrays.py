"""A network for the flop in arrays of NumPy or of CuPy, on many flops at once.

The native core evaluates one flop at a time, on a processor. Here flops go through the same
products of matrices together, so that a GPU is busy. Arrays of NumPy give the same values as the
native core up to rounding.

Shapes: F flops, R pairs of ranges on each of them, T turns, H = 1,176 hands that a flop leaves, D
coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_CARDS, HOLE_COUNT, HOLE_MASKS, hole_index
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.all_in import checked_down
from fifthstreet.solvers.values.coordinates import CoordinateNetwork, TurnFeatures
from fifthstreet.solvers.values.leaf_values import next_cards
from fifthstreet.solvers.values.places import array_converter
from fifthstreet.solvers.values.river_tables import Layer, stack_features
from fifthstreet.solvers.values.value_network import ValueNetwork

FLOP_HANDS = 1176  # that share no card with a flop
_DECK = 52
_FLOPS_KEPT = 1755  # all of them up to suits, 13 MB each
_TINY = np.float32(1e-30)


@dataclass(frozen=True, eq=False)
class FlopTables:
    """What the values of flops need, whatever the ranges, where a backend computes.

    Hands are in ascending order of their index, without those that share a card with the flop.
    Arrays of one flop have no F.
    """

    leads: Any  # [F, H, H] winning minus losing over all boards; 0 for hands that share a card
    coordinates: Any  # [F, T, H, D] 0 for hands that share a card with the turn
    boards: Any  # [F, T, BOARD_FEATURES]
    possible: Any  # [F, T, H] 1, or 0 for hands that share a card with the turn
    turns: Any  # [F, T] the cards
    with_turn: Any  # [F, T, 52] the hand of the turn and a card; H if the flop leaves none
    holding: Any  # [F, 52, H] 1 for hands that have a card, else 0

    @classmethod
    def joined(cls, flops: Sequence[FlopTables]) -> FlopTables:
        """Put the tables of single flops together."""
        return cls(
            *(np.stack([getattr(each, part.name) for each in flops]) for part in fields(cls))
        )


def hands_on(flop: Sequence[int]) -> NDArray[np.int64]:
    """Return the hands that share no card with a flop, ascending.  [H]"""
    return np.flatnonzero(HOLE_MASKS & np.uint64(sum(1 << card for card in flop)) == 0)


def compatible(tables: FlopTables, reach: Any) -> Any:
    """Return, for each hand, the reach of all hands that share no card with it.  [..., F, R, H]"""
    total = reach.sum(axis=-1, keepdims=True)
    by_card = reach @ np.swapaxes(tables.holding, 1, 2)
    return np.maximum(total - by_card @ tables.holding + reach, np.float32(0))


class NetworkOnArrays:
    """A network for the flop: what hands win beside their equity."""

    def __init__(self, network: ValueNetwork, *, backend: str = "native", threads: int = 1) -> None:
        """Put the layers where the backend computes.

        Args:
            network: A network for the flop.
            backend: `native`, which is NumPy on this processor, or `cuda`.
            threads: Number of threads that prepare flops, on the processor.

        Raises:
            InputError: If the network is for another street, or if there is no such backend.
        """
        if not isinstance(network.model, CoordinateNetwork):
            raise InputError(f"the network must be for the flop, got one for the {network.street}")
        self.backend, self.threads = backend, threads
        self.convert = array_converter(backend)
        model = network.model
        self._width = model.width
        self._hand_layers = [self._placed(layer) for layer in model.hand_layers]
        self._range_layers = [self._placed(layer) for layer in model.range_layers]
        self._direct = self._placed(model.direct)
        self.tables = lru_cache(maxsize=_FLOPS_KEPT)(self._tables_of)

    def stack_inputs(self, stacks: NDArray[np.float64]) -> Any:
        """Return what the network reads of stacks, in pots.  [R, STACK_FEATURES]"""
        return self.convert(stack_features(stacks).astype(np.float32))

    def beside_equity(
        self, tables: FlopTables, stacks: Any, reach: Any, turns: slice, player: int | None = None
    ) -> Any:
        """Return what hands win beside their equity, in pots, summed over some turns.

        Args:
            tables: Of F flops.
            stacks: From `stack_inputs`.  [R, STACK_FEATURES]
            reach: Both players' reach on each flop.  [2, F, R, H]
            turns: Places of turns.
            player: Whose values are needed, by default both players'.

        Returns:
            Sums over turns, times the reach of the opposing hands that can be met there.
            [2, F, R, H], or [1, F, R, H] for one player
        """
        coordinates = tables.coordinates[:, turns]  # [F, T, H, D]
        met, left = self._met(tables, reach, turns)
        means = reach[:, :, None] @ coordinates / np.maximum(left, _TINY)
        factors = self._factors(means, stacks, tables.boards[:, turns])
        shares = factors[..., :-1] @ np.swapaxes(coordinates, 2, 3) + factors[..., -1:]
        dealt = reach[:, :, None] * met  # [2, F, T, R, H]
        pairs, won = dealt.sum(axis=(0, 4)), (dealt * shares).sum(axis=(0, 4))
        excess = won / np.maximum(pairs, _TINY)
        seats = slice(None) if player is None else slice(player, player + 1)
        return ((shares[seats] - excess[None, ..., None]) * met[seats]).sum(axis=2)

    def _met(self, tables: FlopTables, reach: Any, turns: slice) -> tuple[Any, Any]:
        """Return the opposing reach that hands meet on turns, and each range's reach there.

        Returns:
            [2, F, T, R, H], 0 for hands that share a card with the turn; and [2, F, T, R, 1]
        """
        total = reach.sum(axis=3)[:, :, None, :, None]  # [2, F, 1, R, 1]
        by_card = reach @ np.swapaxes(tables.holding, 1, 2)  # [2, F, R, 52]
        before = total[:, :, 0] - by_card @ tables.holding + reach  # [2, F, R, H]
        # A column of zeros stands for hands that the flop leaves none of.
        padded = np.concatenate([reach, reach[..., :1] * np.float32(0)], axis=3)
        flop = self.convert(np.arange(reach.shape[1])[:, None, None])
        with_turn = padded[:, flop, :, tables.with_turn[:, turns]].transpose(3, 0, 1, 4, 2)
        of_turn = by_card[:, flop[:, 0], :, tables.turns[:, turns]].transpose(2, 0, 1, 3)
        of_turn = of_turn[..., None]  # [2, F, T, R, 1]
        met = before[:, :, None] - of_turn + with_turn @ tables.holding[:, None]
        met = np.maximum(met, np.float32(0)) * tables.possible[:, turns, None]
        return met[::-1], total - of_turn

    def _factors(self, means: Any, stacks: Any, boards: Any) -> Any:
        """Return factors of coordinates, and a constant, for both players.  [2, F, T, R, D + 1]

        Args:
            means: Mean coordinates of both ranges.  [2, F, T, R, D]
            stacks: From `stack_inputs`.
            boards: Features of the boards.  [F, T, BOARD_FEATURES]
        """
        _, flops, turns, pairs, width = means.shape
        rows = np.moveaxis(means, 0, 3).reshape(-1, 2 * width)
        weights, bias = self._range_layers[0]
        parts = np.split(weights, [2 * width, 2 * width + stacks.shape[1]])
        found = (rows @ parts[0]).reshape(flops, turns, pairs, -1)
        found = found + stacks @ parts[1] + (boards @ parts[2])[:, :, None] + bias
        for weights, bias in self._range_layers[1:]:
            found = np.maximum(found, np.float32(0)) @ weights + bias
        weights, bias = self._direct
        found = found + (rows @ weights + bias).reshape(found.shape)
        return np.moveaxis(found.reshape(flops, turns, pairs, 2, width + 1), 3, 0)

    def _tables_of(self, flop: tuple[int, ...]) -> FlopTables:
        """Return the tables of a flop."""
        hands = hands_on(flop)
        turns = next_cards(flop)
        features = TurnFeatures.of([(*flop, turn) for turn in turns], self.threads)
        place = np.full(HOLE_COUNT, FLOP_HANDS)
        place[hands] = np.arange(FLOP_HANDS)
        with_turn = np.full((len(turns), _DECK), FLOP_HANDS)
        for at, turn in enumerate(turns):
            others = [card for card in range(_DECK) if card != turn]
            with_turn[at, others] = place[[hole_index(turn, card) for card in others]]
        holding = np.zeros((_DECK, FLOP_HANDS), np.float32)
        for seat in (0, 1):
            holding[HOLE_CARDS[hands, seat], np.arange(FLOP_HANDS)] = 1
        possible = features.possible[:, hands].astype(np.float32)
        boards, placed = self.convert(features.boards), self.convert(possible)
        return FlopTables(
            self.convert(checked_down(flop, (hands, hands), self.threads)),
            self._coordinates(self.convert(features.hands[:, hands]), boards) * placed[..., None],
            boards,
            placed,
            self.convert(np.array(turns)),
            self.convert(with_turn),
            self.convert(holding),
        )

    def _coordinates(self, hands: Any, boards: Any) -> Any:
        """Return the coordinates of hands, also of impossible ones.  [T, H, D]"""
        weights, bias = self._hand_layers[0]
        of_hand, of_board = np.split(weights, [hands.shape[2]])
        found = hands @ of_hand + (boards @ of_board)[:, None] + bias
        for weights, bias in self._hand_layers[1:]:
            found = np.maximum(found, np.float32(0)) @ weights + bias
        return found

    def _placed(self, layer: Layer) -> tuple[Any, Any]:
        return self.convert(layer.weights), self.convert(layer.bias)
