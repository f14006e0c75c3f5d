"""Buckets of the pot: what players remember of the betting if they forget the line."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fifthstreet.errors import InputError
from fifthstreet.tree import BettingTree, Kind, Move

# Ends of pot buckets, in multiples of the first pot.
POT_LEVELS = (1.5, 2.5, 4.0, 6.0, 10.0, 16.0, 25.0, 40.0, 65.0)


def pot_buckets(pots: ArrayLike, first_pot: float) -> NDArray[np.int64]:
    """Return the bucket of each pot: the number of `POT_LEVELS` times the first pot it has reached.

    Args:
        pots: Pots in chips.
        first_pot: The pot of the first decision in chips, more than 0.

    >>> pot_buckets([100, 149, 150, 250, 10_000], 100).tolist()
    [0, 0, 1, 2, 9]
    """
    if not first_pot > 0:
        raise InputError(f"first_pot must be more than 0 chips, got {first_pot:g}")
    return np.searchsorted(POT_LEVELS, np.asarray(pots) / first_pot, side="right")


def decision_pots(tree: BettingTree) -> NDArray[np.int64]:
    """Return the pot bucket of each decision of a tree, -1 at other nodes.  [N]

    Args:
        tree: Its first decision has the first pot of the buckets.
    """
    nodes = np.flatnonzero(tree.kind == Kind.ACTION)
    pots = tree.rules.pot_chips + tree.committed[nodes].sum(axis=1)
    buckets = np.full(len(tree), -1, np.int64)
    buckets[nodes] = pot_buckets(pots, float(pots[0]))
    return buckets


def forget_bets(tree: BettingTree) -> NDArray[np.int64]:
    """Number the decisions by what a player who has forgotten the betting knows.

    That is street, position, pot bucket, number of actions and whether they face a bet.

    Args:
        tree: Its nodes are numbered.

    Returns:
        A number for each node. Decisions with the same number share a row of a table; nodes without
        a decision have -1.  [N]

    >>> from fifthstreet.tree import TreeRules, build_tree
    >>> tree = build_tree(TreeRules.even(2, 1_000, pot=100, first_street=2))
    >>> int((tree.kind == Kind.ACTION).sum()), int(forget_bets(tree).max()) + 1
    (164, 42)
    """
    nodes = np.flatnonzero(tree.kind == Kind.ACTION)
    known = np.stack(
        [
            tree.player[nodes],
            tree.street[nodes],
            decision_pots(tree)[nodes],
            tree.move[tree.first_child[nodes]] == Move.FOLD,
            tree.n_children[nodes],
        ],
        axis=1,
    )
    numbers = np.full(len(tree), -1, np.int64)
    numbers[nodes] = np.unique(known, axis=0, return_inverse=True)[1].reshape(-1)
    return numbers
