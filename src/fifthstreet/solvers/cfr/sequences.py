"""The sequence form of a game tree (von Stengel 1996).

With perfect recall, a player's contribution to the probability of a terminal node depends only on
their last action before it, so it is one number per action. Payoffs are then sums over a sparse
table of last actions, and a pass visits information sets and entries of that table instead of
histories.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr.game_tree import Float64Array, GameTree, Int32Array
from fifthstreet.solvers.games import TERMINAL


@dataclass(frozen=True, slots=True, eq=False)
class Sequences:
    """The sequence form: A actions, P players, S = A + P sequences, E entries.

    Sequence a ends with action a of the tree's tables; A + p is the empty sequence of player p. An
    entry stands for the terminal nodes at which every player has the same last action. Each
    terminal node is counted once per player, in the row of that player's last action.
    """

    before: Int32Array  # [I]  the player's last sequence before an information set
    row_start: NDArray[np.int64]  # [S + 1]  first entry of each sequence's row
    weight: Float64Array  # [E]  chance probability times the payoff of the row's player
    others: Int32Array  # [E, P - 1]  last sequences of the other players, in order

    @classmethod
    def of(cls, tree: GameTree) -> Sequences:
        """Return the sequence form of a tree."""
        last, chance = _walk_down(tree)
        actions, players = int(tree.first_action[-1]), tree.players
        before = np.empty(len(tree.keys), np.int32)
        decisions = np.flatnonzero(tree.player >= 0)
        before[tree.row[decisions]] = last[decisions, tree.player[decisions]]

        terminals = np.flatnonzero(tree.player == TERMINAL)
        last = last[terminals]
        weight = chance[terminals, None] * tree.payoffs[tree.row[terminals]]
        rows = last.T.ravel()
        others = np.concatenate([np.delete(last, player, axis=1) for player in range(players)])
        weight = weight.T.ravel()
        order = np.lexsort((*others.T[::-1], rows))
        rows, others, weight = rows[order], others[order], weight[order]
        is_new = np.ones(len(rows), np.bool_)
        is_new[1:] = (rows[1:] != rows[:-1]) | (others[1:] != others[:-1]).any(axis=1)
        firsts = np.flatnonzero(is_new)
        weight = np.add.reduceat(weight, firsts)
        kept = firsts[weight != 0]  # payoffs and probabilities of 0 change nothing
        return cls(
            before=before,
            row_start=np.searchsorted(rows[kept], np.arange(actions + players + 1)).astype(
                np.int64
            ),
            weight=weight[weight != 0],
            others=np.ascontiguousarray(others[kept]),
        )


# Cache by tree; an entry is dropped when its tree is no longer in use.
_NATIVE_FORMS: WeakKeyDictionary[GameTree, _native.SequenceForm] = WeakKeyDictionary()


def native_form(tree: GameTree) -> _native.SequenceForm:
    """Return the sequence form of a tree for the native passes, built once per tree."""
    if tree not in _NATIVE_FORMS:
        sequences = Sequences.of(tree)
        _NATIVE_FORMS[tree] = _native.SequenceForm(
            tree.players,
            tree.info_player,
            tree.first_action,
            sequences.before,
            sequences.row_start,
            sequences.weight,
            sequences.others,
        )
    return _NATIVE_FORMS[tree]


def check_recall(tree: GameTree) -> None:
    """Raise InputError if a player forgets what they did or knew.

    It is enough to check that all states of an information set have the same last action of the
    player before them: everything earlier follows from the information set of that action.

    Args:
        tree: Its information sets are checked.

    Raises:
        InputError: If the game does not have perfect recall; the message names an information set.
    """
    last, _ = _walk_down(tree)
    decisions = np.flatnonzero(tree.player >= 0)
    rows = tree.row[decisions]
    own = last[decisions, tree.player[decisions]]
    before = np.empty(len(tree.keys), np.int32)
    before[rows] = own
    forgets = np.flatnonzero(before[rows] != own)
    if forgets.size:
        info = int(rows[forgets[0]])
        actions = [
            _sequence_text(tree, int(sequence))
            for sequence in (own[forgets[0]], before[rows[forgets[0]]])
        ]
        raise InputError(
            f"{tree.name} must have perfect recall: player {tree.info_player[info]} reaches "
            f"information set {tree.keys[info]!r} by {actions[0]} and by {actions[1]}"
        )


def _sequence_text(tree: GameTree, sequence: int) -> str:
    if sequence >= tree.first_action[-1]:
        return "no action before"
    info = int(np.searchsorted(tree.first_action, sequence, side="right")) - 1
    return f"{tree.actions[info][sequence - tree.first_action[info]]!r} at {tree.keys[info]!r}"


def _walk_down(tree: GameTree) -> tuple[Int32Array, Float64Array]:
    """Return each player's last sequence [N, P] and the chance probability [N] at every node."""
    nodes, players = len(tree), tree.players
    last = np.empty((nodes, players), np.int32)
    last[0] = int(tree.first_action[-1]) + np.arange(players)
    chance = np.ones(nodes)
    for level in levels(tree):
        parent = tree.parent[level]
        last[level] = last[parent]
        chance[level] = chance[parent] * tree.probability[level]
        moved = np.flatnonzero(tree.player[parent] >= 0)
        child, parent = moved + level.start, parent[moved]
        action = child - tree.first_child[parent]
        last[child, tree.player[parent]] = tree.first_action[tree.row[parent]] + action
    return last, chance


def levels(tree: GameTree) -> Iterator[slice]:
    """Iterate over the levels below the root; the nodes of a level are contiguous.

    Args:
        tree: A flattened game, whose nodes are sorted by level.

    Yields:
        The nodes of each level, from the root's children on.
    """
    start, end = 0, 1
    while True:
        count = int(tree.n_children[start:end].sum())
        if not count:
            return
        start, end = end, end + count
        yield slice(start, end)
