"""A solved spot: strategies, values and equities at any node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import (
    HOLE_MASKS,
    SuitPermutation,
    cards_text,
    hole_permutation,
)
from fifthstreet.cards.matchups import count_matchups
from fifthstreet.solvers.postflop.backends.native import NativeBackend
from fifthstreet.solvers.postflop.exploitability import Exploitability, Mode
from fifthstreet.solvers.postflop.node import CardReport, Node, make_node
from fifthstreet.solvers.postflop.problem import IDENTITY, Problem
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.solvers.postflop.tables import Tables
from fifthstreet.threads import thread_count
from fifthstreet.tree import Kind

HoleArray = NDArray[np.float64]  # [1326]


@dataclass(frozen=True)
class SolveRecord:
    """How a solution came about."""

    iterations: int
    exploitability: Exploitability
    seconds: float
    cpu_seconds: float
    memory_bytes: int
    schedule: str
    precision: str
    isomorphism: bool


@dataclass(frozen=True)
class _Place:
    """Where a node's rows lie, and how hands of the real board look there."""

    street: int  # 0 is the spot's own
    runout: int
    at: int  # of the street's nodes
    perm: SuitPermutation  # makes the runout's suits of the real ones


class Solution:
    """Average strategies of a spot and everything that follows from them."""

    def __init__(
        self,
        spot: Spot,
        problem: Problem | Callable[[], Problem],
        tables: tuple[Tables, Tables],
        record: SolveRecord,
        *,
        threads: int | None = None,
        values: tuple[Sequence[NDArray[np.float32]], Sequence[NDArray[np.float32]]] | None = None,
    ) -> None:
        """Wrap tables of averages; `values` are those of the nodes before the river, if known.

        A problem that is not laid out yet may be given as the function that does it when needed.
        """
        self.spot = spot
        self._problem = problem
        self.tables = tables
        self.record = record
        self.threads = thread_count(threads)
        self._values = values
        self._river: dict[tuple[int, int], NDArray[np.float32]] = {}  # the last runout's values

    def __repr__(self) -> str:
        """Board, iterations, exploitability."""
        percent = self.record.exploitability.pot_percent
        return (
            f"<Solution on {cards_text(self.spot.board)}: {self.record.iterations} iterations, "
            f"exploitability {percent:.3g}% of the pot>"
        )

    @cached_property
    def problem(self) -> Problem:
        """The spot as it is laid out."""
        return self._problem() if callable(self._problem) else self._problem

    @cached_property
    def backend(self) -> NativeBackend:
        """Passes over the averages."""
        return NativeBackend(self.problem, self.tables, self.threads)

    @property
    def values(self) -> tuple[Sequence[NDArray[np.float32]], Sequence[NDArray[np.float32]]]:
        """Counterfactual values at all nodes before the river; of a river spot, at all nodes."""
        if self._values is None:
            self._values = (
                self.backend.node_values(0, Mode.AVERAGE),
                self.backend.node_values(1, Mode.AVERAGE),
            )
        return self._values

    @cached_property
    def root(self) -> Node:
        """The node that the spot starts at."""
        return self.node("r")

    @property
    def ev(self) -> tuple[float, float]:
        """Expected chips of both ranges from the pot, OOP first."""
        return self.root.range_ev

    @property
    def equity(self) -> tuple[float, float]:
        """Equity of both ranges, OOP first."""
        return self.root.range_equity

    def node(self, path: str) -> Node:
        """Strategy, reach, values and equities at a node, like `r:k:b94:c:n8c`.

        The cards of every deal on the way have to be named.
        """
        tree = self.spot.tree
        node, cards = tree.find(path)
        place = self._place(path, node, cards)
        return make_node(
            spot=self.spot,
            path=tree.path(node, cards),
            node=node,
            board=(*self.spot.board, *cards),
            reach=self._reach(node, cards),
            strategy=self._strategy(place) if tree.kind[node] == Kind.ACTION else None,
            values=(self._node_values(0, place), self._node_values(1, place)),
            action_values=self._action_values(place),
            chance=self._chance(len(cards)),
            threads=self.threads,
        )

    def report(self, path: str) -> list[CardReport]:
        """What each card of a deal does: the path leads to the deal, like `r:k:k`.

        A path of a street's end may be given with or without its last `n`.
        """
        tree = self.spot.tree
        node, cards = tree.find(path)
        if tree.kind[node] == Kind.ACTION and tree.kind[tree.parent[node]] == Kind.DEAL:
            node = int(tree.parent[node])
            cards = cards[: int(tree.street[node]) - self.spot.street]
        path = tree.path(node, cards)
        if tree.kind[node] != Kind.DEAL:
            raise ValueError(f"no card is dealt at {path!r}; want a path that ends a street")
        known = {*self.spot.board, *cards}
        left = [card for card in range(52) if card not in known]
        first, second = self._reach(node, cards)
        matchups = count_matchups(first, second)
        return [
            CardReport.of(card, self.node(f"{path}:n{cards_text([card])}"), matchups)
            for card in left
        ]

    # From the real board to the runout that stands for it.

    def _place(self, path: str, node: int, cards: tuple[int, ...]) -> _Place:
        street, at = self.problem.plan.place(node)
        if len(cards) != street:
            raise ValueError(
                f"{path!r} names {len(cards)} of {street} cards dealt; want all, like n8c"
            )
        if both := set(cards) & set(self.spot.board):
            raise ValueError(f"{cards_text(sorted(both))} in {path!r} is on the board")
        runout, perm = self._runout(cards)
        return _Place(street, runout, at, perm)

    def _runout(self, cards: Sequence[int]) -> tuple[int, SuitPermutation]:
        runout, perm = 0, IDENTITY
        for street, card in enumerate(cards, 1):
            runouts = self.problem.plan.runouts[street]
            image = card // 4 * 4 + perm[card % 4]
            children = np.flatnonzero(runouts.parent == runout)
            first = runouts.member_start[children[0]]
            last = runouts.member_start[children[-1] + 1]
            member = int(first + np.flatnonzero(runouts.member_card[first:last] == image)[0])
            runout = int(np.searchsorted(runouts.member_start, member, "right")) - 1
            back = np.argsort(runouts.member_perm[member])
            a, b, c, d = (int(back[suit]) for suit in perm)
            perm = (a, b, c, d)
        return runout, perm

    def _hands(self, player: int, place: _Place) -> NDArray[np.int64]:
        """Place of each of the 1,326 real hands in the row of the runout."""
        seat = self.problem.plan.runouts[place.street].seats[player]
        places: NDArray[np.uint16] = seat.place[place.runout][hole_permutation(place.perm)]
        return places.astype(np.int64)

    def _spread(self, player: int, place: _Place, rows: NDArray[np.float32]) -> HoleArray:
        """Rows of the runout as values of the 1,326 real hands, NaN where there is no such hand."""
        count = int(self.problem.plan.runouts[place.street].seats[player].count[place.runout])
        hands = self._hands(player, place)
        spread = rows[..., np.minimum(hands, count)].astype(np.float64)
        spread[..., hands >= count] = np.nan
        return spread

    def _strategy(self, place: _Place) -> HoleArray:
        """Average strategy at a decision.  [actions, 1326]"""
        plan = self.problem.plan
        betting = plan.betting[place.street]
        player = int(betting.player[place.at])
        actions = int(betting.n_children[place.at])
        layout = plan.layouts[player]
        part = layout.rows(place.street, place.runout, betting, place.at)
        weights = self.tables[player].arrays["averages"][part].reshape(actions, -1)
        summed = weights.sum(axis=0, dtype=np.float64)
        rows = np.full(weights.shape, 1 / actions, np.float32)
        np.divide(weights, summed, out=rows, where=summed > 0, casting="unsafe")
        if (locks := self.problem.locks[player]) is not None:
            block = layout.block(place.street, place.runout, betting, place.at)
            if (start := int(locks.start[block])) >= 0:
                given = locks.rows[start : start + rows.size].reshape(rows.shape)
                rows = np.where(given >= 0, given, rows)
        return self._spread(player, place, rows)

    def _reach(self, node: int, cards: tuple[int, ...]) -> tuple[HoleArray, HoleArray]:
        """Weight with which each real hand of both players gets to a node."""
        tree = self.spot.tree
        reach = [range_.weights.astype(np.float64) for range_ in self.spot.live_ranges]
        dealt = 0
        for before, after in pairwise(tree.line(node)):
            if tree.kind[before] == Kind.DEAL:
                blocked = HOLE_MASKS & np.uint64(1 << cards[dealt]) != 0
                for weights in reach:
                    weights[blocked] = 0
                dealt += 1
                continue
            player = int(tree.player[before])
            street, at = self.problem.plan.place(before)
            runout, perm = self._runout(cards[:street])
            action = after - int(tree.first_child[before])
            strategy = self._strategy(_Place(street, runout, at, perm))[action]
            reach[player] *= np.nan_to_num(strategy)
        return reach[0], reach[1]

    # Values.

    def _node_rows(self, player: int, place: _Place) -> NDArray[np.float32]:
        """Values of all nodes of a runout.  [nodes, stride]"""
        plan = self.problem.plan
        if place.street == len(plan.runouts) - 1:
            return self._river_rows(player, place.runout)
        nodes = len(plan.betting[place.street].kind)
        strides = plan.layouts[player].stride[place.street]
        first = nodes * int(strides[: place.runout].sum())
        size = nodes * int(strides[place.runout])
        return self.values[player][place.street][first : first + size].reshape(nodes, -1)

    def _river_rows(self, player: int, runout: int) -> NDArray[np.float32]:
        key = (player, runout)
        if key not in self._river:
            if any(other != runout for _, other in self._river):
                self._river.clear()
            self._river[key] = self.backend.river_values(player, Mode.AVERAGE, runout)
        return self._river[key]

    def _node_values(self, player: int, place: _Place) -> HoleArray:
        return self._spread(player, place, self._node_rows(player, place)[place.at])

    def _action_values(self, place: _Place) -> HoleArray | None:
        """Values of the acting player's actions.  [actions, 1326]"""
        betting = self.problem.plan.betting[place.street]
        player = int(betting.player[place.at])
        if player < 0:
            return None
        first = int(betting.first_child[place.at])
        rows = self._node_rows(player, place)[first : first + int(betting.n_children[place.at])]
        return self._spread(player, place, rows)

    def _chance(self, deals: int) -> float:
        """Probability of the cards dealt, given two hands that they do not block."""
        unseen = [52 - 4 - (len(self.spot.board) + deal) for deal in range(deals)]
        return float(np.prod([1 / cards for cards in unseen]))
