"""Matrices over the 169 hand classes: how they meet before the flop, win and tie.

Given a hand of class i, an opponent has one of 1,225 hands; entry (i, j) is the probability that it
is of class j, alone or together with the outcome of an all-in.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fifthstreet._native import CLASS_STRIDE
from fifthstreet.cards import CLASS_COUNT, CLASS_SIZES, HOLE_COUNT
from fifthstreet.cards.equity import (
    PREFLOP_BOARDS,
    class_pair_sums,
    preflop_class_matrices,
    preflop_wins,
)

OPPOSING_HANDS = 1225
DEALT = CLASS_SIZES / HOLE_COUNT  # [169] probability of each class


class ClassOdds(NamedTuple):
    """Probabilities by one's own class and an opponent's.  [169, 169] each"""

    met: NDArray[np.float32]
    won: NDArray[np.float32]  # half of ties included
    tied: NDArray[np.float32]


@cache
def class_odds() -> ClassOdds:
    """Return how classes meet, win and tie before the flop."""
    pairs, lead = preflop_class_matrices()
    every_hand = np.arange(HOLE_COUNT)
    wins = preflop_wins(every_hand, every_hand)
    decided = class_pair_sums((wins + wins.T).astype(np.float64)) / PREFLOP_BOARDS
    dealt = (CLASS_SIZES * OPPOSING_HANDS)[:, None]
    odds = ClassOdds(
        *(
            np.ascontiguousarray(each / dealt, np.float32)
            for each in (pairs, (pairs + lead) / 2, pairs - decided)
        )
    )
    for each in odds:
        each.flags.writeable = False
    return odds


def padded(rows: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return rows over classes as the native core has them.  [..., 169] -> [..., stride]"""
    wide = np.zeros((*rows.shape[:-1], CLASS_STRIDE), np.float32)
    wide[..., :CLASS_COUNT] = rows
    return wide
