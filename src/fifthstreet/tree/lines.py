"""Paths to the next deal of a betting tree."""

from __future__ import annotations

from fifthstreet.tree.betting_tree import BettingTree
from fifthstreet.tree.kinds import Kind
from fifthstreet.tree.menus import STREET_NAMES


def deal_path(tree: BettingTree, path: str, street: int) -> str:
    """Extend a path to the deal of a street by checks and calls.

    >>> from fifthstreet.tree import TreeRules, build_tree
    >>> tree = build_tree(TreeRules(stacks=(900, 900), pot=200, first_street=2))
    >>> deal_path(tree, "r", 3), deal_path(tree, "r:b100", 3)
    ('r:k:k', 'r:b100:c')
    """
    node, cards = tree.find(path)
    if tree.path(node, cards).endswith(":n"):  # the deal itself, without a card
        node = int(tree.parent[node])
    path = tree.path(node, cards)
    while tree.kind[node] == Kind.ACTION:
        steps = {tree.label(child): child for child in tree.children(node)}
        step = "k" if "k" in steps else "c"
        path, node = f"{path}:{step}", steps[step]
    if tree.kind[node] != Kind.DEAL:
        raise ValueError(f"no card is dealt at {path!r}; want a path that ends a street")
    dealt = int(tree.street[node]) + 1
    if dealt != street:
        raise ValueError(
            f"{path!r} deals the {STREET_NAMES[dealt]}; "
            f"want a path to a deal of the {STREET_NAMES[street]}"
        )
    return path
