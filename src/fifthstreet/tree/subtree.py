"""Subtrees of a betting tree as trees of their own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fifthstreet.tree.betting_tree import BettingTree
from fifthstreet.tree.paths import Move


def nodes_below(tree: BettingTree, root: int) -> list[int]:
    """Return a node and all nodes below it, in the order that they have in `subtree`."""
    nodes = [root]
    for node in nodes:  # the list grows during the loop
        nodes.extend(tree.children(node))
    return nodes


def subtree(tree: BettingTree, root: int) -> BettingTree:
    """Return the part of a tree below a node, as a tree that starts there.

    Within a street, bets that are not called yet stay bets: the tree starts with the chips that
    both players have matched in its pot, and needs two players.
    """
    before = tree.committed[root]
    if root and tree.move[root] != Move.DEAL:
        if tree.players != 2:
            raise ValueError(f"{tree.players} players within a street; want the start of one")
        before = np.full_like(before, before.min())
    nodes = nodes_below(tree, root)
    new_index = np.zeros(len(tree), np.int32)
    new_index[nodes] = np.arange(len(nodes))
    arrays = {name: array[nodes] for name, array in tree.as_arrays().items()}
    arrays["parent"] = new_index[arrays["parent"]]
    arrays["first_child"] = np.where(arrays["n_children"] > 0, new_index[arrays["first_child"]], 0)
    arrays["committed"] = arrays["committed"] - before
    arrays["move"][0] = Move.ROOT
    rules = replace(
        tree.rules,
        stacks=tuple(
            (stack - put_in) * tree.rules.chip
            for stack, put_in in zip(tree.rules.stack_chips, before.tolist(), strict=True)
        ),
        pot=(tree.rules.pot_chips + int(before.sum())) * tree.rules.chip,
        first_street=int(tree.street[root]),
        # Blinds and antes are already in the pot, so the smallest bet has to be given.
        blinds=(),
        antes=(),
        min_bet=tree.rules.min_bet_chips * tree.rules.chip,
        # Added and removed paths are already applied, and they start at the old root.
        added=(),
        removed=(),
    )
    return BettingTree.from_arrays(rules, arrays)
