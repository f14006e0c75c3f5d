"""Dealing hands from ranges to any number of players."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS, Range, count_matchups
from fifthstreet.errors import InputError

MIN_SHARE = 1e-4  # of draws in which no two hands share a card; other draws are repeated
_DRAWS = 1 << 16  # to estimate that share with more than two players


class HandDealer:
    """A dealer that draws a hand from each range, repeatedly until no two share a card.

    The probability of a deal is therefore proportional to the product of its hands' weights.

    >>> dealer = HandDealer([Range("AA"), Range("KK"), Range("AA,KK")])
    >>> len(dealer.deal(np.random.default_rng(1)))
    3
    """

    def __init__(self, ranges: Sequence[Range]) -> None:
        """Take one range per player; InputError if hands share a card in almost all draws."""
        self._hands = [range_.hands() for range_ in ranges]
        self._cumulative = [
            np.cumsum(range_.weights[held], dtype=np.float64)
            for range_, held in zip(ranges, self._hands, strict=True)
        ]
        share = self._share(ranges)
        if share < MIN_SHARE:
            raise InputError(
                f"hands of the ranges must share no card in at least {MIN_SHARE:g} of all draws, "
                f"got {share:.1g}"
            )

    def deal(self, random: np.random.Generator) -> list[int]:
        """Return a hand for each player."""
        hands: list[int] = []
        taken = 0
        while len(hands) < len(self._hands):
            hand = int(self._draw(len(hands), random, 1)[0])
            if taken & int(HOLE_MASKS[hand]):
                hands, taken = [], 0
            else:
                hands.append(hand)
                taken |= int(HOLE_MASKS[hand])
        return hands

    def _draw(self, player: int, random: np.random.Generator, count: int) -> NDArray[np.int64]:
        cumulative = self._cumulative[player]
        places = np.searchsorted(cumulative, random.random(count) * cumulative[-1], "right")
        hands: NDArray[np.int64] = self._hands[player][np.minimum(places, len(cumulative) - 1)]
        return hands

    def _share(self, ranges: Sequence[Range]) -> float:
        """Return the share of draws in which no two hands share a card."""
        if len(ranges) == 2:
            all_pairs = float(self._cumulative[0][-1] * self._cumulative[1][-1])
            return count_matchups(ranges[0].weights, ranges[1].weights) / all_pairs
        random = np.random.default_rng(0)
        taken = np.zeros(_DRAWS, np.uint64)
        apart = np.ones(_DRAWS, np.bool_)
        for player in range(len(ranges)):
            masks = HOLE_MASKS[self._draw(player, random, _DRAWS)]
            apart &= taken & masks == 0
            taken |= masks
        return float(apart.mean())
