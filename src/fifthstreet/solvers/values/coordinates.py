"""A network for flops or turns before their betting: values of hands from learned coordinates.

What a hand is worth on a board depends on how it compares with the other hands on all complete
boards that may follow. The network gives each hand D coordinates, from the hand and the board only.
It reads the mean coordinates of both ranges, the stack and the board, and returns for each player D
factors and a constant: the coordinates times the factors are how much more, or less, than its
equity a hand takes of the pot because there is betting left. Coordinates are computed once for each
board, and then each pair of ranges costs three products of small matrices.

Shapes: B boards of three or four cards, S pairs of ranges on one of them, D coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.abstraction import high_evaluator
from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, compatible_weights
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.river_tables import (
    STACK_FEATURES,
    Float32Array,
    Layer,
    check_layers,
    forward,
    layer_sizes,
    stack_features,
)

HAND_FEATURES, BOARD_FEATURES = _native.HAND_FEATURES, _native.BOARD_FEATURES


@dataclass(frozen=True, eq=False)
class BoardFeatures:
    """What a network reads of boards, whatever the ranges: the hands, and the boards."""

    hands: Float32Array  # [B, 1326, HAND_FEATURES] 0 for impossible hands
    boards: Float32Array  # [B, BOARD_FEATURES]
    possible: NDArray[np.bool_]  # [B, 1326]

    @classmethod
    def of(cls, boards: Sequence[Sequence[int]], threads: int = 1) -> BoardFeatures:
        """Compare all hands with each other on all complete boards after each board.

        Args:
            boards: Boards of three or four cards.
            threads: Number of threads.
        """
        masks = np.array([sum(1 << int(card) for card in board) for board in boards], np.uint64)
        hands = np.empty((len(masks), HOLE_COUNT, HAND_FEATURES), np.float32)
        found = np.empty((len(masks), BOARD_FEATURES), np.float32)
        _native.board_features(high_evaluator(), masks, threads, hands, found)
        return cls(hands, found, HOLE_MASKS & masks[:, None] == 0)

    def only(self, board: int) -> BoardFeatures:
        """Return one of the boards."""
        chosen = slice(board, board + 1)
        return BoardFeatures(self.hands[chosen], self.boards[chosen], self.possible[chosen])

    def rows(self) -> Float32Array:
        """Return the inputs for hands.  [B, 1326, HAND_FEATURES + BOARD_FEATURES]"""
        boards = np.repeat(self.boards[:, None], HOLE_COUNT, axis=1)
        return np.concatenate([self.hands, boards], axis=2)


@dataclass(frozen=True, eq=False)
class CoordinateNetwork:
    """Layers for hands, layers for ranges, and a direct layer beside these.

    Attributes:
        layers: First the layers for hands, from features to D coordinates; then those for ranges,
            which read 2D means, the stack and features of the board, and return 2(D + 1) numbers;
            then one layer from 2D means to 2(D + 1) numbers, which are added.
    """

    layers: tuple[Layer, ...]

    def __post_init__(self) -> None:
        fits = [
            after.weights.shape[0] == before.weights.shape[1]
            for before, after in zip(self.layers, self.layers[1:], strict=False)
            if before.weights.ndim == after.weights.ndim == 2
        ]
        if len(fits) != len(self.layers) - 1 or len(self.layers) < 3 or fits[:-1].count(False) != 1:
            raise InputError("layers must be for hands, then for ranges, then one beside these")
        for part in (self.hand_layers, self.range_layers, (self.direct,)):
            check_layers(part)
        width, outputs = self.width, 2 * (self.width + 1)
        found = (
            len(self.hand_layers[0].weights),
            *self.range_layers[0].weights.shape[:1],
            len(self.range_layers[-1].bias),
            *self.direct.weights.shape,
        )
        inputs = 2 * width + STACK_FEATURES + BOARD_FEATURES
        expected = (HAND_FEATURES + BOARD_FEATURES, inputs, outputs, 2 * width, outputs)
        if found != expected:
            raise InputError(f"ends of layers must be {expected}, got {found}")

    @property
    def hand_layers(self) -> tuple[Layer, ...]:
        """The layers from features of hands to coordinates."""
        return self.layers[: self._first_of_ranges]

    @property
    def range_layers(self) -> tuple[Layer, ...]:
        """The layers from mean coordinates to factors."""
        return self.layers[self._first_of_ranges : -1]

    @property
    def direct(self) -> Layer:
        """The layer from mean coordinates to factors."""
        return self.layers[-1]

    @property
    def width(self) -> int:
        """Number D of coordinates."""
        return len(self.hand_layers[-1].bias)

    @property
    def sizes(self) -> list[int]:
        """Number of inputs, and of outputs of each layer, without the direct one."""
        return layer_sizes(self.hand_layers) + layer_sizes(self.range_layers)

    @property
    def _first_of_ranges(self) -> int:
        """The first layer that does not read what the one before it returns."""
        pairs = enumerate(zip(self.layers, self.layers[1:], strict=False), start=1)
        return next(
            (at for at, (a, b) in pairs if len(a.bias) != len(b.weights)), len(self.layers) - 1
        )

    def coordinates(self, features: BoardFeatures) -> NDArray[np.float64]:
        """Return the coordinates of all hands, 0 for impossible ones.  [B, 1326, D]"""
        rows = features.rows().astype(np.float64)
        found = forward(self.hand_layers, rows).astype(np.float64)
        found[~features.possible] = 0
        return found

    def shares(
        self,
        stack: float,
        board: NDArray[np.floating],
        coordinates: NDArray[np.float64],
        reach: NDArray[np.floating],
    ) -> NDArray[np.float64]:
        """Return what hands win on a board beside their equity, in pots.

        Args:
            stack: In pots.
            board: Features of the board.  [BOARD_FEATURES]
            coordinates: Of all hands on this board.  [1326, D]
            reach: Both players' hands.  [S, 2, 1326]

        Returns:
            Shares of the pot that sum to zero over all pairs of hands.  [S, 2, 1326]
        """
        possible = coordinates.any(axis=1)
        live = reach * possible
        total = live.sum(axis=2, keepdims=True)
        held = np.divide(live, total, out=np.zeros(live.shape), where=total > 0)
        means = (held @ coordinates).reshape(len(live), -1)
        others = np.concatenate([stack_features(np.array([stack]))[0], board])
        inputs = np.concatenate([means, np.tile(others, (len(means), 1))], axis=1)
        outputs = forward(self.range_layers, inputs) + forward((self.direct,), means)
        factors = outputs.reshape(len(live), 2, self.width + 1)
        shares = factors[:, :, :-1] @ coordinates.T + factors[:, :, -1:]
        dealt = live * compatible_weights(live[:, ::-1])
        pairs = dealt.sum(axis=(1, 2))
        won = (dealt * shares).sum(axis=(1, 2))
        excess = np.divide(won, pairs, out=np.zeros(len(live)), where=pairs > 0)
        balanced: NDArray[np.float64] = (shares - excess[:, None, None]) * possible
        return balanced
