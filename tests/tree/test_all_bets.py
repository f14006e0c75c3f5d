"""Trees with every whole-chip bet, counted without building them."""

from dataclasses import replace

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.tree import (
    Menu,
    Sizes,
    TreeRules,
    TreeSize,
    count_all_bets,
    parse_sizes,
    tree_size,
)


def with_every_size(rules: TreeRules) -> TreeSize:
    """Count the tree that has a menu of every amount."""
    amounts = parse_sizes(
        ", ".join(f"{chips * rules.chip:g}c" for chips in range(1, rules.stack_chips[0])) + ", a"
    )
    menu = Menu(bet=amounts, raise_=amounts)
    return tree_size(replace(rules, sizes=Sizes(((menu,) * 4,))))


@pytest.mark.parametrize(
    "rules",
    [
        TreeRules.even(2, 8, blinds=(1, 2), first_street=0),
        TreeRules.even(2, 3, blinds=(1, 2), first_street=0),
        TreeRules.even(2, 12, blinds=(1, 3), first_street=0),
        TreeRules.even(2, 9, blinds=(1, 2), antes=(1, 1), first_street=0, last_street=2),
        TreeRules.even(2, 7, pot=3),
        TreeRules.even(2, 8, pot=3, min_bet=3, first_street=2),
        TreeRules.even(2, 5, pot=3, min_bet=7, first_street=2),
        TreeRules.even(2, 12, pot=1, first_street=3),
        TreeRules.even(2, 4, pot=1, first_street=1, chip=0.5),
    ],
    ids=repr,
)
def test_counts_are_those_of_the_builder(rules: TreeRules) -> None:
    expected, counted = with_every_size(rules), count_all_bets(rules)
    for name in ("nodes", "action_nodes", "actions"):
        assert np.array_equal(getattr(counted, name), getattr(expected, name)), name
    assert counted.total == expected.total
    assert str(counted) == str(expected)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (TreeRules.even(3, 20, pot=3), r"counting all bets needs two equal stacks, got \(20,"),
        (TreeRules(stacks=(20, 30), pot=3), r"needs two equal stacks, got \(20, 30\)"),
        (TreeRules.even(2, 1001, pot=3), "equal antes and 1 to 1,000 chips behind, got"),
        (TreeRules.even(2, 10, blinds=(2, 2), first_street=0), "needs a small and a larger big"),
        (TreeRules.even(2, 10, antes=(1, 1), first_street=0), "needs a small and a larger big"),
    ],
)
def test_rules_that_cannot_be_counted(rules: TreeRules, message: str) -> None:
    with pytest.raises(InputError, match=message):
        count_all_bets(rules)
