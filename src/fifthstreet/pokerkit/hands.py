"""Hand classes of the rules engine, one for each way to make and rank a hand.

A stronger hand is greater, in low games too. A class defines how its hands are made (which of the
hole and board cards play) and has a lookup that ranks them. The classes of this package also have a
`hand_type`, whose hands the native core evaluates; a class without one tries all combinations of
cards.

>>> StandardHighHand.from_game("AsAc", "Kh3sAdAh")
AsAcKhAdAh
>>> print(OmahaHoldemHand.from_game("6c7c8s9s", "8c9cTc"))
Straight flush (6c7c8c9cTc)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from itertools import combinations
from typing import Any, ClassVar

from fifthstreet.cards import CardsLike
from fifthstreet.game.values import max_or_none
from fifthstreet.hands import types
from fifthstreet.hands.types import HandType
from fifthstreet.pokerkit.cards import Card
from fifthstreet.pokerkit.lookups import (
    BadugiLookup,
    EightOrBetterLookup,
    Entry,
    KuhnPokerLookup,
    LeducHoldemLookup,
    Lookup,
    Numeral211HoldemLookup,
    RegularLookup,
    RhodeIslandHoldemLookup,
    ShortDeckHoldemLookup,
    ShortDeckTripsHoldemLookup,
    Standard2Lookup,
    StandardBadugiLookup,
    StandardLookup,
)
from fifthstreet.pokerkit.native_hands import CANNOT_SAY, NativeHands

__all__ = [
    "BadugiHand",
    "BoardCombinationHand",
    "CombinationHand",
    "EightOrBetterLowHand",
    "GreekHoldemHand",
    "Hand",
    "HoleBoardCombinationHand",
    "KuhnPokerHand",
    "LeducHoldemHand",
    "Numeral211HoldemHand",
    "OmahaEightOrBetterLowHand",
    "OmahaHoldemHand",
    "RegularLowHand",
    "RhodeIslandHoldemHand",
    "ShortDeckHoldemHand",
    "StandardBadugiHand",
    "StandardHand",
    "StandardHighHand",
    "StandardLowHand",
]


class Hand(Hashable, ABC):
    """The cards of a made hand, comparable with hands of the same class.

    >>> ShortDeckHoldemHand("6s7s8s9sTs") < ShortDeckHoldemHand("7c8c9cTcJc")
    True
    """

    lookup: ClassVar[Lookup]
    low: ClassVar[bool]
    hand_type: ClassVar[HandType | None] = None
    _native: ClassVar[NativeHands | None] = None

    _entry: Entry
    _cards: tuple[Card, ...] | None
    _dealt: tuple[tuple[Card, ...], tuple[Card, ...], int] | None  # hole, board, native strength

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.hand_type = cls.__dict__.get("hand_type")
        cls._native = None
        if cls.hand_type is not None and [*cls.lookup.rank_order] == [*cls.hand_type.ranking.ranks]:
            cls._native = NativeHands(cls.hand_type)

    def __init__(self, cards: CardsLike) -> None:
        """Make the hand of exactly these cards; raise ValueError if they make none."""
        self._cards = Card.clean(cards)
        self._dealt = None
        entry = self._find_entry(self._cards)
        if entry is None:
            raise ValueError(f"The cards {cards!r} form an invalid {type(self).__qualname__} hand.")
        self._entry = entry

    @classmethod
    @abstractmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Hand:
        """Return the strongest hand of hole and board cards; raise ValueError if there is none."""

    @classmethod
    def from_game_or_none(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Hand | None:
        """Return the strongest hand of hole and board cards, or None."""
        return _or_none(cls.from_game, hole_cards, board_cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Cards that play, in the order given."""
        if self._cards is None:
            assert self._native is not None
            assert self._dealt is not None
            self._cards = self._native.playing(*self._dealt)
        return self._cards

    @property
    def entry(self) -> Entry:
        """Entry of the hand in its lookup table."""
        return self._entry

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Hand)
        return self._entry.index == other._entry.index

    def __hash__(self) -> int:
        return hash(self.entry)

    def __lt__(self, other: Hand) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._place < other._place

    def __le__(self, other: Hand) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._place <= other._place

    def __gt__(self, other: Hand) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._place > other._place

    def __ge__(self, other: Hand) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self._place >= other._place

    def __repr__(self) -> str:
        return "".join(map(repr, self.cards))

    def __str__(self) -> str:
        return f"{self.entry.label.value} ({self!r})"

    @property
    def _place(self) -> int:
        """Index of the entry, negated in low games."""
        return -self._entry.index if self.low else self._entry.index

    def _find_entry(self, cards: tuple[Card, ...]) -> Entry | None:
        if self._native is not None:
            strength = self._native.whole(cards)
            if strength != CANNOT_SAY:
                return self._native.entries[strength] if strength else None
        return self.lookup.get_entry(cards) if self.lookup.has_entry(cards) else None

    @classmethod
    def _evaluated(cls, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Hand | None:
        """Return the strongest hand, or None if the native core cannot evaluate the cards."""
        if cls._native is None:
            return None
        strength = cls._native.strength(hole, board)
        if strength == CANNOT_SAY:
            return None
        if strength == 0:
            raise cls._no_hand()
        hand = cls.__new__(cls)
        hand._entry = cls._native.entries[strength]
        hand._cards = None
        hand._dealt = hole, board, strength
        return hand

    @classmethod
    def _strongest(cls, hands: Iterable[Hand | None]) -> Hand:
        """Return the first of the strongest hands."""
        hand: Hand | None = max_or_none(hands)
        if hand is None:
            raise cls._no_hand()
        return hand

    @classmethod
    def _no_hand(cls) -> ValueError:
        return ValueError(f"the hole and board cards do not make a {cls.__qualname__}")


def _or_none(make: Callable[..., Hand], *cards: CardsLike) -> Hand | None:
    try:
        return make(*cards)
    except ValueError:
        return None


class CombinationHand(Hand, ABC):
    """A hand of any `card_count` hole and board cards."""

    card_count: ClassVar[int]

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Hand:
        """Return the strongest hand of hole and board cards; raise ValueError if there is none."""
        hole, board = Card.clean(hole_cards), Card.clean(board_cards)
        if cls._native is not None and cls._native.any_card_plays:
            hand = cls._evaluated(hole, board)
            if hand is not None:
                return hand
        return cls._strongest(
            _or_none(cls, cards) for cards in combinations(hole + board, cls.card_count)
        )


class BoardCombinationHand(CombinationHand, ABC):
    """A hand with exactly `board_card_count` board cards."""

    board_card_count: ClassVar[int]

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Hand:
        """Return the strongest hand of hole and board cards; raise ValueError if there is none."""
        hole, board = Card.clean(hole_cards), Card.clean(board_cards)
        # With more hole cards any number of them may play, which the native core does not support.
        if len(hole) + cls.board_card_count == cls.card_count:
            hand = cls._evaluated(hole, board)
            if hand is not None:
                return hand
        make = super().from_game
        return cls._strongest(
            _or_none(make, hole, part) for part in combinations(board, cls.board_card_count)
        )


class HoleBoardCombinationHand(BoardCombinationHand, ABC):
    """A hand with exactly `hole_card_count` hole and `board_card_count` board cards."""

    hole_card_count: ClassVar[int]

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Hand:
        """Return the strongest hand of hole and board cards; raise ValueError if there is none."""
        hole, board = Card.clean(hole_cards), Card.clean(board_cards)
        make = super().from_game
        return cls._evaluated(hole, board) or cls._strongest(
            _or_none(make, part, board) for part in combinations(hole, cls.hole_card_count)
        )


class StandardHand(CombinationHand, ABC):
    """A hand of five cards with the standard ranking."""

    lookup: ClassVar[Lookup] = StandardLookup()
    card_count = 5


class StandardHighHand(StandardHand):
    """Standard high hand: five cards, the highest wins.

    >>> StandardHighHand("7c5d4h3s2c") < StandardHighHand("TsJsQsKsAs")
    True
    """

    hand_type = types.STANDARD_HIGH
    low = False


class StandardLowHand(StandardHand):
    """Deuce-to-seven: the lowest hand wins, aces are high, straights and flushes count.

    >>> print(StandardLowHand("Ac2d3h4s5c"))
    High card (Ac2d3h4s5c)
    """

    hand_type = types.DEUCE_TO_SEVEN_LOW
    lookup = Standard2Lookup()
    low = True


class ShortDeckHoldemHand(CombinationHand):
    """Short deck: A6789 is a straight, and flushes beat full houses."""

    hand_type = types.SHORT_DECK_HIGH
    lookup = ShortDeckHoldemLookup()
    low = False
    card_count = 5


class EightOrBetterLowHand(CombinationHand):
    """The low half of a split pot: five different ranks, eight or lower."""

    hand_type = types.EIGHT_OR_BETTER_LOW
    lookup = EightOrBetterLookup()
    low = True
    card_count = 5


class RegularLowHand(CombinationHand):
    """Ace-to-five: the lowest hand wins, straights and flushes do not count."""

    hand_type = types.ACE_TO_FIVE_LOW
    lookup = RegularLookup()
    low = True
    card_count = 5


class GreekHoldemHand(BoardCombinationHand):
    """Greek hold'em: both hole cards play with three of the board."""

    hand_type = types.GREEK_HIGH
    lookup = StandardLookup()
    low = False
    card_count = 5
    board_card_count = 3


class OmahaHoldemHand(HoleBoardCombinationHand):
    """Omaha: two hole cards play with three of the board."""

    hand_type = types.OMAHA_HIGH
    lookup = StandardLookup()
    low = False
    card_count = 5
    board_card_count = 3
    hole_card_count = 2


class OmahaEightOrBetterLowHand(HoleBoardCombinationHand):
    """The low half of an Omaha pot: five different ranks, eight or lower."""

    hand_type = types.OMAHA_EIGHT_OR_BETTER_LOW
    lookup = EightOrBetterLookup()
    low = True
    card_count = 5
    board_card_count = 3
    hole_card_count = 2


class BadugiHand(Hand):
    """Badugi: up to four cards of different ranks and suits; more cards win, then lower ones.

    >>> BadugiHand.from_game("2s3s4d7h")
    2s4d7h
    """

    hand_type = types.BADUGI
    lookup = BadugiLookup()
    low = True

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Hand:
        """Return the strongest hand of hole and board cards; raise ValueError if there is none."""
        hole, board = Card.clean(hole_cards), Card.clean(board_cards)
        hand = cls._evaluated(hole, board)
        for count in range(4, 0, -1):
            if hand is not None:
                break
            hand = max_or_none(_or_none(cls, cards) for cards in combinations(hole + board, count))
        return cls._strongest([hand])


class StandardBadugiHand(BadugiHand):
    """Badugi with aces high."""

    hand_type = types.ACE_HIGH_BADUGI
    lookup = StandardBadugiLookup()


class KuhnPokerHand(CombinationHand):
    """Kuhn poker: one card."""

    hand_type = types.KUHN_HIGH
    lookup = KuhnPokerLookup()
    low = False
    card_count = 1


class LeducHoldemHand(CombinationHand):
    """Leduc hold'em: two cards, pairs win."""

    hand_type = types.LEDUC_HIGH
    lookup = LeducHoldemLookup()
    low = False
    card_count = 2


class RhodeIslandHoldemHand(CombinationHand):
    """Rhode Island hold'em: three cards."""

    hand_type = types.RHODE_ISLAND_HIGH
    lookup = RhodeIslandHoldemLookup()
    low = False
    card_count = 3


class Numeral211HoldemHand(RhodeIslandHoldemHand):
    """2-1-1 hold'em: three cards of a deck without jacks, queens and kings."""

    hand_type = types.NUMERAL_211_HIGH
    lookup = Numeral211HoldemLookup()


class ShortDeckTripsHoldemHand(CombinationHand):
    """Short deck with three of a kind over straights.

    >>> ShortDeckTripsHoldemHand("6c6d6h7s8s") > ShortDeckTripsHoldemHand("TcJdQhKsAs")
    True
    """

    hand_type = types.SHORT_DECK_TRIPS_HIGH
    lookup = ShortDeckTripsHoldemLookup()
    low = False
    card_count = 5
