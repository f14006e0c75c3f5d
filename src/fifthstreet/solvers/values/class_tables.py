"""A network for the end of preflop: values of the 169 hand classes, without a board.

Before the flop suits do not matter, so hands of a class have the same value. The network reads the
stack, both ranges, class by class, and the equity of each class against the opposing range. It
returns for each player a table of the classes: how much more, or less, than its equity all-in a
hand takes of the pot because there is betting left.

Shares of a class count the pairs of hands that can be dealt: its combos, times the weight of the
opposing hands that each of them can meet.

Shapes: L leaves, C = 169 classes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, CLASS_SIZES, class_sums
from fifthstreet.cards.equity import preflop_class_matrices
from fifthstreet.errors import InputError
from fifthstreet.solvers.values.river_tables import (
    STACK_FEATURES,
    Layer,
    check_layers,
    forward,
    layer_sizes,
    stack_features,
)

CLASS_SCALE = 20.0  # of shares in inputs, so that a class of a whole range has about 0.1
CLASS_INPUTS = STACK_FEATURES + 4 * CLASS_COUNT


@dataclass(frozen=True, eq=False)
class ClassHands:
    """Both ranges before the flop: what classes meet, their shares, and their equity."""

    shares: NDArray[np.float64]  # [L, 2, C] of all pairs of hands; each player's sum to 1, or are 0
    met: NDArray[np.float64]  # [L, 2, C] pairs of hands with the opposing range
    equity: NDArray[np.float64]  # [L, 2, C] -1 to 1; 0 where no hand is met

    @classmethod
    def of(cls, reach: NDArray[np.floating]) -> ClassHands:
        """Compare both ranges.

        Args:
            reach: How often each class is in both players' ranges, 0 to 1.  [L, 2, C]
        """
        pairs, won = preflop_class_matrices()
        opposing = reach[:, ::-1].astype(np.float64)
        met, points = opposing @ pairs, opposing @ won.T
        is_met = met > 0
        equity = np.divide(points, met, out=np.zeros_like(met), where=is_met)
        dealt = reach * met
        total = dealt.sum(axis=2, keepdims=True)
        shares = np.divide(dealt, total, out=np.zeros_like(dealt), where=total > 0)
        return cls(shares, met, np.clip(equity, -1, 1))


@dataclass(frozen=True, eq=False)
class ClassNetwork:
    """Layers with rectified linear units between them, from both ranges to tables of classes.

    Attributes:
        layers: The first has 3 + 4 * 169 inputs, the last 2 * 169 outputs.
    """

    layers: tuple[Layer, ...]

    def __post_init__(self) -> None:
        check_layers(self.layers)
        ends = (CLASS_INPUTS, 2 * CLASS_COUNT)
        if (self.sizes[0], self.sizes[-1]) != ends:
            raise InputError(
                f"a network for classes must have {ends[0]} inputs and {ends[1]} outputs, got "
                f"{self.sizes[0]} and {self.sizes[-1]}"
            )

    @property
    def sizes(self) -> list[int]:
        """Number of inputs, and of outputs of each layer."""
        return layer_sizes(self.layers)

    def shares(self, stacks: NDArray[np.float64], hands: ClassHands) -> NDArray[np.float64]:
        """Return what classes win on average, in pots, less half of the pot.  [L, 2, C]

        Weighted with both ranges, they sum to 0.

        Args:
            stacks: In pots.  [L]
            hands: Both ranges at each leaf.
        """
        rows = class_inputs(stacks, hands)
        shares = forward(self.layers, rows).reshape(hands.shares.shape) + hands.equity / 2
        # Both players' shares sum to 1, so each entry takes half of what is won together.
        excess = (shares * hands.shares).sum(axis=(1, 2), keepdims=True)
        balanced: NDArray[np.float64] = shares - excess / 2
        return balanced


def class_inputs(stacks: NDArray[np.float64], hands: ClassHands) -> NDArray[np.float32]:
    """Return what a network reads of leaves: stack, shares of both ranges, and equity.

    Args:
        stacks: In pots.  [L]
        hands: Both ranges at each leaf.
    """
    count = len(stacks)
    shares, equity = (each.reshape(count, -1) for each in (hands.shares, hands.equity))
    parts = [stack_features(stacks), CLASS_SCALE * shares, equity]
    return np.concatenate(parts, axis=1).astype(np.float32)


def class_reach(rows: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the mean reach of the hands of each class.  [..., 1326] -> [..., 169]"""
    return class_sums(rows) / CLASS_SIZES
