"""Parts of a tree as trees of their own."""

import numpy as np
import pytest
from hypothesis import given

from fifthstreet.tree import BettingTree, Kind, TreeRules, build_tree, subtree
from tests.solvers.postflop.stored_spots import FLOP, TURN
from tests.tree.draws import tree_rules


def check_entries(tree: BettingTree) -> None:
    """Every street's first node begins a tree that is the whole one from there on."""
    for deal in np.flatnonzero(tree.kind == Kind.DEAL):
        entry = int(tree.first_child[deal])
        below = subtree(tree, entry)
        assert below.rules.min_bet_chips == tree.rules.min_bet_chips
        pairs = [(entry, 0)]
        for node, mine in pairs:
            assert below.kind[mine] == tree.kind[node]
            assert below.player[mine] == tree.player[node]
            assert below.folded[mine] == tree.folded[node]
            assert below.pot(mine) == tree.pot(node)
            assert below.stacks(mine) == tree.stacks(node)
            assert below.actions(mine) == tree.actions(node)
            assert f"{tree.path(entry)}{below.path(mine)[1:]}" == tree.path(node)
            pairs += zip(tree.children(node), below.children(mine), strict=True)
        assert len(pairs) == len(below)


@pytest.mark.parametrize("tree", [TURN.tree, FLOP.tree], ids=["turn", "flop"])
def test_a_subtree_is_the_tree_below(tree: BettingTree) -> None:
    check_entries(tree)


@given(tree_rules())
def test_subtrees_of_random_trees(rules: TreeRules) -> None:
    check_entries(build_tree(rules))
