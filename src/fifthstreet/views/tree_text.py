"""A betting tree in words, and as indented text."""

from __future__ import annotations

from fifthstreet.tree.betting_tree import BettingTree, Kind
from fifthstreet.tree.menus import STREET_NAMES
from fifthstreet.tree.paths import Move


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
            f"{'  ' * level}{tree.label(at)}  {node_words(tree, at)}, pot {tree.pot(at):.15g}"
            + (" ..." if cut else "")
        )
        if not cut:
            waiting.extend((child, level + 1) for child in reversed(tree.children(at)))
    return "\n".join(lines)


def node_words(tree: BettingTree, node: int) -> str:
    """Who acts at a node and on which street, or how the hand ends there."""
    kind, player = tree.kind[node], tree.player[node]
    street = STREET_NAMES[tree.street[node]]
    if kind == Kind.ACTION:
        return f"{street}, player {player}"
    if kind == Kind.DEAL:
        return f"end of the {street}"
    return f"player {player} wins" if kind == Kind.FOLD else "showdown"


def action_words(tree: BettingTree, node: int) -> str:
    """What led to a node: `bet 120 (60%)`, a raise as a share of the pot after calling.

    >>> from fifthstreet.tree import TreeRules, build
    >>> tree = build(TreeRules(stacks=(900, 900), pot=200, first_street=3))
    >>> [action_words(tree, node) for node in tree.children(0)]
    ['check', 'bet 100 (50%)', 'bet 200 (100%)']
    """
    move = Move(int(tree.move[node]))
    if move in _PLAIN:
        return _PLAIN[move]
    parent = int(tree.parent[node])
    player, chip = int(tree.player[parent]), tree.rules.chip
    paid = int(tree.committed[node][player]) - int(tree.committed[parent][player])
    if move == Move.CALL:
        return f"call {paid * chip:.15g}"
    amount = int(tree.amount[node])
    top = amount - paid + _to_call(tree, parent, player)
    pot_after_call = tree.rules.pot_chips + int(tree.committed[parent].sum()) + top - amount + paid
    share = (amount - top) / pot_after_call
    verb = "all-in" if move == Move.ALL_IN else ("raise to" if top else "bet")
    return f"{verb} {amount * chip:.15g} ({share:.0%})"


_PLAIN = {Move.ROOT: "", Move.DEAL: "deal", Move.FOLD: "fold", Move.CHECK: "check"}


def _to_call(tree: BettingTree, node: int, player: int) -> int:
    """Chips between a player and the largest bet."""
    rows = zip(tree.committed[node], tree.rules.posted_antes, strict=True)
    bets = [int(put_in) - ante for put_in, ante in rows]
    return max(bets) - bets[player]
