"""Hands compared with PokerKit's: the same cards, labels, order and errors."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pokerkit as pk
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import hands
from fifthstreet.pokerkit import hands as hand_classes
from fifthstreet.pokerkit import lookups
from fifthstreet.pokerkit.cards import Card, Deck
from fifthstreet.pokerkit.hands import (
    BadugiHand,
    Hand,
    OmahaHoldemHand,
    ShortDeckHoldemHand,
    StandardHighHand,
    StandardLowHand,
)
from tests.thoroughness import examples

# Numbers of hole and board cards in a game with these hands, and its deck.
GAMES = {
    "StandardHighHand": (2, 5, "STANDARD"),
    "StandardLowHand": (5, 2, "STANDARD"),
    "ShortDeckHoldemHand": (2, 5, "SHORT_DECK_HOLDEM"),
    "EightOrBetterLowHand": (7, 0, "REGULAR"),
    "RegularLowHand": (7, 0, "REGULAR"),
    "GreekHoldemHand": (2, 5, "STANDARD"),
    "OmahaHoldemHand": (4, 5, "STANDARD"),
    "OmahaEightOrBetterLowHand": (4, 5, "REGULAR"),
    "BadugiHand": (4, 0, "REGULAR"),
    "StandardBadugiHand": (4, 0, "STANDARD"),
    "KuhnPokerHand": (1, 0, "KUHN_POKER"),
    "LeducHoldemHand": (1, 1, "LEDUC_HOLDEM"),
    "RhodeIslandHoldemHand": (1, 2, "STANDARD"),
    "Numeral211HoldemHand": (1, 2, "NUMERAL211_HOLDEM"),
}
UNKNOWN = ["??", "A?", "7?", "?s"]
names = st.sampled_from([*GAMES])


def both(name: str) -> tuple[Any, Any]:
    return getattr(hand_classes, name), getattr(pk, name)


def outcome(make: Callable[..., Any], *cards: str) -> str:
    """Return the text, cards and entry of a hand, or the name of the error raised."""
    try:
        hand = make(*cards)
    except (ValueError, KeyError) as error:
        return "ValueError" if isinstance(error, ValueError) else type(error).__name__
    return f"{hand} {hand.cards} {hand.entry}"


@st.composite
def deals(draw: st.DrawFn) -> tuple[str, str, str]:
    """Draw a game and the cards that it is played with."""
    name = draw(names)
    hole, board, deck = GAMES[name]
    cards = draw(st.permutations([*map(repr, Deck[deck])]))[: hole + board]
    return name, "".join(cards[:hole]), "".join(cards[hole:])


@st.composite
def crowded_deals(draw: st.DrawFn) -> tuple[str, str, str]:
    """Draw a game and cards of few ranks, so that many hands are alike."""
    name = draw(names)
    hole, board, deck = GAMES[name]
    ranks = draw(
        st.sets(st.sampled_from(sorted({repr(card)[0] for card in Deck[deck]})), max_size=5)
    )
    cards = [repr(card) for card in Deck[deck] if repr(card)[0] in ranks]
    dealt = draw(st.permutations(cards))[: hole + board]
    return name, "".join(dealt[:hole]), "".join(dealt[hole:])


@st.composite
def short_and_long_deals(draw: st.DrawFn) -> tuple[str, str, str]:
    """Draw a game and a few cards more or less than it is played with."""
    name = draw(names)
    hole, board, deck = GAMES[name]
    hole += draw(st.integers(-1, 2))
    board = max(0, board + draw(st.integers(-2, 1)))
    cards = draw(st.permutations([*map(repr, Deck[deck])]))[: hole + board]
    return name, "".join(cards[:hole]), "".join(cards[hole:])


@st.composite
def odd_deals(draw: st.DrawFn) -> tuple[str, str, str]:
    """Draw any cards for any game: too few or many, duplicate, unknown or of another deck."""
    name = draw(names)
    chosen = draw(st.lists(st.sampled_from([*map(repr, Deck.STANDARD)]), min_size=2, max_size=10))
    card = st.sampled_from(chosen) | st.sampled_from(chosen + UNKNOWN[: draw(st.integers(0, 4))])
    hole = draw(st.lists(card, max_size=6))
    board = draw(st.lists(card, max_size=5))
    return name, "".join(hole), "".join(board)


@settings(deadline=None, max_examples=examples(300))
@given(deals() | crowded_deals() | short_and_long_deals())
def test_hands_match_pokerkit(deal: tuple[str, str, str]) -> None:
    name, hole, board = deal
    ours, theirs = both(name)
    assert outcome(ours.from_game, hole, board) == outcome(theirs.from_game, hole, board)
    is_none = outcome(theirs.from_game, hole, board).startswith("ValueError")
    assert (ours.from_game_or_none(hole, board) is None) == is_none


@settings(deadline=None, max_examples=examples(300))
@given(odd_deals())
def test_odd_cards_match_pokerkit(deal: tuple[str, str, str]) -> None:
    name, hole, board = deal
    ours, theirs = both(name)
    assert outcome(ours.from_game, hole, board) == outcome(theirs.from_game, hole, board)
    assert outcome(ours, hole) == outcome(theirs, hole)
    assert outcome(ours, hole + board) == outcome(theirs, hole + board)


@settings(deadline=None, max_examples=examples(200))
@given(names, st.data())
def test_order_matches_pokerkit(name: str, data: st.DataObject) -> None:
    ours, theirs = both(name)
    hole, board, deck = GAMES[name]
    pairs = []
    for _ in range(2):
        cards = data.draw(st.permutations([*map(repr, Deck[deck])]))[: hole + board]
        text = "".join(cards[:hole]), "".join(cards[hole:])
        pairs.append((ours.from_game_or_none(*text), theirs.from_game_or_none(*text)))
    (a, their_a), (b, their_b) = pairs
    if their_a is None or their_b is None:
        assert (a, b).count(None) == (their_a, their_b).count(None)
        return
    assert (a < b, a <= b, a > b, a >= b, a == b, a != b) == (
        their_a < their_b,
        their_a <= their_b,
        their_a > their_b,
        their_a >= their_b,
        their_a == their_b,
        their_a != their_b,
    )
    assert (hash(a) == hash(b)) == (hash(their_a) == hash(their_b))


@pytest.mark.parametrize("name", [name for name in GAMES if both(name)[0]._native is not None])
def test_the_core_and_the_lookup_have_the_same_entries(name: str) -> None:
    hand_class, _ = both(name)
    entries = {entry.index: entry.label for entry in hand_class._native.entries[1:]}
    table = {entry.index: entry.label for entry in hand_class.lookup._table().values()}
    assert entries == table


@pytest.mark.parametrize("name", ["StandardHighHand", "StandardLowHand", "RegularLowHand"])
def test_the_core_and_the_lookup_agree_on_many_hands(name: str) -> None:
    hand_class, _ = both(name)
    for cards in combinations(Deck.STANDARD[::3], 5):
        assert hand_class(cards).entry == hand_class.lookup.get_entry(cards)


@pytest.mark.parametrize("name", GAMES)
def test_each_class_names_its_native_type(name: str) -> None:
    ours, theirs = both(name)
    assert isinstance(ours.hand_type, hands.HandType)
    assert ours.low is theirs.low
    assert getattr(ours, "card_count", None) == getattr(theirs, "card_count", None)
    assert [kind.__name__ for kind in ours.__mro__] == [kind.__name__ for kind in theirs.__mro__]


def test_derived_classes_have_no_native_type() -> None:
    class Plain(StandardHighHand):
        pass

    assert Plain.hand_type is None
    assert Plain._native is None
    assert repr(Plain.from_game("AsAc", "Kh3sAdAh")) == "AsAcKhAdAh"


class CustomHand(StandardHighHand):
    lookup = lookups.RegularLookup()
    low = True
    card_count = 5


class TheirCustomHand(pk.StandardHighHand):
    lookup = pk.RegularLookup()
    low = True
    card_count = 5


@settings(deadline=None, max_examples=examples(50))
@given(st.permutations([*map(repr, Deck.STANDARD)]), st.integers(0, 4), st.integers(0, 5))
def test_custom_classes_match_pokerkit(cards: list[str], hole: int, board: int) -> None:
    deal = "".join(cards[:hole]), "".join(cards[hole : hole + board])
    expected = outcome(TheirCustomHand.from_game, *deal).replace("TheirCustom", "Custom")
    assert outcome(CustomHand.from_game, *deal) == expected


class ThreeFromBoard(hand_classes.BoardCombinationHand):
    lookup = lookups.StandardLookup()
    low = False
    card_count = 5
    board_card_count = 3


class TheirThreeFromBoard(pk.BoardCombinationHand):
    lookup = pk.StandardLookup()
    low = False
    card_count = 5
    board_card_count = 3


@settings(deadline=None, max_examples=examples(30))
@given(st.permutations([*map(repr, Deck.STANDARD)]), st.integers(1, 4))
def test_custom_board_hands_match_pokerkit(cards: list[str], hole: int) -> None:
    deal = "".join(cards[:hole]), "".join(cards[hole : hole + 5])
    expected = outcome(TheirThreeFromBoard.from_game, *deal).replace("TheirThree", "Three")
    assert outcome(ThreeFromBoard.from_game, *deal) == expected


def test_hands_of_different_classes_do_not_compare() -> None:
    high, low = StandardHighHand("7c5d4h3s2c"), StandardLowHand("7c5d4h3s2c")
    assert high != low
    for compare in (Hand.__lt__, Hand.__le__, Hand.__gt__, Hand.__ge__):
        assert compare(high, low) is NotImplemented
    with pytest.raises(TypeError, match="'<' not supported between instances of 'BadugiHand'"):
        BadugiHand("6d7s8h9c") < ShortDeckHoldemHand("6s7s8s9sTs")  # noqa: B015
    assert high != 5


def test_the_first_of_equal_hands_plays() -> None:
    hand = StandardHighHand.from_game("KsQd", "QsQhKhKdKc")
    assert hand.cards == Card.clean("KsQdKhKdKc")
    # Five spades would be a flush: the first seven and the last deuce make the low.
    assert repr(StandardLowHand.from_game("7s5s4s3s2s", "7h2h")) == "7s5s4s3s2h"


def test_hands_can_be_pickled_and_shown() -> None:
    for hand in (OmahaHoldemHand.from_game("AsKd2c2d", "QsJsTs2h3d"), BadugiHand("6d7s8h9c")):
        loaded = pickle.loads(pickle.dumps(hand))
        assert loaded == hand
        assert str(loaded) == str(hand)
        assert loaded.cards == hand.cards


def test_lookup_tables_are_computed_only_when_needed() -> None:
    program = """
from fifthstreet.pokerkit import hands as hand_classes, lookups
found = [getattr(value, "lookup", None) for value in vars(hand_classes).values()]
tables = [lookup for lookup in found if isinstance(lookup, lookups.Lookup)]
hand_classes.StandardHighHand.from_game("AsKs", "QsJsTs2h3d").cards
hand_classes.StandardHighHand("AsKsQsJsTs")
assert len(tables) > 10 and all(lookup._entries is None for lookup in tables)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
