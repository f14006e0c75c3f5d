"""Streets that were not stored, solved again when they are asked for.

What is missing below the end of a stored street is a game of its own: the ranges that get there,
the pot and the stacks there, the betting tree from there on. It is solved to as many chips as the
whole solution was: a hand plays at most one of these games, so that all of them together add no
more than that to what a best response wins.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, Range
from fifthstreet.solvers.postflop.node import HoleArray, Node, make_node
from fifthstreet.solvers.postflop.solution import Solution
from fifthstreet.solvers.postflop.solver import solve
from fifthstreet.solvers.postflop.spot import Lock, Spot
from fifthstreet.tree import BettingTree, Kind, parse_path, subtree

_MOST_ITERATIONS = 1_000
_MOST_BYTES = 1 << 29  # of solved games that are kept


@dataclass(frozen=True)
class Subgame(Spot):
    """A spot that starts at a node of another one's betting tree."""

    whole: BettingTree | None = None
    entry: int = 0

    @cached_property
    def tree(self) -> BettingTree:
        """The part of the other tree below the entry."""
        assert self.whole is not None
        return subtree(self.whole, self.entry)


@dataclass(frozen=True)
class _Entry:
    """Where a street that is missing begins."""

    node: int
    cards: tuple[int, ...]  # dealt on the way
    depth: int  # steps from the root


class Subgames:
    """Solves the missing streets of a solution game by game, and keeps the last ones."""

    def __init__(self, whole: Solution, last_street: int) -> None:
        """`last_street` is the last one that `whole` has tables for."""
        self._whole = whole
        self._last_street = last_street
        self._solved: OrderedDict[_Entry, Solution] = OrderedDict()

    def node(self, path: str) -> Node:
        """What the solution says of a node of a missing street; the path has to be a good one."""
        node, cards = self._whole.spot.tree.find(path)
        path = self._whole.spot.tree.path(node, cards)
        entry = self._entry(node, cards)
        reach = self._entry_reach(path, entry)
        ranges = _ranges(reach)
        if ranges is None:
            return _never_reached(self._whole, path, entry, reach)
        found = self._solution(entry, ranges).node(_below(path, entry.depth))
        # Weights of the game were brought up to 1, where floats are the most exact.
        first, second = (here * at.max() for here, at in zip(found.reach, reach, strict=True))
        return replace(found, path=path, reach=(first, second))

    def _entry(self, node: int, cards: tuple[int, ...]) -> _Entry:
        tree = self._whole.spot.tree
        line = tree.line(node)
        depth = next(i for i, at in enumerate(line) if tree.street[at] > self._last_street)
        return _Entry(line[depth], cards[: self._last_street + 1 - self._whole.spot.street], depth)

    def _entry_reach(self, path: str, entry: _Entry) -> tuple[HoleArray, HoleArray]:
        steps = [step.text for step in parse_path(path)[: entry.depth - 1]]
        before = self._whole.node(":".join(["r", *steps]))
        blocked = HOLE_MASKS & np.uint64(1 << entry.cards[-1]) != 0
        first, second = (np.where(blocked, 0.0, weights) for weights in before.reach)
        return first, second

    def _solution(self, entry: _Entry, ranges: tuple[Range, Range]) -> Solution:
        if entry not in self._solved:
            self._solved[entry] = self._solve(entry, ranges)
        self._solved.move_to_end(entry)
        kept = sum(game.record.memory_bytes for game in self._solved.values())
        while kept > _MOST_BYTES and len(self._solved) > 1:
            kept -= self._solved.popitem(last=False)[1].record.memory_bytes
        return self._solved[entry]

    def _solve(self, entry: _Entry, ranges: tuple[Range, Range]) -> Solution:
        spot, record = self._whole.spot, self._whole.record
        game = Subgame(
            board=(*spot.board, *entry.cards),
            pot=spot.tree.pot(entry.node),
            stack=spot.tree.stacks(entry.node)[0],
            ranges=ranges,
            sizes=spot.sizes,
            chip=spot.chip,
            rake=spot.rake,
            locks=_locks_below(spot, entry),
            whole=spot.tree,
            entry=entry.node,
        )
        return solve(
            game,
            target_pot_percent=100 * max(record.exploitability.chips, 0.0) / game.pot,
            max_iterations=_MOST_ITERATIONS,
            threads=self._whole.threads,
            isomorphism=record.isomorphism,
        )


def _ranges(reach: tuple[HoleArray, HoleArray]) -> tuple[Range, Range] | None:
    """Both players' weights as ranges up to 1, or None if no hand of one meets one of the other."""
    if not all(weights.max() > 0 for weights in reach):
        return None
    first, second = (Range(weights / weights.max()) for weights in reach)
    held, other = (HOLE_MASKS[range_.hands()] for range_ in (first, second))
    return (first, second) if (held[:, None] & other == 0).any() else None


def _below(path: str, depth: int) -> str:
    """A path as it reads from a node so many steps down."""
    return ":".join(["r", *(step.text for step in parse_path(path)[depth:])])


def _locks_below(spot: Spot, entry: _Entry) -> tuple[Lock, ...]:
    """Locks of a game that begins at an entry."""
    locks = []
    for lock in spot.locks:
        node, named = spot.tree.find(lock.path)
        common = min(len(named), len(entry.cards))
        if entry.node in spot.tree.line(node) and named[:common] == entry.cards[:common]:
            locks.append(replace(lock, path=_below(lock.path, entry.depth)))
    return tuple(locks)


def _never_reached(
    whole: Solution, path: str, entry: _Entry, reach: tuple[HoleArray, HoleArray]
) -> Node:
    """A node at which the players never meet: any action is as good, and nothing has a value."""
    tree = whole.spot.tree
    node, cards = tree.find(path)
    gone = HOLE_MASKS & np.uint64(sum(1 << card for card in cards)) != 0
    here = [np.where(gone, 0.0, weights) for weights in reach]
    for at in tree.line(node)[entry.depth : -1]:
        if tree.kind[at] == Kind.ACTION:
            here[int(tree.player[at])] /= int(tree.n_children[at])
    unknown = np.full(HOLE_COUNT, np.nan)
    strategy = actions = None
    if tree.kind[node] == Kind.ACTION:
        count = int(tree.n_children[node])
        weights = whole.spot.live_ranges[int(tree.player[node])].weights
        strategy = np.tile(np.where(gone | (weights == 0), np.nan, 1 / count), (count, 1))
        actions = np.tile(unknown, (count, 1))
    return make_node(
        spot=whole.spot,
        path=path,
        node=node,
        board=(*whole.spot.board, *cards),
        reach=(here[0], here[1]),
        strategy=strategy,
        values=(unknown, unknown),
        action_values=actions,
        chance=1.0,
        threads=whole.threads,
    )
