"""Cards, ranks, suits and decks with PokerKit's names.

A `Card` is a card of `fifthstreet.cards`, with PokerKit's ranks, suits and methods.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum, unique
from typing import ClassVar, Self, final

from fifthstreet.cards import CARD_COUNT, RANKS, SUITS, CardsLike, card_letters, named_card


@unique
class Rank(StrEnum):
    """A rank, or an unknown one. `RankOrder` has the order of ranks in each kind of game."""

    ACE = "A"
    DEUCE = "2"
    TREY = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    UNKNOWN = "?"


@unique
class RankOrder(tuple[Rank, ...], Enum):
    """The ranks of a deck in order, lowest first."""

    STANDARD = tuple(map(Rank, RANKS))
    SHORT_DECK_HOLDEM = tuple(map(Rank, "6789TJQKA"))
    REGULAR = tuple(map(Rank, "A23456789TJQK"))
    EIGHT_OR_BETTER_LOW = tuple(map(Rank, "A2345678"))
    KUHN_POKER = tuple(map(Rank, "JQK"))
    NUMERAL211_HOLDEM = tuple(map(Rank, "23456789TA"))
    ROYAL_HOLDEM = tuple(map(Rank, "TJQKA"))


@unique
class Suit(StrEnum):
    """A suit, or an unknown one. Suits matter for flushes and for the opening in stud."""

    CLUB = "c"
    DIAMOND = "d"
    HEART = "h"
    SPADE = "s"
    UNKNOWN = "?"


@final
@dataclass(frozen=True, init=False, repr=False, eq=False)
class Card(named_card.Card):
    """A card, known or unknown: an int with a text form, equal to no plain int.

    >>> card = Card(Rank.ACE, Suit.SPADE)
    >>> card, str(card), int(card), card == 51
    (As, 'ACE OF SPADES (As)', 51, False)
    >>> Card("A", "s") is card
    True
    """

    rank: Rank
    suit: Suit

    unknown_status: ClassVar[bool]  # in fact each card has its own

    @classmethod
    def parse(cls, *raw_cards: str) -> Iterator[Self]:  # type: ignore[override]
        """Read cards from text: `AsKd`, `As Kd`, `As, 10d`, `??`, `A?`."""
        yield from cls._read(raw_cards)

    @classmethod
    def get_ranks(cls, cards: CardsLike) -> Iterator[Rank]:
        """Yield the rank of each card."""
        for card in cls.clean(cards):
            yield card.rank

    @classmethod
    def get_suits(cls, cards: CardsLike) -> Iterator[Suit]:
        """Yield the suit of each card."""
        for card in cls.clean(cards):
            yield card.suit

    @classmethod
    def are_paired(cls, cards: CardsLike) -> bool:
        """Return whether two cards share a rank."""
        cards = cls.clean(cards)
        return len({card.rank for card in cards}) < len(cards)

    @classmethod
    def are_suited(cls, cards: CardsLike) -> bool:
        """Return whether all cards share one suit; True for no cards."""
        return len({card.suit for card in cls.clean(cards)}) <= 1

    @classmethod
    def are_rainbow(cls, cards: CardsLike) -> bool:
        """Return whether all suits are different."""
        cards = cls.clean(cards)
        return len({card.suit for card in cards}) == len(cards)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, named_card.Card) and int(self) == int(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = int.__hash__

    def __str__(self) -> str:
        return f"{self.rank.name} OF {self.suit.name}S ({self._text})"


Card._make_all(
    {
        "rank": Rank(rank),
        "suit": Suit(suit),
        "unknown_status": number >= CARD_COUNT,
        "is_known": number < CARD_COUNT,
        "_text": rank + suit,
    }
    for number, (rank, suit) in enumerate(card_letters())
)


def _deck(ranks: Iterable[Rank], suits: str = SUITS) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for rank in ranks for suit in suits)


@unique
class Deck(tuple[Card, ...], Enum):
    """The cards of a deck in order, before any shuffle.

    >>> Deck.STANDARD[:3], Deck.REGULAR[:3], len(Deck.SHORT_DECK_HOLDEM)
    ((2c, 2d, 2h), (Ac, Ad, Ah), 36)
    """

    STANDARD = _deck(RankOrder.STANDARD)
    SHORT_DECK_HOLDEM = _deck(RankOrder.SHORT_DECK_HOLDEM)
    REGULAR = _deck(RankOrder.REGULAR)
    KUHN_POKER = _deck(RankOrder.KUHN_POKER, "s")
    LEDUC_HOLDEM = _deck(RankOrder.KUHN_POKER, "hs")
    NUMERAL211_HOLDEM = _deck(RankOrder.NUMERAL211_HOLDEM)
    ROYAL_HOLDEM = _deck(RankOrder.ROYAL_HOLDEM)
