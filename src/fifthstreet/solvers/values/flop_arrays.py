"""A network for the flop in arrays of NumPy or of CuPy, on many flops at once.

The native core evaluates one flop at a time, on a processor. Here flops go through the same
products of matrices together, so that a GPU is busy. Arrays of NumPy give the same values as the
native core up to rounding.

Shapes: F flops, R pairs of ranges on each of them, T turns, H = 1,176 hands that a flop leaves, D
coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_CARDS, HOLE_COUNT, HOLE_MASKS, hole_index
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.all_in import checked_down
from fifthstreet.solvers.values.coordinates import BoardFeatures, CoordinateNetwork
from fifthstreet.solvers.values.leaf_values import next_cards, with_article
from fifthstreet.solvers.values.places import array_converter
from fifthstreet.solvers.values.river_tables import Layer, stack_features
from fifthstreet.solvers.values.value_network import ValueNetwork
from fifthstreet.support.blas_threads import one_blas_thread

FLOP_HANDS = 1176  # that share no card with a flop
_DECK = 52
_TINY = np.float32(1e-30)


@dataclass(frozen=True, eq=False)
class FlopTables:
    """What the values of flops need, whatever the ranges, where a backend computes.

    Hands are in ascending order of their index, without those that share a card with the flop.
    Arrays of one flop have no F.
    """

    leads: Any  # [F, H, H] winning minus losing over all boards; 0 for hands that share a card
    coordinates: Any  # [F, T, D + 1, H] and 1; 0 for hands that share a card with the turn
    boards: Any  # [F, T, BOARD_FEATURES]
    possible: Any  # [F, T, H] 1, or 0 for hands that share a card with the turn
    turns: Any  # [F, T] the cards
    with_turn: Any  # [F, T, 53] the hand of the turn and a card; H if the flop leaves none
    holding: Any  # [F, 53, H] 1 for hands that have a card, else 0; the last row is 1 for all

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
    by_card = reach @ np.swapaxes(tables.holding, 1, 2)
    by_card[..., -1] = -by_card[..., -1]
    return np.maximum(reach - by_card @ tables.holding, np.float32(0))


class NetworkOnArrays:
    """A network for the flop: what hands win beside their equity."""

    def __init__(
        self, network: ValueNetwork, *, backend: str = "native", threads: int = 1, kept: int = 0
    ) -> None:
        """Put the layers where the backend computes.

        Args:
            network: A network for the flop.
            backend: `native`, which is NumPy on this processor, or `cuda`.
            threads: Number of threads that prepare flops, on the processor.
            kept: Number of flops that stay prepared, 13 MB each.

        Raises:
            InputError: If the network is for another street, or if there is no such backend.
        """
        if network.street != "flop":
            found = with_article(network.street)
            raise InputError(f"the network must be for the flop, got one for {found}")
        assert isinstance(network.model, CoordinateNetwork)
        self.backend, self.threads = backend, threads
        self.convert = array_converter(backend)
        model = network.model
        self._hand_layers = [self._placed(layer) for layer in model.hand_layers]
        self._range_layers = [self._placed(layer) for layer in model.range_layers]
        self._direct = self._placed(model.direct)
        self._kept, self._prepared = kept, dict[tuple[int, ...], FlopTables]()

    def tables(self, flops: Sequence[tuple[int, ...]]) -> FlopTables:
        """Return what flops need.

        Args:
            flops: Flops of three cards.
        """
        prepared = self._prepared
        new = [flop for flop in dict.fromkeys(flops) if flop not in prepared]
        threads = max(self.threads // max(len(new), 1), 1)  # of each flop
        with one_blas_thread(), ThreadPoolExecutor(self.threads) as pool:
            found = pool.map(lambda flop: self._tables_of(flop, threads), new)
            prepared |= zip(new, found, strict=True)
        joined = FlopTables.joined([prepared[flop] for flop in flops])
        for flop in list(prepared)[: max(len(prepared) - self._kept, 0)]:
            del prepared[flop]
        return joined

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
        coordinates = tables.coordinates[:, turns]  # [F, T, D + 1, H]
        means, met = self._means(reach, coordinates), self._met(tables, reach, turns)
        factors = self._factors(means, stacks, tables.boards[:, turns])
        pairs = reach.shape[2]
        rows = (*met.shape[:2], 2 * pairs)
        shares = (factors.reshape(*rows, -1) @ coordinates).reshape(met.shape)
        dealt = np.moveaxis(reach, 0, 1)[:, None] * met  # [F, T, 2, R, H]
        count = dealt.sum(axis=(2, 4))
        dealt *= shares
        excess = dealt.sum(axis=(2, 4)) / np.maximum(count, _TINY)
        seats = slice(None) if player is None else slice(player, player + 1)
        won = shares[:, :, seats]
        won -= excess[:, :, None, :, None]
        won *= met[:, :, seats]
        return np.moveaxis(won.sum(axis=1), 1, 0)

    def _means(self, reach: Any, coordinates: Any) -> Any:
        """Return the mean coordinates of both ranges on turns.  [F, T, 2, R, D]"""
        _, flops, pairs, hands = reach.shape
        turns, width = coordinates.shape[1:3]
        columns = np.moveaxis(coordinates, 3, 1).reshape(flops, hands, -1)
        sums = (reach @ columns).reshape(2, flops, pairs, turns, width)
        sums = sums.transpose(1, 3, 0, 2, 4)
        return sums[..., :-1] / np.maximum(sums[..., -1:], _TINY)

    def _met(self, tables: FlopTables, reach: Any, turns: slice) -> Any:
        """Return the opposing reach that hands meet on turns.  [F, T, 2, R, H]

        It is 0 for hands that share a card with the turn.
        """
        opposing = reach[::-1]
        flops, hands = reach.shape[1], reach.shape[3]
        by_card = opposing @ np.swapaxes(tables.holding, 1, 2)  # [2, F, R, 53], the last is all
        # A column of zeros stands for hands that the flop leaves none of.
        padded = np.concatenate([opposing, opposing[..., :1] * np.float32(0)], axis=3)
        flop = self.convert(np.arange(flops)[:, None, None])
        dealt = padded[:, flop, :, tables.with_turn[:, turns]]  # [F, T, 53, 2, R]
        left = dealt.transpose(0, 1, 3, 4, 2) - np.moveaxis(by_card, 0, 1)[:, None]
        of_turn = by_card[:, flop[:, 0], :, tables.turns[:, turns]]  # [F, T, 2, R]
        left[..., -1] = -left[..., -1] - of_turn
        met = left.reshape(flops, -1, _DECK + 1) @ tables.holding
        met = met.reshape(*left.shape[:-1], hands)
        met += np.moveaxis(opposing, 0, 1)[:, None]
        met *= tables.possible[:, turns, None, None]
        return np.maximum(met, np.float32(0))  # what rounding has left may be negative

    def _factors(self, means: Any, stacks: Any, boards: Any) -> Any:
        """Return factors of coordinates, and a constant, for both players.  [F, T, 2, R, D + 1]

        Args:
            means: Mean coordinates of both ranges.  [F, T, 2, R, D]
            stacks: From `stack_inputs`.
            boards: Features of the boards.  [F, T, BOARD_FEATURES]
        """
        flops, turns, _, pairs, width = means.shape
        rows = np.swapaxes(means, 2, 3).reshape(-1, 2 * width)
        weights, bias = self._range_layers[0]
        parts = np.split(weights, [2 * width, 2 * width + stacks.shape[1]])
        found = (rows @ parts[0]).reshape(flops, turns, pairs, -1)
        found = found + stacks @ parts[1] + (boards @ parts[2])[:, :, None] + bias
        for weights, bias in self._range_layers[1:]:
            found = np.maximum(found, np.float32(0)) @ weights + bias
        weights, bias = self._direct
        found = found + (rows @ weights + bias).reshape(found.shape)
        return np.swapaxes(found.reshape(flops, turns, pairs, 2, width + 1), 2, 3)

    def _tables_of(self, flop: tuple[int, ...], threads: int) -> FlopTables:
        """Return the tables of a flop."""
        hands = hands_on(flop)
        turns = next_cards(flop)
        features = BoardFeatures.of([(*flop, turn) for turn in turns], threads)
        place = np.full(HOLE_COUNT, FLOP_HANDS)
        place[hands] = np.arange(FLOP_HANDS)
        with_turn = np.full((len(turns), _DECK + 1), FLOP_HANDS)
        for at, turn in enumerate(turns):
            others = [card for card in range(_DECK) if card != turn]
            with_turn[at, others] = place[[hole_index(turn, card) for card in others]]
        holding = np.zeros((_DECK + 1, FLOP_HANDS), np.float32)
        holding[-1] = 1
        for seat in (0, 1):
            holding[HOLE_CARDS[hands, seat], np.arange(FLOP_HANDS)] = 1
        possible = features.possible[:, hands].astype(np.float32)
        boards, placed = self.convert(features.boards), self.convert(possible)
        return FlopTables(
            self.convert(checked_down(flop, (hands, hands), threads)),
            self._coordinates(self.convert(features.hands[:, hands]), boards, placed),
            boards,
            placed,
            self.convert(np.array(turns)),
            self.convert(with_turn),
            self.convert(holding),
        )

    def _coordinates(self, hands: Any, boards: Any, possible: Any) -> Any:
        """Return the coordinates of hands and 1, or 0 for impossible hands.  [T, D + 1, H]"""
        weights, bias = self._hand_layers[0]
        of_hand, of_board = np.split(weights, [hands.shape[2]])
        found = hands @ of_hand + (boards @ of_board)[:, None] + bias
        for weights, bias in self._hand_layers[1:]:
            found = np.maximum(found, np.float32(0)) @ weights + bias
        found = np.concatenate([found * possible[..., None], possible[..., None]], axis=2)
        return np.swapaxes(found, 1, 2)

    def _placed(self, layer: Layer) -> tuple[Any, Any]:
        return self.convert(layer.weights), self.convert(layer.bias)
