"""Hand tables in Python: which cards make a hand, and its rank among all hands of a game.

A lookup adds its hands from weakest to strongest, by the shape of their ranks and by whether they
share a suit. A hand that is added again, as straights are after high cards, keeps its last rank.
For a ranking of your own, write a subclass with a `rank_order` and an `_add_entries`, and use it in
a hand class.

A table is computed at first use. The games of this package rarely need one, because the native
core evaluates their hands.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, unique
from itertools import combinations
from math import prod
from threading import RLock
from typing import Any, ClassVar

from fifthstreet.cards import CardsLike
from fifthstreet.cards.hands import Ranking, rankings
from fifthstreet.errors import InputError
from fifthstreet.pokerkit.cards import Card, Rank, RankOrder

__all__ = [
    "BadugiLookup",
    "EightOrBetterLookup",
    "Entry",
    "KuhnPokerLookup",
    "Label",
    "LeducHoldemLookup",
    "Lookup",
    "Numeral211HoldemLookup",
    "RegularLookup",
    "RhodeIslandHoldemLookup",
    "ShortDeckHoldemLookup",
    "Standard2Lookup",
    "StandardBadugiLookup",
    "StandardLookup",
]


@unique
class Label(StrEnum):
    """Names of hand categories."""

    HIGH_CARD = "High card"
    ONE_PAIR = "One pair"
    TWO_PAIR = "Two pair"
    THREE_OF_A_KIND = "Three of a kind"
    STRAIGHT = "Straight"
    FLUSH = "Flush"
    FULL_HOUSE = "Full house"
    FOUR_OF_A_KIND = "Four of a kind"
    STRAIGHT_FLUSH = "Straight flush"


@dataclass(order=True, frozen=True)
class Entry:
    """An entry of a hand table. Entries compare by index; 0 is the lowest hand."""

    index: int
    label: Label = field(compare=False)


Key = tuple[int, bool]  # product of the ranks' primes, and whether all cards share a suit
Row = tuple[int, tuple[bool, ...], Label]  # the same product, for suited, unsuited or both

_PRIMES = dict(
    zip(RankOrder.STANDARD, (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41), strict=True)
)
# By card, for every card whose rank is known.
_CARD_PRIMES: dict[Card, int] = {
    card: _PRIMES[card.rank]
    for card in map(Card.of, range(Card("?", "c")))
    if card.rank is not Rank.UNKNOWN
}
_building = RLock()


@dataclass
class Lookup(ABC):
    """A table of hands.

    >>> lookup = StandardLookup()
    >>> lookup.get_entry("As3sQhJsJc") < lookup.get_entry("2s4sKhKsKc")
    True
    """

    rank_order: ClassVar[RankOrder]

    def __post_init__(self) -> None:
        self._entries: dict[Key, Entry] | None = None
        self._rows: list[Row] = []  # while the table is computed

    @abstractmethod
    def _add_entries(self) -> None:
        """Add all hands, weakest first."""

    def has_entry(self, cards: CardsLike) -> bool:
        """Return whether the cards make a hand."""
        try:
            key = self._get_key(cards)
        except ValueError:
            return False
        return key in self._table()

    def get_entry(self, cards: CardsLike) -> Entry:
        """Return the entry of the hand that the cards make."""
        entry = self._table().get(self._get_key(cards))
        if entry is None:
            raise InputError(f"{cards!r} is not a hand of this ranking")
        return entry

    def get_entry_or_none(self, cards: CardsLike) -> Entry | None:
        """Return the entry of the hand that the cards make, or None."""
        return self._table().get(self._get_key(cards))

    def _get_key(self, cards: CardsLike) -> Key:
        cards = Card.clean(cards)
        ranks = prod([_CARD_PRIMES[card] for card in cards])
        return ranks, len({card.suit for card in cards}) <= 1

    def _add_multisets(
        self, counter: Counter[int], suitednesses: tuple[bool, ...], label: Label
    ) -> None:
        """Add the hands of a shape: `Counter({3: 1, 1: 2})` is three of a kind and two others."""
        primes = [_PRIMES[rank] for rank in reversed(self.rank_order)]
        hands = list(_shaped(primes, sorted(counter.items(), reverse=True)))
        self._rows += [(ranks, suitednesses, label) for ranks in reversed(hands)]

    def _add_straights(
        self, count: int, suitednesses: tuple[bool, ...], label: Label, wrap: bool = True
    ) -> None:
        """Add the runs of `count` ranks; with `wrap` the highest rank starts the lowest run too."""
        order = tuple(self.rank_order)
        runs = [order[at : at + count] for at in range(len(order) - count + 1)]
        if wrap:
            runs.insert(0, order[-1:] + order[: count - 1])
        products = [prod([_PRIMES[rank] for rank in run]) for run in runs]
        self._rows += [(ranks, suitednesses, label) for ranks in products]

    def _table(self) -> dict[Key, Entry]:
        if self._entries is None:
            with _building:
                self._rows.clear()
                self._add_entries()
                self._entries = _numbered(self._rows)
                self._rows.clear()
        return self._entries


def _shaped(primes: Sequence[int], shape: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Yield the rank products of all hands of a shape, strongest first."""
    if not shape:
        yield 1
        return
    (repeats, count), *rest = shape
    for chosen in combinations(primes, count):
        product = prod(chosen) ** repeats
        for other in _shaped([prime for prime in primes if prime not in chosen], rest):
            yield product * other


def _numbered(rows: Iterable[Row]) -> dict[Key, Entry]:
    """Number the entries without gaps, by the last row of each key."""
    last = {
        (ranks, suited): (place, label)
        for place, (ranks, suitednesses, label) in enumerate(rows)
        for suited in suitednesses
    }
    entries = {row: Entry(index, row[1]) for index, row in enumerate(sorted({*last.values()}))}
    return {key: entries[row] for key, row in last.items()}


LOOKUPS: dict[Ranking, type[Lookup]] = {}  # by ranking of `fifthstreet.cards.hands`


class _RankingLookup(Lookup):
    """Hands of a ranking of `fifthstreet.cards.hands`."""

    ranking: ClassVar[Ranking]

    def __init_subclass__(cls, ranking: Ranking | None = None, **options: Any) -> None:
        super().__init_subclass__(**options)
        if ranking is not None:
            cls.ranking = ranking
            LOOKUPS.setdefault(ranking, cls)
            cls.rank_order = RankOrder(tuple(map(Rank, ranking.ranks)))

    def _add_entries(self) -> None:
        has_flushes = any(category.suited for category in self.ranking.categories)
        for category in self.ranking.categories:
            label = Label[category.label.name]
            suits_matter = has_flushes or max(category.shape) > 1
            suitednesses = (category.suited,) if suits_matter else (False, True)
            if category.straight:
                self._add_straights(self.ranking.size, suitednesses, label, self.ranking.wheel)
            else:
                self._add_multisets(Counter(category.shape), suitednesses, label)


class StandardLookup(_RankingLookup, ranking=rankings.HIGH):
    """Hands of five cards, A2345 the lowest straight."""


class Standard2Lookup(_RankingLookup, ranking=rankings.DEUCE_TO_SEVEN):
    """Hands of five cards, aces always high: A2345 is not a straight (deuce-to-seven)."""


class ShortDeckHoldemLookup(_RankingLookup, ranking=rankings.SHORT_DECK):
    """Hands of five cards of a short deck, where flushes beat full houses."""


class ShortDeckTripsHoldemLookup(_RankingLookup, ranking=rankings.SHORT_DECK_TRIPS_OVER_STRAIGHT):
    """Hands of five cards of a short deck, where three of a kind beats a straight."""


class EightOrBetterLookup(_RankingLookup, ranking=rankings.EIGHT_OR_BETTER):
    """Five cards of different ranks from ace to eight; straights and flushes do not count."""


class RegularLookup(_RankingLookup, ranking=rankings.ACE_TO_FIVE):
    """Hands of five cards, aces low, where straights and flushes do not count (ace-to-five)."""


class RhodeIslandHoldemLookup(_RankingLookup, ranking=rankings.RHODE_ISLAND):
    """Hands of three cards, where straights beat flushes and trips beat straights."""


class Numeral211HoldemLookup(RhodeIslandHoldemLookup, ranking=rankings.NUMERAL_211):
    """Hands of three cards of a deck without jacks, queens and kings."""


class BadugiLookup(Lookup):
    """One to four cards of different ranks and suits, aces low."""

    rank_order = RankOrder.REGULAR

    def _add_entries(self) -> None:
        for count in range(4, 0, -1):
            self._add_multisets(Counter({1: count}), (count == 1,), Label.HIGH_CARD)

    def _get_key(self, cards: CardsLike) -> Key:
        cards = Card.clean(cards)
        if not Card.are_rainbow(cards):
            raise InputError(f"all suits must be different, got {cards!r}")
        return super()._get_key(cards)


class StandardBadugiLookup(BadugiLookup):
    """One to four cards of different ranks and suits, aces high."""

    rank_order = RankOrder.STANDARD


class KuhnPokerLookup(Lookup):
    """One card: jack, queen or king."""

    rank_order = RankOrder.KUHN_POKER

    def _add_entries(self) -> None:
        self._add_multisets(Counter({1: 1}), (True,), Label.HIGH_CARD)


class LeducHoldemLookup(Lookup):
    """Two cards from jacks, queens and kings; pairs win."""

    rank_order = RankOrder.KUHN_POKER

    def _add_entries(self) -> None:
        self._add_multisets(Counter({1: 2}), (False, True), Label.HIGH_CARD)
        self._add_multisets(Counter({2: 1}), (False, True), Label.ONE_PAIR)


class LowHandOpeningLookup(Lookup):
    """One to four cards showing in stud, aces low; within a category, more cards beat fewer.

    The engine compares them natively; PokerKit has this table and the next in its module `state`.
    """

    rank_order = RankOrder.REGULAR

    def _add_entries(self) -> None:
        for count in range(1, 5):
            self._add_multisets(Counter({1: count}), (False, True), Label.HIGH_CARD)
        for others in range(3):
            self._add_multisets(Counter({2: 1, 1: others}), (False,), Label.ONE_PAIR)
        self._add_multisets(Counter({2: 2}), (False,), Label.TWO_PAIR)
        for others in range(2):
            self._add_multisets(Counter({3: 1, 1: others}), (False,), Label.THREE_OF_A_KIND)
        self._add_multisets(Counter({4: 1}), (False,), Label.FOUR_OF_A_KIND)


class HighHandOpeningLookup(LowHandOpeningLookup):
    """One to four cards showing in stud, aces high."""

    rank_order = RankOrder.STANDARD
