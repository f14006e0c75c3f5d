"""Leaf values at the end of preflop: exact equity, and what a network adds on a subset of flops.

The network values single flops before their betting, hand by hand, from learned coordinates of
hands. Before the flop a class has one reach for all of its hands, so coordinates are averaged over
the hands of each class, once for each flop, and leaves are evaluated with classes only.

Shapes: L leaves, F flops, C = 169 classes, D coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fifthstreet.abstraction import flop_subset
from fifthstreet.cards import (
    CLASS_COUNT,
    HOLE_CARDS,
    HOLE_CLASS,
    MaskArray,
    cards_of,
    class_sums,
)
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.class_hands import ClassHands, class_reach
from fifthstreet.solvers.values.coordinates import BoardFeatures, CoordinateNetwork
from fifthstreet.solvers.values.leaf_values import HoleRows, Leaves, counterfactual, with_article
from fifthstreet.solvers.values.river_tables import forward, stack_features
from fifthstreet.solvers.values.value_network import ValueNetwork
from fifthstreet.support.blas_threads import one_blas_thread
from fifthstreet.support.threads import thread_count

_FLOPS = 85  # of the package's subsets
_FLOPS_OF_PART = 17  # with fewer, searches that take one part after the other do not settle
_TINY = 1e-30


@dataclass(frozen=True, eq=False)
class FlopClasses:
    """What the values of classes on flops need, whatever the ranges."""

    weights: NDArray[np.float32]  # [F] of flops
    boards: NDArray[np.float32]  # [F, BOARD_FEATURES]
    hands: NDArray[np.float32]  # [F, C] number of hands that the flop leaves
    pairs: NDArray[np.float32]  # [F, C, C] of hands of two classes that share no card
    coordinates: NDArray[np.float32]  # [F, C, D + 1] mean of the hands, and 1; 0 without a hand

    @classmethod
    def of(
        cls, model: CoordinateNetwork, boards: MaskArray, counts: NDArray[np.int64], threads: int
    ) -> FlopClasses:
        """Evaluate the network's layers for hands on flops.

        Args:
            model: The network.
            boards: Masks of F flops.
            counts: How often each flop counts.  [F]
            threads: Number of threads that compare hands.
        """
        features, flops = _features(tuple(boards.tolist()), threads), len(boards)
        hands = class_sums(features.possible.astype(np.float32))
        shape = (flops, CLASS_COUNT, model.width + 1)
        coordinates = np.zeros(shape, np.float32)
        with_card = np.zeros((flops, CLASS_COUNT, 52))
        for at in range(flops):  # one at a time, because of their memory
            rows = model.coordinates(features.only(at))[0]
            sums = class_sums(rows.T).T
            coordinates[at, :, :-1] = sums / np.maximum(hands[at], 1)[:, None]
            for seat in (0, 1):
                places = (HOLE_CLASS, HOLE_CARDS[:, seat])
                np.add.at(with_card[at], places, features.possible[at])
        coordinates[:, :, -1] = hands > 0
        # Pairs of hands, less those that share a card; a hand shares both cards with itself.
        pairs = hands[:, :, None] * hands[:, None] - with_card @ with_card.swapaxes(1, 2)
        pairs += hands[:, :, None] * np.eye(CLASS_COUNT)
        weights = counts / counts.sum()
        arrays = (weights, features.boards, hands, pairs, coordinates)
        return cls(*(each.astype(np.float32) for each in arrays))

    def part(self, number: int, parts: int) -> FlopClasses:
        """Return one part of the flops, spread over all of them."""
        chosen = slice(number, None, parts)
        return FlopClasses(*(each[chosen] for each in vars(self).values()))


class PreflopNetworkLeaves:
    """Leaf values where the flop is dealt, as a mean over the flops of a subset.

    A class counts with the mean reach of its hands, because suits do not matter before the flop.
    """

    def __init__(
        self,
        network: ValueNetwork,
        *,
        flops: int | FlopClasses | None = None,
        threads: int | None = None,
    ) -> None:
        """Prepare to evaluate leaves, which takes some seconds.

        Args:
            network: A network for preflop.
            flops: Size of a subset of flops that comes with the package, by default 85; or other
                flops, with the same network.
            threads: Number of threads that compare hands on flops; by default one per core.

        Raises:
            InputError: If the network is for another street, or if there is no such subset.
        """
        if network.street != "preflop":
            found = with_article(network.street)
            raise InputError(f"the network must be for preflop, got one for {found}")
        assert isinstance(network.model, CoordinateNetwork)
        self.network, self._model = network, network.model
        if not isinstance(flops, FlopClasses):
            subset = flop_subset(_FLOPS if flops is None else flops)
            chosen = (subset.boards, subset.counts, thread_count(threads))
            flops = FlopClasses.of(network.model, *chosen)
        self._flops = flops
        self.parts = max(len(flops.weights) // _FLOPS_OF_PART, 1)
        self._parts = [self._flops.part(at, self.parts) for at in range(self.parts)]

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
        shares, _ = self._evaluate(leaves, class_reach(rows), self._flops)
        return counterfactual(leaves, rows, shares[:, :, HOLE_CLASS])

    def class_values(
        self,
        leaves: Leaves,
        reach: NDArray[np.float64],
        *,
        player: int | None = None,
        part: int | None = None,
    ) -> NDArray[np.float64]:
        """Return the values of classes; see `ClassLeafValues.class_values`."""
        flops = self._flops if part is None else self._parts[part]
        shares, met = self._evaluate(leaves, reach, flops)
        return shares * met * leaves.pots[:, None, None]

    def _evaluate(
        self, leaves: Leaves, reach: NDArray[np.float64], flops: FlopClasses
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return what classes win, in pots less half of the pot, and what they meet."""
        if leaves.board:
            raise InputError(
                f"the network is for preflop, got a board of {len(leaves.board)} cards"
            )
        with one_blas_thread():  # the matrices are small
            hands = ClassHands.of(reach)
            beside = self._beside_equity(leaves.stacks / leaves.pots, reach, flops)
        shares = hands.equity / 2 + beside
        # Both players' shares sum to 1, so each entry takes half of what is won together.
        excess = (shares * hands.shares).sum(axis=(1, 2), keepdims=True)
        return shares - excess / 2, hands.met

    def _beside_equity(
        self, stacks: NDArray[np.float64], reach: NDArray[np.float64], flops: FlopClasses
    ) -> NDArray[np.floating]:
        """Return what classes win beside their equity on flops, in pots.  [L, 2, C]"""
        model, count = self._model, len(flops.weights)
        # Ranges may be very small in a search.
        scale = np.maximum(reach.max(axis=2, keepdims=True), _TINY)
        held = (reach / scale).astype(np.float32).reshape(1, -1, CLASS_COUNT)  # [1, 2L, C]
        dealt = held * flops.hands[:, None]  # [F, 2L, C]
        sums = dealt @ flops.coordinates
        total = np.maximum(dealt.sum(axis=2, keepdims=True), np.float32(_TINY))
        means = (sums[:, :, :-1] / total).reshape(count * len(stacks), -1)
        inputs = [
            means,
            np.tile(stack_features(stacks).astype(np.float32), (count, 1)),
            np.repeat(flops.boards, len(stacks), axis=0),
        ]
        outputs = forward(model.range_layers, np.concatenate(inputs, axis=1))
        outputs = outputs + forward((model.direct,), means)
        factors = outputs.reshape(count, -1, model.width + 1)  # [F, 2L, D + 1]
        won = factors @ flops.coordinates.swapaxes(1, 2)  # [F, 2L, C]
        opposing = held.reshape(-1, 2, CLASS_COUNT)[:, ::-1].reshape(1, -1, CLASS_COUNT)
        met = opposing @ flops.pairs
        often = (held * met).reshape(count, -1, 2 * CLASS_COUNT)
        excess = (often * won.reshape(often.shape)).sum(axis=2)
        excess /= np.maximum(often.sum(axis=2), np.float32(_TINY))
        won -= np.repeat(excess, 2, axis=1)[:, :, None]
        weights = met * flops.weights[:, None, None]
        total = np.maximum(weights.sum(axis=0), np.float32(_TINY))
        mean: NDArray[np.floating] = ((weights * won).sum(axis=0) / total).reshape(reach.shape)
        return mean


@lru_cache(maxsize=1)
def _features(boards: tuple[int, ...], threads: int) -> BoardFeatures:
    """Return what the network reads of flops."""
    return BoardFeatures.of([cards_of(mask) for mask in boards], threads)
