"""Dealing hands from ranges to any number of players."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS, Range, count_matchups

LEAST_SHARE = 1e-4  # of draws in which no two hands share a card; all others are drawn again
_DRAWS = 1 << 16  # that the share is estimated from where there are more than two players


class HandDealer:
    """A dealer who draws a hand from each range, again and again until no two share a card.

    Deals are therefore as likely as the weights of their hands multiplied.

    >>> dealer = HandDealer([Range("AA"), Range("KK"), Range("AA,KK")])
    >>> len(dealer.deal(np.random.default_rng(1)))
    3
    """

    def __init__(self, ranges: Sequence[Range]) -> None:
        """Take a range for each player; ValueError if hands of them hardly ever fit together."""
        self._hands = [range_.hands() for range_ in ranges]
        self._upto = [
            np.cumsum(range_.weights[held], dtype=np.float64)
            for range_, held in zip(ranges, self._hands, strict=True)
        ]
        share = self._share(ranges)
        if share < LEAST_SHARE:
            raise ValueError(
                f"ranges: no two hands share a card in {share:.1g} of all draws; "
                f"want {LEAST_SHARE:g} or more"
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
        upto = self._upto[player]
        places = np.searchsorted(upto, random.random(count) * upto[-1], "right")
        hands: NDArray[np.int64] = self._hands[player][np.minimum(places, len(upto) - 1)]
        return hands

    def _share(self, ranges: Sequence[Range]) -> float:
        """Return the share of draws in which no two hands share a card."""
        if len(ranges) == 2:
            pairs = float(self._upto[0][-1] * self._upto[1][-1])
            return count_matchups(ranges[0].weights, ranges[1].weights) / pairs
        random = np.random.default_rng(0)
        taken = np.zeros(_DRAWS, np.uint64)
        apart = np.ones(_DRAWS, np.bool_)
        for player in range(len(ranges)):
            masks = HOLE_MASKS[self._draw(player, random, _DRAWS)]
            apart &= taken & masks == 0
            taken |= masks
        return float(apart.mean())
