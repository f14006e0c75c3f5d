"""Comparison of betting trees that were built from different rules."""

import numpy as np

from fifthstreet.tree import BettingTree


def assert_same_betting(tree: BettingTree, other: BettingTree) -> None:
    """Assert that two trees have the same nodes, whatever their rules."""
    arrays, others = tree.as_arrays(), other.as_arrays()
    for name, array in arrays.items():
        assert np.array_equal(array, others[name]), name
