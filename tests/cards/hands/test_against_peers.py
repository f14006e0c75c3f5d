"""Every hand type compared with other evaluators: PokerKit, phevaluator, treys and eval7."""

from collections.abc import Sequence
from typing import Any

import phevaluator
import pytest
import treys
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import (
    BadugiHand,
    EightOrBetterLowHand,
    GreekHoldemHand,
    KuhnPokerHand,
    LeducHoldemHand,
    Numeral211HoldemHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    RhodeIslandHoldemHand,
    ShortDeckHoldemHand,
    StandardBadugiHand,
    StandardHighHand,
    StandardLowHand,
)
from pokerkit.state import _HighHandOpeningLookup, _LowHandOpeningLookup

from fifthstreet.cards import STANDARD, card_text, cards_text
from fifthstreet.cards.hands import HAND_TYPES, OMAHA_HIGH, STANDARD_HIGH, Label
from tests.oracles.dealing import deals, hand_pairs
from tests.oracles.naive_hands import Cards
from tests.peers import eval7, needs_eval7
from tests.thoroughness import examples

# Our hand type, PokerKit's class, and the numbers of hole cards and board cards.
POKERKIT: list[tuple[str, Any, int, int]] = [
    ("standard high", StandardHighHand, 2, 3),
    ("standard high", StandardHighHand, 2, 5),
    ("deuce-to-seven low", StandardLowHand, 5, 0),
    ("deuce-to-seven low", StandardLowHand, 7, 0),
    ("ace-to-five low", RegularLowHand, 5, 0),
    ("ace-to-five low", RegularLowHand, 7, 0),
    ("eight-or-better low", EightOrBetterLowHand, 5, 0),
    ("eight-or-better low", EightOrBetterLowHand, 2, 5),
    ("badugi", BadugiHand, 4, 0),
    ("ace-high badugi", StandardBadugiHand, 4, 0),
    ("Omaha high", OmahaHoldemHand, 4, 5),
    ("Omaha eight-or-better low", OmahaEightOrBetterLowHand, 4, 5),
    ("Greek high", GreekHoldemHand, 2, 5),
    ("short-deck high", ShortDeckHoldemHand, 5, 0),
    ("short-deck high", ShortDeckHoldemHand, 2, 5),
    ("royal high", StandardHighHand, 2, 5),
    ("Leduc high", LeducHoldemHand, 1, 1),
    ("Rhode Island high", RhodeIslandHoldemHand, 1, 2),
    ("2-1-1 high", Numeral211HoldemHand, 1, 2),
]


def same_name(label: Label, theirs: str) -> bool:
    """Return whether two labels agree; PokerKit calls every badugi a high card."""
    return "badugi" in label or label == theirs.lower()


@pytest.mark.parametrize(("name", "peer", "hole", "board"), POKERKIT)
@settings(max_examples=examples(25), deadline=None)
@given(data=st.data())
def test_pokerkit_ranks_hands_the_same(
    name: str, peer: Any, hole: int, board: int, data: st.DataObject
) -> None:
    hand_type = HAND_TYPES[name]
    first, second, shared = data.draw(hand_pairs(hand_type.deck, hole, board))
    ours = [hand_type.strength(hand, shared) for hand in (first, second)]
    theirs = [
        peer.from_game_or_none(cards_text(hand), cards_text(shared)) for hand in (first, second)
    ]
    for strength, hand in zip(ours, theirs, strict=True):
        assert (strength == 0) == (hand is None)
        if hand is not None:
            assert same_name(hand_type.label(strength), hand.entry.label.value)
    if None not in theirs:
        assert (ours[0] < ours[1]) == (theirs[0] < theirs[1])
        assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])


def test_pokerkit_ranks_kuhn_hands_the_same() -> None:
    hands = ["Js", "Qs", "Ks"]
    ours = [HAND_TYPES["Kuhn high"].strength(hand) for hand in hands]
    assert ours == sorted(set(ours))
    theirs = [KuhnPokerHand.from_game(hand) for hand in hands]
    assert theirs[0] < theirs[1] < theirs[2]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("name", "lookup", "better"),
    [
        ("standard high", _HighHandOpeningLookup(), 1),
        ("ace-to-five low", _LowHandOpeningLookup(), -1),
    ],
)
@settings(max_examples=examples(25), deadline=None)
@given(data=st.data())
def test_pokerkit_ranks_open_hands_the_same(
    name: str, lookup: Any, better: int, count: int, data: st.DataObject
) -> None:
    first, second, _ = data.draw(hand_pairs(STANDARD, count))
    ours, other = (HAND_TYPES[name].open_hand(hand) for hand in (first, second))
    theirs, their_other = (lookup.get_entry(cards_text(hand)) for hand in (first, second))
    assert ours.label == theirs.label.value.lower()
    assert (ours > other) == (better * theirs.index > better * their_other.index)
    assert (ours == other) == (theirs.index == their_other.index)


def texts(cards: Sequence[int]) -> list[str]:
    return [card_text(card) for card in cards]


HANDS = st.integers(5, 7).flatmap(lambda count: deals(STANDARD, count))
TREYS = treys.Evaluator()


@settings(max_examples=examples(300), deadline=None)
@given(deal=HANDS)
def test_standard_strengths_match_phevaluator_and_treys(deal: tuple[Cards]) -> None:
    """Both number the 7,462 classes from the best hand; we number them from the worst."""
    (cards,) = deal
    strength = STANDARD_HIGH.strength(cards)
    assert strength == 7_463 - phevaluator.evaluate_cards(*texts(cards))
    treys_cards = [treys.Card.new(text) for text in texts(cards)]
    assert strength == 7_463 - TREYS.evaluate(treys_cards[:2], treys_cards[2:])


@settings(max_examples=examples(200), deadline=None)
@given(pair=st.integers(5, 7).flatmap(lambda count: hand_pairs(STANDARD, count)))
@needs_eval7
def test_eval7_ranks_hands_the_same(pair: tuple[Cards, Cards, Cards]) -> None:
    ours = [STANDARD_HIGH.strength(hand) for hand in pair[:2]]
    theirs = [eval7.evaluate([eval7.Card(text) for text in texts(hand)]) for hand in pair[:2]]
    assert (ours[0] < ours[1]) == (theirs[0] < theirs[1])
    assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])


@settings(max_examples=examples(200), deadline=None)
@given(deal=deals(STANDARD, 5, 4))
def test_omaha_strengths_match_phevaluator(deal: tuple[Cards, Cards]) -> None:
    board, hole = deal
    rank = phevaluator.evaluate_omaha_cards(*texts(board), *texts(hole))
    assert OMAHA_HIGH.strength(hole, board) == 7_463 - rank
