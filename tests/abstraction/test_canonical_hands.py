"""The same number for hands that are alike before the flop."""

from itertools import combinations

import numpy as np

from fifthstreet.abstraction import hold_em_index, preflop_indices
from fifthstreet.cards import HOLE_CARDS, SUIT_PERMUTATIONS, hole_permutation, parse_hole


def canonical_hand(card1: int, card2: int) -> int:
    return int(hold_em_index(0).index([[card1, card2]])[0])


def test_1326_hands_are_169_up_to_suits() -> None:
    """Fewer by 87%: 13 pairs of 6 hands, 78 suited ones of 4 and 78 offsuit ones of 12."""
    numbers = [canonical_hand(*cards) for cards in combinations(range(52), 2)]
    assert sorted(set(numbers)) == list(range(169))
    sizes = np.bincount(numbers)
    assert np.unique(sizes, return_counts=True)[1].tolist() == [78, 13, 78]
    assert sorted(set(sizes.tolist())) == [4, 6, 12]


def test_cards_and_suits_in_any_order() -> None:
    for hand in ("AcKc", "AhKh", "AdKd", "AsKs"):
        first, second = (int(card) for card in HOLE_CARDS[parse_hole(hand)])
        wanted = preflop_indices()[parse_hole("AcKc")]
        assert canonical_hand(first, second) == canonical_hand(second, first) == wanted
    offsuit = HOLE_CARDS[parse_hole("AcKd")]
    assert canonical_hand(int(offsuit[0]), int(offsuit[1])) != wanted
    for perm in SUIT_PERMUTATIONS:
        images = preflop_indices()[hole_permutation(perm)]
        np.testing.assert_array_equal(images, preflop_indices())


def test_an_index_stands_for_a_hand() -> None:
    index = hold_em_index(0)
    cards = index.unindex(0, np.arange(169))
    assert index.index(cards).tolist() == list(range(169))
