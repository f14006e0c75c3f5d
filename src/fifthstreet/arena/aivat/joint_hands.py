"""Deals that fit what is known: hands of all players from ranges, and the cards to come."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT, HOLE_COUNT, HOLE_MASKS
from fifthstreet.tree.strategy import HoleArray

_BOARD_CARDS = 5
_MIN_DRAWS, _MAX_DRAWS = 256, 1 << 16  # of all players at once


def draw_deals(
    ranges: Sequence[HoleArray], board: Sequence[int], count: int, random: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Draw hands of all players and full boards.  [K, P], [K, 5]

    The probability of hands is proportional to the product of their weights, and 0 if two share a
    card. Draws with shared cards are repeated, so some hands must be possible together.

    Args:
        ranges: Weight of each hand of each player; hands on the board have 0.  [P] of [1326]
        board: Cards dealt so far, in order.
        count: Number of deals, K.
        random: Draws hands and cards.
    """
    cumulative = [np.cumsum(weights) for weights in ranges]
    found: list[NDArray[np.int64]] = []
    missing, draws = count, max(2 * count, _MIN_DRAWS)
    while missing > 0:
        drawn = np.column_stack([_draw(sums, draws, random) for sums in cumulative])
        taken = np.zeros(draws, np.uint64)
        is_apart = np.ones(draws, np.bool_)
        for column in HOLE_MASKS[drawn].T:
            is_apart &= taken & column == 0
            taken |= column
        kept = drawn[is_apart][:missing]
        found.append(kept)
        missing -= len(kept)
        draws = min(2 * draws, _MAX_DRAWS)
    hands = np.concatenate(found)
    return hands, _full_boards(hands, board, random)


def _draw(sums: HoleArray, count: int, random: np.random.Generator) -> NDArray[np.int64]:
    """Draw hands from the running sums of a range."""
    places = np.searchsorted(sums, random.random(count) * sums[-1], "right")
    last = int(np.searchsorted(sums, sums[-1]))  # rounding may reach the end
    hands: NDArray[np.int64] = np.minimum(places, min(last, HOLE_COUNT - 1))
    return hands


def _full_boards(
    hands: NDArray[np.int64], board: Sequence[int], random: np.random.Generator
) -> NDArray[np.int64]:
    """Complete a board for each row of hands.  [K, 5]"""
    known = np.tile(np.array(board, np.int64), (len(hands), 1))
    missing = _BOARD_CARDS - len(board)
    if not missing:
        return known
    taken = np.bitwise_or.reduce(HOLE_MASKS[hands], axis=1)
    taken |= np.uint64(sum(1 << card for card in board))
    is_taken = taken[:, None] >> np.arange(CARD_COUNT, dtype=np.uint64) & np.uint64(1) != 0
    order = np.where(is_taken, 2.0, random.random(is_taken.shape))
    drawn = np.argsort(order, axis=1)[:, :missing]
    return np.hstack([known, drawn])
