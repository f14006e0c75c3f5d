"""Lossless indices: bijective, and equal exactly for deals that differ only in suits."""

from collections import defaultdict
from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.abstraction import HandIndex, hold_em_index
from fifthstreet.cards import (
    ALL_CARDS,
    HOLE_MASKS,
    SUIT_PERMUTATIONS,
    canonical_boards,
    canonical_rows,
    parse_cards,
    subsets,
)
from fifthstreet.errors import InputError
from tests.oracles.naive_isomorphism import Deal, in_rounds, representative

HOLD_EM = HandIndex((2, 3, 1, 1))
ROUNDS = [
    (2, 3, 1, 1),
    (2, 3),
    (2, 4),
    (2, 5),
    (7,),
    (1,) * 7,
    (3, 1, 1, 1, 1),
    (4, 3, 1, 1),
    (5, 5),
]
INDICES = {rounds: HandIndex(rounds) for rounds in ROUNDS}
DECKS = st.permutations(range(52))


def random_deals(
    count: int, cards: int, seed: int = 1
) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    keys = np.random.default_rng(seed).random((count, 52))
    return np.argsort(keys, axis=1)[:, :cards].astype(np.uint8)


@pytest.mark.parametrize(
    ("rounds", "sizes"),
    [
        ((2, 3, 1, 1), [169, 1_286_792, 55_190_538, 2_428_287_420]),  # Waugh 2013
        ((2, 3), [169, 1_286_792]),
        ((2, 4), [169, 13_960_050]),
        ((2, 5), [169, 123_156_254]),
        ((3, 1, 1), [1_755, 63_193, 2_554_656]),  # boards
        ((5,), [134_459]),
        ((4,), [16_432]),
        ((7,), [6_009_159]),
        ((1, 1, 1), [13, 169 + 156, 13 * 13 * 13 + 3 * 13 * 12 * 13 + 13 * 12 * 11]),
    ],
)
def test_sizes(rounds: tuple[int, ...], sizes: list[int]) -> None:
    index = HandIndex(rounds)
    assert [index.size(round) for round in range(len(rounds))] == sizes
    assert index.table_bytes < 50e6


@pytest.mark.parametrize("rounds", [(1,), (2,), (1, 1)])
def test_every_index_is_of_one_class_of_deals(rounds: tuple[int, ...]) -> None:
    deals = list(permutations(range(52), sum(rounds)))
    found = HandIndex(rounds).index(deals).tolist()
    classes: dict[int, set[Deal]] = defaultdict(set)
    for number, deal in zip(found, deals, strict=True):
        classes[number].add(representative(in_rounds(deal, rounds)))
    assert sorted(classes) == list(range(HandIndex(rounds).size(len(rounds) - 1)))
    assert all(len(found) == 1 for found in classes.values())
    assert len(set.union(*classes.values())) == len(classes)


@pytest.mark.parametrize("rounds", [(3,), (2, 1), (1, 2), (1, 1, 1), (2, 2), (3, 1), (4,)])
def test_indices_number_the_orbits_of_deals(rounds: tuple[int, ...]) -> None:
    deals = np.zeros((1, 0), np.uint64)
    for count in rounds:
        sets = subsets(ALL_CARDS, count)
        used = deals.sum(axis=1, dtype=np.uint64)
        left, right = np.nonzero(used[:, None] & sets[None, :] == 0)
        deals = np.column_stack([deals[left], sets[right]])
    orbits, orbit_of_deal = canonical_rows(deals)
    found = HandIndex(rounds).index_masks(deals)
    of_orbit = np.empty(len(orbits), np.int64)
    of_orbit[orbit_of_deal] = found
    np.testing.assert_array_equal(of_orbit[orbit_of_deal], found)
    np.testing.assert_array_equal(np.sort(of_orbit), np.arange(len(orbits)))


@pytest.mark.parametrize("rounds", ROUNDS)
def test_indices_of_all_rounds_are_bijective(rounds: tuple[int, ...]) -> None:
    index = INDICES[rounds]
    rng = np.random.default_rng(3)
    for round, cards in enumerate(np.cumsum(rounds)):
        size = index.size(round)
        numbers = np.unique(
            np.concatenate(
                [
                    np.arange(min(size, 3000)),
                    size - 1 - np.arange(min(size, 3000)),
                    rng.integers(size, size=20_000),
                ]
            )
        )
        rows = index.unindex(round, numbers)
        assert rows.shape == (len(numbers), cards)
        np.testing.assert_array_equal(index.index(rows), numbers)


@pytest.mark.parametrize("rounds", ROUNDS)
@settings(max_examples=40, deadline=None)
@given(deck=DECKS, other=DECKS, suits=st.sampled_from(SUIT_PERMUTATIONS))
def test_deals_have_the_same_index_exactly_if_they_differ_only_in_suits(
    rounds: tuple[int, ...], deck: list[int], other: list[int], suits: tuple[int, ...]
) -> None:
    index = INDICES[rounds]
    total = sum(rounds)
    cards = np.array(deck[:total])
    image = cards // 4 * 4 + np.array(suits)[cards % 4]
    shuffled, start = [], 0
    for count in rounds:  # the order within a round does not matter
        shuffled.extend(image[start : start + count][::-1])
        start += count
    # A deal of the same ranks, so that equal indices are not a rarity.
    near = np.array([card for card in other if card // 4 in set(cards // 4)])[:total]
    rows = np.array([cards, shuffled, near])
    first, second, third = index.index(rows).tolist()
    assert first == second
    is_same = representative(in_rounds(near.tolist(), rounds)) == representative(
        in_rounds(cards.tolist(), rounds)
    )
    assert (first == third) == is_same
    back = index.unindex(len(rounds) - 1, [first])[0].tolist()
    assert representative(in_rounds(back, rounds)) == representative(
        in_rounds(cards.tolist(), rounds)
    )


def test_masks_are_indexed_like_cards() -> None:
    cards = random_deals(2_000, 7)
    bits = np.uint64(1) << cards.astype(np.uint64)
    masks = np.stack([bits[:, :2].sum(1), bits[:, 2:5].sum(1), bits[:, 5], bits[:, 6]], axis=1)
    for rounds, width in ((1, 2), (2, 5), (3, 6), (4, 7)):
        expected = HOLD_EM.index(cards[:, :width])
        np.testing.assert_array_equal(HOLD_EM.index_masks(masks[:, :rounds]), expected)


@pytest.mark.parametrize("rounds", [(2, 3, 1, 1), (2, 5), (2, 4), (2, 3)])
def test_hands_on_a_board_are_indexed_like_deals(rounds: tuple[int, ...]) -> None:
    index = INDICES[rounds]
    cards = random_deals(20, sum(rounds) - 2)
    bits = np.uint64(1) << cards.astype(np.uint64)
    ends = np.cumsum(rounds) - 2
    boards = np.stack([bits[:, start:end].sum(1) for start, end in pairwise(ends)], axis=1)
    found = index.index_holes(boards, threads=2)
    is_blocked = (HOLE_MASKS[None, :] & boards.sum(axis=1)[:, None]) != 0
    assert (found[is_blocked] == -1).all()
    rows, hands = np.nonzero(~is_blocked)
    masks = np.column_stack([HOLE_MASKS[hands], boards[rows]])
    np.testing.assert_array_equal(found[~is_blocked], index.index_masks(masks))


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    cards = random_deals(50_000, 7)
    numbers = HOLD_EM.index(cards)
    np.testing.assert_array_equal(HOLD_EM.index(cards, threads=3), numbers)
    np.testing.assert_array_equal(
        HOLD_EM.unindex(3, numbers, threads=3), HOLD_EM.unindex(3, numbers)
    )


def test_boards_are_those_of_the_cards_room() -> None:
    for count in (3, 4, 5):
        masks, multiplicities = canonical_boards(count)
        index = HandIndex((count,))
        found = index.index_masks(masks[:, None])
        np.testing.assert_array_equal(np.sort(found), np.arange(index.size(0)))
    every = index.index_masks(subsets(ALL_CARDS, 5)[:, None])
    counts = np.bincount(every, minlength=index.size(0))
    np.testing.assert_array_equal(counts[found], multiplicities)


def test_hold_em_indices_of_a_street() -> None:
    assert [
        hold_em_index(cards).size(-1 + len(hold_em_index(cards).rounds)) for cards in (0, 3, 4, 5)
    ] == [
        169,
        1_286_792,
        13_960_050,
        123_156_254,
    ]
    assert hold_em_index(3) is hold_em_index(3)
    with pytest.raises(InputError, match="board_cards must be 0, 3, 4 or 5, got 2"):
        hold_em_index(2)


@pytest.mark.parametrize(
    ("rounds", "message"),
    [
        ((), "rounds must have 1 or more cards each"),
        ((2, 0), "rounds must have 1 or more cards each"),
        ((2, -1), "from 0 to"),
        ((6, 5), "at most 10 in all"),
        ((1.5,), "must hold integers"),
        ("ab", "must hold integers"),
        ((1,) * 10, "too many rounds"),
        (((2, 3), (1, 1)), "rounds must have 1 or more cards each"),
    ],
)
def test_rounds_that_cannot_be_indexed(rounds: tuple[int, ...], message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        HandIndex(rounds)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([[0, 1], [3, 3]], r"row 1 must be distinct cards from 0 to 51, got \[3 3\]"),
        ([[0, 52]], r"row 0 must be distinct cards from 0 to 51, got \[ 0 52\]"),
        ([[0, 1, 2]], r"cards must have shape \[N, k\], with k 2 or 5 or 6 or 7, got \(1, 3\)"),
        ([0, 1], "must have shape"),
        ([[0, -1]], "from 0 to 255"),
        ([[0.0, 1.0]], "must hold integers"),
    ],
)
def test_cards_that_cannot_be_indexed(cards: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        HOLD_EM.index(cards)  # type: ignore[arg-type]


def test_other_mistakes() -> None:
    hand, flop = int(HOLE_MASKS[5]), sum(1 << card for card in parse_cards("AsKsQd"))
    with pytest.raises(InputError, match=r"row 0 must be masks of 2 \+ 3 distinct cards"):
        HOLD_EM.index_masks([[flop, hand]])
    with pytest.raises(InputError, match="row 0 must be masks of 2 distinct cards"):
        HOLD_EM.index_masks([[1 << 60 | 1]])
    with pytest.raises(InputError, match="with k from 1 to 4"):
        HOLD_EM.index_masks([[hand] * 5])
    with pytest.raises(InputError, match="row 1 must be masks of 3 distinct cards"):
        HOLD_EM.index_holes([flop, hand])
    with pytest.raises(InputError, match="with k from 1 to 3"):
        HOLD_EM.index_holes([[flop] * 4])
    with pytest.raises(InputError, match="the first round must have 2 cards, got 7"):
        INDICES[(7,)].index_holes([flop])
    with pytest.raises(InputError, match="indices of round 0 must be 0 to 168, got 169"):
        HOLD_EM.unindex(0, [168, 169])
    with pytest.raises(InputError, match="round must be from 0 to 3, got 4"):
        HOLD_EM.unindex(4, [0])
    with pytest.raises(InputError, match="round must be from 0 to 3, got -1"):
        HOLD_EM.size(-1)
    with pytest.raises(InputError, match=r"must have shape \[N\]"):
        HOLD_EM.unindex(0, [[1]])


def test_all_flop_indices_come_back() -> None:
    numbers = np.arange(HOLD_EM.size(1))
    rows = HOLD_EM.unindex(1, numbers)
    np.testing.assert_array_equal(HOLD_EM.index(rows), numbers)
    shuffled = rows[:, [1, 0, 4, 2, 3]]
    suits = np.array([2, 3, 1, 0])
    np.testing.assert_array_equal(HOLD_EM.index(shuffled // 4 * 4 + suits[shuffled % 4]), numbers)


@pytest.mark.slow
def test_all_deals_of_a_hand_and_a_flop_are_counted() -> None:
    index = hold_em_index(3)
    counts = np.zeros(index.size(1), np.int64)
    boards = subsets(ALL_CARDS, 3)
    for start in range(0, len(boards), 1000):
        found = index.index_holes(boards[start : start + 1000]).ravel()
        counts += np.bincount(found[found >= 0], minlength=len(counts))
    assert counts.sum() == 22_100 * 1_176
    assert counts.min() >= 1
    assert set(np.unique(counts)) <= {1, 4, 6, 12, 24}
