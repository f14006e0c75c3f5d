"""Card codes of the course engine: `(value - 2) * 4 + suit`, value 14 is an ace.

Suits are 0 diamonds, 1 clubs, 2 hearts, 3 spades. Our own card numbers have clubs before diamonds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet.cards import CARD_COUNT, Card
from fifthstreet.errors import InputError

HIDDEN = -1  # a card that is not dealt, or that the player may not see

# Clubs and diamonds, the suits 0 and 1, change places; the table is its own inverse.
_CODES = tuple(card if card & 2 else card ^ 1 for card in range(CARD_COUNT))


def codes_of_cards(cards: Iterable[Card | int], length: int = 0) -> NDArray[np.int64]:
    """Return the codes of cards; -1 for unknown cards.

    Args:
        cards: Cards, or their numbers from 0 to 51; other numbers are unknown cards.
        length: Shortest result; it is filled up with -1.

    >>> codes_of_cards(Card.parse("2d2cAs??"))
    array([ 0,  1, 51, -1])
    """
    codes = [_CODES[card] if 0 <= card < CARD_COUNT else HIDDEN for card in cards]
    return np.array(codes + [HIDDEN] * (length - len(codes)), np.int64)


def cards_of_codes(codes: ArrayLike | Sequence[int]) -> tuple[Card, ...]:
    """Return the cards of codes.

    Args:
        codes: 0 to 51, or -1 for an unknown card.

    >>> cards_of_codes([0, 1, 51, -1])
    (2d, 2c, As, ??)
    """
    array = np.asarray(codes)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
        raise InputError(f"codes must be whole numbers in one dimension, got {codes!r}")
    cards = []
    for code in array.tolist():
        if not HIDDEN <= code < CARD_COUNT:
            raise InputError(f"codes must be from 0 to 51, or -1 for a hidden card, got {code}")
        cards.append(Card.UNKNOWN if code == HIDDEN else Card.of(_CODES[code]))
    return tuple(cards)
