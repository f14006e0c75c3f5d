"""Cards, ranks, suits and decks of the rules engine.

A `Card` is an int, numbered as in `fifthstreet.cards`, with a text form: `Card.parse` reads cards
and `repr` writes them. Unlike in `fifthstreet.cards`, a card may be partly unknown:

    0..51      rank * 4 + suit
    52         nothing known, `??`
    53..65     53 + rank, the suit unknown, `A?`
    66..69     66 + suit, the rank unknown, `?s`

There is one object per card, so cards can be compared with `is` and are never copied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import FrozenInstanceError
from enum import Enum, StrEnum, unique
from typing import TYPE_CHECKING, ClassVar, NoReturn, TypeAlias, final

from fifthstreet.cards.card import CARD_COUNT, RANKS, SUITS


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
class Card(int):
    """A card, known or unknown: an int with a text form.

    >>> card = Card(Rank.ACE, Suit.SPADE)
    >>> card, str(card), int(card)
    (As, 'ACE OF SPADES (As)', 51)
    >>> Card("A", "s") is card
    True

    A card is truthy if its rank and suit are known, even the deuce of clubs, whose number is 0:

    >>> list(filter(None, Card.parse("2c??A?")))
    [2c]
    """

    UNKNOWN: ClassVar[Card]
    __match_args__ = ("rank", "suit")

    if TYPE_CHECKING:
        # Stored in the dictionary of each of the 70 cards, which is faster than a property.
        @property
        def rank(self) -> Rank:
            """Rank of the card, which may be unknown."""

        @property
        def suit(self) -> Suit:
            """Suit of the card, which may be unknown."""

        @property
        def unknown_status(self) -> bool:
            """Whether the rank or the suit is unknown."""

        _text: str

    def __new__(cls, rank: Rank | str, suit: Suit | str) -> Card:
        """Return the card of a rank and a suit, or of their letters."""
        card = _BY_PARTS.get((rank, suit))
        if card is None:
            raise ValueError(f"no such card: {Rank(rank)}{Suit(suit)}")
        return card

    @classmethod
    def of(cls, index: int) -> Card:
        """Return the card with this number: 0 to 51 if it is known, 52 and up otherwise."""
        if not 0 <= index < len(_CARDS):
            raise ValueError(f"not a card: {index}; want 0 to {len(_CARDS) - 1}")
        return _CARDS[index]

    @classmethod
    def parse(cls, *raw_cards: str) -> Iterator[Card]:
        """Read cards from text: `AsKd`, `As Kd`, `As, 10d`, `??`, `A?`."""
        for raw in raw_cards:
            for word in raw.replace("10", "T").replace(",", "").split():
                if len(word) % 2:
                    raise ValueError(f"not cards: {word!r}; want two characters each, like 'As'")
                for at in range(0, len(word), 2):
                    text = word[at : at + 2]
                    yield _BY_TEXT[text] if text in _BY_TEXT else cls(text[0], text[1])

    @classmethod
    def clean(cls, values: CardsLike) -> tuple[Card, ...]:
        """Convert a card, text, or a sequence of cards or strings to a tuple of cards.

        >>> Card.clean("AsKs"), Card.clean(Card("A", "s"))
        ((As, Ks), (As,))
        """
        if isinstance(values, Card):
            return (values,)
        if isinstance(values, str):
            return tuple(cls.parse(values))
        if type(values) is tuple:  # the usual case; isinstance(..., Iterable) is slow
            cards = values
        elif isinstance(values, Iterable):
            cards = tuple(values)
        else:
            raise ValueError(f"not cards: {values!r}; want a card, text like 'AsKd', or cards")
        for card in cards:
            if type(card) is not Card:
                return tuple([_single(value) for value in cards])
        return cards

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

    def __bool__(self) -> bool:
        """Return whether the card is known."""
        return not self.unknown_status

    def __repr__(self) -> str:
        """Return rank and suit, like `As`."""
        return self._text

    def __str__(self) -> str:
        """Return the card in words, like `ACE OF SPADES (As)`."""
        return f"{self.rank.name} OF {self.suit.name}S ({self._text})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Raise AttributeError: cards are immutable."""
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        """Raise AttributeError: cards are immutable."""
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __copy__(self) -> Card:
        """Return the card itself."""
        return self

    def __deepcopy__(self, memo: object) -> Card:
        """Return the card itself."""
        return self

    def __reduce__(self) -> tuple[object, tuple[int]]:
        """Pickle the card as its number."""
        return _card_of, (int(self),)


CardsLike: TypeAlias = Iterable[Card] | Card | str


def _card_of(index: int) -> Card:
    return Card.of(index)


def _single(value: object) -> Card:
    """Convert one item of a sequence to a card."""
    if isinstance(value, Card):
        return value
    if isinstance(value, str):
        cards = tuple(Card.parse(value))
        if len(cards) == 1:
            return cards[0]
    raise ValueError(f"not a card: {value!r}; want a Card or its text, like 'As'")


def _all_cards() -> Iterator[Card]:
    known = [(Rank(rank), Suit(suit)) for rank in RANKS for suit in SUITS]
    unknown = [
        (Rank.UNKNOWN, Suit.UNKNOWN),
        *((Rank(rank), Suit.UNKNOWN) for rank in RANKS),
        *((Rank.UNKNOWN, Suit(suit)) for suit in SUITS),
    ]
    for index, (rank, suit) in enumerate(known + unknown):
        card = int.__new__(Card, index)
        card.__dict__.update(
            rank=rank, suit=suit, unknown_status=index >= CARD_COUNT, _text=f"{rank}{suit}"
        )
        yield card


_CARDS = tuple(_all_cards())
_BY_TEXT: dict[str, Card] = {repr(card): card for card in _CARDS}
# A rank is equal to its letter, with the same hash, so letters work as keys too.
_BY_PARTS: dict[tuple[str, str], Card] = {(card.rank, card.suit): card for card in _CARDS}
Card.UNKNOWN = Card(Rank.UNKNOWN, Suit.UNKNOWN)


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
