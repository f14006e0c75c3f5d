"""Equities of one hand against every other hand, on any board."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT, HOLE_COUNT, HOLE_MASKS, Range
from fifthstreet.equity import equity
from fifthstreet.hands import evaluate_masks
from fifthstreet.strategy import HoleArray

_BOARD_CARDS = 5
_FLOP_CARDS = 3
_PREFLOP_BOARDS = 1024  # that preflop equities are estimated from


@lru_cache(maxsize=2_048)  # as many as a fixed board has hands; 20 MB
def hand_equities(hand: int, board: int, threads: int = 1) -> HoleArray:
    """Return the equity of a hand against each other hand on a board given as a mask.  [1326]

    From the flop on it is exact; preflop it is estimated from some boards, to about 0.02. Against
    hands that share a card with the hand or the board it means nothing.

    >>> from fifthstreet.cards import parse_hole
    >>> aces, kings = parse_hole("AsAh"), parse_hole("KsKh")
    >>> 0.79 < hand_equities(aces, 0)[kings] < 0.86
    True
    """
    if board.bit_count() == _FLOP_CARDS:
        return _equities_on_flop(hand, board, threads)
    strengths = _strengths(board)
    strengths = strengths[strengths[:, hand] > 0]
    own = strengths[:, hand : hand + 1]
    met = strengths > 0
    won = ((own > strengths) & met).sum(axis=0) + 0.5 * (own == strengths).sum(axis=0)
    return won / np.maximum(met.sum(axis=0), 1)


def _equities_on_flop(hand: int, board: int, threads: int) -> HoleArray:
    against = Range(HOLE_MASKS & (HOLE_MASKS[hand] | np.uint64(board)) == 0)
    own = Range(np.arange(HOLE_COUNT) == hand)
    result = equity(own, against, board=board, method="exact", threads=threads)
    assert result.hands is not None
    return 1 - np.nan_to_num(result.hands[1], nan=1.0)


@lru_cache(maxsize=8)  # preflop, and the latest boards; 3 MB or less each
def _strengths(board: int) -> NDArray[np.uint16]:
    """Return the strength of each hand on full boards, 0 where it is blocked.  [B, 1326]"""
    left = [card for card in range(CARD_COUNT) if not board >> card & 1]
    missing = _BOARD_CARDS - board.bit_count()
    if missing == 0:
        boards = np.array([board], np.uint64)
    elif missing == 1:
        boards = np.array([board | 1 << card for card in left], np.uint64)
    else:
        random = np.random.default_rng(0)
        draws = random.random((_PREFLOP_BOARDS, len(left))).argpartition(missing, axis=1)
        masks = np.array([1 << card for card in left], np.uint64)[draws[:, :missing]]
        boards = np.bitwise_or.reduce(masks, axis=1) | np.uint64(board)
    strengths = np.zeros((len(boards), HOLE_COUNT), np.uint16)
    at, hole = np.nonzero(boards[:, None] & HOLE_MASKS[None, :] == 0)
    strengths[at, hole] = evaluate_masks(HOLE_MASKS[hole], boards[at])
    return strengths
