"""Complete boards that equities are the mean over."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT

ALL_FROM_FLOP = comb(49, 2)  # runouts of a flop; with as many, equities are exact from the flop on

_BOARD_CARDS = 5


def complete_boards(board: int, most: int | None) -> NDArray[np.uint64]:
    """Return all complete boards, or a sample of `most`, the same at every call."""
    deck = [1 << card for card in range(CARD_COUNT) if not board >> card & 1]
    missing = _BOARD_CARDS - board.bit_count()
    if most is None or comb(len(deck), missing) <= most:
        return np.array([board | sum(cards) for cards in combinations(deck, missing)], np.uint64)
    random = np.random.default_rng(board)
    order = random.random((most, len(deck))).argpartition(missing, axis=1)
    drawn = np.array(deck, np.uint64)[order[:, :missing]]
    boards: NDArray[np.uint64] = np.bitwise_or.reduce(drawn, axis=1) | np.uint64(board)
    return boards
