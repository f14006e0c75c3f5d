"""Large trees are built fast and in little memory."""

import subprocess
import sys

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.tree import Sizes, TreeRules, build_tree, tree_size

FEW_SIZES = "33%, 75%, 150%, a"
MANY_SIZES = "25%, 50%, 75%, 100%, 200%, a"

# Run in a process of its own, so that the peak memory is that of the tree.
SCRIPT = """
import time
from fifthstreet.tree import Sizes, TreeRules, build_tree
from tests.peak_memory import peak_kilobytes

rules = TreeRules(
    stacks=(200, 200), blinds=(1, 2), first_street=0, sizes=Sizes.uniform("{0}", raises="{0}")
)
start = time.perf_counter()
tree = build_tree(rules)
seconds = time.perf_counter() - start
print(len(tree), seconds, peak_kilobytes())
"""


def preflop(menu: str, big_blinds: int = 100) -> TreeRules:
    stack = 2 * big_blinds
    return TreeRules(
        stacks=(stack, stack),
        blinds=(1, 2),
        first_street=0,
        sizes=Sizes.uniform(menu, raises=menu),
    )


def test_a_million_nodes() -> None:
    tree = build_tree(preflop(FEW_SIZES))
    assert len(tree) == tree_size(preflop(FEW_SIZES)).total == 1_012_177
    # Nodes are numbered in breadth-first order, parents before their children.
    assert (tree.parent[1:] < np.arange(1, len(tree))).all()
    assert (tree.parent[2:] >= tree.parent[1:-1]).all()


@pytest.mark.slow
def test_trees_too_large_for_memory_are_counted_without_building_them() -> None:
    assert tree_size(preflop(MANY_SIZES, big_blinds=500)).total > 1_000_000_000
    rules = preflop(MANY_SIZES, big_blinds=2000)
    with pytest.raises(InputError, match="the tree has more than 50,000,000 nodes"):
        build_tree(rules)
    with pytest.raises(InputError, match="the tree has more than 2,147,483,647 nodes"):
        build_tree(rules, max_nodes=10**10)


@pytest.mark.slow
def test_ten_million_nodes_take_less_than_20_seconds_and_a_gigabyte() -> None:
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(MANY_SIZES)],
        capture_output=True,
        text=True,
        check=True,
    )
    nodes, seconds, kilobytes = map(float, result.stdout.split())
    assert nodes > 10_000_000
    assert seconds < 20
    assert kilobytes < 1_000_000
