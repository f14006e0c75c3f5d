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
from typing import ClassVar

from fifthstreet.cards import CardsLike
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
    _entries: dict[Key, Entry] | None = field(default=None, init=False, repr=False, compare=False)
    _rows: list[Row] = field(init=False, repr=False, compare=False)  # while the table is computed

    def __post_init__(self) -> None:
        self._entries = None

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
            raise ValueError(f"{cards!r} is not a hand of this ranking")
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
        shape = sorted(counter.items(), reverse=True)
        hands = list(_shaped(primes, shape))
        for ranks in reversed(hands):
            self._rows.append((ranks, suitednesses, label))

    def _add_straights(
        self, count: int, suitednesses: tuple[bool, ...], label: Label, wrap: bool = True
    ) -> None:
        """Add the runs of `count` ranks; with `wrap` the highest rank starts the lowest run too."""
        order = tuple(self.rank_order)
        runs = [order[at : at + count] for at in range(len(order) - count + 1)]
        if wrap:
            runs.insert(0, order[-1:] + order[: count - 1])
        for run in runs:
            self._rows.append((prod([_PRIMES[rank] for rank in run]), suitednesses, label))

    def _table(self) -> dict[Key, Entry]:
        if self._entries is None:
            with _building:
                self._rows = []
                self._add_entries()
                self._entries = _numbered(self._rows)
                del self._rows
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
    places: dict[Key, int] = {}
    labels: list[Label] = []
    for place, (ranks, suitednesses, label) in enumerate(rows):
        labels.append(label)
        for suited in suitednesses:
            places[ranks, suited] = place
    entries = {
        place: Entry(index, labels[place]) for index, place in enumerate(sorted({*places.values()}))
    }
    return {key: entries[place] for key, place in places.items()}


_ONE_PAIR = Counter({2: 1, 1: 3})
_TWO_PAIR = Counter({2: 2, 1: 1})
_TRIPS = Counter({3: 1, 1: 2})
_FULL_HOUSE = Counter({3: 1, 2: 1})
_QUADS = Counter({4: 1, 1: 1})


@dataclass
class _FiveCardLookup(Lookup):
    """Hands of five cards in the standard order."""

    rank_order = RankOrder.STANDARD
    wheel: ClassVar[bool]  # whether A2345 is a straight

    def _add_entries(self) -> None:
        self._add_multisets(Counter({1: 5}), (False,), Label.HIGH_CARD)
        self._add_multisets(_ONE_PAIR, (False,), Label.ONE_PAIR)
        self._add_multisets(_TWO_PAIR, (False,), Label.TWO_PAIR)
        self._add_multisets(_TRIPS, (False,), Label.THREE_OF_A_KIND)
        self._add_straights(5, (False,), Label.STRAIGHT, self.wheel)
        self._add_multisets(Counter({1: 5}), (True,), Label.FLUSH)
        self._add_multisets(_FULL_HOUSE, (False,), Label.FULL_HOUSE)
        self._add_multisets(_QUADS, (False,), Label.FOUR_OF_A_KIND)
        self._add_straights(5, (True,), Label.STRAIGHT_FLUSH, self.wheel)


@dataclass
class StandardLookup(_FiveCardLookup):
    """Hands of five cards, A2345 the lowest straight."""

    wheel = True


@dataclass
class Standard2Lookup(_FiveCardLookup):
    """Hands of five cards, aces always high: A2345 is not a straight (deuce-to-seven)."""

    wheel = False


@dataclass
class ShortDeckHoldemLookup(Lookup):
    """Hands of five cards of a short deck, where flushes beat full houses."""

    rank_order = RankOrder.SHORT_DECK_HOLDEM

    def _add_entries(self) -> None:
        self._add_multisets(Counter({1: 5}), (False,), Label.HIGH_CARD)
        self._add_multisets(_ONE_PAIR, (False,), Label.ONE_PAIR)
        self._add_multisets(_TWO_PAIR, (False,), Label.TWO_PAIR)
        self._add_multisets(_TRIPS, (False,), Label.THREE_OF_A_KIND)
        self._add_straights(5, (False,), Label.STRAIGHT)
        self._add_multisets(_FULL_HOUSE, (False,), Label.FULL_HOUSE)
        self._add_multisets(Counter({1: 5}), (True,), Label.FLUSH)
        self._add_multisets(_QUADS, (False,), Label.FOUR_OF_A_KIND)
        self._add_straights(5, (True,), Label.STRAIGHT_FLUSH)


@dataclass
class EightOrBetterLookup(Lookup):
    """Five cards of different ranks from ace to eight; straights and flushes do not count."""

    rank_order = RankOrder.EIGHT_OR_BETTER_LOW

    def _add_entries(self) -> None:
        self._add_multisets(Counter({1: 5}), (False, True), Label.HIGH_CARD)


@dataclass
class RegularLookup(Lookup):
    """Hands of five cards, aces low, where straights and flushes do not count (ace-to-five)."""

    rank_order = RankOrder.REGULAR

    def _add_entries(self) -> None:
        self._add_multisets(Counter({1: 5}), (False, True), Label.HIGH_CARD)
        self._add_multisets(_ONE_PAIR, (False,), Label.ONE_PAIR)
        self._add_multisets(_TWO_PAIR, (False,), Label.TWO_PAIR)
        self._add_multisets(_TRIPS, (False,), Label.THREE_OF_A_KIND)
        self._add_multisets(_FULL_HOUSE, (False,), Label.FULL_HOUSE)
        self._add_multisets(_QUADS, (False,), Label.FOUR_OF_A_KIND)


@dataclass
class BadugiLookup(Lookup):
    """One to four cards of different ranks and suits, aces low."""

    rank_order = RankOrder.REGULAR

    def _add_entries(self) -> None:
        for count in range(4, 0, -1):
            self._add_multisets(Counter({1: count}), (count == 1,), Label.HIGH_CARD)

    def _get_key(self, cards: CardsLike) -> Key:
        cards = Card.clean(cards)
        if not Card.are_rainbow(cards):
            raise ValueError(f"all suits must be different, not {cards!r}")
        return super()._get_key(cards)


@dataclass
class StandardBadugiLookup(BadugiLookup):
    """One to four cards of different ranks and suits, aces high."""

    rank_order = RankOrder.STANDARD


@dataclass
class KuhnPokerLookup(Lookup):
    """One card: jack, queen or king."""

    rank_order = RankOrder.KUHN_POKER

    def _add_entries(self) -> None:
        self._add_multisets(Counter({1: 1}), (True,), Label.HIGH_CARD)


@dataclass
class LeducHoldemLookup(Lookup):
    """Two cards from jacks, queens and kings; pairs win."""

    rank_order = RankOrder.KUHN_POKER

    def _add_entries(self) -> None:
        self._add_multisets(Counter({1: 2}), (False, True), Label.HIGH_CARD)
        self._add_multisets(Counter({2: 1}), (False, True), Label.ONE_PAIR)


@dataclass
class RhodeIslandHoldemLookup(Lookup):
    """Hands of three cards, where straights beat flushes and trips beat straights."""

    rank_order = RankOrder.STANDARD

    def _add_entries(self) -> None:
        self._add_multisets(Counter({1: 3}), (False,), Label.HIGH_CARD)
        self._add_multisets(Counter({2: 1, 1: 1}), (False,), Label.ONE_PAIR)
        self._add_multisets(Counter({1: 3}), (True,), Label.FLUSH)
        self._add_straights(3, (False,), Label.STRAIGHT)
        self._add_multisets(Counter({3: 1}), (False,), Label.THREE_OF_A_KIND)
        self._add_straights(3, (True,), Label.STRAIGHT_FLUSH)


@dataclass
class Numeral211HoldemLookup(RhodeIslandHoldemLookup):
    """Hands of three cards of a deck without jacks, queens and kings."""

    rank_order = RankOrder.NUMERAL211_HOLDEM


@dataclass
class ShortDeckTripsHoldemLookup(Lookup):
    """Hands of five cards of a short deck, where three of a kind beats a straight."""

    rank_order = RankOrder.SHORT_DECK_HOLDEM

    def _add_entries(self) -> None:
        self._add_multisets(Counter({1: 5}), (False,), Label.HIGH_CARD)
        self._add_multisets(Counter({2: 1, 1: 3}), (False,), Label.ONE_PAIR)
        self._add_multisets(Counter({2: 2, 1: 1}), (False,), Label.TWO_PAIR)
        self._add_straights(5, (False,), Label.STRAIGHT)
        self._add_multisets(Counter({3: 1, 1: 2}), (False,), Label.THREE_OF_A_KIND)
        self._add_multisets(Counter({3: 1, 2: 1}), (False,), Label.FULL_HOUSE)
        self._add_multisets(Counter({1: 5}), (True,), Label.FLUSH)
        self._add_multisets(Counter({4: 1, 1: 1}), (False,), Label.FOUR_OF_A_KIND)
        self._add_straights(5, (True,), Label.STRAIGHT_FLUSH)
