"""Sizes of hold'em as published.

Bowling, Burch, Johanson & Tammelin 2015, "Heads-up limit hold'em poker is solved": limit hold'em
has 3.16e17 states, 3.19e14 information sets, and 1.38e13 of them after renaming suits. Johanson
2013, "Measuring the Size of Large No-Limit Poker Games", is quoted with 10^75 states of the
no-limit game with blinds of 1 and 2 and stacks of 1,000; further digits are our own count. They
count states in which a player acts.
"""

from collections.abc import Sequence

import pytest

from fifthstreet.cards import NO_PERMUTATIONS, SUIT_PERMUTATIONS, SuitPermutation, count_deals
from fifthstreet.tree import (
    Kind,
    Menu,
    Sizes,
    TreeRules,
    TreeSize,
    count_all_bets,
    parse_sizes,
    tree_size,
)

BOARD = (3, 1, 1)


def limit_rules() -> TreeRules:
    small, big = (Menu(*[parse_sizes(f"{chips}c3r")] * 2) for chips in (2, 4))
    sizes = Sizes(((small, small, big, big),))
    return TreeRules.even(2, 100, blinds=(1, 2), first_street=0, sizes=sizes)


def states(size: TreeSize) -> int:
    """Return the number of histories in which a player acts."""
    return sum(
        int(nodes) * count_deals((2, 2, *BOARD[:street]), perms=NO_PERMUTATIONS)
        for street, nodes in enumerate(size.nodes[Kind.ACTION])
    )


def information_sets(size: TreeSize, perms: Sequence[SuitPermutation]) -> int:
    return sum(
        int(nodes) * count_deals((2, *BOARD[:street]), perms=perms)
        for street, nodes in enumerate(size.action_nodes.sum(axis=0))
    )


def test_limit_hold_em() -> None:
    size = tree_size(limit_rules())
    assert size.nodes[Kind.ACTION].tolist() == [8, 70, 630, 5670]
    assert states(size) == 316_207_058_696_146_800
    assert information_sets(size, NO_PERMUTATIONS) == 319_365_922_522_608
    assert information_sets(size, SUIT_PERMUTATIONS) == 13_803_249_787_132


@pytest.mark.slow
def test_no_limit_hold_em() -> None:
    size = count_all_bets(TreeRules.even(2, 1_000, blinds=(1, 2), first_street=0))
    assert f"{states(size):.2e}" == "7.16e+75"
    assert f"{information_sets(size, NO_PERMUTATIONS):.2e}" == "7.23e+72"
