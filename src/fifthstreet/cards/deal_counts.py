"""Exact numbers of deals, in all or up to a renaming of suits.

The orbits of a group of suit permutations are counted by Burnside's lemma: their number is the mean
number of deals that a permutation leaves unchanged. A deal is unchanged if each of its sets of
cards is, so it consists of whole cycles of the permutation. Only the cycles' numbers matter, which
makes the count independent of the size of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import TypeAlias

import numpy as np

from fifthstreet.cards.card import ALL_CARDS, check_mask, mask_text
from fifthstreet.cards.holes import HOLE_MASKS
from fifthstreet.cards.isomorphism import (
    SUIT_PERMUTATIONS,
    SuitPermutation,
    check_group,
    permute_mask,
)
from fifthstreet.cards.masks import CLUBS, MaskArray
from fifthstreet.cards.ranges import Range
from fifthstreet.errors import InputError

NO_PERMUTATIONS: tuple[SuitPermutation, ...] = ((0, 1, 2, 3),)  # deals count one by one

_Cycles: TypeAlias = tuple[int, int, int, int]  # number of cycles of 1, 2, 3 and 4 cards


def count_deals(
    rounds: Sequence[int],
    *,
    ranges: Sequence[Range] = (),
    dead: int = 0,
    perms: Sequence[SuitPermutation] = SUIT_PERMUTATIONS,
) -> int:
    """Count deals up to suit permutations: a hand from each range, then sets of cards in rounds.

    Args:
        rounds: Number of cards of each round, like `(3, 1, 1)`; the cards of a round have no order.
        ranges: Ranges of at most two players; hands of weight 0 are left out.
        dead: Mask of cards that are not dealt.
        perms: A group that leaves ranges and dead cards unchanged, such as `stabiliser` returns.
            With `NO_PERMUTATIONS`, all deals are counted.

    Returns:
        The exact number of deals.

    Raises:
        InputError: If `perms` is not a group, or changes a range or the dead cards.

    >>> [count_deals((2, 3, 1, 1)[:rounds]) for rounds in (1, 2, 3, 4)]
    [169, 1286792, 55190538, 2428287420]
    >>> count_deals((3,)), count_deals((3,), perms=NO_PERMUTATIONS)
    (1755, 22100)
    """
    check_mask(dead)
    group = check_group(perms)
    if min(rounds, default=1) < 1:
        raise InputError(f"rounds must have at least 1 card each, got {tuple(rounds)}")
    hands = [_live_hands(range_, dead) for range_ in ranges]
    if len(hands) > 2:
        raise InputError(f"ranges must be at most 2, got {len(hands)}")
    for perm in group:
        if permute_mask(dead, perm) != dead:
            raise InputError(
                f"perms must leave the dead cards {mask_text(dead)} unchanged, got {perm}. "
                "`stabiliser` returns such permutations."
            )
        if any(not np.array_equal(np.sort(permute_mask(held, perm)), held) for held in hands):
            raise InputError(
                f"perms must leave every range unchanged, got {perm}. "
                "`stabiliser` returns such permutations."
            )
    total = 0
    for perm in group:
        one, two, three, four = _cycles(perm, ALL_CARDS & ~dead)
        for (single, paired), count in _fixed_hands(hands, perm).items():
            total += count * _fixed(tuple(rounds), (one - single, two - paired, three, four))
    return total // len(group)


def _live_hands(range_: Range, dead: int) -> MaskArray:
    """Return the hands of a range that share no card with a mask, in ascending order."""
    masks = HOLE_MASKS[np.flatnonzero(range_.weights)]
    return np.sort(masks[masks & np.uint64(dead) == 0])


def _cycles(perm: SuitPermutation, mask: int) -> _Cycles:
    """Count the cycles of a suit permutation among the cards of a mask, by length."""
    counts = [0, 0, 0, 0]
    left = set(range(4))
    while left:
        cycle = [left.pop()]
        while (suit := perm[cycle[-1]]) in left:
            left.remove(suit)
            cycle.append(suit)
        # The mask has all cards of a cycle, or none.
        counts[len(cycle) - 1] += (mask & (CLUBS << cycle[0])).bit_count()
    return counts[0], counts[1], counts[2], counts[3]


def _fixed_hands(hands: Sequence[MaskArray], perm: SuitPermutation) -> Counter[tuple[int, int]]:
    """Count the deals of hands that a permutation leaves unchanged.

    They are counted by their numbers of unchanged cards and of cycles of two.
    """
    alone = np.uint64(sum(CLUBS << suit for suit in range(4) if perm[suit] == suit))
    fixed = [held[permute_mask(held, perm) == held] for held in hands]
    if not fixed:
        return Counter({(0, 0): 1})
    if len(fixed) == 1:
        dealt = fixed[0]
    else:
        first, second = np.meshgrid(*fixed, indexing="ij")
        dealt = (first | second)[first & second == 0]
    singles = np.bitwise_count(dealt & alone).astype(np.int64)
    cards = 2 * len(fixed)
    counts = np.bincount(singles, minlength=cards + 1).tolist()
    return Counter(
        {(single, (cards - single) // 2): count for single, count in enumerate(counts) if count}
    )


@lru_cache(maxsize=4096)
def _fixed(rounds: tuple[int, ...], cycles: _Cycles) -> int:
    """Count the deals in rounds that consist of whole cycles."""
    if not rounds:
        return 1
    return sum(
        ways * _fixed(rounds[1:], left) for ways, left in _fixed_sets(rounds[0], cycles) if ways
    )


def _fixed_sets(cards: int, cycles: _Cycles) -> Iterator[tuple[int, _Cycles]]:
    """Yield the ways to make up a set of whole cycles: their number, and the cycles left."""
    one, two, three, four = cycles
    for fours in range(min(cards // 4, four) + 1):
        for threes in range(min((cards - 4 * fours) // 3, three) + 1):
            rest = cards - 4 * fours - 3 * threes
            for twos in range(min(rest // 2, two) + 1):
                ones = rest - 2 * twos
                ways = comb(four, fours) * comb(three, threes) * comb(two, twos) * comb(one, ones)
                yield ways, (one - ones, two - twos, three - threes, four - fours)
