"""Arrays of card sets: one uint64 mask per set."""

from collections.abc import Iterator
from math import comb
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards.card import cards_of
from fifthstreet.errors import InputError

MaskArray: TypeAlias = NDArray[np.uint64]

CLUBS = 0x1111111111111  # the thirteen clubs; suit s is this mask shifted by s


def subsets(deck_mask: int, count: int) -> MaskArray:
    """Return the masks of all sets of cards of one size, ascending.

    Args:
        deck_mask: Mask of the cards to choose from.
        count: Number of cards in each set.

    >>> len(subsets(0b1111, 2))
    6
    """
    chunks = list(subset_chunks(deck_mask, count))
    return np.concatenate(chunks) if chunks else np.empty(0, np.uint64)


def subset_chunks(deck_mask: int, count: int) -> Iterator[MaskArray]:
    """Yield the sets of `subsets` in chunks, one per highest card, to save memory.

    Args:
        deck_mask: Mask of the cards to choose from.
        count: Number of cards in each set.
    """
    if count < 0:
        raise InputError(f"the number of cards in a set must be at least 0, got {count}")
    if count == 0:
        yield np.zeros(1, np.uint64)
        return
    smaller = subsets(deck_mask, count - 1)
    for lower, card in enumerate(cards_of(deck_mask)):
        # The smaller sets are ascending, so sets of lower cards only come first.
        yield smaller[: comb(lower, count - 1)] | np.uint64(1 << card)
