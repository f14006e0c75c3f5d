"""A network for complete boards: values of hands by their equity against the other range.

On a river, what a hand is worth follows mostly from its equity, and from how the equities of both
ranges are distributed. So the network reads two histograms and the stack, and returns for each
player a table of K knots over equity: how much more, or less, than its equity a hand takes of the
pot because there is betting left. `BoardHands` has what is needed of the hands on each board.

Equities e, from -1 for hands that always lose to 1, are placed at arcsin(e), which has more room
near both ends, where the values differ most.

Shapes: B boards, H hands of both players that are possible on a board, K knots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS
from fifthstreet.errors import InputError

Float32Array = NDArray[np.float32]

STACK_FEATURES = 3
MIN_STACK, MAX_STACK = 0.1, 100.0  # in pots; stacks outside count as the nearest one
HISTOGRAM_SCALE = 4.0


@dataclass(frozen=True, eq=False)
class BoardHands:
    """Both ranges on complete boards: what hands meet, their equity, and where it is placed."""

    reach: NDArray[np.float64]  # [B, 2, 1326] 0 for impossible hands
    met: NDArray[np.float64]  # [B, 2, 1326] weight of the opposing hands
    equity: NDArray[np.float64]  # [B, 2, 1326] -1 to 1; 0 where no hand is met

    @classmethod
    def of(cls, boards: Sequence[tuple[int, ...]], reach: NDArray[np.floating]) -> BoardHands:
        """Compare both ranges on each board.

        Args:
            boards: B boards of five cards.
            reach: Both players' hands before the last cards.  [2, 1326], or [B, 2, 1326]
        """
        shape = (len(boards), 2, HOLE_COUNT)
        masks = np.array([sum(1 << card for card in board) for board in boards], np.uint64)
        live = np.broadcast_to(reach, shape) * (HOLE_MASKS & masks[:, None] == 0)[:, None]
        met, points = np.zeros(shape), np.zeros(shape)
        for at, mask in enumerate(masks):
            opposing = np.ascontiguousarray(live[at, ::-1].T, np.float64)
            won, faced = np.zeros_like(opposing), np.zeros_like(opposing)
            _native.meet_ranges(high_evaluator(), np.array([mask], np.uint64), opposing, won, faced)
            points[at], met[at] = won.T, faced.T
        # A remainder this small is a rounding error of sums over the opposing range.
        is_met = met > 1e-9 * live.sum(axis=2)[:, ::-1, None]
        equity = 2 * np.divide(points, met, out=np.full(shape, 0.5), where=is_met) - 1
        return cls(live, np.where(is_met, met, 0.0), np.clip(equity, -1, 1))

    def places(self, knots: int) -> NDArray[np.float64]:
        """Return where the equities are among knots 0 to K - 1.  [B, 2, 1326]"""
        return (np.arcsin(self.equity) / np.pi + 0.5) * (knots - 1)

    def histograms(self, knots: int) -> NDArray[np.float64]:
        """Return the share of each player's range at each knot, by pairs of hands.  [B, 2, K]

        A place between two knots counts for both of them, the nearer one more. The pairs of hands
        that the ranges can be dealt have a weight of 1 in all.
        """
        shares = self.reach * self.met
        total = shares.sum(axis=2, keepdims=True)
        shares = np.divide(shares, total, out=np.zeros_like(shares), where=total > 0)
        low, upper = _neighbours(self.places(knots), knots)
        histograms = np.empty((*shares.shape[:2], knots))
        for at in np.ndindex(shares.shape[:2]):
            sums = np.bincount(low[at], shares[at] * (1 - upper[at]), minlength=knots)
            sums += np.bincount(low[at] + 1, shares[at] * upper[at], minlength=knots)
            histograms[at] = sums
        return histograms

    def looked_up(self, tables: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the entries of tables, [B, 2, K], for each hand.  [B, 2, 1326]"""
        knots = tables.shape[2]
        low, upper = _neighbours(self.places(knots), knots)
        first = np.take_along_axis(tables, low, axis=2)
        second = np.take_along_axis(tables, low + 1, axis=2)
        return first + upper * (second - first)


def _neighbours(
    places: NDArray[np.float64], knots: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the knot below each place, and how far it is to the next one."""
    low = np.clip(places.astype(np.int64), 0, knots - 2)
    return low, places - low


@dataclass(frozen=True, eq=False)
class Layer:
    """A layer of a network: inputs times weights, and a bias."""

    weights: Float32Array  # [inputs, outputs]
    bias: Float32Array  # [outputs]


def check_layers(layers: Sequence[Layer]) -> None:
    """Raise InputError unless layers fit each other.

    Args:
        layers: The layers of a network.
    """
    if not layers:
        raise InputError("a network must have at least one layer")
    outputs = 0
    for layer in layers:
        for array in (layer.weights, layer.bias):
            if array.dtype != np.float32 or not np.isfinite(array).all():
                raise InputError("weights and biases of layers must be finite, in float32")
        shape = layer.weights.shape
        is_next = not outputs or shape[0] == outputs
        if len(shape) != 2 or layer.bias.shape != shape[1:] or 0 in shape or not is_next:
            raise InputError("layers must be matrices that fit each other, with their biases")
        outputs = shape[1]


def layer_sizes(layers: Sequence[Layer]) -> list[int]:
    """Return the number of inputs, and of outputs of each layer."""
    return [len(layers[0].weights), *(len(layer.bias) for layer in layers)]


def forward(layers: Sequence[Layer], rows: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return the outputs of rows of inputs, with rectified linear units between the layers."""
    for at, layer in enumerate(layers):
        rows = rows @ layer.weights + layer.bias
        if at < len(layers) - 1:
            rows = np.maximum(rows, 0)
    return rows


@dataclass(frozen=True, eq=False)
class TableNetwork:
    """Layers with rectified linear units between them, from histograms to tables.

    Attributes:
        layers: The first has 3 + 2K inputs, the last 2K outputs.
    """

    layers: tuple[Layer, ...]

    def __post_init__(self) -> None:
        check_layers(self.layers)
        outputs = self.sizes[-1]
        if outputs % 2 or self.knots < 2 or self.sizes[0] != STACK_FEATURES + 2 * self.knots:
            raise InputError(
                f"a network must have {STACK_FEATURES} + 2K inputs and 2K outputs, K at least 2, "
                f"got {self.sizes[0]} and {outputs}"
            )

    @property
    def sizes(self) -> list[int]:
        """Number of inputs, and of outputs of each layer."""
        return layer_sizes(self.layers)

    @property
    def knots(self) -> int:
        """Number K of knots of a table."""
        return len(self.layers[-1].bias) // 2

    def inputs(
        self, stacks: NDArray[np.float64], histograms: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return the inputs for stacks in pots, [B], and histograms, [B, 2, K]."""
        scaled = HISTOGRAM_SCALE * histograms.reshape(len(histograms), -1)
        return np.concatenate([stack_features(stacks), scaled], axis=1)

    def tables(
        self, stacks: NDArray[np.float64], histograms: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return tables that sum to zero over both ranges.  [B, 2, K]"""
        tables = forward(self.layers, self.inputs(stacks, histograms)).reshape(histograms.shape)
        excess = (tables * histograms).sum(axis=(1, 2))[:, None, None]
        balanced: NDArray[np.float64] = tables - excess / 2
        return balanced

    def shares(self, stacks: NDArray[np.float64], hands: BoardHands) -> NDArray[np.float64]:
        """Return what hands win on average, in pots, less half of the pot.  [B, 2, 1326]"""
        tables = self.tables(stacks, hands.histograms(self.knots))
        return hands.equity / 2 + hands.looked_up(tables)


def stack_features(stacks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what a network reads of stacks, given in pots.  [B, 3]"""
    deep = np.clip(stacks, MIN_STACK, MAX_STACK)
    return np.stack([np.log(deep) / 3, deep / (1 + deep), 1 / (1 + 4 * deep)], axis=1)
