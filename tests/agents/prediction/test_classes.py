"""Classes of hands: by definition, in the native core, and as often as they should occur."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.agents.prediction import (
    K_CLASSES,
    PREFLOP_CLASSES,
    SF_CLASSES,
    hand_classes,
    k_class,
    preflop_class,
    sf_class,
)
from fifthstreet.cards import ALL_CARDS, HOLE_MASKS, mask_of, parse_cards, parse_mask, subsets
from fifthstreet.errors import InputError
from tests.oracles import final_hand_classes as by_definition

EXAMPLES = {
    "SF": ["Th9h8h7h6h", "Ah2h3h4h5hKhKd"],
    "F": ["Ah9h8h7h6h", "Th9h8h7h2h6d"],  # also a straight
    "S": ["Th9h8h7h6d", "Ah2d3c4s5h", "AhKdQcJsTh2h3h"],  # with every draw
    "SFO4": ["Th9h8h7hKd", "AhKhQhJh2d2c", "Ah2h3h4h9d"],
    "SFI4": ["Th9h8h6hKd", "Ah2h3h5h9d", "AhKhJhTh9c"],
    "SO4&F4": ["ThKh8h7h9d", "9h8h7h2hTd"],
    "SI4&F4": ["Th9h8hKh6d", "Th8h7h2h6d"],
    "SFO3&F4": ["Th9h8h2hKd", "Th9h8h2h2d"],
    "SO3&F4": ["Th9h8d2h5h"],
    "F4": ["ThJh2h5hKd", "ThJh2h5h5d"],
    "SFO3&SO4": ["Th9h8h7dKd", "Th9h8h7d7s"],
    "SO4&F3": ["Th9h8d7h2d", "Th9h8d7d2h"],
    "SO4": ["Th9h8d7d2c", "Th9h8d7d7c", "AhKhQdJd2c", "Ah2h3d4dKc"],
    "SFO3&SI4": ["Th9h8h6dKd"],
    "SI4&F3": ["Th9h8d6h2d", "Th9d8d6h2h"],
    "SI4": ["Th9h8d6d2c", "AhKdJdThTc", "Ah2h3d5d9c"],
    "SFO3": ["Th9h8h2dKd", "Th9h8hTdTc", "AhKhQh2d3d"],
    "SO3&F3": ["Th9h8dAh3d", "AhKhQd9h3c"],
    "F3": ["Th9h2h6d6s", "Th5h2h2d2s"],
    "SO3": ["Th9h8dAd3c", "2h3hAd9d7c", "AhKhQd8d6c"],
    "J": ["Th9h7dAd2c", "KhAd2h9c7s", "ThTdTcTs9h", "ThTd9h9c9d"],
}

hands = st.integers(5, 7).flatmap(
    lambda count: st.lists(st.integers(0, 51), min_size=count, max_size=count, unique=True)
)
# Few ranks and suits, where draws are dense.
close_hands = st.integers(5, 7).flatmap(
    lambda count: st.lists(
        st.sampled_from([rank * 4 + suit for rank in (0, 1, 2, 3, 4, 5, 12) for suit in (0, 1)]),
        min_size=count,
        max_size=count,
        unique=True,
    )
)


@pytest.mark.parametrize(
    ("name", "text"), [(n, text) for n, all_ in EXAMPLES.items() for text in all_]
)
def test_an_example_of_each_class(name: str, text: str) -> None:
    assert sf_class(text) == by_definition.sf_class(parse_cards(text)) == name
    assert SF_CLASSES[hand_classes([parse_mask(text)])[0][0]] == name


def test_every_class_has_an_example() -> None:
    assert set(EXAMPLES) == set(SF_CLASSES)
    assert (len(SF_CLASSES), len(K_CLASSES), len(PREFLOP_CLASSES)) == (21, 6, 5)


@given(hands | close_hands)
def test_the_native_core_finds_the_same_classes(cards: list[int]) -> None:
    sf, k = hand_classes([mask_of(cards)])
    assert SF_CLASSES[sf[0]] == sf_class(cards) == by_definition.sf_class(cards)
    assert K_CLASSES[k[0]] == k_class(cards) == by_definition.k_class(cards)


@given(hands, st.permutations(range(4)))
def test_classes_do_not_depend_on_the_names_of_suits(cards: list[int], suits: list[int]) -> None:
    renamed = [card // 4 * 4 + suits[card % 4] for card in cards]
    assert sf_class(cards) == sf_class(renamed)
    assert k_class(cards) == k_class(renamed)


def test_five_card_hands_are_as_many_as_published() -> None:
    sf, k = hand_classes(subsets(ALL_CARDS, 5))
    made = np.bincount(sf, minlength=21)
    assert made[:3].tolist() == [40, 5_108, 10_200]
    without_pair = 40 + 5_108 + 10_200 + 1_302_540
    assert np.bincount(k).tolist() == [without_pair, 1_098_240, 123_552, 54_912, 3_744, 624]
    assert len(np.unique(sf.astype(int) * 6 + k)) == 46


def test_preflop_classes_have_their_numbers_of_hands() -> None:
    counts = Counter(preflop_class(int(mask)) for mask in HOLE_MASKS)
    assert [counts[number] for number in PREFLOP_CLASSES] == [26, 32, 28, 56, 1184]


@pytest.mark.parametrize(
    ("hole", "number"),
    [("AsAh", 1), ("AsQs", 1), ("AsKd", 2), ("JdJc", 2), ("JsTs", 3), ("9h8h", 4), ("9h8d", 5)],
)
def test_preflop_classes(hole: str, number: int) -> None:
    assert preflop_class(hole) == number


def test_k_classes() -> None:
    texts = ["AhKdQcJs9h", "AhAdQcJs9h", "AhAdQcQs9h", "AhAdAcQs9h", "AhAdAcQsQh", "AhAdAcAsQh"]
    assert tuple(map(k_class, texts)) == K_CLASSES
    assert k_class("AhAdAcKhKdKcQs") == "full house"
    assert k_class("AhAdKhKdQhQdJs") == "two pair"


@pytest.mark.parametrize("cards", ["", "AsKs", "AsKsQsJs", "AsKsQsJsTs9s8s7s"])
def test_hands_of_too_few_or_too_many_cards_are_refused(cards: str) -> None:
    for function in (sf_class, k_class):
        with pytest.raises(InputError, match=r"^a hand must have 5 to 7 cards, got "):
            function(cards)


@pytest.mark.parametrize("hole", ["", "As", "AsKsQs"])
def test_other_than_two_hole_cards_are_refused(hole: str) -> None:
    with pytest.raises(InputError, match=r"^hole must be two cards, like 'AsQs', got "):
        preflop_class(hole)


def test_arrays_that_are_no_hands_are_refused() -> None:
    with pytest.raises(InputError, match=r"^hands must have 5 to 7 cards, got 3 in row 1$"):
        hand_classes([31, 3])
    with pytest.raises(InputError, match=r"^hands must have 5 to 7 cards, got .* in row 0$"):
        hand_classes(np.array([31 << 50], np.uint64))
    for wrong in ([[31]], [31.0], ["31"]):
        with pytest.raises(InputError, match=r"^hands must be whole numbers of shape \[N\]"):
            hand_classes(wrong)
    assert [len(classes) for classes in hand_classes([])] == [0, 0]
