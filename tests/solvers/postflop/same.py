"""Check that two nodes are the same."""

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.postflop import Node


def node_arrays(node: Node) -> list[NDArray[np.float64]]:
    return [*node.reach, node.strategy, *node.ev, node.action_ev]


def assert_same_bits(first: Node, second: Node) -> None:
    assert (first.path, first.kind, first.board) == (second.path, second.kind, second.board)
    assert (first.player, first.actions) == (second.player, second.actions)
    assert (first.pot, first.stacks, first.street) == (second.pot, second.stacks, second.street)
    for one, other in zip(node_arrays(first), node_arrays(second), strict=True):
        np.testing.assert_array_equal(one, other)
