"""Buckets of pots, and decisions of players who forget the betting."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.abstraction import POT_LEVELS, decision_pots, forget_bets, pot_buckets
from fifthstreet.errors import InputError
from fifthstreet.tree import Kind, Move, TreeRules, build_tree

TREE = build_tree(TreeRules.even(2, 1_000, pot=100, first_street=2))


def test_pots_are_multiples_of_the_first() -> None:
    """Below 1.5 times the starting pot is bucket 0, below 2.5 times bucket 1, and so on."""
    for chip in (1, 100):
        pots = np.array([1, 1.49, 1.5, 2.49, 2.5, 64.9, 65, 1e6]) * chip
        assert pot_buckets(pots, chip).tolist() == [0, 0, 1, 1, 2, 8, 9, 9]
    assert list(POT_LEVELS) == sorted(POT_LEVELS)
    with pytest.raises(InputError, match="first_pot must be more than 0 chips, got 0"):
        pot_buckets([1], 0)


def test_decisions_that_share_a_number_look_the_same() -> None:
    numbers, pots = forget_bets(TREE), decision_pots(TREE)
    is_decision = TREE.kind == Kind.ACTION
    assert (numbers[~is_decision] == -1).all()
    assert (pots[~is_decision] == -1).all()
    faces_bet = np.zeros(len(TREE), bool)
    faces_bet[is_decision] = TREE.move[TREE.first_child[is_decision]] == Move.FOLD
    columns: list[NDArray[Any]] = [TREE.player, TREE.street, pots, faces_bet, TREE.n_children]
    known = {
        node: tuple(int(column[node]) for column in columns)
        for node in np.flatnonzero(is_decision).tolist()
    }
    assert len(set(known.values())) == int(numbers.max()) + 1 < is_decision.sum()
    for first in known:
        for second in known:
            assert (known[first] == known[second]) == (numbers[first] == numbers[second])


def test_the_pot_of_a_decision_is_what_was_bet() -> None:
    node = TREE.find("r:b100")[0]
    assert decision_pots(TREE)[node] == pot_buckets([200], 100)[0] == 1
