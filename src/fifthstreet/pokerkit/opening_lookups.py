"""Tables of the cards showing in stud, which decide who opens.

The engine compares them natively; PokerKit has these tables in its module `state`.
"""

from collections import Counter
from dataclasses import dataclass

from fifthstreet.pokerkit.cards import RankOrder
from fifthstreet.pokerkit.lookups import Label, Lookup


@dataclass
class OpeningLookup(Lookup):
    """One to four cards showing; within a category, more cards beat fewer."""

    def _add_entries(self) -> None:
        for count in range(1, 5):
            self._add_multisets(Counter({1: count}), (False, True), Label.HIGH_CARD)
        for others in range(3):
            self._add_multisets(Counter({2: 1, 1: others}), (False,), Label.ONE_PAIR)
        self._add_multisets(Counter({2: 2}), (False,), Label.TWO_PAIR)
        for others in range(2):
            self._add_multisets(Counter({3: 1, 1: others}), (False,), Label.THREE_OF_A_KIND)
        self._add_multisets(Counter({4: 1}), (False,), Label.FOUR_OF_A_KIND)


@dataclass
class LowHandOpeningLookup(OpeningLookup):
    """Cards showing in stud, aces low: the lowest opens."""

    rank_order = RankOrder.REGULAR


@dataclass
class HighHandOpeningLookup(OpeningLookup):
    """Cards showing in stud, aces high: the highest opens."""

    rank_order = RankOrder.STANDARD
