"""Suit isomorphism: each function compared with a brute-force version."""

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.cards import (
    ALL_CARDS,
    HOLE_MASKS,
    ROYAL,
    SHORT,
    SUIT_PERMUTATIONS,
    Range,
    SuitPermutation,
    canonical_boards,
    canonical_mask,
    canonical_rows,
    cards_of,
    hole_cards,
    hole_index,
    hole_permutation,
    mask_of,
    mask_text,
    parse_mask,
    permute_mask,
    stabiliser,
)
from fifthstreet.errors import InputError
from tests.thoroughness import examples

MASKS = st.integers(0, 2**52 - 1)
PERMS = st.sampled_from(SUIT_PERMUTATIONS)
GROUPS = st.lists(st.integers(0, 2**52 - 1).map(lambda mask: mask & 0xFFFF), max_size=2).map(
    stabiliser
)


def slow_image(mask: int, perm: SuitPermutation) -> int:
    return mask_of(card // 4 * 4 + perm[card % 4] for card in cards_of(mask))


def test_there_are_24_permutations() -> None:
    assert sorted(SUIT_PERMUTATIONS) == sorted(permutations(range(4)))
    assert SUIT_PERMUTATIONS[0] == (0, 1, 2, 3)


@given(mask=MASKS, perm=PERMS)
def test_image_of_a_mask(mask: int, perm: SuitPermutation) -> None:
    assert permute_mask(mask, perm) == slow_image(mask, perm)


@given(masks=st.lists(MASKS, max_size=20), perm=PERMS)
def test_image_of_masks(masks: list[int], perm: SuitPermutation) -> None:
    array = np.array(masks, np.uint64)
    images = permute_mask(array, perm)
    assert images.dtype == np.uint64
    assert images.tolist() == [slow_image(mask, perm) for mask in masks]
    assert array.tolist() == masks


def test_image_by_example() -> None:
    swapped = permute_mask(parse_mask("AsKsQd2h"), (0, 3, 2, 1))
    assert mask_text(swapped) == "AdKdQs2h"


@pytest.mark.parametrize("perm", [(0, 1, 2, 2), (1, 2, 3, 4), (0, 1, 2)])
def test_invalid_permutations(perm: SuitPermutation) -> None:
    for call in (lambda: permute_mask(1, perm), lambda: hole_permutation(perm)):
        with pytest.raises(
            ValueError, match=r"a suit permutation must be 0, 1, 2 and 3 in any order, got .*"
        ):
            call()


@pytest.mark.parametrize("perm", SUIT_PERMUTATIONS)
def test_hole_permutations(perm: SuitPermutation) -> None:
    images = hole_permutation(perm)
    assert not images.flags.writeable
    assert sorted(images.tolist()) == list(range(1326))
    for hole in range(1326):
        low, high = (card // 4 * 4 + perm[card % 4] for card in hole_cards(hole))
        assert images[hole] == hole_index(low, high)
    assert (HOLE_MASKS[images] == permute_mask(HOLE_MASKS, perm)).all()


@pytest.mark.parametrize(
    ("boards", "ranges", "count"),
    [
        ([], [], 24),
        (["AsKsQs"], [], 6),
        (["AsKsQd"], [], 2),
        (["AsKhQd"], [], 1),
        (["AsAh2d"], [], 2),
        (["AsAh"], [], 4),
        (["AsKs", "2h"], [], 2),
        ([], ["TT+,AKs"], 24),
        ([], ["AsKs"], 6),
        ([], ["AsKs,AhKh"], 4),
        ([], ["AsKs,AhKh:0.5"], 2),
        ([], ["AsKh"], 2),
        ([], ["AsKh,AhKs"], 4),
        (["AsKsQs"], ["TT+,AdKd"], 2),
        (["AsKsQs"], ["AdKd", "AcKc"], 1),
    ],
)
def test_stabilisers(boards: list[str], ranges: list[str], count: int) -> None:
    group = stabiliser(map(parse_mask, boards), map(Range.parse, ranges))
    assert len(group) == count
    assert (0, 1, 2, 3) in group


@given(masks=st.lists(MASKS.map(lambda mask: mask & 0xFFFF), max_size=2))
def test_stabilisers_are_all_permutations_that_fix_the_masks(masks: list[int]) -> None:
    expected = [
        perm for perm in SUIT_PERMUTATIONS if all(slow_image(mask, perm) == mask for mask in masks)
    ]
    assert stabiliser(masks) == expected


@given(mask=MASKS, perm=PERMS)
def test_canonical_mask_is_the_same_across_an_orbit(mask: int, perm: SuitPermutation) -> None:
    smallest = canonical_mask(mask)
    assert smallest == min(slow_image(mask, other) for other in SUIT_PERMUTATIONS)
    assert canonical_mask(permute_mask(mask, perm)) == smallest
    assert canonical_mask(smallest) == smallest


@given(data=st.data(), group=GROUPS)
@settings(max_examples=examples(50), deadline=None)
def test_canonical_rows(data: st.DataObject, group: list[SuitPermutation]) -> None:
    columns = data.draw(st.integers(1, 3))
    row = st.lists(st.integers(0, 0xFF), min_size=columns, max_size=columns)
    rows = data.draw(st.lists(row, max_size=30))
    array = np.array(rows, np.uint64).reshape(-1, columns)
    unique, inverse = canonical_rows(array, group)
    expected = [min([slow_image(mask, perm) for mask in masks] for perm in group) for masks in rows]
    assert unique.tolist() == sorted(map(list, set(map(tuple, expected))))
    assert unique[inverse].tolist() == expected


def test_heads_up_matchups() -> None:
    # There are 47,008 matchups if it does not matter who holds which hand. In 247 of them a suit
    # permutation swaps the two hands, so there are 2 * 47,008 - 247 if it does matter.
    first, second = np.triu_indices(1326, k=1)
    disjoint = HOLE_MASKS[first] & HOLE_MASKS[second] == 0
    rows = np.stack([HOLE_MASKS[first[disjoint]], HOLE_MASKS[second[disjoint]]], axis=1)
    ordered_rows = np.concatenate([rows, rows[:, ::-1]])
    unique, inverse = canonical_rows(ordered_rows)
    assert len(ordered_rows) == 1326 * 1225
    assert len(unique) == 93_769
    assert np.bincount(inverse).sum() == len(ordered_rows)
    assert np.bincount(inverse).max() <= 24


@pytest.mark.parametrize("shape", [(3,), (3, 0), (1, 1, 1)])
def test_invalid_shapes_of_rows(shape: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match=r"rows must have shape .rows, masks."):
        canonical_rows(np.zeros(shape, np.uint64))


@pytest.mark.parametrize(
    "perms",
    [(), ((1, 0, 2, 3),), ((0, 1, 2, 3), (1, 2, 0, 3)), ((0, 1, 2, 3), (0, 1, 2, 3))],
)
def test_permutations_must_be_a_group(perms: tuple[SuitPermutation, ...]) -> None:
    with pytest.raises(
        ValueError, match=f"perms must be a group, got {len(perms)} other permutations"
    ):
        canonical_mask(1, perms)


def test_flops() -> None:
    boards, multiplicities = canonical_boards(3)
    assert len(boards) == 1755
    assert multiplicities.sum() == 22_100
    assert np.bincount(multiplicities).nonzero()[0].tolist() == [4, 12, 24]
    assert (np.diff(boards.astype(np.int64)) > 0).all()


@pytest.mark.parametrize(("count", "size"), [(0, 1), (1, 13), (2, 169), (4, 16_432), (5, 134_459)])
def test_boards_of_other_sizes(count: int, size: int) -> None:
    boards, multiplicities = canonical_boards(count)
    assert len(boards) == len(multiplicities) == size
    assert multiplicities.sum() == comb(52, count)


@pytest.mark.parametrize(
    ("deck", "perms"),
    [
        (ROYAL.mask, SUIT_PERMUTATIONS),
        (ROYAL.mask & ~parse_mask("AsKsQh"), stabiliser([parse_mask("AsKsQh")])),
        (ROYAL.mask & ~parse_mask("AsKs"), stabiliser([parse_mask("AsKs")])),
        (ROYAL.mask, SUIT_PERMUTATIONS[:1]),
        (parse_mask("JhJsQhQsKhKs"), stabiliser([parse_mask("JhJsQhQsKhKs")])),
    ],
)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_boards_match_brute_force(deck: int, perms: list[SuitPermutation], count: int) -> None:
    expected: dict[int, int] = {}
    for cards in combinations(cards_of(deck), count):
        smallest = min(slow_image(mask_of(cards), perm) for perm in perms)
        expected[smallest] = expected.get(smallest, 0) + 1
    boards, multiplicities = canonical_boards(count, deck, perms)
    assert dict(zip(boards.tolist(), multiplicities.tolist(), strict=True)) == expected


def test_turns_after_a_flop() -> None:
    flop = parse_mask("QsJh2h")
    turns, multiplicities = canonical_boards(1, ALL_CARDS & ~flop, stabiliser([flop]))
    assert multiplicities.sum() == 49
    assert len(turns) == 36  # clubs and diamonds are interchangeable


def test_more_cards_than_the_deck_has() -> None:
    boards, multiplicities = canonical_boards(
        4, parse_mask("AsAh"), stabiliser([parse_mask("AsAh")])
    )
    assert len(boards) == len(multiplicities) == 0


def test_short_deck_flops() -> None:
    assert canonical_boards(3, SHORT.mask)[1].sum() == comb(36, 3)


def test_permutations_must_preserve_the_deck() -> None:
    with pytest.raises(InputError, match="perms must leave the deck As unchanged"):
        canonical_boards(1, parse_mask("As"))
