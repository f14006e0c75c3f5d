"""The engine's cards compared with PokerKit's; unlike those, they are ints and singletons."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError

import pokerkit as pk
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.cards import CardsLike, card_text
from fifthstreet.errors import InputError
from fifthstreet.pokerkit.cards import Card, Deck, Rank, RankOrder, Suit

PARTS = [(rank, suit) for rank in "23456789TJQKA?" for suit in "cdhs?"]
TEXTS = [rank + suit for rank, suit in PARTS]
MEMBERS: list[tuple[type, type]] = [
    (Rank, pk.Rank),
    (Suit, pk.Suit),
    (RankOrder, pk.RankOrder),
    (Deck, pk.Deck),
]

card_lists = st.lists(st.sampled_from(TEXTS), max_size=8)
# Mostly cards, mixed with invalid text.
card_like_texts = st.lists(
    st.sampled_from(
        [*TEXTS[::5], "10", "10s", "A", "x", "1d", "as", "AX", " ", ",", ", ", "\t", ""]
    ),
    max_size=6,
).map("".join)


def outcome(call: Callable[[], object]) -> str:
    """Return the repr of a call's result, or the name of the error it raises."""
    try:
        return repr(call())
    except (ValueError, TypeError) as error:
        return "ValueError" if isinstance(error, ValueError) else type(error).__name__


@pytest.mark.parametrize(("ours", "theirs"), MEMBERS, ids=lambda kind: kind.__name__)
def test_members_match_pokerkit(ours: type, theirs: type) -> None:
    assert [*map(repr, ours)] == [*map(repr, theirs)]  # type: ignore[call-overload]


@pytest.mark.parametrize(("rank", "suit"), PARTS)
def test_cards_match_pokerkit(rank: str, suit: str) -> None:
    ours = Card(rank, suit)
    theirs = pk.Card(pk.Rank(rank), pk.Suit(suit))
    assert repr(ours) == repr(theirs) == rank + suit
    assert str(ours) == str(theirs) == f"{ours}"
    assert repr(ours.rank) == repr(theirs.rank)
    assert repr(ours.suit) == repr(theirs.suit)
    assert ours.unknown_status is theirs.unknown_status
    assert bool(ours) is bool(theirs)


def test_card_numbers() -> None:
    for index in range(53):
        assert repr(Card.of(index)) == card_text(index)
    assert [repr(Card.of(index)) for index in range(53, 66)] == [
        rank + "?" for rank in "23456789TJQKA"
    ]
    assert [repr(Card.of(index)) for index in range(66, 70)] == ["?c", "?d", "?h", "?s"]
    assert [int(Card.of(index)) for index in range(70)] == [*range(70)]
    assert int(Card.UNKNOWN) == 52


@pytest.mark.parametrize("index", [-1, 70, 1000])
def test_invalid_card_numbers(index: int) -> None:
    with pytest.raises(InputError, match=f"card must be from 0 to 69, got {index}"):
        Card.of(index)


@pytest.mark.parametrize("index", range(70))
def test_one_object_per_card(index: int) -> None:
    card = Card.of(index)
    assert Card(card.rank, card.suit) is card
    assert Card(card.rank.value, card.suit.value) is card
    assert [*Card.parse(repr(card))] == [card]
    assert next(iter(Card.parse(repr(card)))) is card
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is card


def test_a_card_is_an_int() -> None:
    ace = Card("A", "s")
    assert int(ace) == 51
    assert hash(ace) == hash(51)
    assert 1 << ace == 1 << 51
    assert ["found"][Card("2", "c")] == "found"
    assert sorted(Card.parse("As2cKd")) == [*Card.parse("2cKdAs")]


def test_cards_are_immutable() -> None:
    card = Card("A", "s")
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'rank'"):
        card.rank = Rank.KING  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'suit'"):
        del card.suit
    assert repr(card) == "As"


def test_a_card_can_be_matched() -> None:
    match Card("A", "s"):
        case Card(Rank.ACE, suit):
            assert suit is Suit.SPADE
        case _:
            pytest.fail("no match")


@pytest.mark.parametrize(
    "parts", [("1", "s"), ("A", "x"), ("a", "s"), ("", ""), (12, 3), (None, "s")]
)
def test_invalid_ranks_and_suits(parts: tuple[str, str]) -> None:
    with pytest.raises(InputError, match="card must be a rank and a suit, like 'As', got "):
        Card(*parts)


@given(card_like_texts)
def test_texts_parse_as_in_pokerkit(text: str) -> None:
    assert outcome(lambda: [*Card.parse(text)]) == outcome(lambda: [*pk.Card.parse(text)])
    assert outcome(lambda: Card.clean(text)) == outcome(lambda: pk.Card.clean(text))


@given(st.lists(card_like_texts, max_size=3))
def test_several_texts_parse_as_in_pokerkit(texts: list[str]) -> None:
    assert outcome(lambda: [*Card.parse(*texts)]) == outcome(lambda: [*pk.Card.parse(*texts)])


@given(card_lists)
def test_queries_match_pokerkit(texts: list[str]) -> None:
    ours, theirs = [*Card.parse(*texts)], [*pk.Card.parse(*texts)]
    assert repr([*Card.get_ranks(ours)]) == repr([*pk.Card.get_ranks(theirs)])
    assert repr([*Card.get_suits(ours)]) == repr([*pk.Card.get_suits(theirs)])
    assert Card.are_paired(ours) is pk.Card.are_paired(theirs)
    assert Card.are_suited(ours) is pk.Card.are_suited(theirs)
    assert Card.are_rainbow(ours) is pk.Card.are_rainbow(theirs)
    assert repr([*filter(None, ours)]) == repr([*filter(None, theirs)])


@given(card_lists)
def test_clean_returns_a_tuple_of_cards(texts: list[str]) -> None:
    cards = tuple(Card.parse(*texts))
    assert Card.clean(cards) is cards
    holders: list[CardsLike] = [[*cards], iter(cards), "".join(texts), " ".join(texts)]
    for holder in holders:
        cleaned = Card.clean(holder)
        assert cleaned == cards
        assert type(cleaned) is tuple
    assert Card.clean(texts) == cards  # type: ignore[arg-type]


@pytest.mark.parametrize("values", [None, 51, 3.5, [51], ["AsKs"], [None], [pk.Card.UNKNOWN]])
def test_clean_rejects_values_that_are_not_cards(values: CardsLike) -> None:
    with pytest.raises(InputError, match=r"cards? must be .*, got "):
        Card.clean(values)


def test_a_single_card_is_clean() -> None:
    assert Card.clean(Card("2", "c")) == (Card("2", "c"),)


def test_decks_are_read_only() -> None:
    with pytest.raises(TypeError, match="'Deck' object does not support item assignment"):
        Deck.STANDARD[3] = Card("A", "s")  # type: ignore[index]


@pytest.mark.parametrize("deck", Deck)
def test_decks_survive_copies_and_pickles(deck: Deck) -> None:
    assert copy.deepcopy(deck) is deck
    assert pickle.loads(pickle.dumps(deck)) is deck
    assert all(type(card) is Card for card in deck)
