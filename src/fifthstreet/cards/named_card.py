"""Cards that print as text: ints, numbered as in `cards.card`, with one object for each card.

A card of the rules engine may be partly unknown:

    0..51      rank * 4 + suit
    52         nothing known, `??`
    53..65     53 + rank, the suit unknown, `A?`
    66..69     66 + suit, the rank unknown, `?s`

Cards compare with `is` and are never copied.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import FrozenInstanceError
from typing import Any, ClassVar, NoReturn, Self, TypeAlias

from fifthstreet.cards.card import CARD_COUNT, RANKS, SUITS
from fifthstreet.errors import InputError

_UNKNOWN_LETTER = "?"
_WANTED = "a rank and a suit, like 'As'"


class Card(int):
    """A card, known or unknown: an int with a text form.

    >>> card = Card("A", "s")
    >>> card, int(card), card.rank, card.suit
    (As, 51, 'A', 's')
    >>> Card.of(51) is card
    True

    A card is truthy if its rank and suit are known, even the deuce of clubs, whose number is 0:

    >>> list(filter(None, Card.parse("2c??A?")))
    [2c]
    """

    UNKNOWN: ClassVar[Self]
    _all: ClassVar[tuple[Any, ...]]
    _by_text: ClassVar[dict[str, Any]]

    # Set in the dictionary of each of the 70 cards, which is faster than a property.
    rank: str
    suit: str
    is_known: bool
    _text: str

    def __new__(cls, rank: str, suit: str) -> Self:
        """Return the card of a rank and a suit, always the same object."""
        card = cls._by_text.get(f"{rank}{suit}")
        if card is None:
            raise InputError(f"card must be {_WANTED}, got {f'{rank}{suit}'!r}")
        known: Self = card
        return known

    @classmethod
    def of(cls, number: int) -> Self:
        """Return the card with this number: 0 to 51 if it is known, 52 and up otherwise."""
        if not 0 <= number < len(cls._all):
            raise InputError(f"card must be from 0 to {len(cls._all) - 1}, got {number}")
        card: Self = cls._all[number]
        return card

    @classmethod
    def parse(cls, *texts: str) -> tuple[Self, ...]:
        """Read cards from text: `AsKd`, `As Kd`, `As, 10d`, `??`, `A?`."""
        return cls._read(texts)

    @classmethod
    def _read(cls, texts: Iterable[str]) -> tuple[Self, ...]:
        by_text = cls._by_text
        cards: list[Self] = []
        for text in texts:
            try:  # the usual spelling
                cards += [by_text[text[at : at + 2]] for at in range(0, len(text), 2)]
            except KeyError:
                for word in text.replace("10", "T").replace(",", "").split():
                    for at in range(0, len(word), 2):
                        pair = word[at : at + 2]
                        if pair not in by_text:
                            raise InputError(f"card must be {_WANTED}, got {pair!r}") from None
                        cards.append(by_text[pair])
        return tuple(cards)

    @classmethod
    def clean(cls, values: CardsLike) -> tuple[Self, ...]:
        """Convert a card, text, or a sequence of cards or texts to a tuple of cards.

        >>> Card.clean("AsKs"), Card.clean(Card("A", "s"))
        ((As, Ks), (As,))
        """
        if isinstance(values, Card):
            return (cls._all[values],)
        if isinstance(values, str):
            return cls._read((values,))
        if type(values) is tuple:  # the usual case; isinstance(..., Iterable) is slow
            cards = values
        elif isinstance(values, Iterable):
            cards = tuple(values)
        else:
            raise InputError(f"cards must be text or cards, got {values!r}")
        for card in cards:
            if type(card) is not cls:
                return tuple([cls._single(value) for value in cards])
        return cards

    @classmethod
    def _single(cls, value: object) -> Self:
        """Convert one item of a sequence to a card."""
        if isinstance(value, Card):
            card: Self = cls._all[value]
            return card
        if isinstance(value, str):
            cards = cls._read((value,))
            if len(cards) == 1:
                return cards[0]
        raise InputError(f"card must be a Card or its text, like 'As', got {value!r}")

    @classmethod
    def _make_all(cls, attributes: Iterable[dict[str, Any]]) -> None:
        """Create the cards of a class, in order of their numbers."""
        cards: list[Any] = []
        for number, values in enumerate(attributes):
            card = int.__new__(cls, number)
            card.__dict__.update(values)
            cards.append(card)
        cls._all = tuple(cards)
        cls._by_text = {card._text: card for card in cards}
        cls.UNKNOWN = cards[CARD_COUNT]

    def __bool__(self) -> bool:
        return self.is_known

    def __repr__(self) -> str:
        return self._text

    def __str__(self) -> str:
        return self._text

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _card_of, (type(self), int(self))


CardsLike: TypeAlias = Iterable[Card] | Card | str


def _card_of(card_type: type[Card], number: int) -> Card:
    return card_type.of(number)


def card_letters() -> list[tuple[str, str]]:
    """Return the letters of rank and suit of all cards, in order of their numbers."""
    known = [(rank, suit) for rank in RANKS for suit in SUITS]
    return [
        *known,
        (_UNKNOWN_LETTER, _UNKNOWN_LETTER),
        *((rank, _UNKNOWN_LETTER) for rank in RANKS),
        *((_UNKNOWN_LETTER, suit) for suit in SUITS),
    ]


Card._make_all(
    {"rank": rank, "suit": suit, "is_known": number < CARD_COUNT, "_text": rank + suit}
    for number, (rank, suit) in enumerate(card_letters())
)
