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

from abc import ABC, ABCMeta
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import total_ordering
from itertools import combinations
from typing import Any, ClassVar

from fifthstreet._native import Evaluator
from fifthstreet.cards import CardsLike
from fifthstreet.cards.hands import HandType, types
from fifthstreet.errors import InputError
from fifthstreet.game import max_or_none
from fifthstreet.pokerkit import lookups
from fifthstreet.pokerkit.cards import Card
from fifthstreet.pokerkit.lookups import Entry, Lookup
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


class HandClass(ABCMeta):
    """The class of hand classes, each of which is a hand type to the rules engine."""

    _native: NativeHands | None
    from_game: Callable[..., Hand]

    @property
    def name(cls) -> str:
        """Name of the hand class."""
        return cls.__name__

    @property
    def evaluator(cls) -> Evaluator | None:
        """Native evaluator of the hands, or None if there is none."""
        if cls._native is None or not cls._native.is_for_any_hole:
            return None
        return cls._native.evaluator

    def best(cls, hole: Iterable[Card], board: Iterable[Card]) -> Hand | None:
        """Return the strongest hand of hole and board cards, or None."""
        try:
            return cls.from_game(tuple(hole), tuple(board))
        except (KeyError, ValueError):
            return None


@total_ordering
class Hand(Hashable, ABC, metaclass=HandClass):
    """The cards of a made hand, comparable with hands of the same class.

    >>> ShortDeckHoldemHand("6s7s8s9sTs") < ShortDeckHoldemHand("7c8c9cTcJc")
    True
    """

    lookup: ClassVar[Lookup]
    low: ClassVar[bool]
    card_count: ClassVar[int]
    hole_card_count: ClassVar[int]
    board_card_count: ClassVar[int]
    hand_type: ClassVar[HandType | None] = None
    _native: ClassVar[NativeHands | None] = None

    _entry: Entry
    _cards: tuple[Card, ...] | None
    _dealt: tuple[tuple[Card, ...], tuple[Card, ...], int] | None  # hole, board, native strength

    def __init_subclass__(cls, hand_type: HandType | None = None, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.hand_type = hand_type
        cls._native = None
        if hand_type is None:
            return
        ranking = hand_type.ranking
        cls.low = ranking.low
        if not hand_type.rainbow:
            cls.card_count = ranking.size
        if hand_type.from_hole is not None:
            cls.hole_card_count = hand_type.from_hole
            cls.board_card_count = ranking.size - hand_type.from_hole
        if "lookup" not in vars(cls):
            cls.lookup = lookups.LOOKUPS[ranking]()
        if [*cls.lookup.rank_order] == [*ranking.ranks]:
            cls._native = NativeHands(hand_type)

    def __init__(self, cards: CardsLike) -> None:
        """Make the hand of exactly these cards; raise InputError if they make none."""
        self._cards = Card.clean(cards)
        self._dealt = None
        entry = self._find_entry(self._cards)
        if entry is None:
            raise InputError(f"The cards {cards!r} form an invalid {type(self).__qualname__} hand.")
        self._entry = entry

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> Hand:
        """Return the strongest hand of hole and board cards; raise InputError if there is none."""
        hole, board = Card.clean(hole_cards), Card.clean(board_cards)
        native = cls._native
        strength = CANNOT_SAY if native is None else native.strength(hole, board)
        hand: Hand | None = None
        if native is None or strength == CANNOT_SAY:
            hand = max_or_none(_or_none(cls, cards) for cards in cls._playable(hole, board))
        elif strength:
            hand = cls.__new__(cls)
            hand._entry = native.entries[strength]
            hand._cards = None
            hand._dealt = hole, board, strength
        if hand is None:
            raise InputError(f"the hole and board cards do not make a {cls.__qualname__}")
        return hand

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
            hole, board, strength = self._dealt
            whole = self._native.whole
            playable = self._playable(hole, board)
            self._cards = next(cards for cards in playable if whole(cards) == strength)
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
    def _playable(cls, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Iterator[Any]:
        """Yield all cards that may make up a hand; the first of equal hands plays."""
        raise NotImplementedError


def _or_none(make: Callable[..., Hand], *cards: CardsLike) -> Hand | None:
    try:
        return make(*cards)
    except ValueError:
        return None


class CombinationHand(Hand, ABC):
    """A hand of any `card_count` hole and board cards."""

    @classmethod
    def _playable(cls, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Iterator[Any]:
        return combinations(hole + board, cls.card_count)


class BoardCombinationHand(CombinationHand, ABC):
    """A hand with exactly `board_card_count` board cards."""

    @classmethod
    def _playable(cls, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Iterator[Any]:
        for part in combinations(board, cls.board_card_count):
            yield from super()._playable(hole, part)


class HoleBoardCombinationHand(BoardCombinationHand, ABC):
    """A hand with exactly `hole_card_count` hole and `board_card_count` board cards."""

    @classmethod
    def _playable(cls, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Iterator[Any]:
        for part in combinations(hole, cls.hole_card_count):
            yield from super()._playable(part, board)


class StandardHand(CombinationHand, ABC):
    """A hand of five cards with the standard ranking."""

    lookup: ClassVar[Lookup] = lookups.StandardLookup()
    card_count = 5


class StandardHighHand(StandardHand, hand_type=types.STANDARD_HIGH):
    """Standard high hand: five cards, the highest wins.

    >>> StandardHighHand("7c5d4h3s2c") < StandardHighHand("TsJsQsKsAs")
    True
    """


class StandardLowHand(StandardHand, hand_type=types.DEUCE_TO_SEVEN_LOW):
    """Deuce-to-seven: the lowest hand wins, aces are high, straights and flushes count.

    >>> print(StandardLowHand("Ac2d3h4s5c"))
    High card (Ac2d3h4s5c)
    """


class ShortDeckHoldemHand(CombinationHand, hand_type=types.SHORT_DECK_HIGH):
    """Short deck: A6789 is a straight, and flushes beat full houses."""


class ShortDeckTripsHoldemHand(CombinationHand, hand_type=types.SHORT_DECK_TRIPS_HIGH):
    """Short deck with three of a kind over straights.

    >>> ShortDeckTripsHoldemHand("6c6d6h7s8s") > ShortDeckTripsHoldemHand("TcJdQhKsAs")
    True
    """


class EightOrBetterLowHand(CombinationHand, hand_type=types.EIGHT_OR_BETTER_LOW):
    """The low half of a split pot: five different ranks, eight or lower."""


class RegularLowHand(CombinationHand, hand_type=types.ACE_TO_FIVE_LOW):
    """Ace-to-five: the lowest hand wins, straights and flushes do not count."""


class GreekHoldemHand(BoardCombinationHand, hand_type=types.GREEK_HIGH):
    """Greek hold'em: both hole cards play with three of the board."""


class OmahaHoldemHand(HoleBoardCombinationHand, hand_type=types.OMAHA_HIGH):
    """Omaha: two hole cards play with three of the board."""


class OmahaEightOrBetterLowHand(
    HoleBoardCombinationHand, hand_type=types.OMAHA_EIGHT_OR_BETTER_LOW
):
    """The low half of an Omaha pot: five different ranks, eight or lower."""


class BadugiHand(Hand, hand_type=types.BADUGI):
    """Badugi: up to four cards of different ranks and suits; more cards win, then lower ones.

    >>> BadugiHand.from_game("2s3s4d7h")
    2s4d7h
    """

    lookup = lookups.BadugiLookup()

    @classmethod
    def _playable(cls, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Iterator[Any]:
        for count in range(4, 0, -1):
            yield from combinations(hole + board, count)


class StandardBadugiHand(BadugiHand, hand_type=types.ACE_HIGH_BADUGI):
    """Badugi with aces high."""

    lookup = lookups.StandardBadugiLookup()


class KuhnPokerHand(CombinationHand, hand_type=types.KUHN_HIGH):
    """Kuhn poker: one card."""

    lookup = lookups.KuhnPokerLookup()


class LeducHoldemHand(CombinationHand, hand_type=types.LEDUC_HIGH):
    """Leduc hold'em: two cards, pairs win."""

    lookup = lookups.LeducHoldemLookup()


class RhodeIslandHoldemHand(CombinationHand, hand_type=types.RHODE_ISLAND_HIGH):
    """Rhode Island hold'em: three cards."""


class Numeral211HoldemHand(RhodeIslandHoldemHand, hand_type=types.NUMERAL_211_HIGH):
    """2-1-1 hold'em: three cards of a deck without jacks, queens and kings."""
