"""Betting trees: plain data, text, pictures, and what the terminal shows."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.errors import InputError
from fifthstreet.tree import (
    STREET_NAMES,
    BettingTree,
    Kind,
    TreeRules,
    TreeSize,
    node_words,
    player_name,
)
from fifthstreet.views.pictures import betting_tree_picture, size_table
from fifthstreet.views.terminal import print_table


def tree_data(tree: BettingTree, node: int = 0, *, depth: int = 3) -> dict[str, Any]:
    """Return a node and `depth` levels below it; children that are left out are None."""
    player = int(tree.player[node])
    is_shown = depth or not tree.n_children[node]
    return {
        "path": tree.path(node),
        "kind": Kind(int(tree.kind[node])).name.lower(),
        "street": STREET_NAMES[int(tree.street[node])],
        "player": _player(tree, player),
        "pot": tree.pot(node),
        "stacks": list(tree.stacks(node)),
        "actions": list(tree.actions(node)),
        "children": [tree_data(tree, child, depth=depth - 1) for child in tree.children(node)]
        if is_shown
        else None,
    }


def _player(tree: BettingTree, player: int) -> str | int | None:
    """Return oop or ip for two players, the number of the seat for more, None for no player."""
    if player < 0:
        return None
    return player_name(tree, player).lower() if tree.players == 2 else player


def size_data(rules: TreeRules, size: TreeSize) -> dict[str, Any]:
    """Return the rules of a tree, and its number of nodes by street and kind."""
    return {
        "rules": rules.to_dict(),
        "nodes": size.total,
        "bytes": size.bytes,
        "decisions": int(size.action_nodes.sum()),
        "actions": int(size.actions.sum()),
        "streets": {
            name: {kind.name.lower(): int(size.nodes[kind, street]) for kind in Kind}
            for street, name in enumerate(STREET_NAMES)
            if size.nodes[:, street].any()
        },
    }


def tree_text(tree: BettingTree, node: int = 0, *, depth: int = 3) -> str:
    """Return a node and `depth` levels below it as indented text.

    >>> from fifthstreet.tree import TreeRules, build_tree
    >>> tree = build_tree(TreeRules(stacks=(100, 100), pot=50, first_street=3, max_raises=1))
    >>> print(tree_text(tree, depth=1))
    r  river, OOP, pot 50
      k  river, IP, pot 50 ...
      b25  river, IP, pot 75 ...
      b50  river, IP, pot 100 ...
    """
    if depth < 0:
        raise InputError(f"depth must be at least 0 levels, got {depth}")
    lines: list[str] = []
    waiting = [(node, 0)]
    while waiting:
        at, level = waiting.pop()
        is_cut = level == depth and tree.n_children[at]
        lines.append(
            f"{'  ' * level}{tree.label(at)}  {node_words(tree, at)}, pot {tree.pot(at):.15g}"
            + (" ..." if is_cut else "")
        )
        if not is_cut:
            waiting.extend((child, level + 1) for child in reversed(tree.children(at)))
    return "\n".join(lines)


def tree_svg(tree: BettingTree, node: int = 0, *, depth: int = 3) -> str:
    """Return an SVG file of a node and `depth` levels below it.

    Boxes are decisions in the colour of the player who acts, with the pot; the lines between them
    are labelled with the action. Deals and ends of the hand are grey.
    """
    return betting_tree_picture(tree, node, depth=depth).svg()


def print_tree(
    console: Console, size: TreeSize, tree: BettingTree | None, node: int = 0, *, depth: int = 3
) -> None:
    """Print the size of a tree, and its first levels if it has been built."""
    print_table(console, size_table(size))
    if tree is not None:
        console.print(Text(tree_text(tree, node, depth=depth)), soft_wrap=True)
