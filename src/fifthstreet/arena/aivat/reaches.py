"""Pairs of ranges: the weights of their pairs of hands, on boards and after cards to come.

Hands of two players are independent of each other except that they share no card, so the weight of
a pair of hands is the product of their weights, or 0. All arrays are over the 1,326 hole hands.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.cards import (
    CARD_COUNT,
    HOLE_CARDS,
    HOLE_COUNT,
    HOLE_MASKS,
    compatible_weight,
)
from fifthstreet.cards.hands import STANDARD_HIGH
from fifthstreet.tree.strategy import HoleArray

Reaches = tuple[HoleArray, HoleArray]

_LOW, _HIGH = HOLE_CARDS[:, 0], HOLE_CARDS[:, 1]
HOLDS: NDArray[np.bool_] = np.zeros((CARD_COUNT, HOLE_COUNT), np.bool_)  # [52, 1326]
HOLDS[_LOW, np.arange(HOLE_COUNT)] = True
HOLDS[_HIGH, np.arange(HOLE_COUNT)] = True
_HOLDS_BY_HAND = HOLDS.T.astype(np.float64)  # [1326, 52]
_EVALUATOR = cast(_native.FreeEvaluator, STANDARD_HIGH.evaluator)


def one_hand(hand: int) -> HoleArray:
    """Return the range that has one hand only."""
    weights = np.zeros(HOLE_COUNT)
    weights[hand] = 1.0
    return weights


def without_cards(weights: HoleArray, cards: tuple[int, ...]) -> HoleArray:
    """Return a range without the hands that hold any of these cards."""
    mask = np.uint64(sum(1 << card for card in cards))
    return np.where(HOLE_MASKS & mask == 0, weights, 0.0)


def pair_weights(own: HoleArray, other: HoleArray) -> HoleArray:
    """Return, for each hand of the first range, the weight of all pairs with it."""
    if np.count_nonzero(other) > 1:
        weights: HoleArray = own * compatible_weight(other)
        return weights
    # The general formula leaves rounding errors where only one hand is possible.
    hand = int(other.argmax())
    alone: HoleArray = np.where(HOLE_MASKS & HOLE_MASKS[hand] == 0, own * other[hand], 0.0)
    return alone


def pair_weights_after_cards(
    own: HoleArray, other: HoleArray
) -> tuple[NDArray[np.int64], HoleArray]:
    """Return the hands of a range, and the weights of their pairs after each card.  [52, H]"""
    held = np.flatnonzero(own)
    pairs = np.zeros((CARD_COUNT, CARD_COUNT))
    pairs[_LOW, _HIGH] = pairs[_HIGH, _LOW] = other
    with_card = pairs.sum(axis=1)
    compatible = compatible_weight(other)[held]
    # Remove the hands with the card, except hands that share a card with ours: already removed.
    left = compatible - with_card[:, None] + pairs[:, _LOW[held]] + pairs[:, _HIGH[held]]
    return held, _without_rounding(np.where(HOLDS[:, held], 0.0, own[held] * left), other)


def pair_weights_on_boards(
    own: HoleArray, other: HoleArray, boards: NDArray[np.uint64]
) -> tuple[NDArray[np.int64], HoleArray]:
    """Return the hands of a range, and the weights of their pairs on each board.  [B, H]"""
    held, opposing = np.flatnonzero(own), np.flatnonzero(other)
    allowed = boards[:, None] & HOLE_MASKS[None, held] == 0
    others = np.where(boards[:, None] & HOLE_MASKS[None, opposing] == 0, other[opposing], 0.0)
    by_card = others @ _HOLDS_BY_HAND[opposing]  # [B, 52]
    same = np.zeros((len(boards), HOLE_COUNT))
    same[:, opposing] = others
    left = others.sum(axis=1, keepdims=True) + same[:, held]
    left -= by_card[:, _LOW[held]] + by_card[:, _HIGH[held]]
    return held, _without_rounding(np.where(allowed, own[held] * left, 0.0), other)


def compatible_weights(rows: HoleArray) -> HoleArray:
    """Return `compatible_weight` of many ranges at once, with rounding errors.  [B, 1326]"""
    by_card = rows @ _HOLDS_BY_HAND  # [B, 52]
    left: HoleArray = rows.sum(axis=1, keepdims=True) - by_card[:, _LOW] - by_card[:, _HIGH] + rows
    return left


def _without_rounding(weights: HoleArray, other: HoleArray) -> HoleArray:
    """Set rounding errors of sums over a range to 0."""
    least = 1e-12 * float(other.sum()) * max(float(weights.max()), 0.0)
    return np.where(weights > least, weights, 0.0)


def showdowns(
    reaches: Reaches, boards: NDArray[np.uint64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the weight that each hand beats less the weight it loses to, and all it meets.

    Both are [2, 1326], summed over boards of five cards, and not multiplied by the hand's own
    weight.
    """
    out: NDArray[Any] = np.zeros((2, HOLE_COUNT, 3))
    weights = np.stack(reaches).astype(np.float32)
    _native.sweep_ranges(_EVALUATOR, boards, np.ones(len(boards)), 0, weights, 1, out)
    won, tied, met = out[..., 0], out[..., 1], out[..., 2]
    return 2 * won + tied - met, met


def lead(reaches: Reaches, boards: NDArray[np.uint64]) -> float:
    """Return how much more often the first range wins than the second, over some boards."""
    leads, met = showdowns(reaches, boards)
    return float(reaches[0] @ leads[0] / (reaches[0] @ met[0]))


def board_masks(boards: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return boards given as rows of cards as masks.  [B]"""
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(
        np.left_shift(np.uint64(1), boards.astype(np.uint64)), axis=1
    )
    return masks
