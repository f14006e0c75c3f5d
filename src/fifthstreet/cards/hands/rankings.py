"""Hand rankings as lists of categories, from which the native core computes its tables.

A ranking lists its categories from weakest to strongest. Within a category, hands compare by the
ranks of their largest groups first. In a low ranking the order is reversed: the lowest hand wins.
"""

from dataclasses import dataclass
from enum import StrEnum


class Label(StrEnum):
    """Names of hand categories."""

    HIGH_CARD = "high card"
    ONE_PAIR = "one pair"
    TWO_PAIR = "two pair"
    THREE_OF_A_KIND = "three of a kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full house"
    FOUR_OF_A_KIND = "four of a kind"
    STRAIGHT_FLUSH = "straight flush"
    ONE_CARD = "one-card badugi"
    TWO_CARDS = "two-card badugi"
    THREE_CARDS = "three-card badugi"
    FOUR_CARDS = "badugi"


@dataclass(frozen=True, slots=True)
class Category:
    """One category: how often ranks repeat, whether they are consecutive, whether suits match."""

    label: Label
    shape: tuple[int, ...]  # how often each rank appears, largest group first
    straight: bool = False  # the ranks are consecutive
    suited: bool = False  # all cards have the same suit


@dataclass(frozen=True, slots=True, repr=False)
class Ranking:
    """An order of hands of `size` cards over `ranks`, weakest rank first."""

    ranks: str
    size: int
    categories: tuple[Category, ...]
    wheel: bool = False  # the strongest rank also plays below the weakest in a straight
    low: bool = False  # the lowest hand wins

    def __repr__(self) -> str:
        order = "low" if self.low else "high"
        return (
            f"<Ranking of {self.size} cards, {order}: ranks {self.ranks}, "
            f"{len(self.categories)} categories>"
        )


STANDARD_RANKS = "23456789TJQKA"
ACE_LOW_RANKS = "A23456789TJQK"
SHORT_DECK_RANKS = "6789TJQKA"
EIGHT_OR_BETTER_RANKS = "A2345678"
NUMERAL_211_RANKS = "23456789TA"
KUHN_RANKS = "JQK"

_HIGH_CARD = Category(Label.HIGH_CARD, (1, 1, 1, 1, 1))
_ONE_PAIR = Category(Label.ONE_PAIR, (2, 1, 1, 1))
_TWO_PAIR = Category(Label.TWO_PAIR, (2, 2, 1))
_TRIPS = Category(Label.THREE_OF_A_KIND, (3, 1, 1))
_STRAIGHT = Category(Label.STRAIGHT, (1, 1, 1, 1, 1), straight=True)
_FLUSH = Category(Label.FLUSH, (1, 1, 1, 1, 1), suited=True)
_FULL_HOUSE = Category(Label.FULL_HOUSE, (3, 2))
_QUADS = Category(Label.FOUR_OF_A_KIND, (4, 1))
_STRAIGHT_FLUSH = Category(Label.STRAIGHT_FLUSH, (1, 1, 1, 1, 1), straight=True, suited=True)

_STANDARD = (
    _HIGH_CARD,
    _ONE_PAIR,
    _TWO_PAIR,
    _TRIPS,
    _STRAIGHT,
    _FLUSH,
    _FULL_HOUSE,
    _QUADS,
    _STRAIGHT_FLUSH,
)

HIGH = Ranking(STANDARD_RANKS, 5, _STANDARD, wheel=True)

# Deuce-to-seven: aces are high, so A2345 is not a straight.
DEUCE_TO_SEVEN = Ranking(STANDARD_RANKS, 5, _STANDARD, low=True)

# Ace-to-five: straights and flushes do not count against a hand.
ACE_TO_FIVE = Ranking(
    ACE_LOW_RANKS,
    5,
    (_HIGH_CARD, _ONE_PAIR, _TWO_PAIR, _TRIPS, _FULL_HOUSE, _QUADS),
    low=True,
)

EIGHT_OR_BETTER = Ranking(EIGHT_OR_BETTER_RANKS, 5, (_HIGH_CARD,), low=True)

# With 36 cards a flush is rarer than a full house. House rules differ on trips v straights.
SHORT_DECK = Ranking(
    SHORT_DECK_RANKS,
    5,
    (
        _HIGH_CARD,
        _ONE_PAIR,
        _TWO_PAIR,
        _TRIPS,
        _STRAIGHT,
        _FULL_HOUSE,
        _FLUSH,
        _QUADS,
        _STRAIGHT_FLUSH,
    ),
    wheel=True,
)
SHORT_DECK_TRIPS_OVER_STRAIGHT = Ranking(
    SHORT_DECK_RANKS,
    5,
    (
        _HIGH_CARD,
        _ONE_PAIR,
        _TWO_PAIR,
        _STRAIGHT,
        _TRIPS,
        _FULL_HOUSE,
        _FLUSH,
        _QUADS,
        _STRAIGHT_FLUSH,
    ),
    wheel=True,
)

KUHN = Ranking(STANDARD_RANKS, 1, (Category(Label.HIGH_CARD, (1,)),))

LEDUC = Ranking(KUHN_RANKS, 2, (Category(Label.HIGH_CARD, (1, 1)), Category(Label.ONE_PAIR, (2,))))

# Three cards: a straight is rarer than a flush (Shi & Littman 2001).
_THREE_CARDS = (
    Category(Label.HIGH_CARD, (1, 1, 1)),
    Category(Label.ONE_PAIR, (2, 1)),
    Category(Label.FLUSH, (1, 1, 1), suited=True),
    Category(Label.STRAIGHT, (1, 1, 1), straight=True),
    Category(Label.THREE_OF_A_KIND, (3,)),
    Category(Label.STRAIGHT_FLUSH, (1, 1, 1), straight=True, suited=True),
)
RHODE_ISLAND = Ranking(STANDARD_RANKS, 3, _THREE_CARDS, wheel=True)
NUMERAL_211 = Ranking(NUMERAL_211_RANKS, 3, _THREE_CARDS, wheel=True)
