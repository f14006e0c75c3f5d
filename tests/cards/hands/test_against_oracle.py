"""Every hand type compared with a naive implementation of the rules, singly and in batches."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fifthstreet.cards import MaskArray, cards_of, mask_of, subsets
from fifthstreet.cards.hands import HAND_TYPES, HandType
from fifthstreet.errors import InputError
from tests.oracles.dealing import deals, hand_pairs
from tests.oracles.naive_hands import NAIVE_TYPES, Cards, Score
from tests.thoroughness import examples

MOST_CARDS = 9
BLOCK = 16_384  # rows in one task of a batch

FREE = [name for name, naive in NAIVE_TYPES.items() if naive.from_hole is None]
SPLIT = [name for name, naive in NAIVE_TYPES.items() if naive.from_hole is not None]
OPEN = [name for name, naive in NAIVE_TYPES.items() if naive.open_hands]


FREE_SIZES = [
    (name, count)
    for name in FREE
    for count in range(NAIVE_TYPES[name].sizes[0], min(MOST_CARDS, len(HAND_TYPES[name].deck)) + 1)
]
SPLIT_SIZES = [
    (name, hole, board)
    for name in SPLIT
    for hole in ((2,) if name == "Greek high" else range(2, 7))
    for board in (3, 4, 5)
]


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def compare(left: Score, right: Score) -> int:
    return (left > right) - (left < right)


def check_hand(name: str, hole: Cards, board: Cards = ()) -> tuple[int, Score]:
    """Check the label and the playing cards of a hand; return its strength and score."""
    hand_type, naive = HAND_TYPES[name], NAIVE_TYPES[name]
    strength = hand_type.strength(hole, board)
    best = naive.best(hole, board)
    if best is None:
        assert strength == 0
        with pytest.raises(InputError, match=f"no {name} hand in "):
            hand_type.hand(hole, board)
        return 0, ()
    hand = hand_type.hand(hole, board)
    assert hand.strength == strength
    assert hand.label == hand_type.label(strength) == best.name
    assert set(hand.cards) in [set(choice) for choice in naive.choices(hole, board)]
    rescored = naive.scorer(hand.cards)
    assert rescored is not None
    assert rescored.score == best.score
    return strength, best.score


def test_there_is_an_oracle_for_every_type() -> None:
    assert set(NAIVE_TYPES) == set(HAND_TYPES)


@pytest.mark.parametrize(("name", "count"), FREE_SIZES)
@settings(max_examples=examples(15), deadline=None)
@given(data=st.data())
def test_any_cards(name: str, count: int, data: st.DataObject) -> None:
    first, second, _ = data.draw(hand_pairs(HAND_TYPES[name].deck, count))
    strength, score = check_hand(name, first)
    other_strength, other_score = check_hand(name, second)
    assert sign(strength - other_strength) == compare(score, other_score)


@pytest.mark.parametrize("name", FREE)
@settings(max_examples=examples(15), deadline=None)
@given(data=st.data())
def test_it_does_not_matter_which_cards_are_on_the_board(name: str, data: st.DataObject) -> None:
    hand_type = HAND_TYPES[name]
    count = min(7, len(hand_type.deck))
    (cards,) = data.draw(deals(hand_type.deck, count))
    cut = data.draw(st.integers(0, count))
    whole = hand_type.strength(cards)
    assert hand_type.strength(cards[:cut], cards[cut:]) == whole
    assert hand_type.strength(mask_of(cards[:cut]), mask_of(cards[cut:])) == whole


@pytest.mark.parametrize(("name", "hole", "board"), SPLIT_SIZES)
@settings(max_examples=examples(15), deadline=None)
@given(data=st.data())
def test_two_hole_cards_and_three_board_cards(
    name: str, hole: int, board: int, data: st.DataObject
) -> None:
    deck = HAND_TYPES[name].deck
    first, second, shared = data.draw(hand_pairs(deck, hole, board))
    strength, score = check_hand(name, first, shared)
    other_strength, other_score = check_hand(name, second, shared)
    assert sign(strength - other_strength) == compare(score, other_score)


def open_deck(name: str) -> Cards:
    """Return the cards that an open hand may hold: in eight-or-better, eights or lower and aces."""
    deck = HAND_TYPES[name].deck
    return tuple(card for card in deck if card // 4 in (*range(7), 12)) if "eight" in name else deck


@pytest.mark.parametrize(
    ("name", "count"),
    [(name, count) for name in OPEN for count in range(1, NAIVE_TYPES[name].sizes[0])],
)
@settings(max_examples=examples(20), deadline=None)
@given(data=st.data())
def test_open_hands(name: str, count: int, data: st.DataObject) -> None:
    hand_type, naive = HAND_TYPES[name], NAIVE_TYPES[name]
    first, second, _ = data.draw(hand_pairs(open_deck(name), count))
    left, right = naive.open_hand(first), naive.open_hand(second)
    if "eight" in name and not left.name == right.name == "high card":
        return  # a paired hand can no longer qualify
    ours, theirs = hand_type.open_hand(first), hand_type.open_hand(second)
    assert ours.is_open
    assert ours.label == left.name
    assert set(ours.cards) == set(first)
    assert (ours > theirs) - (ours < theirs) == compare(left.score, right.score)


def random_rows(hand_type: HandType, count: int, rows: int, seed: int) -> NDArray[np.uint8]:
    """Draw rows of distinct cards from the deck of a type.  [rows, count]"""
    random = np.random.default_rng(seed)
    deck = np.array(hand_type.deck, np.uint8)
    return deck[random.random((rows, len(deck))).argsort(axis=1)[:, :count]]


def masks_of(rows: NDArray[np.uint8]) -> MaskArray:
    masks: MaskArray = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
    return masks


@pytest.mark.parametrize(("name", "count"), FREE_SIZES)
def test_batches_of_any_cards_match_single_calls(name: str, count: int) -> None:
    hand_type = HAND_TYPES[name]
    cards = random_rows(hand_type, count, 60, count)
    single = [hand_type.strength(row.tolist()) for row in cards]
    assert hand_type.evaluate_cards(cards).tolist() == single
    assert hand_type.evaluate_cards(cards.tolist()).tolist() == single
    assert hand_type.evaluate_masks(masks_of(cards)).tolist() == single
    cut = count // 2
    hands, boards = masks_of(cards[:, :cut]), masks_of(cards[:, cut:])
    assert hand_type.evaluate_masks(hands, boards).tolist() == single


@pytest.mark.parametrize(("name", "hole", "board"), SPLIT_SIZES)
def test_batches_with_boards_match_single_calls(name: str, hole: int, board: int) -> None:
    hand_type = HAND_TYPES[name]
    cards = random_rows(hand_type, hole + board, 40, hole * 10 + board)
    hands, boards = masks_of(cards[:, :hole]), masks_of(cards[:, hole:])
    single = [hand_type.strength(int(a), int(b)) for a, b in zip(hands, boards, strict=True)]
    assert hand_type.evaluate_masks(hands, boards).tolist() == single


@pytest.mark.parametrize("name", HAND_TYPES)
def test_one_board_for_all_hands(name: str) -> None:
    hand_type = HAND_TYPES[name]
    board_count = min(3, len(hand_type.deck) - 2)
    board = mask_of(hand_type.deck[1 : 2 * board_count : 2])
    hands = subsets(hand_type.deck.mask & ~board, 2)
    strengths = hand_type.evaluate_masks(hands, board)
    assert strengths.tolist() == [hand_type.strength(int(hand), board) for hand in hands]
    assert (hand_type.evaluate_masks(hands, [board]) == strengths).all()
    assert (hand_type.evaluate_masks(hands, np.full(len(hands), board)) == strengths).all()


@pytest.mark.parametrize("rows", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7])
@pytest.mark.parametrize("name", ["standard high", "deuce-to-seven low", "badugi"])
def test_batches_do_not_depend_on_threads_or_blocks(name: str, rows: int) -> None:
    hand_type = HAND_TYPES[name]
    # Repeat a few hands, so that the expected strengths are cheap but blocks differ.
    few = random_rows(hand_type, 7, 101, 7)
    strengths = np.array([hand_type.strength(row.tolist()) for row in few], np.uint16)
    indices = np.arange(rows) % len(few)
    cards = few[indices]
    hands, boards = masks_of(cards[:, :2]), masks_of(cards[:, 2:])
    for threads in (1, 2, 3):
        for batch in (
            hand_type.evaluate_cards(cards, threads=threads),
            hand_type.evaluate_masks(hands | boards, threads=threads),
            hand_type.evaluate_masks(hands, boards, threads=threads),
        ):
            assert batch.dtype == np.uint16
            assert (batch == strengths[indices]).all()


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_omaha_batches_do_not_depend_on_threads(threads: int) -> None:
    hand_type = HAND_TYPES["Omaha high"]
    few = random_rows(hand_type, 9, 89, 9)
    hands, boards = masks_of(few[:, :4]), masks_of(few[:, 4:])
    strengths = np.array(
        [hand_type.strength(int(a), int(b)) for a, b in zip(hands, boards, strict=True)]
    )
    indices = np.arange(BLOCK + 1) % len(few)
    batch = hand_type.evaluate_masks(hands[indices], boards[indices], threads=threads)
    assert (batch == strengths[indices]).all()


@pytest.mark.parametrize("name", FREE)
def test_strengths_follow_the_order_of_the_rules(name: str) -> None:
    """For one hand of each strength, weakest first, scores rise and labels agree.

    Together with the counts of `test_counts` this proves the order of all complete hands.
    """
    hand_type, naive = HAND_TYPES[name], NAIVE_TYPES[name]
    hands = np.concatenate([subsets(hand_type.deck.mask, size) for size in naive.sizes])
    strengths, first = np.unique(hand_type.evaluate_masks(hands), return_index=True)
    scores = []
    for strength, hand in zip(strengths.tolist(), hands[first].tolist(), strict=True):
        best = naive.best(cards_of(hand))
        assert (best is None) == (strength == 0)
        if best is not None:
            assert hand_type.label(strength) == best.name
            scores.append(best.score)
    assert all(weaker < stronger for weaker, stronger in pairwise(scores))
    if name != "royal high":  # which has the strengths of the 52-card deck
        assert len(scores) == hand_type.strongest
