"""A betting tree as indented text."""

from __future__ import annotations

from fifthstreet.tree.betting_tree import BettingTree, Kind
from fifthstreet.tree.menus import STREET_NAMES


def render(tree: BettingTree, node: int = 0, *, depth: int = 3) -> str:
    """The nodes from one on, so many levels deep: how they are reached and what is next.

    >>> from fifthstreet.tree import TreeRules, build
    >>> tree = build(TreeRules(stacks=(100, 100), pot=50, first_street=3, max_raises=1))
    >>> print(render(tree, depth=1))
    r  river, player 0, pot 50
      k  river, player 1, pot 50 ...
      b25  river, player 1, pot 75 ...
      b50  river, player 1, pot 100 ...
    """
    if depth < 0:
        raise ValueError(f"a picture {depth} levels deep; want 0 or more")
    lines: list[str] = []
    waiting = [(node, 0)]
    while waiting:
        at, level = waiting.pop()
        cut = level == depth and tree.n_children[at]
        lines.append(
            f"{'  ' * level}{tree.label(at)}  {_words(tree, at)}, pot {tree.pot(at):.15g}"
            + (" ..." if cut else "")
        )
        if not cut:
            waiting.extend((child, level + 1) for child in reversed(tree.children(at)))
    return "\n".join(lines)


def _words(tree: BettingTree, node: int) -> str:
    kind, player = tree.kind[node], tree.player[node]
    street = STREET_NAMES[tree.street[node]]
    if kind == Kind.ACTION:
        return f"{street}, player {player}"
    if kind == Kind.DEAL:
        return f"end of the {street}"
    return f"player {player} wins" if kind == Kind.FOLD else "showdown"
