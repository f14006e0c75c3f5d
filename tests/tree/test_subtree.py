"""Subtrees as trees of their own."""

import numpy as np
import pytest
from hypothesis import given

from fifthstreet.tree import BettingTree, Kind, TreeRules, build_tree, subtree
from tests.solvers.postflop.stored_spots import FLOP, TURN
from tests.tree.draws import tree_rules


def check_entries(tree: BettingTree) -> None:
    """Check that the subtree at each street's first node equals the tree from there on."""
    for deal in np.flatnonzero(tree.kind == Kind.DEAL):
        entry = int(tree.first_child[deal])
        below = subtree(tree, entry)
        assert below.rules.min_bet_chips == tree.rules.min_bet_chips
        pairs = [(entry, 0)]
        for node, copy in pairs:  # grows while it is read
            assert below.kind[copy] == tree.kind[node]
            assert below.player[copy] == tree.player[node]
            assert below.folded[copy] == tree.folded[node]
            assert below.pot(copy) == tree.pot(node)
            assert below.stacks(copy) == tree.stacks(node)
            assert below.actions(copy) == tree.actions(node)
            assert f"{tree.path(entry)}{below.path(copy)[1:]}" == tree.path(node)
            pairs += zip(tree.children(node), below.children(copy), strict=True)
        assert len(pairs) == len(below)


@pytest.mark.parametrize("tree", [TURN.tree, FLOP.tree], ids=["turn", "flop"])
def test_subtrees_of_solved_spots(tree: BettingTree) -> None:
    check_entries(tree)


@given(tree_rules())
def test_subtrees_of_random_trees(rules: TreeRules) -> None:
    check_entries(build_tree(rules))
