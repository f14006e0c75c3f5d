"""Re-solve streets that were not stored, on request.

The missing part after a stored street is a subgame: the ranges that reach it, the pot and the
stacks there, and the betting tree from there on. It is solved to the same exploitability in chips
as the whole solution. A hand plays at most one of these subgames, so all of them together add at
most this exploitability once.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS, Range
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.backends import NativeBackend, Tables
from fifthstreet.solvers.postflop.solution import Node, Solution, SolveRecord, make_node
from fifthstreet.solvers.postflop.solving.solver import solve
from fifthstreet.solvers.postflop.spot import Plan, Spot, TreeSpot
from fifthstreet.tree import STREET_NAMES, Kind, parse_path, subtree
from fifthstreet.tree.strategy import HoleArray, Lock

_MAX_ITERATIONS = 1_000
_MAX_BYTES = 1 << 29  # of solved subgames in memory


@dataclass(frozen=True)
class Entry:
    """The root of a subgame on the first missing street."""

    node: int
    cards: tuple[int, ...]  # dealt before it
    depth: int  # steps from the root


class TruncatedSolution(Solution):
    """A solution without tables of its last streets, which are re-solved on request.

    Threads may share it like any solution; one subgame is re-solved at a time.
    """

    def __init__(
        self,
        spot: Spot,
        plan: Plan | Callable[[], Plan],
        tables: tuple[Tables, Tables],
        record: SolveRecord,
        *,
        last_street: int,
        **options: Any,
    ) -> None:
        """Wrap tables up to `last_street`, with options of `Solution`."""
        super().__init__(spot, plan, tables, record, **options)
        self._last_street = last_street
        self._subgames = Subgames(self)

    def _contents(self) -> dict[str, Any]:
        return super()._contents() | {"last_street": self.last_street}

    @property
    def last_street(self) -> int:
        """The last street with stored tables."""
        return self._last_street

    @property
    def _unverified_backend(self) -> NativeBackend:
        """Raise InputError: a backend needs all averages, and some are missing."""
        raise InputError(
            f"{self.file or 'the solution'} must be saved with all streets, but ends with the "
            f"{STREET_NAMES[self.last_street]}"
        )

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the probability of each action for each hand at a decision.  [A, 1326]"""
        if self._is_stored(node):
            return super().probabilities(node, board)
        return self.node(self.tree.path(node, board[len(self.board) :])).strategy

    def node(self, path: str) -> Node:
        """Return the node with this path; a missing street is re-solved first."""
        node, cards = self.tree.find(path)
        if self._is_stored(node):
            return super().node(path)
        self._place(path, node, cards)  # validates the cards
        return self._subgames.node(self.tree.path(node, cards))

    def _reach(self, node: int, cards: tuple[int, ...]) -> tuple[HoleArray, HoleArray]:
        if self._is_stored(node):
            return super()._reach(node, cards)
        return self._subgames.node(self.tree.path(node, cards)).reach

    def _is_stored(self, node: int) -> bool:
        return int(self.tree.street[node]) <= self.last_street


class Subgames:
    """The re-solved subgames of a truncated solution; the most recently used are kept."""

    def __init__(self, whole: TruncatedSolution) -> None:
        self._whole = whole
        self._solved: OrderedDict[Entry, Solution] = OrderedDict()
        self._kept = threading.Lock()  # guards the solved subgames
        self._solving = threading.Lock()  # one at a time: each uses all threads of the solution

    def node(self, path: str) -> Node:
        """Return a node of a missing street; the path must be valid."""
        node, cards = self._whole.spot.tree.find(path)
        path = self._whole.spot.tree.path(node, cards)
        entry = self._entry(node, cards)
        reach = self._entry_reach(path, entry)
        ranges = _ranges(reach)
        if ranges is None:
            return _never_reached(self._whole, path, entry, reach)
        solved = self._solution(entry, ranges).node(path_below(path, entry.depth))
        # The subgame's weights were scaled up to 1, where floats are the most exact.
        first, second = (
            weights * at_entry.max() for weights, at_entry in zip(solved.reach, reach, strict=True)
        )
        return replace(solved, solution=self._whole, path=path, reach=(first, second))

    def _entry(self, node: int, cards: tuple[int, ...]) -> Entry:
        tree = self._whole.tree
        line = tree.line(node)
        depth = next(i for i, at in enumerate(line) if tree.street[at] > self._whole.last_street)
        return Entry(
            line[depth], cards[: self._whole.last_street + 1 - self._whole.spot.street], depth
        )

    def _entry_reach(self, path: str, entry: Entry) -> tuple[HoleArray, HoleArray]:
        steps = [step.text for step in parse_path(path)[: entry.depth - 1]]
        before = self._whole.node(":".join(["r", *steps]))
        blocked = HOLE_MASKS & np.uint64(1 << entry.cards[-1]) != 0
        first, second = (np.where(blocked, 0.0, weights) for weights in before.reach)
        return first, second

    def _solution(self, entry: Entry, ranges: tuple[Range, Range]) -> Solution:
        if (known := self._known(entry)) is not None:
            return known
        with self._solving:
            if (known := self._known(entry)) is not None:
                return known
            solved = self._solve(entry, ranges)
            self._keep(entry, solved)
            return solved

    def _known(self, entry: Entry) -> Solution | None:
        with self._kept:
            if entry in self._solved:
                self._solved.move_to_end(entry)
            return self._solved.get(entry)

    def _keep(self, entry: Entry, solved: Solution) -> None:
        with self._kept:
            self._solved[entry] = solved
            kept = sum(game.record.memory_bytes for game in self._solved.values())
            while kept > _MAX_BYTES and len(self._solved) > 1:
                kept -= self._solved.popitem(last=False)[1].record.memory_bytes

    def _solve(self, entry: Entry, ranges: tuple[Range, Range]) -> Solution:
        record, game = self._whole.record, subgame_spot(self._whole.spot, entry, ranges)
        return solve(
            game,
            target_pot_percent=100 * max(record.exploitability.chips, 0.0) / game.pot,
            max_iterations=_MAX_ITERATIONS,
            threads=self._whole.threads,
            isomorphism=record.isomorphism,
            progress=False,
        )


def _ranges(reach: tuple[HoleArray, HoleArray]) -> tuple[Range, Range] | None:
    """Return both weights as ranges scaled to 1, or None if all pairs of hands share a card."""
    if not all(weights.max() > 0 for weights in reach):
        return None
    first, second = (Range(weights / weights.max()) for weights in reach)
    held, other = (HOLE_MASKS[range_.hands()] for range_ in (first, second))
    return (first, second) if (held[:, None] & other == 0).any() else None


def path_below(path: str, depth: int) -> str:
    """Return the rest of a path after `depth` steps, as a path from there."""
    return ":".join(["r", *(step.text for step in parse_path(path)[depth:])])


def subgame_spot(spot: Spot, entry: Entry, ranges: tuple[Range, Range]) -> Spot:
    """Return the subgame that starts at an entry, with the ranges that reach it."""
    below, board = subtree(spot.tree, entry.node), (*spot.board, *entry.cards)
    locks = _locks_below(spot, entry)
    return TreeSpot(board, ranges, below.rules, spot.rake, locks, given_tree=below)


def _locks_below(spot: Spot, entry: Entry) -> tuple[Lock, ...]:
    locks = []
    for lock in spot.locks:
        node, named = spot.tree.find(lock.path)
        common = min(len(named), len(entry.cards))
        if entry.node in spot.tree.line(node) and named[:common] == entry.cards[:common]:
            locks.append(replace(lock, path=path_below(lock.path, entry.depth)))
    return tuple(locks)


def _never_reached(
    whole: Solution, path: str, entry: Entry, reach: tuple[HoleArray, HoleArray]
) -> Node:
    """Return a node that is never reached: all actions are equally likely, and values are NaN."""
    tree = whole.spot.tree
    node, cards = tree.find(path)
    is_blocked = HOLE_MASKS & np.uint64(sum(1 << card for card in cards)) != 0
    here = [np.where(is_blocked, 0.0, weights) for weights in reach]
    for at in tree.line(node)[entry.depth : -1]:
        if tree.kind[at] == Kind.ACTION:
            here[int(tree.player[at])] /= int(tree.n_children[at])
    unknown = np.full(HOLE_COUNT, np.nan)
    strategy = actions = None
    if tree.kind[node] == Kind.ACTION:
        count = int(tree.n_children[node])
        weights = whole.spot.live_ranges[int(tree.player[node])].weights
        strategy = np.tile(np.where(is_blocked | (weights == 0), np.nan, 1 / count), (count, 1))
        actions = np.tile(unknown, (count, 1))
    return make_node(
        solution=whole,
        path=path,
        node=node,
        board=(*whole.spot.board, *cards),
        reach=(here[0], here[1]),
        strategy=strategy,
        values=(unknown, unknown),
        action_values=actions,
        chance=1.0,
    )
