"""Suit isomorphism: deals that differ only in the names of their suits.

A suit permutation is a tuple of four: suit `s` becomes suit `perm[s]`. If a permutation leaves
everything that matters (board, ranges) unchanged, it maps deals onto deals of the same value, so
one deal can represent all deals of its orbit. The representative is the one with the smallest mask.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations
from typing import TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards.card import ALL_CARDS, check_mask, mask_text
from fifthstreet.cards.holes import HOLE_CARDS, IntArray, freeze
from fifthstreet.cards.masks import CLUBS, MaskArray, subset_chunks
from fifthstreet.cards.ranges import Range
from fifthstreet.errors import InputError

SuitPermutation: TypeAlias = tuple[int, int, int, int]

SUIT_PERMUTATIONS: tuple[SuitPermutation, ...] = tuple(
    (a, b, c, d) for a, b, c, d in permutations(range(4))
)

_ROWS_AT_ONCE = 1 << 14  # a few columns of this many masks fit in a core's cache


@overload
def permute_mask(mask: int, perm: SuitPermutation) -> int: ...
@overload
def permute_mask(mask: MaskArray, perm: SuitPermutation) -> MaskArray: ...
def permute_mask(mask: int | MaskArray, perm: SuitPermutation) -> int | MaskArray:
    """Apply a suit permutation to a mask, or to each mask of an array.

    Args:
        mask: A mask, or an array of masks in any shape.
        perm: Suit `s` becomes suit `perm[s]`.

    Returns:
        The image of the mask, or a new array of images.

    >>> from fifthstreet.cards import mask_text, parse_mask
    >>> mask_text(permute_mask(parse_mask("AsKd"), (0, 3, 2, 1)))
    'AdKs'
    """
    if not isinstance(mask, np.ndarray):
        check_mask(mask)
        image = 0
        for suits, shift in _moves(perm):
            image |= (mask & suits) << shift if shift >= 0 else (mask & suits) >> -shift
        return image
    images = np.zeros_like(mask)
    for suits, shift in _moves(perm):
        moved = mask & np.uint64(suits)
        if shift > 0:
            moved <<= np.uint64(shift)
        elif shift < 0:
            moved >>= np.uint64(-shift)
        images |= moved
    return images


@lru_cache(maxsize=32)
def hole_permutation(perm: SuitPermutation) -> IntArray:
    """Return the index of each two-card hand's image under a suit permutation, [1326] read-only.

    The permutation leaves weights `w` unchanged if `w[hole_permutation(perm)] == w`.

    Args:
        perm: Suit `s` becomes suit `perm[s]`.
    """
    suits = np.array(_check_permutation(perm))
    cards = HOLE_CARDS.astype(np.int64)
    images = np.sort(cards // 4 * 4 + suits[cards % 4], axis=1)
    low, high = images[:, 0], images[:, 1]
    return freeze(high * (high - 1) // 2 + low)


def stabiliser(
    masks: Iterable[int] = (), ranges: Iterable[Range | str] = ()
) -> list[SuitPermutation]:
    """Return the group of suit permutations that leave every given mask and range unchanged.

    Args:
        masks: Sets of cards, such as boards and dead cards.
        ranges: Ranges, or their text.

    >>> from fifthstreet.cards import parse_mask
    >>> stabiliser([parse_mask("AsKs2h")])
    [(0, 1, 2, 3), (1, 0, 2, 3)]
    """
    fixed_masks = list(masks)
    # No permutation changes a suit-symmetric range.
    fixed_ranges = [range_ for range_ in map(Range, ranges) if not range_.is_suit_symmetric]
    return [
        perm
        for perm in SUIT_PERMUTATIONS
        if all(permute_mask(mask, perm) == mask for mask in fixed_masks)
        and all(
            bool((range_.weights[hole_permutation(perm)] == range_.weights).all())
            for range_ in fixed_ranges
        )
    ]


def canonical_mask(mask: int, perms: Sequence[SuitPermutation] = SUIT_PERMUTATIONS) -> int:
    """Return the smallest image of a mask, which is the same for all masks of an orbit.

    Args:
        mask: A set of cards.
        perms: A group of suit permutations, such as `stabiliser` returns; all 24 by default.

    Raises:
        InputError: If `perms` is not a group.

    >>> from fifthstreet.cards import mask_text, parse_mask
    >>> mask_text(canonical_mask(parse_mask("AsKsQd")))
    'AcKcQd'
    """
    return min(permute_mask(mask, perm) for perm in check_group(perms))


def canonical_rows(
    rows: MaskArray, perms: Sequence[SuitPermutation] = SUIT_PERMUTATIONS
) -> tuple[MaskArray, IntArray]:
    """Group rows of masks that are equal up to a suit permutation.

    All masks of a row are permuted together; the smallest image in lexicographic order represents
    the row.

    Args:
        rows: Masks [M, P]: M rows with P masks each.
        perms: A group of suit permutations, such as `stabiliser` returns; all 24 by default.

    Returns:
        The distinct representatives [K, P], ascending, and for each given row the index of its
        representative [M].

    Raises:
        InputError: If `perms` is not a group.
    """
    if rows.ndim != 2 or rows.shape[1] == 0:
        raise InputError(f"rows must have shape [rows, masks], masks > 0, got {rows.shape}")
    group = check_group(perms)
    best = np.array(rows.T, np.uint64, order="C")  # [P, M]
    for start in range(0, best.shape[1], _ROWS_AT_ONCE):
        original = best[:, start : start + _ROWS_AT_ONCE].copy()
        smallest = best[:, start : start + _ROWS_AT_ONCE]
        for perm in group:
            image = permute_mask(original, perm)
            np.copyto(smallest, image, where=_is_less(image, smallest))
    return _unique_columns(best)


def canonical_boards(
    count: int,
    deck_mask: int = ALL_CARDS,
    perms: Sequence[SuitPermutation] = SUIT_PERMUTATIONS,
) -> tuple[MaskArray, IntArray]:
    """List the boards up to suit isomorphism.

    Args:
        count: Number of cards of a board.
        deck_mask: Mask of the cards that can be dealt.
        perms: A group of suit permutations that leave the deck unchanged, such as `stabiliser`
            returns; all 24 by default.

    Returns:
        The masks of the boards [B], and how many boards each of them represents [B].

    Raises:
        InputError: If `perms` is not a group, or changes the deck.

    >>> boards, multiplicities = canonical_boards(3)
    >>> len(boards), int(multiplicities.sum())
    (1755, 22100)
    """
    group = check_group(perms)
    for perm in group:
        if permute_mask(deck_mask, perm) != deck_mask:
            raise InputError(
                f"perms must leave the deck {mask_text(deck_mask)} unchanged, got {perm}. "
                "`stabiliser` returns such permutations."
            )
    boards: list[MaskArray] = [np.empty(0, np.uint64)]
    for chunk in subset_chunks(deck_mask, count):
        smallest = chunk
        for perm in group:
            smallest = smallest[permute_mask(smallest, perm) >= smallest]
        boards.append(smallest)
    masks = np.concatenate(boards)
    # Orbit-stabiliser theorem: orbit size = group size / permutations that fix the board.
    fixing = np.zeros(len(masks), np.int64)
    for perm in group:
        fixing += permute_mask(masks, perm) == masks
    return masks, len(group) // fixing


def _is_less(left: MaskArray, right: MaskArray) -> NDArray[np.bool_]:
    """Compare columns lexicographically: whether left comes before right.  [P, M] -> [M]"""
    less: NDArray[np.bool_] = left[-1] < right[-1]
    for row in range(len(left) - 2, -1, -1):
        less = (left[row] < right[row]) | ((left[row] == right[row]) & less)
    return less


def _unique_columns(columns: MaskArray) -> tuple[MaskArray, IntArray]:
    """Return the distinct columns of [P, M] as ascending rows [K, P], and each column's row [M]."""
    order = np.lexsort(columns[::-1])
    ordered = columns[:, order]
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = (ordered[:, 1:] != ordered[:, :-1]).any(axis=0)
    inverse = np.empty(len(order), np.int64)
    inverse[order] = np.cumsum(is_new) - 1
    return np.ascontiguousarray(ordered[:, is_new].T), inverse


@lru_cache(maxsize=32)
def _moves(perm: SuitPermutation) -> tuple[tuple[int, int], ...]:
    """Group the suits by how far they move: (mask of the suits, shift in bits)."""
    moves: dict[int, int] = {}
    for suit, image in enumerate(_check_permutation(perm)):
        moves[image - suit] = moves.get(image - suit, 0) | CLUBS << suit
    return tuple((suits, shift) for shift, suits in moves.items())


def _check_permutation(perm: SuitPermutation) -> SuitPermutation:
    if sorted(perm) != [0, 1, 2, 3]:
        raise InputError(f"a suit permutation must be 0, 1, 2 and 3 in any order, got {perm}")
    return perm


def check_group(perms: Sequence[SuitPermutation]) -> tuple[SuitPermutation, ...]:
    """Return the permutations if they are closed under composition; raise InputError otherwise.

    With permutations that are not a group, deals of the same orbit could have different smallest
    images.
    """
    return _check_group_once(tuple(perms))


@lru_cache(maxsize=64)
def _check_group_once(perms: tuple[SuitPermutation, ...]) -> tuple[SuitPermutation, ...]:
    members = {_check_permutation(perm) for perm in perms}
    composed = {tuple(first[suit] for suit in second) for first in members for second in members}
    if not members or len(members) != len(perms) or composed != members:
        raise InputError(
            f"perms must be a group, got {len(perms)} other permutations. `stabiliser` returns one."
        )
    return perms
