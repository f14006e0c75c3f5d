"""Cards and masks, tested on the imported module (compiled if installed) and on its source."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fifthstreet.cards.card
from fifthstreet.cards import Card
from fifthstreet.errors import InputError

SOURCE = Path(__file__).parents[2] / "src/fifthstreet/cards/card.py"

CARDS = st.integers(0, 51)
MASKS = st.integers(0, 2**52 - 1)
CARD_LISTS = st.lists(CARDS, unique=True, max_size=52)
SEPARATORS = st.text(" \t\n,;|[](){}", max_size=3)


def plain_source() -> ModuleType:
    spec = importlib.util.spec_from_file_location("plain_card", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module", params=["imported", "plain source"])
def card(request: pytest.FixtureRequest) -> Any:
    return fifthstreet.cards.card if request.param == "imported" else plain_source()


def spellings(number: int) -> list[str]:
    rank, suit = divmod(number, 4)
    ranks = ["23456789TJQKA"[rank], "23456789tjqka"[rank]] + (["10"] if rank == 8 else [])
    suits = [*("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤")[suit], "♣♦♥♠"[suit] + "\ufe0f"]
    return [rank_text + suit_text for rank_text in ranks for suit_text in suits]


ANY_SPELLING = CARDS.flatmap(
    lambda number: st.tuples(st.just(number), st.sampled_from(spellings(number)))
)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2c", 0),
        ("2d", 1),
        ("2h", 2),
        ("2s", 3),
        ("3c", 4),
        ("Th", 34),
        ("10h", 34),
        ("AS", 51),
        ("aS", 51),
        ("A♠", 51),
        ("A♤", 51),
        ("A♥", 50),
        ("A♡", 50),
        ("K♦", 45),
        ("K♢", 45),
        ("7♣", 20),
        ("7♧", 20),
        (" As ", 51),
        ("??", 52),
    ],
)
def test_spellings_of_one_card(card: Any, text: str, number: int) -> None:
    assert card.parse_card(text) == number


@given(spelt=ANY_SPELLING)
def test_every_spelling_is_read(card: Any, spelt: tuple[int, str]) -> None:
    number, text = spelt
    assert card.parse_card(text) == number


@pytest.mark.parametrize("text", ["", "A", "s", "Ax", "1s", "AsKd", "?", "?s", "A s", "Ass", "11h"])
def test_invalid_card_texts(card: Any, text: str) -> None:
    with pytest.raises(
        ValueError, match=r"card must be a rank and a suit, like 'As', got .*"
    ) as error:
        card.parse_card(text)
    assert repr(text) in str(error.value)


def test_all_cards_round_trip(card: Any) -> None:
    texts = [card.card_text(number) for number in range(53)]
    assert [card.parse_card(text) for text in texts] == list(range(53))
    symbols = [card.card_symbol(number) for number in range(53)]
    assert [card.parse_card(symbol) for symbol in symbols] == list(range(53))
    assert (texts[51], symbols[51], texts[52], symbols[52]) == ("As", "A♠", "??", "??")


def test_rank_and_suit_make_the_card(card: Any) -> None:
    for number in range(52):
        assert card.make_card(card.rank_of(number), card.suit_of(number)) == number
        text = card.RANKS[card.rank_of(number)] + card.SUITS[card.suit_of(number)]
        assert text == card.card_text(number)


@pytest.mark.parametrize("rank", [-1, 13])
def test_invalid_ranks(card: Any, rank: int) -> None:
    with pytest.raises(InputError, match=f"rank must be from 0 .deuce. to 12 .ace., got {rank}"):
        card.make_card(rank, 0)


@pytest.mark.parametrize("suit", [-1, 4])
def test_invalid_suits(card: Any, suit: int) -> None:
    with pytest.raises(InputError, match=f"suit must be from 0 .clubs. to 3 .spades., got {suit}"):
        card.make_card(0, suit)


@pytest.mark.parametrize(("number", "text"), [(53, "2?"), (65, "A?"), (66, "?c"), (69, "?s")])
def test_partly_unknown_cards_have_only_a_text(card: Any, number: int, text: str) -> None:
    assert card.card_text(number) == repr(Card.of(number)) == text
    for call in (card.card_symbol, card.rank_of, card.suit_of, lambda one: card.mask_of([one])):
        with pytest.raises(
            ValueError, match=f"card must be from 0 to 51, or 52 for an unknown card, got {number}"
        ):
            call(number)


@pytest.mark.parametrize("number", [-1, 70, 100])
def test_invalid_card_numbers(card: Any, number: int) -> None:
    message = f"card must be from 0 to 51, or 52 for an unknown card, got {number}"
    for call in (card.card_text, card.card_symbol, card.rank_of, card.suit_of):
        with pytest.raises(InputError, match=message):
            call(number)
    with pytest.raises(InputError, match=message):
        card.mask_of([number])


def test_an_unknown_card_has_no_rank_suit_or_bit(card: Any) -> None:
    for call in (card.rank_of, card.suit_of):
        with pytest.raises(InputError, match=r"card must be known, from 0 to 51, got \?\?"):
            call(card.UNKNOWN)
    with pytest.raises(InputError, match=r"card must be known, from 0 to 51, got \?\?"):
        card.parse_mask("As??")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", ()),
        ("  ", ()),
        ("[]", ()),
        ("AsKd7c", (51, 45, 20)),
        ("As Kd 7c", (51, 45, 20)),
        ("As,Kd;7c", (51, 45, 20)),
        ("[As Kd, 7c]", (51, 45, 20)),
        ("As|Kd|7c", (51, 45, 20)),
        ("(As) {Kd}\n7c", (51, 45, 20)),
        ("A♠K♦7♣", (51, 45, 20)),
        ("A♠️K♦️", (51, 45)),
        ("10h10s", (34, 35)),
        ("????", (52, 52)),
        ("As??Kd", (51, 52, 45)),
    ],
)
def test_spellings_of_cards(card: Any, text: str, numbers: tuple[int, ...]) -> None:
    assert card.parse_cards(text) == numbers


@given(data=st.data(), spelt=st.lists(ANY_SPELLING, unique_by=lambda pair: pair[0]))
def test_spellings_and_separators_mix(
    card: Any, data: st.DataObject, spelt: list[tuple[int, str]]
) -> None:
    text = "".join(data.draw(SEPARATORS) + word for _, word in spelt) + data.draw(SEPARATORS)
    assert card.parse_cards(text) == tuple(number for number, _ in spelt)


@given(numbers=CARD_LISTS)
def test_card_text_round_trips(card: Any, numbers: list[int]) -> None:
    assert card.parse_cards(card.cards_text(numbers)) == tuple(numbers)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Ax", "card must be a rank and a suit, like 'As', got 'Ax'"),
        ("AsKx7c", "card must be a rank and a suit, like 'As', got 'Kx' in 'AsKx7c'"),
        ("As K", "card must be a rank and a suit, like 'As', got 'K' in 'As K'"),
        ("As A d", "card must be a rank and a suit, like 'As', got 'A' in 'As A d'"),
        ("10x", "card must be a rank and a suit, like 'As', got '10x'"),
        ("As As", "the card As appears twice in 'As As'"),
        ("A♠KdaS", "the card As appears twice in 'A♠KdaS'"),
    ],
)
def test_errors_name_the_card(card: Any, text: str, message: str) -> None:
    with pytest.raises(InputError, match="^" + re.escape(message)):
        card.parse_cards(text)


@given(text=st.text("AKT10x2cdhs♠?, []", max_size=12))
def test_any_text_parses_or_raises_value_error(card: Any, text: str) -> None:
    try:
        numbers = card.parse_cards(text)
    except ValueError:
        return
    assert card.parse_cards(card.cards_text(numbers)) == numbers


@given(numbers=CARD_LISTS)
def test_masks_hold_their_cards(card: Any, numbers: list[int]) -> None:
    mask = card.mask_of(numbers)
    assert mask == sum(1 << number for number in numbers)
    assert card.cards_of(mask) == tuple(sorted(numbers))


@given(mask=MASKS)
def test_mask_text_round_trips(card: Any, mask: int) -> None:
    text = card.mask_text(mask)
    assert card.parse_mask(text) == mask
    numbers = card.parse_cards(text)
    assert list(numbers) == sorted(numbers, reverse=True)


def test_mask_text_puts_high_cards_first(card: Any) -> None:
    assert card.mask_text(card.parse_mask("7c As Kd")) == "AsKd7c"
    assert card.mask_text(0) == ""
    assert len(card.mask_text(card.ALL_CARDS)) == 104


def test_masks_reject_duplicate_cards(card: Any) -> None:
    with pytest.raises(InputError, match="cards must be distinct, got Kd twice"):
        card.mask_of([45, 51, 45])


@pytest.mark.parametrize("mask", [-1, 1 << 52])
def test_invalid_masks(card: Any, mask: int) -> None:
    for call in (
        card.cards_of,
        card.mask_text,
        card.check_mask,
        lambda invalid: card.combine(invalid, 0),
    ):
        with pytest.raises(
            ValueError, match=f"a mask of cards must have only bits 0 to 51, got {mask}"
        ):
            call(mask)


@given(hand=MASKS, board=MASKS)
def test_hands_and_boards_combine(card: Any, hand: int, board: int) -> None:
    assert card.combine(hand & ~board, board) == hand | board
    if hand & board:
        with pytest.raises(InputError, match=r"hand and board must not share a card"):
            card.combine(hand, board)


def test_combine_names_the_shared_card(card: Any) -> None:
    with pytest.raises(InputError, match="hand and board must not share a card, got Kd"):
        card.combine(card.parse_mask("AsKd"), card.parse_mask("Kd7c2h"))
