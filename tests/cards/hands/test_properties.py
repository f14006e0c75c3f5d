"""Properties of all hands and hand types."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import (
    STANDARD,
    SUIT_PERMUTATIONS,
    card_text,
    cards_text,
    mask_of,
    parse_mask,
    permute_mask,
)
from fifthstreet.cards.hands import (
    HAND_TYPES,
    STANDARD_HIGH,
    Hand,
    HandCategory,
    evaluate,
    evaluate_cards,
    evaluate_masks,
    hand_category,
)
from fifthstreet.errors import InputError
from tests.oracles.dealing import deals
from tests.thoroughness import examples

FREE = [name for name, hand_type in HAND_TYPES.items() if hand_type.from_hole is None]
SPLIT = [name for name, hand_type in HAND_TYPES.items() if hand_type.from_hole is not None]
PERMUTATIONS = st.sampled_from(SUIT_PERMUTATIONS)


def card_counts(name: str) -> st.SearchStrategy[int]:
    hand_type = HAND_TYPES[name]
    return st.integers(hand_type.ranking.size, min(9, len(hand_type.deck)))


@pytest.mark.parametrize("name", HAND_TYPES)
@settings(max_examples=examples(20), deadline=None)
@given(data=st.data())
def test_card_order_and_suit_names_do_not_matter(name: str, data: st.DataObject) -> None:
    hand_type = HAND_TYPES[name]
    board_count = 3 if name in SPLIT else 0
    count = data.draw(st.integers(2, 4) if name in SPLIT else card_counts(name))
    hole, board = data.draw(deals(hand_type.deck, count, board_count))
    strength = hand_type.strength(hole, board)
    shuffled = data.draw(st.permutations(hole)), data.draw(st.permutations(board))
    assert hand_type.strength(*shuffled) == strength
    if len(hand_type.deck) == 6:
        return  # Leduc's deck has only two suits
    perm = data.draw(PERMUTATIONS)
    images = permute_mask(mask_of(hole), perm), permute_mask(mask_of(board), perm)
    assert hand_type.strength(*images) == strength


@pytest.mark.parametrize("name", HAND_TYPES)
@settings(max_examples=examples(20), deadline=None)
@given(data=st.data())
def test_one_more_card_never_weakens_a_hand(name: str, data: st.DataObject) -> None:
    hand_type = HAND_TYPES[name]
    if name in SPLIT:
        hole, board, more = data.draw(deals(hand_type.deck, 3, 4, 1))
        strength = hand_type.strength(hole, board)
        assert strength <= hand_type.strength(hole + more, board)
        assert strength <= hand_type.strength(hole, board + more)
    else:
        most = min(9, len(hand_type.deck)) - 1
        count = data.draw(st.integers(hand_type.ranking.size, most))
        cards, more = data.draw(deals(hand_type.deck, count, 1))
        assert hand_type.strength(cards) <= hand_type.strength(cards + more)


@pytest.mark.parametrize("name", HAND_TYPES)
@settings(max_examples=examples(20), deadline=None)
@given(data=st.data())
def test_strengths_are_within_bounds(name: str, data: st.DataObject) -> None:
    hand_type = HAND_TYPES[name]
    counts = (4, 5) if name in SPLIT else (data.draw(card_counts(name)), 0)
    hole, board = data.draw(deals(hand_type.deck, *counts))
    strength = hand_type.strength(hole, board)
    weakest = 0 if "eight-or-better" in name else 1
    assert weakest <= strength <= hand_type.strongest
    assert len(hand_type.labels) == hand_type.strongest + 1


@pytest.mark.parametrize("name", HAND_TYPES)
def test_each_label_covers_one_run_of_strengths(name: str) -> None:
    hand_type = HAND_TYPES[name]
    labels = [hand_type.label(strength) for strength in range(1, hand_type.strongest + 1)]
    runs = [labels[0], *(after for before, after in pairwise(labels) if before != after)]
    assert len(runs) == len(set(runs)) == len(hand_type.ranking.categories)


@pytest.mark.parametrize("name", HAND_TYPES)
def test_strengths_out_of_bounds_have_no_label(name: str) -> None:
    hand_type = HAND_TYPES[name]
    for strength in (-1, 0, hand_type.strongest + 1):
        with pytest.raises(InputError, match=f"strength of {name} must be from 1 to .* {strength}"):
            hand_type.label(strength)


def test_categories_rise_with_strength_and_all_occur() -> None:
    categories = [hand_category(strength) for strength in range(1, 7_463)]
    assert categories == sorted(categories)
    assert set(categories) == set(HandCategory)
    assert len(HandCategory) == 9
    assert [category.label for category in HandCategory] == [
        category.label for category in STANDARD_HIGH.ranking.categories
    ]
    # Number of classes in each category: the ways to choose its ranks.
    assert [categories.count(category) for category in HandCategory] == [
        1_277,
        2_860,
        858,
        858,
        10,
        1_277,
        156,
        156,
        10,
    ]


@pytest.mark.parametrize("strength", [-1, 0, 7_463])
def test_strengths_out_of_bounds_have_no_category(strength: int) -> None:
    with pytest.raises(InputError, match=f"strength must be from 1 to 7462, got {strength}"):
        hand_category(strength)


def test_the_weakest_and_the_strongest_standard_hand() -> None:
    assert evaluate(parse_mask("7c5d4h3s2c")) == evaluate("7c5d4h3s2c") == 1
    assert evaluate(parse_mask("AsKs"), parse_mask("QsJsTs2h3d")) == 7_462


@settings(max_examples=examples(100), deadline=None)
@given(deal=st.integers(5, 9).flatmap(lambda count: deals(STANDARD, count)))
def test_module_functions_use_the_standard_type(deal: tuple[tuple[int, ...]]) -> None:
    (cards,) = deal
    strength = STANDARD_HIGH.strength(cards)
    assert evaluate(mask_of(cards)) == strength
    assert evaluate(mask_of(cards[:2]), mask_of(cards[2:])) == strength
    assert evaluate(cards_text(cards[:2]), cards[2:]) == strength
    assert evaluate([card_text(card) for card in cards]) == strength
    assert evaluate(np.array(cards, np.uint8)) == strength
    assert evaluate_cards([cards]).tolist() == [strength]
    assert evaluate_masks([mask_of(cards)]).tolist() == [strength]
    assert evaluate_masks([mask_of(cards[2:])], [mask_of(cards[:2])]).tolist() == [strength]
    assert hand_category(strength).label == STANDARD_HIGH.label(strength)


@st.composite
def made_hands(draw: st.DrawFn, name: str) -> Hand:
    hand_type = HAND_TYPES[name]
    (cards,) = draw(deals(hand_type.deck, draw(card_counts(name))))
    return hand_type.hand(cards)


@pytest.mark.parametrize("name", [name for name in FREE if "eight-or-better" not in name])
@settings(max_examples=examples(20), deadline=None)
@given(data=st.data())
def test_hands_compare_by_strength(name: str, data: st.DataObject) -> None:
    first, second, third = (data.draw(made_hands(name)) for _ in range(3))
    assert (first < second) == (first.strength < second.strength)
    assert (first <= second) == (first.strength <= second.strength)
    assert (first > second) == (first.strength > second.strength)
    assert (first >= second) == (first.strength >= second.strength)
    assert (first == second) == (first.strength == second.strength)
    assert (first != second) == (first.strength != second.strength)
    if first == second:
        assert hash(first) == hash(second)
    ordered = sorted([third, first, second])
    assert ordered[0] <= ordered[1] <= ordered[2]
    assert max(first, second, third) == ordered[2]


@settings(max_examples=examples(50), deadline=None)
@given(deal=deals(STANDARD, 7), perm=PERMUTATIONS)
def test_tied_hands_are_one_element_of_a_set(
    deal: tuple[tuple[int, ...]], perm: tuple[int, int, int, int]
) -> None:
    (cards,) = deal
    image = permute_mask(mask_of(cards), perm)
    assert len({STANDARD_HIGH.hand(cards), STANDARD_HIGH.hand(image)}) == 1


SOME_CARDS = {
    "eight-or-better low": ("As5h4d3c2s", ""),
    "Omaha high": ("AsKh", "QdJcTs"),
    "Omaha eight-or-better low": ("As5h", "4d3c2s"),
    "Greek high": ("AsKh", "QdJcTs"),
    "Leduc high": ("KsQh", ""),
    "2-1-1 high": ("AsTh9d", ""),
}


def some_hand(name: str) -> Hand:
    return HAND_TYPES[name].hand(*SOME_CARDS.get(name, ("AsKhQdJcTs", "")))


@pytest.mark.parametrize("name", HAND_TYPES)
def test_hands_of_different_types_do_not_compare(name: str) -> None:
    hand = some_hand(name)
    for other_name in HAND_TYPES:
        if other_name != name:
            other = some_hand(other_name)
            assert hand != other
            with pytest.raises(TypeError, match="not supported between instances"):
                assert hand < other
            with pytest.raises(TypeError, match="not supported between instances"):
                assert hand >= other


def test_a_hand_does_not_compare_with_anything_else() -> None:
    hand = some_hand("standard high")
    assert hand != hand.strength
    with pytest.raises(TypeError, match="not supported between instances"):
        assert hand < hand.strength  # type: ignore[operator]


def test_open_hands_compare_only_if_they_have_as_many_cards() -> None:
    pair, trips = STANDARD_HIGH.open_hand("AsAh"), STANDARD_HIGH.open_hand("KsKhKd")
    assert pair != trips
    with pytest.raises(TypeError, match="not supported between instances"):
        assert pair < trips
    complete = some_hand("standard high")
    assert pair != complete
    with pytest.raises(TypeError, match="not supported between instances"):
        assert complete > pair
    assert pair > STANDARD_HIGH.open_hand("AsKs")
    assert trips == STANDARD_HIGH.open_hand("KcKhKd")


@pytest.mark.parametrize(
    ("name", "cards", "shown"),
    [
        ("standard high", "2s3s4s5sAsKd", "Hand('5s4s3s2sAs', straight flush)"),
        ("standard high", "2s2dKhKc7s", "Hand('KhKc2s2d7s', two pair)"),
        ("short-deck high", "6s7d8h9cAs", "Hand('9c8h7d6sAs', straight)"),
        ("ace-to-five low", "As2d3h4c5s9d", "Hand('5s4c3h2dAs', high card)"),
        ("badugi", "As2d3h4cKs", "Hand('4c3h2dAs', badugi)"),
        ("badugi", "AsAdAhAc", "Hand('As', one-card badugi)"),
        ("Rhode Island high", "2s3dAh", "Hand('3d2sAh', straight)"),
        ("Leduc high", "KsKh", "Hand('KsKh', one pair)"),
    ],
)
def test_the_most_important_cards_are_shown_first(name: str, cards: str, shown: str) -> None:
    hand = HAND_TYPES[name].hand(cards)
    assert repr(hand) == shown
    assert str(hand) in shown
