"""Ranges: a weight from 0 to 1 for each of the 1,326 two-card hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet.cards.card import check_mask, parse_mask
from fifthstreet.cards.holes import (
    CLASS_COUNT,
    HOLE_CLASS,
    HOLE_COUNT,
    HOLE_MASKS,
    IntArray,
    class_means,
    freeze,
    hole_text,
)
from fifthstreet.cards.preflop_ordering import top_holes
from fifthstreet.cards.range_text import WeightArray, format_weights, named_holes, parse_weights
from fifthstreet.errors import InputError
from fifthstreet.support.pictured import Pictured

_MAX_REPR = 80


@final
class Range(Pictured):
    """An immutable range: a weight from 0 to 1 for each of the 1,326 two-card hands.

    >>> Range("TT+,AKs:0.5")
    Range('TT+,AKs:0.5')
    >>> Range("TT+,AKs:0.5").combos
    32.0
    """

    __slots__ = ("_weights",)

    _weights: WeightArray  # [1326] in hole order, read-only

    def __init__(self, hands: str | ArrayLike | Range) -> None:
        """Make a range from text such as `TT+,AKs:0.5`, or from 1,326 weights in hand order."""
        if isinstance(hands, Range):
            self._weights = hands._weights
            return
        if isinstance(hands, str):
            hands = parse_weights(hands)
        try:
            weights = np.asarray(hands, np.float64)
        except ValueError:
            raise InputError(f"a range must be text or weights, got {hands!r:.40}") from None
        if weights.shape != (HOLE_COUNT,):
            raise InputError(f"weights must have shape ({HOLE_COUNT},), got {weights.shape}")
        rounded = weights.astype(np.float32)
        wrong = np.flatnonzero(~((rounded >= 0) & (rounded <= 1)))
        if wrong.size:
            hand = int(wrong[0])
            raise InputError(
                f"the weight of {hole_text(hand)} must be from 0 to 1, got {weights[hand]:g}"
            )
        # Adding 0 turns -0 into 0, so that equal ranges have equal bytes.
        self._weights = freeze(rounded + np.float32(0))

    @classmethod
    def parse(cls, text: str) -> Range:
        """Read a range such as `TT+,AKs:0.5`; `range_text` describes the notation."""
        return cls(text)

    @classmethod
    def full(cls) -> Range:
        """Return the range of all hands with weight 1."""
        return cls(np.ones(HOLE_COUNT))

    @classmethod
    def empty(cls) -> Range:
        """Return the range without hands."""
        return cls(np.zeros(HOLE_COUNT))

    @classmethod
    def top(cls, percent: float) -> Range:
        """Return the best `percent` of hands by all-in equity against a random hand.

        The range consists of whole hand classes, as many as come closest to the share, and at
        least one if the share is above 0.
        """
        return cls._of(top_holes(percent), 1.0)

    @classmethod
    def from_hands(cls, hands: Iterable[str | int], weight: float = 1.0) -> Range:
        """Return a range of hands, given as indices or text (`AsKh`, `AKs`), all of one weight."""
        if isinstance(hands, str):
            raise InputError(f"hands must be a list, got the text {hands!r}: Range() reads text")
        indices = [_holes(hand) for hand in hands]
        return cls._of(np.concatenate(indices) if indices else np.empty(0, np.int64), weight)

    @classmethod
    def _of(cls, holes: IntArray, weight: float) -> Range:
        weights = np.zeros(HOLE_COUNT)
        weights[holes] = weight
        return cls(weights)

    @property
    def weights(self) -> WeightArray:
        """Weights in hand order: float32[1326], read-only."""
        return self._weights

    @property
    def combos(self) -> float:
        """Number of combos: the sum of the weights."""
        return float(self._weights.sum(dtype=np.float64))

    @property
    def percent(self) -> float:
        """Share of all 1,326 combos, from 0 to 100."""
        return 100.0 * self.combos / HOLE_COUNT

    @property
    def is_suit_symmetric(self) -> bool:
        """Whether all hands of each class have the same weight, so that suits do not matter."""
        # Compare every hand with an arbitrary hand of its class.
        one_of_class = np.empty(CLASS_COUNT, np.float32)
        one_of_class[HOLE_CLASS] = self._weights
        return bool((one_of_class[HOLE_CLASS] == self._weights).all())

    def weight(self, hand: str | int) -> float:
        """Return the weight of a hand (`AsKh` or its index) or the mean of a class (`AKs`)."""
        return float(self._weights[_holes(hand)].mean(dtype=np.float64))

    def hands(self) -> IntArray:
        """Return the indices of the hands with a weight above 0, ascending."""
        return np.flatnonzero(self._weights)

    def grid(self) -> NDArray[np.float64]:
        """Return the mean weight of each class on the 13 x 13 grid of hand classes."""
        return class_means(self._weights).reshape(13, 13)

    def without(self, cards: str | int) -> Range:
        """Remove the hands that hold one of the cards (text or a mask), such as the board."""
        mask = parse_mask(cards) if isinstance(cards, str) else check_mask(cards)
        blocked = HOLE_MASKS & np.uint64(mask) != 0
        return Range(np.where(blocked, 0, self._weights))

    def scaled(self, factor: float) -> Range:
        """Multiply every weight by a factor; none may exceed 1."""
        return Range(self._weights.astype(np.float64) * factor)

    def text(self) -> str:
        """Write the range as text that reads back as exactly this range."""
        return format_weights(self._weights)

    def __or__(self, other: Range | str) -> Range:
        """Take the larger weight of each hand."""
        return Range(np.maximum(self._weights, Range(other)._weights))

    def __and__(self, other: Range | str) -> Range:
        """Take the smaller weight of each hand."""
        return Range(np.minimum(self._weights, Range(other)._weights))

    def __sub__(self, other: Range | str) -> Range:
        """Subtract the other range's weights, stopping at 0."""
        return Range(np.maximum(self._weights - Range(other)._weights, 0))

    def __invert__(self) -> Range:
        """Take 1 minus each weight."""
        return Range(1 - self._weights)

    def __contains__(self, hand: str | int) -> bool:
        """Return whether a hand, or every hand of a class, has a weight above 0."""
        return bool((self._weights[_holes(hand)] > 0).all())

    def __iter__(self) -> Iterator[tuple[str, float]]:
        """Iterate over (text, weight) of each hand with a weight above 0, in hand order."""
        for hand in self.hands():
            yield hole_text(int(hand)), float(self._weights[hand])

    def __len__(self) -> int:
        """Return the number of hands with a weight above 0."""
        return int(np.count_nonzero(self._weights))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return bool((self._weights == other._weights).all())

    def __hash__(self) -> int:
        return hash(self._weights.tobytes())

    def __reduce__(self) -> tuple[type[Range], tuple[WeightArray]]:
        return Range, (self._weights,)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        text = self.text()
        if len(text) <= _MAX_REPR:
            return f"Range({text!r})"
        return f"<Range of {self.combos:.2f} combos, {self.percent:.2f}%>"


def _holes(hand: str | int) -> IntArray:
    """Return the hands that a name or an index stands for."""
    if not isinstance(hand, str):
        hole_text(int(hand))  # raises InputError if the index is out of range
        return np.array([int(hand)])
    return named_holes(hand)
