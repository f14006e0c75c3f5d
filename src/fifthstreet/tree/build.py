"""Build a betting tree from its rules, or only count its nodes."""

from __future__ import annotations

from math import inf

import numpy as np

from fifthstreet import _native
from fifthstreet.errors import InputError
from fifthstreet.tree.betting_tree import ARRAY_TYPES, BettingTree
from fifthstreet.tree.counts import TreeSize
from fifthstreet.tree.paths import chips_text
from fifthstreet.tree.rules import TreeRules
from fifthstreet.tree.sizes import (
    AllIn,
    BigBlinds,
    Chips,
    Geometric,
    NthRaise,
    PotShare,
    PreviousBet,
    Size,
)

MAX_NODES = 2**31 - 1  # numbers of nodes have 32 bits
USUAL_NODES = 50_000_000  # default limit of trees: some 2 GB
# Nodes that are visited to count a tree without a limit, which takes up to a minute. Equal subtrees
# are visited once, so that a tree may have far more nodes.
MAX_VISITS = 50_000_000


def tree_size(rules: TreeRules, *, limit: int | None = None) -> TreeSize:
    """Count the nodes of a tree without building it.

    Args:
        rules: Rules of the tree.
        limit: Number of nodes to accept; None for any number that can be counted in about a minute.

    Returns:
        The exact numbers of nodes, decisions and actions, by street.

    Raises:
        InputError: If there are more nodes than the limit or than can be counted, or an added or
            removed path is impossible.

    >>> print(tree_size(TreeRules(stacks=(900, 900), pot=200, first_street=3)))
    45 nodes (river 45), 16 of them decisions with 44 actions
    """
    return _size(_builder(rules), limit)


def count_nodes(rules: TreeRules, limit: int) -> tuple[TreeSize, bool]:
    """Count the nodes of a tree up to a limit.

    Args:
        rules: Rules of the tree.
        limit: Counting stops shortly after this number of nodes.

    Returns:
        The nodes counted, and whether these are all.

    Raises:
        InputError: If an added or removed path is impossible.

    >>> count_nodes(TreeRules(stacks=(900, 900), pot=200, first_street=3), 1_000)[1]
    True
    """
    _, is_complete, *tables = _builder(rules).count(limit, limit + 1)
    return TreeSize(*(np.array(table, dtype=np.int64) for table in tables)), is_complete


def build_tree(rules: TreeRules, *, max_nodes: int = USUAL_NODES) -> BettingTree:
    """Build the betting tree of the rules.

    Nodes are counted first, up to the limit, so that rules with too many nodes are refused within
    seconds.

    Args:
        rules: Chips, streets and bet sizes.
        max_nodes: Number of nodes to accept. The default is a tree of about 2 GB.

    Returns:
        The tree, with the root as node 0.

    Raises:
        InputError: If there are more nodes than the limit, or an added or removed path is
            impossible.

    >>> tree = build_tree(TreeRules(stacks=(900, 900), pot=200, first_street=3))
    >>> tree.actions(0)
    ('k', 'b100', 'b200')
    """
    builder = _builder(rules)
    nodes = _size(builder, min(max_nodes, MAX_NODES)).total
    arrays = {
        name: np.empty((nodes, rules.players) if name == "committed" else nodes, dtype)
        for name, dtype in ARRAY_TYPES.items()
    }
    if not builder.fill(**arrays):
        raise AssertionError("the node count differs from the estimate")
    return BettingTree(rules, **arrays)


def _size(builder: _native.TreeBuilder, limit: int | None) -> TreeSize:
    visits = MAX_VISITS if limit is None else limit + 1
    reached, is_complete, *tables = builder.count(limit, visits)
    if not is_complete:
        excess = f"{visits:,} different nodes" if limit is None else f"{limit:,} nodes"
        raise InputError(
            f"the tree has more than {excess}: {reached:,} when counting stopped. Use fewer sizes, "
            "a lower max_raises, or a higher force_allin or merge"
        )
    return TreeSize(*(np.array(table, dtype=np.int64) for table in tables))


def _builder(rules: TreeRules) -> _native.TreeBuilder:
    menus = [
        [(*_plain(size, rules), *_raises_of(size)) for size in sizes]
        for player in range(rules.players)
        for menu in (rules.sizes.menu(player, street) for street in range(4))
        for sizes in (menu.bet, menu.raise_, menu.bet if menu.donk is None else menu.donk)
    ]
    lines = [
        (removed, [(int(step.move), rules.count(path, float(step.amount))) for step in steps])
        for removed, path, steps in rules.lines()
    ]
    builder = _native.TreeBuilder(
        stacks=list(rules.stack_chips),
        antes=list(rules.posted_antes),
        blinds=list(rules.posted_blinds),
        forced_bet=rules.largest_blind,
        pot=rules.pot_chips,
        opener=rules.opener,
        first_street=rules.first_street,
        last_street=rules.last_street,
        menus=menus,
        max_raises=[-1 if most is None else min(most, MAX_NODES) for most in rules.raise_limits],
        add_allin=rules.add_allin,
        force_allin=rules.force_allin,
        merge=rules.merge,
        min_bet=rules.min_bet_chips,
        lines=lines,
        cold_calls=list(rules.cold_calls or ()),
    )
    if (fault := builder.find_fault()) is not None:
        raise InputError(_fault_text(rules, *fault))
    return builder


def _plain(size: Size, rules: TreeRules) -> tuple[int, float, int]:
    """Convert a size for the native core: kind, value and count, -1 for no limit."""
    match size:
        case NthRaise(numbered):
            return _plain(numbered, rules)
        case PotShare(percent):
            return 0, percent / 100, -1
        case PreviousBet(factor):
            return 1, factor, -1
        case Chips(amount, max_raises):
            return 2, amount / rules.chip, -1 if max_raises is None else max_raises
        case BigBlinds(amount):
            return 2, amount * rules.big_blind / rules.chip, -1
        case Geometric(streets, max_percent):
            most = inf if max_percent is None else max_percent / 100
            return 3, most, -1 if streets is None else streets
        case AllIn():
            return 4, 0.0, -1


def _raises_of(size: Size) -> tuple[int, int]:
    """Return the first and the last raise on a street that a size is for; -1 for no last one."""
    if not isinstance(size, NthRaise):
        return 0, -1
    return size.first, -1 if size.and_later else size.first


def _fault_text(rules: TreeRules, line: int, step: int, trouble: int, least: int, most: int) -> str:
    """Describe a fault in an added or removed path; `trouble` is the native core's code for it."""
    removed, path, steps = rules.lines()[line]
    text = steps[step].text
    before = ":".join(["r", *(earlier.text for earlier in steps[:step])])
    reason = (
        f"the hand is over at {before!r}",
        f"{text!r} is not a legal action at {before!r}",
        f"the amount after {before!r} must be {chips_text(least, rules.chip)} to "
        f"{chips_text(most, rules.chip)}, got {text!r}",
        f"{text!r} is not in the tree at {before!r}",
        f"without {text!r} there is no action at {before!r}",
        f"more than 255 actions at {before!r}",
    )[trouble]
    return f"{'removed' if removed else 'added'} path {path!r}: {reason}"
