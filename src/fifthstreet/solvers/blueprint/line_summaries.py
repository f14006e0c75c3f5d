"""Rows that decisions share because their betting so far has the same summary.

With exact betting, every decision has rows of its own, so that a tree for six seats has millions of
them and most are visited once or never. A summary forgets what matters little. Waugh et al. (2009),
"A practical use of imperfect recall", do the same with the cards of earlier streets.

Before the flop, decisions share rows if these are equal: the player to act, who raised last and how
often was raised, how many players have called since, what the player did before (nothing, call or
raise), how many are still to act, the stack-to-pot ratio, and the kinds of the possible actions.
After the second raise, it only matters who of the player and the last raiser acts first on the
flop, not their seats.

After the flop, these must be equal: the street, the number of players who saw it, the position of
the player to act among them, who bet or raised last on each earlier street (a position, a player
who has folded, or no player), how often was raised before the flop (up to 3), the stack-to-pot
ratio at the start of the street, all actions since, and the kinds of the possible actions.

Stack-to-pot ratios are rounded to powers of 2.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from fifthstreet.tree import BettingTree, Kind, Move

BETTING = ("exact", "summary")
BETTING_HELP = "what rows know of the betting so far: exact, or a summary that decisions share"
_BETS = (int(Move.BET), int(Move.ALL_IN))
_MAX_RAISES = 3  # before the flop that later streets distinguish
_LOWEST_RATIO = 2.0**-4  # stacks to pot; smaller ones are the same
_MASK_BITS = 16  # of the players who have folded
_NONE = -1  # no player has bet

_Words = NDArray[np.uint64]
_Seats = NDArray[np.int64]


def shared_rows(tree: BettingTree, betting: str) -> NDArray[np.int64] | None:
    """Return for each node the first decision whose rows it uses; None if all have their own.  [N]

    Args:
        tree: A betting tree.
        betting: One of `BETTING`.

    >>> from fifthstreet.tree import TreeRules, build_tree
    >>> tree = build_tree(TreeRules.even(3, 20, blinds=(1, 2), first_street=0))
    >>> owners = shared_rows(tree, "summary")
    >>> int((tree.kind == Kind.ACTION).sum()), len(np.unique(owners[tree.kind == Kind.ACTION]))
    (4980, 3362)
    """
    if betting == "exact":
        return None
    nodes = np.flatnonzero(tree.kind == Kind.ACTION)
    _, first, group = np.unique(
        _Summaries(tree).words[nodes], return_index=True, return_inverse=True
    )
    owners = np.zeros(len(tree), np.int64)
    owners[nodes] = nodes[first[group]]
    return owners


class _Summaries:
    """A word for the summary of each decision, computed level by level from the root."""

    def __init__(self, tree: BettingTree) -> None:
        self._tree, size = tree, len(tree)
        everyone = (1 << tree.players) - 1
        self._live = (~tree.folded.astype(np.int64)) & everyone
        self._ratios = _stack_to_pot(tree, self._live)
        self.words = np.zeros(size, np.uint64)
        # Of the street so far.
        self._bets = np.zeros(size, np.int64)
        self._aggressor = np.full(size, _NONE, np.int64)
        self._acted = np.zeros(size, np.int64)  # players since the last bet, the aggressor included
        self._called = np.zeros(size, np.int64)  # players who have called at any time
        self._raised = np.zeros(size, np.int64)  # players who have raised at any time
        self._actions = np.zeros(size, np.uint64)  # all of them in order, mixed
        # Of earlier streets.
        self._past = np.full((size, 3), _NONE, np.int64)  # the aggressor of each
        self._first_raises = np.zeros(size, np.int64)  # bets and raises on the first street
        self._start = np.zeros(size, np.uint64)  # the summary when the street began
        kinds = _kinds_of_actions(tree)
        for level in _levels(tree):
            if level.start:
                self._enter(np.arange(level.start, level.stop))
            nodes = np.arange(level.start, level.stop)
            nodes = nodes[tree.kind[nodes] == Kind.ACTION]
            self.words[nodes] = _mixed(self._known_at(nodes), kinds[nodes])

    def _enter(self, nodes: _Seats) -> None:
        """Compute what is known at nodes from their parents and the moves that lead to them."""
        tree = self._tree
        parents = tree.parent[nodes]
        moves = tree.move[nodes].astype(np.int64)
        seats = np.where(tree.kind[parents] == Kind.ACTION, tree.player[parents], 0).astype(
            np.int64
        )
        is_bet, is_call = np.isin(moves, _BETS), moves == Move.CALL
        own = np.int64(1) << seats
        self._bets[nodes] = self._bets[parents] + is_bet
        self._aggressor[nodes] = np.where(is_bet, seats, self._aggressor[parents])
        self._acted[nodes] = np.where(is_bet, own, self._acted[parents] | own)
        self._called[nodes] = self._called[parents] | np.where(is_call, own, 0)
        self._raised[nodes] = self._raised[parents] | np.where(is_bet, own, 0)
        place = (nodes - tree.first_child[parents]).astype(np.uint64)
        self._actions[nodes] = _mixed(self._actions[parents], moves.astype(np.uint64), place)
        self._past[nodes] = self._past[parents]
        self._first_raises[nodes] = self._first_raises[parents]
        self._start[nodes] = self._start[parents]
        dealt = moves == Move.DEAL
        self._begin_street(nodes[dealt], parents[dealt])

    def _begin_street(self, nodes: _Seats, parents: _Seats) -> None:
        if not len(nodes):
            return
        tree, first = self._tree, self._tree.rules.first_street
        before = tree.street[parents].astype(np.int64) - first  # number of the street that ended
        self._past[nodes, before] = self._aggressor[parents]
        self._first_raises[nodes] = np.where(
            before == 0, np.minimum(self._bets[parents], _MAX_RAISES), self._first_raises[parents]
        )
        live = self._live[nodes]
        past = [_position(self._past[nodes, street], live) for street in range(3)]
        self._start[nodes] = _mixed(
            *(tree.street[nodes].astype(np.uint64), _count(live), *past),
            *(self._first_raises[nodes].astype(np.uint64), self._ratios[nodes]),
        )
        for array, value in (
            *((self._bets, 0), (self._aggressor, _NONE), (self._acted, 0)),
            *((self._called, 0), (self._raised, 0), (self._actions, 0)),
        ):
            array[nodes] = value

    def _known_at(self, nodes: _Seats) -> _Words:
        """Return the summaries of decisions, without the kinds of actions."""
        tree, live = self._tree, self._live[nodes]
        seats = tree.player[nodes].astype(np.int64)
        own = np.int64(1) << seats
        is_later = tree.street[nodes] > 0
        done = np.where(self._raised[nodes] & own, 2, np.where(self._called[nodes] & own, 1, 0))
        called = self._acted[nodes] & live
        called &= ~np.where(
            self._aggressor[nodes] >= 0, np.int64(1) << self._aggressor[nodes].clip(0), 0
        )
        bettor = self._aggressor[nodes]
        # After the second raise, only who will act first after the flop.
        is_reraised = self._bets[nodes] > 1
        before_flop = _mixed(
            np.where(is_reraised, 0, seats).astype(np.uint64),
            np.where(is_reraised, bettor > seats, bettor + 1).astype(np.uint64),
            *(self._bets[nodes].astype(np.uint64), _count(called), done.astype(np.uint64)),
            *(_count(live & ~self._acted[nodes] & ~own), self._ratios[nodes]),
        )
        after_flop = _mixed(self._start[nodes], self._actions[nodes], _position(seats, live))
        return np.where(is_later, after_flop, before_flop)


def _levels(tree: BettingTree) -> Iterator[range]:
    """Yield the nodes of each depth, which are contiguous."""
    first, end = 0, 1
    while first < end:
        yield range(first, end)
        first, end = end, end + int(tree.n_children[first:end].sum())


def _stack_to_pot(tree: BettingTree, live: _Seats) -> _Words:
    """Return the exponent of the nearest power of 2 at each node, from 0.  [N]

    The stack is the second largest of the players in the hand, which is all that can be bet.
    """
    stacks = np.array(tree.rules.stack_chips)
    behind = np.where(live[:, None] >> np.arange(tree.players) & 1, stacks - tree.committed, -1)
    second = np.partition(behind, -2, axis=1)[:, -2].clip(0)
    ratios = np.maximum(second / np.maximum(tree.pots, 1), _LOWEST_RATIO)
    exponents: _Words = np.rint(np.log2(ratios) - np.log2(_LOWEST_RATIO)).astype(np.uint64)
    return exponents


def _kinds_of_actions(tree: BettingTree) -> _Words:
    """Return a word for the moves to the children of each node.  [N]"""
    places = np.arange(len(tree)) - tree.first_child[tree.parent]
    kinds = np.zeros(len(tree), np.uint64)
    words = _mixed(places.astype(np.uint64), tree.move.astype(np.uint64))
    np.add.at(kinds, tree.parent[1:], words[1:])
    return kinds


def _position(seats: _Seats, live: _Seats) -> _Words:
    """Return 0 for no player, 1 for one who has folded, else 2 and the players before them."""
    own = np.int64(1) << seats.clip(0)
    position = np.where(live & own, 2 + _count(live & (own - 1)).astype(np.int64), 1)
    return np.where(seats < 0, 0, position).astype(np.uint64)


def _count(masks: _Seats) -> _Words:
    """Return the number of players in each mask."""
    counts = np.zeros(len(masks), np.uint64)
    for seat in range(_MASK_BITS):
        counts += (masks >> seat & 1).astype(np.uint64)
    return counts


def _mixed(*parts: _Words) -> _Words:
    """Combine numbers into words that differ if any number differs, by the steps of SplitMix64."""
    words = np.zeros(len(parts[0]), np.uint64)
    for part in parts:
        words = (words ^ part) + np.uint64(0x9E3779B97F4A7C15)
        words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        words ^= words >> np.uint64(31)
    return words
