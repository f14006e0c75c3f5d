"""Cards as plain ints, sets of cards as bit masks, and both as text.

A card is an int from 0 to 51: `rank * 4 + suit`, with ranks `23456789TJQKA` (0 to 12) and suits
`cdhs` (0 to 3). 52 is an unknown card, written `??`. A set of cards is an int with bit `c` set for
each card `c` in it, so a hand and a board combine with `|`.

This module is compiled when the package is installed, so it uses only ints, text and built-in
containers. Compiled functions accept Python ints only: pass `int(x)` for a NumPy scalar.
"""

from collections.abc import Iterable
from typing import Final

from fifthstreet.errors import InputError

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
SUIT_SYMBOLS: Final = "♣♦♥♠"
CARD_COUNT: Final = 52
UNKNOWN: Final = 52
UNKNOWN_TEXT: Final = "??"
ALL_CARDS: Final = 0xFFFFFFFFFFFFF  # the mask of all 52 cards

_ACCEPTED: Final = "card must be a rank and a suit, like 'As'"
_SEPARATORS: Final = " \t\r\n\f\v\u00a0,;|[](){}"
# Emoji keyboards add one of these invisible characters after a suit symbol.
_VARIATION_SIGNS: Final = "\ufe0e\ufe0f"

_RANK_OF_SIGN: Final[dict[str, int]] = {
    sign: rank for rank, text in enumerate(RANKS) for sign in (text, text.lower())
}
_SUIT_OF_SIGN: Final[dict[str, int]] = {
    sign: suit for suit, signs in enumerate(("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤")) for sign in signs
}


def make_card(rank: int, suit: int) -> int:
    """Return the card of a rank and a suit.

    Args:
        rank: 0 (deuce) to 12 (ace).
        suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades.
    """
    if not 0 <= rank <= 12:
        raise InputError(f"rank must be from 0 (deuce) to 12 (ace), got {rank}")
    if not 0 <= suit <= 3:
        raise InputError(f"suit must be from 0 (clubs) to 3 (spades), got {suit}")
    return rank * 4 + suit


def rank_of(card: int) -> int:
    """Return the rank of a card, from 0 (deuce) to 12 (ace).

    Args:
        card: A known card, 0 to 51.
    """
    return _known(card) >> 2


def suit_of(card: int) -> int:
    """Return the suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades.

    Args:
        card: A known card, 0 to 51.
    """
    return _known(card) & 3


def card_text(card: int) -> str:
    """Return a card as text.

    Args:
        card: 0 to 51, 52 for an unknown card, or a partly unknown card (see `named_card`).

    >>> card_text(51), card_text(UNKNOWN)
    ('As', '??')
    """
    if int(card) == UNKNOWN:  # cards of `fifthstreet.pokerkit` equal no plain int
        return UNKNOWN_TEXT
    if UNKNOWN < card <= UNKNOWN + 17:  # of partly unknown cards, see `named_card`
        part = card - UNKNOWN - 1
        return f"{RANKS[part]}?" if part < 13 else f"?{SUITS[part - 13]}"
    return RANKS[_known(card) >> 2] + SUITS[card & 3]


def card_symbol(card: int) -> str:
    """Return a card as text, with its suit's symbol.

    Args:
        card: 0 to 51, or 52 for an unknown card, which is written `??`.

    >>> card_symbol(51)
    'A♠'
    """
    if int(card) == UNKNOWN:  # cards of `fifthstreet.pokerkit` equal no plain int
        return UNKNOWN_TEXT
    return RANKS[_known(card) >> 2] + SUIT_SYMBOLS[card & 3]


def cards_text(cards: Iterable[int]) -> str:
    """Return cards as text, in the given order and without separators.

    Args:
        cards: Known or unknown cards, as in `card_text`.

    >>> cards_text((51, 45, 20))
    'AsKd7c'
    """
    return "".join([card_text(card) for card in cards])


def parse_card(text: str) -> int:
    """Read a card.

    Args:
        text: `As`, `aS`, `10h`, `A♠`, or `??` for an unknown card.

    Returns:
        0 to 51, or 52 for an unknown card.

    Raises:
        InputError: If the text is not exactly one card.

    >>> parse_card("As")
    51
    """
    stripped = text.strip()
    card, end = _card_at(stripped, 0)
    if card < 0 or end != len(stripped):
        raise InputError(f"{_ACCEPTED}, got {text!r}")
    return card


def parse_cards(text: str) -> tuple[int, ...]:
    """Read cards in the order they are written.

    Args:
        text: Cards as in `parse_card`. Spaces, commas, semicolons, bars and brackets may separate
            them. Only `??` may repeat.

    Returns:
        The cards; none if the text is empty.

    Raises:
        InputError: If part of the text is not a card, or a known card appears twice.

    >>> parse_cards("[As Kd, 7c]")
    (51, 45, 20)
    """
    cards: list[int] = []
    seen = 0
    at = 0
    while at < len(text):
        if text[at] in _SEPARATORS:
            at += 1
            continue
        card, end = _card_at(text, at)
        if card < 0:
            piece = text[at : at + (3 if text.startswith("10", at) else 2)].rstrip(_SEPARATORS)
            place = "" if piece == text else f" in {text!r}"
            raise InputError(f"{_ACCEPTED}, got {piece!r}{place}")
        if card != UNKNOWN:
            if seen >> card & 1:
                raise InputError(f"the card {card_text(card)} appears twice in {text!r}")
            seen |= 1 << card
        cards.append(card)
        at = end
    return tuple(cards)


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of cards.

    Args:
        cards: Known and distinct cards, 0 to 51.

    Raises:
        InputError: If a card is unknown or appears twice.
    """
    mask = 0
    for card in cards:
        bit = 1 << _known(card)
        if mask & bit:
            raise InputError(f"cards must be distinct, got {card_text(card)} twice")
        mask |= bit
    return mask


def cards_of(mask: int) -> tuple[int, ...]:
    """Return the cards of a mask, lowest first.

    Args:
        mask: A set of cards; bits above 51 are refused.
    """
    rest = check_mask(mask)
    cards: list[int] = []
    while rest:
        low = rest & -rest
        cards.append(low.bit_length() - 1)
        rest ^= low
    return tuple(cards)


def combine(hand: int, board: int) -> int:
    """Return the union of two masks.

    Args:
        hand: Mask of a hand.
        board: Mask of a board, or of any other cards.

    Raises:
        InputError: If the masks share a card.
    """
    shared = check_mask(hand) & check_mask(board)
    if shared:
        raise InputError(f"hand and board must not share a card, got {mask_text(shared)} in both")
    return hand | board


def parse_mask(text: str) -> int:
    """Read cards as a mask.

    Args:
        text: Known cards, spelled as in `parse_cards`, in any order.

    Returns:
        The mask, with bit `c` set for each card `c`.

    Raises:
        InputError: If part of the text is not a card, or a card is unknown or appears twice.

    >>> parse_mask("AsKd") == 1 << 51 | 1 << 45
    True
    """
    return mask_of(parse_cards(text))


def mask_text(mask: int) -> str:
    """Return the cards of a mask as text, highest first.

    Args:
        mask: A set of cards; bits above 51 are refused.

    >>> mask_text(1 << 20 | 1 << 51 | 1 << 45)
    'AsKd7c'
    """
    return "".join([card_text(card) for card in reversed(cards_of(mask))])


def check_mask(mask: int) -> int:
    """Return a mask unchanged if it is a valid set of cards.

    Args:
        mask: Any int.

    Raises:
        InputError: If the int is negative or has a bit above 51.
    """
    if not 0 <= mask <= ALL_CARDS:
        raise InputError(f"a mask of cards must have only bits 0 to 51, got {mask}")
    return mask


def _known(card: int) -> int:
    if 0 <= card < CARD_COUNT:
        return card
    if int(card) == UNKNOWN:
        raise InputError("card must be known, from 0 to 51, got ??")
    raise InputError(f"card must be from 0 to 51, or 52 for an unknown card, got {card}")


def _card_at(text: str, start: int) -> tuple[int, int]:
    """Return the card that starts at an index, or -1, and the index after it."""
    if text.startswith(UNKNOWN_TEXT, start):
        return UNKNOWN, start + 2
    if text.startswith("10", start):
        rank = 8
        at = start + 2
    else:
        rank = _RANK_OF_SIGN.get(text[start : start + 1], -1)
        at = start + 1
    suit = _SUIT_OF_SIGN.get(text[at : at + 1], -1)
    if rank < 0 or suit < 0:
        return -1, start
    at += 1
    if at < len(text) and text[at] in _VARIATION_SIGNS:
        at += 1
    return rank * 4 + suit, at
