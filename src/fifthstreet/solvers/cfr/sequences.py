"""The sequence form of a game tree: what is left of it when only the players' own past counts.

With perfect recall, the chance that a player does their part in getting to an end is a number of
their last action there alone. So payoffs are sums over a sparse table of last actions, and a pass
visits information sets and entries of that table instead of histories (von Stengel 1996).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from fifthstreet import _native
from fifthstreet.solvers.cfr.game_tree import Float64Array, GameTree, Int32Array
from fifthstreet.solvers.games.game import TERMINAL


@dataclass(frozen=True, slots=True, eq=False)
class Sequences:
    """A game's last actions and ends; A actions, P players, S = A + P sequences, E entries.

    Sequence a ends with action a of the tree's tables; A + p is player p's empty one. An entry
    stands for the ends that have the same last action of every player. Each end is found once a
    player, in the row of that player's last action.
    """

    before: Int32Array  # [I]  the player's last sequence on the way to an information set
    row_start: NDArray[np.int64]  # [S + 1]  entries of a sequence's row
    weight: Float64Array  # [E]  chance times the row's player's payoff
    others: Int32Array  # [E, P - 1]  last sequences of the other players, in order

    @classmethod
    def of(cls, tree: GameTree) -> Sequences:
        """The sequence form of a tree."""
        last, chance = _walk_down(tree)
        actions, players = int(tree.first_action[-1]), tree.players
        before = np.empty(len(tree.keys), np.int32)
        acts = np.flatnonzero(tree.player >= 0)
        before[tree.row[acts]] = last[acts, tree.player[acts]]

        ends = np.flatnonzero(tree.player == TERMINAL)
        last = last[ends]
        weight = chance[ends, None] * tree.payoffs[tree.row[ends]]
        rows = last.T.ravel()
        others = np.concatenate([np.delete(last, player, axis=1) for player in range(players)])
        weight = weight.T.ravel()
        order = np.lexsort((*others.T[::-1], rows))
        rows, others, weight = rows[order], others[order], weight[order]
        is_new = np.ones(len(rows), np.bool_)
        is_new[1:] = (rows[1:] != rows[:-1]) | (others[1:] != others[:-1]).any(axis=1)
        firsts = np.flatnonzero(is_new)
        weight = np.add.reduceat(weight, firsts)
        kept = firsts[weight != 0]  # ties and lost chances change nothing
        return cls(
            before=before,
            row_start=np.searchsorted(rows[kept], np.arange(actions + players + 1)).astype(
                np.int64
            ),
            weight=weight[weight != 0],
            others=np.ascontiguousarray(others[kept]),
        )


# By tree, for as long as somebody has the tree.
_MADE: WeakKeyDictionary[GameTree, _native.SequenceForm] = WeakKeyDictionary()


def native_form(tree: GameTree) -> _native.SequenceForm:
    """What the native passes over a tree walk, made once a tree."""
    if tree not in _MADE:
        made = Sequences.of(tree)
        _MADE[tree] = _native.SequenceForm(
            tree.players,
            tree.info_player,
            tree.first_action,
            made.before,
            made.row_start,
            made.weight,
            made.others,
        )
    return _MADE[tree]


def check_recall(tree: GameTree) -> None:
    """Refuse a tree in which a player forgets what they did or knew.

    It is enough that the last action before an information set is the same from all of its
    states: what was before that follows from the information set of that action.
    """
    last, _ = _walk_down(tree)
    acts = np.flatnonzero(tree.player >= 0)
    rows = tree.row[acts]
    own = last[acts, tree.player[acts]]
    before = np.empty(len(tree.keys), np.int32)
    before[rows] = own
    forgets = np.flatnonzero(before[rows] != own)
    if forgets.size:
        info = int(rows[forgets[0]])
        ways = [
            _sequence_text(tree, int(sequence))
            for sequence in (own[forgets[0]], before[rows[forgets[0]]])
        ]
        raise ValueError(
            f"{tree.name}: player {tree.info_player[info]} gets to information set "
            f"{tree.keys[info]!r} by {ways[0]} and by {ways[1]}; want games of perfect recall"
        )


def _sequence_text(tree: GameTree, sequence: int) -> str:
    """A player's last action in words."""
    if sequence >= tree.first_action[-1]:
        return "no action before"
    info = int(np.searchsorted(tree.first_action, sequence, side="right")) - 1
    return f"{tree.actions[info][sequence - tree.first_action[info]]!r} at {tree.keys[info]!r}"


def _walk_down(tree: GameTree) -> tuple[Int32Array, Float64Array]:
    """Of each node the players' last sequences [N, P] and what chance does to get there [N]."""
    nodes, players = len(tree), tree.players
    last = np.empty((nodes, players), np.int32)
    last[0] = int(tree.first_action[-1]) + np.arange(players)
    chance = np.ones(nodes)
    for level in _levels(tree):
        parent = tree.parent[level]
        last[level] = last[parent]
        chance[level] = chance[parent] * tree.probability[level]
        moved = np.flatnonzero(tree.player[parent] >= 0)
        child, parent = moved + level.start, parent[moved]
        action = child - tree.first_child[parent]
        last[child, tree.player[parent]] = tree.first_action[tree.row[parent]] + action
    return last, chance


def _levels(tree: GameTree) -> Iterator[slice]:
    """The nodes of each depth below the root's, which stand side by side."""
    start, end = 0, 1
    while True:
        inner = tree.n_children[start:end].sum()
        if not inner:
            return
        start, end = end, end + int(inner)
        yield slice(start, end)
