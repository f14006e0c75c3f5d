"""Evaluate standard high hands, the most common case.

>>> strength = evaluate("AsKs", "QsJsTs2h3d")
>>> strength, hand_category(strength).label
(7462, <Label.STRAIGHT_FLUSH: 'straight flush'>)
"""

from collections.abc import Callable
from enum import IntEnum
from functools import cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet.cards.hands.rankings import Label
from fifthstreet.cards.hands.types import STANDARD_HIGH, CardsLike, to_mask
from fifthstreet.errors import InputError

_Number = TypeVar("_Number", bound=np.generic)


class HandCategory(IntEnum):
    """The nine categories of standard high hands, weakest first."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    @property
    def label(self) -> Label:
        """Name of the category."""
        return Label[self.name]


def _first_strength(hand: Any, board: Any) -> int:
    """Compute the evaluator's tables, which takes 30 ms, and evaluate a hand."""
    global _strength
    _strength = STANDARD_HIGH.evaluator.strength
    return _strength(hand, board)


_strength: Callable[[Any, Any], int] = _first_strength


def evaluate(hand: CardsLike, board: CardsLike = 0) -> int:
    """Return the strength of the best five cards of a hand and a board.

    Strengths run from 1 (seven high) to 7462 (royal flush).

    Args:
        hand: Text, a mask or a sequence of cards; masks are fastest.
        board: Cards like the hand's, none by default. There must be 5 to 9 cards in all.

    Raises:
        InputError: If the cards are not 5 to 9 distinct, known cards.

    >>> evaluate("AsKs", "QsJsTs2h3d")
    7462
    """
    try:
        return _strength(hand, board)
    except TypeError:  # at least one is not a mask
        return _strength(to_mask(hand), to_mask(board))


@cache
def _categories() -> tuple[HandCategory, ...]:
    """Return the category of each strength; entry 0 is unused."""
    return tuple(HandCategory[label.name] for label in STANDARD_HIGH.labels)


def hand_category(strength: int) -> HandCategory:
    """Return the category of a hand.

    Args:
        strength: 1 to 7462, as `evaluate` returns it.
    """
    categories = _categories()
    if not 1 <= strength < len(categories):
        raise InputError(f"strength must be from 1 to {len(categories) - 1}, got {strength}")
    return categories[strength]


def evaluate_cards(cards: ArrayLike, *, threads: int = 1) -> NDArray[np.uint16]:
    """Return the strength of each row of cards.  [N]

    Args:
        cards: Array [N, k] of distinct cards, 0 to 51, with k from 5 to 9.
        threads: Number of threads.

    Raises:
        InputError: If a row has an invalid card, or a card twice.
    """
    return STANDARD_HIGH.evaluate_cards(cards, threads=threads)


def evaluate_masks(
    hands: ArrayLike, boards: ArrayLike | None = None, *, threads: int = 1
) -> NDArray[np.uint16]:
    """Return the strength of each hand on its board.  [N]

    Args:
        hands: Array [N] of masks.
        boards: A mask for each hand, one mask for all, or None for hands without a board. Hand and
            board must have 5 to 9 cards in all.
        threads: Number of threads.

    Raises:
        InputError: If the cards of a hand and its board are not 5 to 9 distinct cards.
    """
    return STANDARD_HIGH.evaluate_masks(hands, boards, threads=threads)


def strengths_on_boards(
    hands: NDArray[np.uint64], boards: NDArray[np.uint64], dtype: type[_Number]
) -> NDArray[_Number]:
    """Return the strength of every hand on every board, 0 where they share a card.  [B, H]

    Args:
        hands: Array [H] of masks.
        boards: Array [B] of masks of 5 cards.
        dtype: Type of the result.
    """
    is_possible = boards[:, None] & hands == 0
    rows, columns = np.nonzero(is_possible)
    strengths = np.zeros(is_possible.shape, dtype)
    strengths[is_possible] = evaluate_masks(hands[columns], boards[rows])
    return strengths
