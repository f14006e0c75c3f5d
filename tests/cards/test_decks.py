"""Decks, compared with PokerKit's."""

import pokerkit
import pytest

from fifthstreet.cards import (
    DECKS,
    KUHN,
    LEDUC,
    NUMERAL_211,
    REGULAR,
    RHODE_ISLAND,
    ROYAL,
    ROYAL_RHODE_ISLAND,
    SHORT,
    STANDARD,
    Deck,
    card_text,
    cards_text,
    mask_of,
)
from fifthstreet.cards.decks import kuhn_deck
from fifthstreet.cards.named_card import Card
from fifthstreet.errors import InputError


@pytest.mark.parametrize(
    ("deck", "theirs"),
    [
        (STANDARD, pokerkit.Deck.STANDARD),
        (REGULAR, pokerkit.Deck.REGULAR),
        (SHORT, pokerkit.Deck.SHORT_DECK_HOLDEM),
        (ROYAL, pokerkit.Deck.ROYAL_HOLDEM),
        (KUHN, pokerkit.Deck.KUHN_POKER),
        (LEDUC, pokerkit.Deck.LEDUC_HOLDEM),
        (RHODE_ISLAND, pokerkit.Deck.STANDARD),
        (ROYAL_RHODE_ISLAND, pokerkit.Deck.ROYAL_HOLDEM),
        (NUMERAL_211, pokerkit.Deck.NUMERAL211_HOLDEM),
    ],
    ids=lambda deck: deck.name,
)
def test_decks_match_pokerkit(deck: Deck, theirs: pokerkit.Deck) -> None:
    assert [card_text(card) for card in deck] == [repr(card) for card in theirs]


@pytest.mark.parametrize(
    ("deck", "size"),
    [
        (STANDARD, 52),
        (REGULAR, 52),
        (SHORT, 36),
        (ROYAL, 20),
        (KUHN, 3),
        (LEDUC, 6),
        (RHODE_ISLAND, 52),
        (ROYAL_RHODE_ISLAND, 20),
        (NUMERAL_211, 40),
    ],
)
def test_sizes_and_masks(deck: Deck, size: int) -> None:
    assert len(deck) == size
    assert deck.mask == mask_of(deck)
    assert [card for card in range(53) if card in deck] == sorted(deck)
    assert DECKS[deck.name] is deck


def test_every_deck_is_listed_once() -> None:
    assert len(DECKS) == 9
    assert all(name == deck.name for name, deck in DECKS.items())


def test_ranks_follow_the_deck() -> None:
    assert STANDARD.ranks == tuple(range(13))
    assert REGULAR.ranks == (12, *range(12))
    assert LEDUC.ranks == (9, 10, 11)


@pytest.mark.parametrize(
    ("count", "cards"),
    [
        (2, "QsKs"),
        (3, "JsQsKs"),
        (5, "9sTsJsQsKs"),
        (12, "2s3s4s5s6s7s8s9sTsJsQsKs"),
        (13, "2s3s4s5s6s7s8s9sTsJsQsKsAs"),
    ],
)
def test_kuhn_decks(count: int, cards: str) -> None:
    assert cards_text(kuhn_deck(count)) == cards


def test_the_kuhn_deck_has_three_cards() -> None:
    assert kuhn_deck(3) is KUHN


@pytest.mark.parametrize("count", [-1, 0, 1, 14])
def test_invalid_sizes_of_kuhn_decks(count: int) -> None:
    with pytest.raises(InputError, match=f"a Kuhn deck must have 2 to 13 cards, got {count}"):
        kuhn_deck(count)


def test_decks_reject_duplicate_cards() -> None:
    with pytest.raises(InputError, match="cards must be distinct, got 2c twice"):
        Deck("odd", (Card.of(0), Card.of(0)))
