"""Decks of cards."""

from collections.abc import Iterable
from typing import Self

from fifthstreet.cards.card import RANKS, SUITS, mask_of
from fifthstreet.cards.named_card import Card
from fifthstreet.errors import InputError


class Deck(tuple[Card, ...]):
    """Distinct cards in a fixed order, before any shuffle.

    The order defines which rank is lowest: `STANDARD` starts with the deuces, `REGULAR` with the
    aces.
    """

    name: str
    mask: int

    def __new__(cls, name: str, cards: Iterable[Card]) -> Self:
        """Name a sequence of cards; InputError if a card is there twice."""
        deck = super().__new__(cls, cards)
        deck.name = name
        deck.mask = mask_of(deck)
        return deck

    def __getnewargs__(self) -> tuple[str, tuple[Card, ...]]:
        return self.name, tuple(self)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The distinct ranks in the deck, lowest first."""
        return tuple(dict.fromkeys(card >> 2 for card in self))

    def __repr__(self) -> str:
        return f"<Deck {self.name}: {len(self)} cards>"


def _deck(name: str, ranks: str, suits: str = SUITS) -> Deck:
    return Deck(name, tuple(Card(rank, suit) for rank in ranks for suit in suits))


STANDARD = _deck("standard", RANKS)
REGULAR = _deck("regular", "A23456789TJQK")
SHORT = _deck("short", "6789TJQKA")
ROYAL = _deck("royal", "TJQKA")
KUHN = _deck("kuhn", "JQK", "s")
LEDUC = _deck("leduc", "JQK", "hs")
# Rhode Island hold'em: Shi & Littman, "Abstraction methods for game theoretic poker" (2001).
RHODE_ISLAND = _deck("rhode-island", RANKS)
ROYAL_RHODE_ISLAND = _deck("royal-rhode-island", "TJQKA")
# The numeral cards and the aces.
NUMERAL_211 = _deck("numeral-211", "23456789TA")

# All of the above, in their order.
DECKS = {each.name: each for each in list(vars().values()) if isinstance(each, Deck)}


def kuhn_deck(count: int) -> Deck:
    """Return a deck for Kuhn poker: spades of consecutive ranks, king high.

    With three cards it is Kuhn's own deck, jack to king; only with thirteen is there an ace.

    Args:
        count: Number of cards, 2 to 13.

    >>> len(kuhn_deck(5)), kuhn_deck(3) is KUHN
    (5, True)
    """
    if not 2 <= count <= len(RANKS):
        raise InputError(f"a Kuhn deck must have 2 to {len(RANKS)} cards, got {count}")
    if count == len(KUHN):
        return KUHN
    ranks = RANKS if count == len(RANKS) else RANKS[-1 - count : -1]
    return _deck(f"kuhn-{count}", ranks, "s")
