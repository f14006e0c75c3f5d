"""Prepare a lock from the solved strategy of every hand, and preview what it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS, Range, SuitPermutation, hole_permutation, mask_of
from fifthstreet.cards.hands import matching_hands
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.solution.node import Node
from fifthstreet.solvers.postflop.spot import SEATS, spot_symmetry
from fifthstreet.tree import parse_path
from fifthstreet.tree.strategy import HoleArray, Lock, locked_node, scale_frequency

_DECIMALS = 6  # of the probabilities in a lock


@dataclass(frozen=True, eq=False)
class LockDraft:
    """A lock in preparation: it starts with the solved mix of every hand, and can be changed.

    Hands that never reach the decision have no mix of their own; they get the mean of the range.
    The mixes of hands that the spot's symmetry makes equal are averaged, so that the locked spot is
    still symmetric.

    >>> from fifthstreet.solvers.postflop import Spot, resolve, solve, with_lock
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> solution = solve(spot, target_pot_percent=0.1)
    >>> draft = LockDraft.of(solution.node("r:k"))
    >>> same = resolve(solution, with_lock(spot, draft.lock()), target_pot_percent=0.1)
    >>> abs(same.ev[0] - solution.ev[0]) < 0.1
    True
    >>> scaled = draft.scaled("b50", 0.25).painted("QQ", {"k": 1.0})
    >>> scaled.ev[1] < scaled.ev[0]
    True
    """

    node: Node
    rows: HoleArray  # [A, 1326] probabilities; NaN for hands that the player never has

    def __repr__(self) -> str:
        shares = zip(self.node.actions, self.frequencies.tolist(), strict=True)
        play = ", ".join(f"{action} {share:.3f}" for action, share in shares)
        return f"<LockDraft {self.node.path}: {play}>"

    @classmethod
    def of(cls, node: Node) -> LockDraft:
        """Return the draft that locks a decision as it is solved.

        InputError if no player acts, or no hand of the player reaches the node: then the solution
        has no mix, but `resolve_unreached` finds one.
        """
        if node.player < 0:
            raise InputError(f"a lock requires a decision, got {node.path!r}")
        reach = node.reach[node.player]
        if not reach.any():
            raise InputError(f"no hand of {SEATS[node.player].upper()} reaches {node.path!r}")
        weights = _range_weights(node)
        means = np.nan_to_num(node.strategy) @ weights
        is_blocked = HOLE_MASKS & np.uint64(mask_of(node.board)) != 0
        is_held = (node.solution.spot.ranges[node.player].weights > 0) & ~is_blocked
        rows = np.where(reach > 0, node.strategy, np.where(is_held, means[:, None], np.nan))
        return cls(node, _symmetric(rows, reach, _symmetry(node)))

    def scaled(self, action: str, frequency: float) -> LockDraft:
        """Return a draft in which the range takes an action with a given frequency, from 0 to 1.

        The order of the hands is kept: see `scale_frequency`.
        """
        if action not in self.node.actions:
            accepted = ", ".join(self.node.actions)
            raise InputError(f"action must be one of {accepted}, got {action!r}")
        held = self._held
        rows = self.rows.copy()
        place = self.node.actions.index(action)
        rows[:, held] = scale_frequency(rows[:, held], self.weights[held], place, frequency)
        return replace(self, rows=rows)

    def painted(self, hands: str, strategy: Mapping[str, float]) -> LockDraft:
        """Return a draft in which some hands, like `AQs, AhKh` or `top pair`, play one strategy."""
        chosen = np.isin(np.arange(self.rows.shape[1]), self._matching(hands))
        return self.applied(Lock(self.node.path, strategy, Range(chosen)))

    def restored(self, hands: str) -> LockDraft:
        """Return a draft in which some hands play as they are solved."""
        chosen = self._matching(hands)
        rows = self.rows.copy()
        rows[:, chosen] = LockDraft.of(self.node).rows[:, chosen]
        return replace(self, rows=rows)

    def applied(self, lock: Lock) -> LockDraft:
        """Return a draft with the probabilities of a lock, for the hands that it applies to."""
        locked_node(self.node.solution.spot.tree, self.node.solution.spot.board, lock)
        fixed = lock.probabilities(self.node.actions)
        is_fixed = ~np.isnan(fixed) & ~np.isnan(self.rows)
        return replace(self, rows=np.where(is_fixed, fixed, self.rows))

    def lock(self) -> Lock:
        """Return the lock: probabilities of each hand, rounded to six decimals."""
        held = self._held
        rounded = self.rows[:, held].round(_DECIMALS)
        # The most frequent action takes the rounding, so that probabilities add up to 1.
        most = rounded.argmax(axis=0), np.arange(held.size)
        rounded[most] += 1 - rounded.sum(axis=0)
        rows = np.zeros(self.rows.shape)
        rows[:, held] = rounded
        shares = {action: Range(row) for action, row in zip(self.node.actions, rows, strict=True)}
        return Lock(self.node.path, {name: row for name, row in shares.items() if row.combos})

    @property
    def solved_frequencies(self) -> HoleArray:
        """How often the range takes each action in the solution.  [A]"""
        means: HoleArray = np.nan_to_num(self.node.strategy) @ self.weights
        return means

    @property
    def frequencies(self) -> HoleArray:
        """How often the range takes each action with the lock.  [A]"""
        means: HoleArray = np.nan_to_num(self.rows) @ self.weights
        return means

    @property
    def ev(self) -> tuple[float, float]:
        """Expected chips of the player from this node on: as solved, and with the lock.

        Both are against the opponent's present strategy; a re-solve shows how the opponent adapts.
        """
        node = self.node
        solved, values = node.range_ev[node.player], node.action_ev
        change: HoleArray = ((self.rows - node.strategy) * values).sum(axis=0)
        known = (self.weights > 0) & ~np.isnan(change)
        total = float(self.weights[known].sum())
        lost = float(self.weights[known] @ change[known]) / total if total > 0 else float("nan")
        return solved, solved + lost

    @cached_property
    def weights(self) -> HoleArray:
        """How often the player has each hand here; the sum is 1.  [1326]"""
        return _range_weights(self.node)

    @property
    def _held(self) -> NDArray[np.int64]:
        """The hands that the lock applies to."""
        return np.flatnonzero(~np.isnan(self.rows[0]))

    def _matching(self, hands: str) -> NDArray[np.int64]:
        """Return the player's hands that match a text; InputError if there are none."""
        found = np.intersect1d(matching_hands(hands, self.node.board).hands(), self._held)
        if not found.size:
            seat = SEATS[self.node.player].upper()
            raise InputError(f"{seat} never has {hands!r} at {self.node.path!r}")
        return found


def _range_weights(node: Node) -> HoleArray:
    """Return how often the player has each hand at a decision; the sum is 1.  [1326]"""
    weights = node.reach[node.player] * node.opposing_reach[node.player]
    if not weights.any():  # the opponent never gets here
        weights = node.reach[node.player]
    shares: HoleArray = weights / weights.sum()
    return shares


def _symmetry(node: Node) -> Sequence[SuitPermutation]:
    """Return the suit permutations that a lock of the node can keep."""
    has_cards = any(step.cards for step in parse_path(node.path))
    return () if has_cards else spot_symmetry(node.solution.spot)


def _symmetric(rows: HoleArray, reach: HoleArray, symmetry: Sequence[SuitPermutation]) -> HoleArray:
    """Return rows in which hands that differ only in suits have their common mean."""
    if len(symmetry) < 2:
        return rows
    images = np.array([hole_permutation(perm) for perm in symmetry])
    first = images.min(axis=0)  # the same for all hands of an orbit
    count = rows.shape[1]
    # Hands without reach are all alike already.
    weights = np.where(reach > 0, reach, 1e-30)
    totals = np.bincount(first, weights, count)
    with np.errstate(invalid="ignore"):
        means = [np.bincount(first, weights * row, count) / totals for row in rows]
    result: HoleArray = np.array(means)[:, first]
    return result
