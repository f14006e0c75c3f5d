"""Coordinates, factors and values of a batch of boards, their loss, and its derivative.

Functions work on NumPy's arrays and on any that take NumPy's functions, such as CuPy's.

Shapes: B boards, R pairs of ranges on each of them, D coordinates.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np

from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import DenseNetwork
from fifthstreet.solvers.values.board_samples import MIN_MET, WEIGHT_STEPS, BoardSamples
from fifthstreet.solvers.values.coordinates import BOARD_FEATURES, HAND_FEATURES, BoardFeatures
from fifthstreet.solvers.values.river_samples import UNIFORM_SHARE
from fifthstreet.solvers.values.river_tables import STACK_FEATURES, stack_features
from fifthstreet.support.threads import thread_count

_SIZE_WEIGHT = 8.0  # of a sample's mean square in its scale


@dataclass(frozen=True, eq=False)
class BoardRows:
    """Boards with all of their samples."""

    hands: Any  # [B, 1326, HAND_FEATURES] float16
    boards: Any  # [B, BOARD_FEATURES]
    stacks: Any  # [B, STACK_FEATURES]
    possible: Any  # [B, 1326]
    reach: Any  # [B, R, 2, 1326] uint8
    targets: Any  # [B, R, 2, 1326] float16
    cards: Any  # [1326, 52] 1 for the cards of each hand

    @classmethod
    def of(cls, samples: object, ranges: int, convert: Any = np.asarray) -> BoardRows:
        """Arrange samples by boards, each array converted, such as by `cupy.asarray`.

        Args:
            samples: Solved flops or turns.
            ranges: Number of consecutive samples on each board.
            convert: Puts an array where it is needed.
        """
        if not isinstance(samples, BoardSamples):
            raise InputError(f"samples must be flops or turns, got {type(samples).__name__}")
        boards, places = np.unique(samples.boards[::ranges], axis=0, return_inverse=True)
        features = BoardFeatures.of(boards.tolist(), thread_count(None))
        stacks = stack_features(samples.stacks[::ranges].astype(np.float64)).astype(np.float32)
        cards = HOLE_MASKS[:, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)
        shape = (-1, ranges, 2, HOLE_COUNT)
        return cls(
            convert(features.hands.astype(np.float16)[places]),
            convert(features.boards[places]),
            convert(stacks),
            convert(features.possible[places]),
            convert(samples.reach.reshape(shape)),
            convert(samples.targets.reshape(shape)),
            convert(cards.astype(np.float32)),
        )

    def __len__(self) -> int:
        return len(self.boards)

    def at(self, rows: Any) -> BoardRows:
        """Return some of the boards, by a slice or by their numbers."""
        return BoardRows(
            self.hands[rows],
            self.boards[rows],
            self.stacks[rows],
            self.possible[rows],
            self.reach[rows],
            self.targets[rows],
            self.cards,
        )

    def weights(self) -> tuple[Any, Any, Any]:
        """Return weights of hands, which sum to 1 for each sample.

        Returns:
            The share of each hand in its range, [B, R, 2, 1326], whose sum is 1 for each player;
            how often hands are dealt; and the same for all hands that meet something.
        """
        reach = self.reach.astype(np.float32) / np.float32(WEIGHT_STEPS)
        total = reach.sum(axis=3, keepdims=True)
        opposing, dealt = reach[:, :, ::-1], total[:, :, ::-1]
        blocked = (opposing @ self.cards) @ self.cards.T - opposing
        met = (dealt - blocked) * self.possible[:, None, None]
        is_met = met > np.float32(MIN_MET) * dealt
        weights = reach * met * is_met
        return reach / total, _of_one(weights), _of_one(is_met.astype(np.float32))


def _of_one(weights: Any) -> Any:
    """Divide weights so that they sum to 1 for each sample, and to half for each player."""
    sums = weights.sum(axis=3, keepdims=True)
    return weights / np.maximum(2 * sums, np.float32(1e-30))


class CoordinateLayers:
    """The layers of a `CoordinateNetwork` as one vector of parameters, to be trained."""

    def __init__(
        self,
        width: int,
        hand_units: list[int],
        range_units: list[int],
        random: np.random.Generator,
        *,
        dtype: type[np.floating] = np.float32,
    ) -> None:
        """Draw the weights; factors are zero at first, coordinates are not.

        Args:
            width: Number D of coordinates.
            hand_units: Units of the hidden layers for hands.
            range_units: Units of the hidden layers for ranges.
            random: Draws the weights.
            dtype: Precision of parameters and passes.
        """
        self.width, outputs = width, 2 * (width + 1)
        sizes = (
            [HAND_FEATURES + BOARD_FEATURES, *hand_units, width],
            [2 * width + STACK_FEATURES + BOARD_FEATURES, *range_units, outputs],
            [2 * width, outputs],
        )
        self.parts = tuple(DenseNetwork(each, random, dtype=dtype) for each in sizes)
        last = self.parts[0].weights[-1]
        last[...] = np.sqrt(1 / len(last)) * random.standard_normal(last.shape)
        self._join(np.concatenate([part.parameters for part in self.parts]))

    def moved(self, convert: Callable[[Any], Any]) -> CoordinateLayers:
        """Return a copy with converted parameters; see `DenseNetwork.moved`."""
        copied = copy(self)
        copied._join(convert(self.parameters))
        return copied

    def _join(self, parameters: Any) -> None:
        """Make a vector the parameters of all parts."""
        parts, start = [], 0
        for part in self.parts:
            own = parameters[start : start + len(part.parameters)]
            parts.append(part.moved(lambda _, own=own: own))  # type: ignore[misc]
            start += len(own)
        self.parameters, self.parts = parameters, tuple(parts)

    def __call__(self, rows: BoardRows, held: Any) -> Any:
        """Return what hands win beside their equity.  [B, R, 2, 1326]"""
        return self.forward(rows, held)[0]

    def forward(self, rows: BoardRows, held: Any) -> tuple[Any, Callable[[Any], Any]]:
        """Return what hands win, and a function from its slope to the gradient.

        Args:
            rows: The boards.
            held: The share of each hand in its range.  [B, R, 2, 1326]
        """
        hands, ranges, direct = self.parts
        count, pairs = held.shape[:2]
        dtype = self.parameters.dtype
        others = np.repeat(rows.boards[:, None], HOLE_COUNT, axis=1).astype(dtype)
        inputs = np.concatenate([rows.hands.astype(dtype), others], axis=2)
        of_hands = hands.forward(inputs.reshape(-1, inputs.shape[2]))
        possible = rows.possible[:, :, None].astype(dtype)
        coordinates = of_hands.output.reshape(count, HOLE_COUNT, self.width) * possible
        held = held.reshape(count, 2 * pairs, HOLE_COUNT).astype(dtype)
        means = (held @ coordinates).reshape(count * pairs, 2 * self.width)
        states = np.concatenate([rows.stacks, rows.boards], axis=1).astype(dtype)
        read = np.concatenate([means, np.repeat(states, pairs, axis=0)], axis=1)
        of_ranges, beside = ranges.forward(read), direct.forward(means)
        outputs = (of_ranges.output + beside.output).reshape(count, 2 * pairs, self.width + 1)
        factors = outputs[:, :, :-1].copy()
        won = factors @ coordinates.transpose(0, 2, 1) + outputs[:, :, -1:]

        def gradient(slope: Any) -> Any:
            slope = slope.reshape(won.shape)
            steps = np.concatenate([slope @ coordinates, slope.sum(axis=2, keepdims=True)], axis=2)
            steps = steps.reshape(count * pairs, -1)
            by_read, by_means = np.empty_like(read), np.empty_like(means)
            found = [
                ranges.backward(of_ranges, steps, by_read),
                direct.backward(beside, steps, by_means),
            ]
            by_means += by_read[:, : 2 * self.width]
            by_means = by_means.reshape(count, 2 * pairs, self.width)
            by_hand = slope.transpose(0, 2, 1) @ factors + held.transpose(0, 2, 1) @ by_means
            by_hand = (by_hand * possible).reshape(-1, self.width)
            return np.concatenate([hands.backward(of_hands, by_hand), *found])

        return won.reshape(count, pairs, 2, HOLE_COUNT), gradient


def board_loss(rows: BoardRows, weights: tuple[Any, Any], won: Any, beta: float) -> tuple[Any, Any]:
    """Return the mean smooth L1 loss of what hands win, and its derivative by each of them.

    Errors are divided by the scale of their sample, so that deep stacks do not outweigh all others.

    Args:
        rows: The boards.
        weights: How often hands are dealt, and the weights of all hands alike.
        won: What hands win beside their equity.  [B, R, 2, 1326]
        beta: Error, relative to the scale, from which on the loss is linear.
    """
    dealt, alike = weights
    targets = rows.targets.astype(won.dtype)
    squares = (dealt * np.square(targets)).sum(axis=(2, 3), keepdims=True)
    scales = np.sqrt(1 + _SIZE_WEIGHT * squares)
    errors = (won - targets) / scales
    sizes = np.abs(errors)
    smooth = np.where(sizes < beta, np.square(errors) / (2 * beta), sizes - beta / 2)
    mixed = (1 - UNIFORM_SHARE) * dealt + UNIFORM_SHARE * alike
    count = won.shape[0] * won.shape[1]
    slope = np.clip(errors / beta, -1, 1) * mixed / (scales * count)
    return (mixed * smooth).sum() / count, slope.astype(won.dtype)
