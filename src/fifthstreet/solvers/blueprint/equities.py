"""Equities of one hand against every other hand, on any board."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT, HOLE_MASKS
from fifthstreet.cards.hands import strengths_on_boards
from fifthstreet.tree.strategy import HoleArray

ALL_FROM_FLOP = comb(49, 2)  # runouts of a flop; with as many, equities are exact from the flop on

_BOARD_CARDS = 5


@lru_cache(maxsize=2_048)  # enough for all hands on a fixed board; 20 MB
def hand_equities(hand: int, board: int, *, runouts: int = ALL_FROM_FLOP) -> HoleArray:
    """Return the equity of a hand against each other hand on a board given as a mask.  [1326]

    If the board has more than `runouts` runouts, this number is drawn, the same at every call.
    Values against hands that share a card with the hand or the board are meaningless.

    >>> from fifthstreet.cards import parse_hole, parse_mask
    >>> aces, kings = parse_hole("AsAh"), parse_hole("KsKh")
    >>> round(float(hand_equities(aces, parse_mask("Kd7c2h"))[kings]), 3)
    0.086
    """
    strengths = _strengths(board, runouts)
    strengths = strengths[strengths[:, hand] > 0]
    own = strengths[:, hand : hand + 1]
    blocked = (strengths == 0).sum(axis=0)
    won = (own > strengths).sum(axis=0) - blocked + 0.5 * (own == strengths).sum(axis=0)
    equities: HoleArray = won / np.maximum(len(strengths) - blocked, 1)
    return equities


@lru_cache(maxsize=8)  # for the starting board and the latest ones; 3 MB or less each
def _strengths(board: int, runouts: int) -> NDArray[np.uint16]:
    """Return the strength of each hand on each full board, 0 where blocked.  [R, 1326]"""
    return strengths_on_boards(HOLE_MASKS, complete_boards(board, runouts), np.uint16)


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
