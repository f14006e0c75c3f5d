"""Passes of vector CFR over a spot in which hands of a bucket share a row.

A pass for one player carries the opponent's reach down the betting of all runouts at once,
evaluates the ends, and carries the player's values up. Regrets of a row are the sum over its hands
of weight times counterfactual regret; its average strategy is weighted by the reach of its hands.

Shapes: R runouts of a street, N nodes, H hands of a player, K rows of a decision, A actions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS
from fifthstreet.cards.hands import strengths_on_boards
from fifthstreet.errors import InputError
from fifthstreet.solvers.abstracted.spot_bucketing import SpotBuckets
from fifthstreet.solvers.postflop import (
    ACTION,
    EXIT,
    FOLD,
    SHOWDOWN,
    Plan,
    StreetBetting,
    normalised,
)

Rows: TypeAlias = NDArray[Any]  # [R, H] float32 or float64
Table: TypeAlias = NDArray[np.float64]  # [A, K]


@dataclass(frozen=True, eq=False)
class _Seat:
    """A player's hands on all runouts of a street."""

    live: Rows  # 1 where a hand is possible on the board, else 0
    buckets: NDArray[np.intp]  # [R, H] 0 where it is not
    count: int  # buckets


@dataclass(frozen=True, eq=False)
class _Street:
    """A street of the spot on all runouts."""

    betting: StreetBetting
    decisions: NDArray[np.int64]  # [N] nodes with the same number share rows
    parent: NDArray[np.int32]  # [R]
    first_of_parent: NDArray[np.int64]  # first runout of each runout of the previous street
    chance: float  # of each card dealt
    seats: tuple[_Seat, _Seat]
    lead: NDArray[np.float32]  # [2, N] of showdowns; see `end_payoffs`
    total: NDArray[np.float32]  # [2, N]


class Passes:
    """The tables of both players, and the passes that update them."""

    def __init__(
        self,
        plan: Plan,
        buckets: SpotBuckets,
        decisions: NDArray[np.int64],
        dtype: type[np.float32 | np.float64],
    ) -> None:
        """Prepare passes over a plan without isomorphism, with rows of `dtype`.

        `decisions` has a number for each node of the tree. Nodes with the same number share rows,
        so they must have the same player and actions.
        """
        self._dtype = dtype
        self._hands = [np.flatnonzero(weights) for weights in plan.weights]
        self._weights = [
            weights[hands].astype(dtype)
            for weights, hands in zip(plan.weights, self._hands, strict=True)
        ]
        masks = [HOLE_MASKS[hands] for hands in self._hands]
        self._compatible = (masks[0][:, None] & masks[1] == 0).astype(dtype)  # [H0, H1]
        self._comparison = _comparison(plan.runouts[-1].boards, masks, self._compatible)
        self.streets = [
            self._street(plan, buckets, street, decisions) for street in range(len(plan.betting))
        ]
        self.regrets: tuple[dict[int, Table], dict[int, Table]] = ({}, {})
        self.averages: tuple[dict[int, Table], dict[int, Table]] = ({}, {})
        for street in self.streets:
            betting = street.betting
            for at in np.flatnonzero(betting.kind == ACTION).tolist():
                player, decision = int(betting.player[at]), int(street.decisions[at])
                shape = (int(betting.n_children[at]), street.seats[player].count)
                for tables in (self.regrets, self.averages):
                    tables[player].setdefault(decision, np.zeros(shape))

    def _street(
        self, plan: Plan, buckets: SpotBuckets, street: int, decisions: NDArray[np.int64]
    ) -> _Street:
        runouts, betting = plan.runouts[street], plan.betting[street]
        if not np.array_equal(buckets.boards[street], runouts.boards):
            raise InputError("the buckets were made for a different spot")
        seats = []
        for player, hands in enumerate(self._hands):
            is_live = runouts.boards[:, None] & HOLE_MASKS[hands] == 0
            labels = buckets.labels[street][player][:, hands]
            if (labels[is_live] < 0).any():
                raise InputError("the buckets were made for a different spot")
            seats.append(
                _Seat(
                    is_live.astype(self._dtype),
                    np.where(is_live, labels, 0).astype(np.intp),
                    buckets.counts[street][player],
                )
            )
        parents = plan.runouts[street - 1].count if street else 1
        lead, total = plan.payoffs[street]
        return _Street(
            betting,
            decisions[betting.tree_node],
            runouts.parent,
            np.searchsorted(runouts.parent, np.arange(parents)),
            plan.deal_chance(street),
            (seats[0], seats[1]),
            lead,
            total,
        )

    def update(self, player: int, positive: float, negative: float, keep: float) -> Rows:
        """Run a pass: update the player's regrets and the opponent's averages.

        Positive and negative regrets are multiplied by these factors first, averages by `keep`.
        The result is the counterfactual value of each of the player's hands.
        """
        opponent = 1 - player
        strategies = [
            {decision: matched(regrets) for decision, regrets in tables.items()}
            for tables in self.regrets
        ]
        for regrets in self.regrets[player].values():
            regrets *= np.where(regrets > 0, positive, negative)
        for averages in self.averages[opponent].values():
            averages *= keep
        reach = self._reach(opponent, strategies[opponent])
        return self._values(player, strategies[player], reach)

    def _reach(self, opponent: int, strategy: dict[int, Table]) -> list[list[Rows]]:
        """Carry the opponent's reach down, and add it to their averages.  by street: [N]"""
        result: list[list[Rows]] = []
        roots = [self._weights[opponent][None, :] * self.streets[0].seats[opponent].live]
        for number, street in enumerate(self.streets):
            betting, seat = street.betting, street.seats[opponent]
            reach = [roots[0]] * len(betting.kind)
            for entry, root in enumerate(roots):
                reach[int(betting.entry_start[entry])] = root
            for at in np.flatnonzero(betting.kind == ACTION).tolist():
                first, here = int(betting.first_child[at]), reach[at]
                if betting.player[at] != opponent:
                    for child in range(first, first + int(betting.n_children[at])):
                        reach[child] = here
                    continue
                decision = int(street.decisions[at])
                shares = strategy[decision]
                self.averages[opponent][decision] += shares * _bucket_sums(seat, here)
                for action, share in enumerate(shares.astype(self._dtype)):
                    reach[first + action] = here * share[seat.buckets]
            result.append(reach)
            if number + 1 < len(self.streets):
                following = self.streets[number + 1]
                dealt = following.seats[opponent].live * self._dtype(following.chance)
                roots = [reach[at][following.parent] * dealt for at in betting.exit_node.tolist()]
        return result

    def _values(self, player: int, strategy: dict[int, Table], reach: list[list[Rows]]) -> Rows:
        """Carry the player's values up, and add regrets."""
        roots: list[Rows] = []  # values of the next street's entries
        weights = self._weights[player]
        for number in range(len(self.streets) - 1, -1, -1):
            street, betting = self.streets[number], self.streets[number].betting
            seat = street.seats[player]
            values = self._ends(player, street, reach[number])
            if number + 1 < len(self.streets):
                starts = self.streets[number + 1].first_of_parent
                for at, root in zip(betting.exit_node.tolist(), roots, strict=True):
                    values[at] = np.add.reduceat(root, starts, axis=0)
            for at in np.flatnonzero(betting.kind == ACTION)[::-1].tolist():
                first = int(betting.first_child[at])
                children = [values[first + action] for action in range(betting.n_children[at])]
                if betting.player[at] != player:
                    values[at] = sum(children[1:], children[0])
                    continue
                decision = int(street.decisions[at])
                shares = strategy[decision]
                sums = np.array([_bucket_sums(seat, weights * value) for value in children])
                self.regrets[player][decision] += sums - (shares * sums).sum(axis=0)
                parts = [
                    share[seat.buckets] * value
                    for share, value in zip(shares.astype(self._dtype), children, strict=True)
                ]
                values[at] = sum(parts[1:], parts[0])
            roots = [values[at] for at in betting.entry_start[:-1].tolist()]
        of_hands: Rows = roots[0][0]
        return of_hands

    def _ends(self, player: int, street: _Street, reach: list[Rows]) -> dict[int, Rows]:
        """Return the values of folds and showdowns, by node."""
        betting, live = street.betting, street.seats[player].live
        compatible, comparison = self._compatible, self._comparison
        if player == 1:
            compatible, comparison = compatible.T, comparison.transpose(0, 2, 1)
        values: dict[int, Rows] = {}
        has_total = np.isin(betting.kind, (FOLD, SHOWDOWN)) & (street.total[player] != 0)
        if len(nodes := np.flatnonzero(has_total)):
            stacked = np.stack([reach[at] for at in nodes])  # [E, R, H]
            factors = street.total[player, nodes].astype(self._dtype)[:, None, None]
            values.update(zip(nodes.tolist(), stacked @ compatible.T * factors * live, strict=True))
        if len(nodes := np.flatnonzero(betting.kind == SHOWDOWN)):
            stacked = np.stack([reach[at] for at in nodes], axis=2)  # [R, H, E]
            lead = street.lead[player, nodes].astype(self._dtype)
            shown = comparison @ stacked * (lead if player == 0 else -lead) * live[:, :, None]
            for index, at in enumerate(nodes.tolist()):
                values[at] = values.get(at, self._dtype(0)) + shown[:, :, index]
        for at in np.flatnonzero(betting.kind == EXIT).tolist():
            values[at] = np.zeros_like(live)
        return values


def matched(regrets: Table) -> Table:
    """Return the strategy of regret matching, or the normalised average."""
    return normalised(np.maximum(regrets, 0))


def _bucket_sums(seat: _Seat, rows: Rows) -> NDArray[np.float64]:
    """Return the sum of the hands of each bucket.  [K]"""
    sums = np.bincount(seat.buckets.ravel(), rows.ravel(), seat.count)
    return sums.astype(np.float64, copy=False)


def _comparison(
    boards: NDArray[np.uint64], masks: list[NDArray[np.uint64]], compatible: Rows
) -> NDArray[Any]:
    """Return 1, 0 or -1 where the first player's hand wins, ties or loses.  [R, H0, H1]"""
    strengths = [strengths_on_boards(held, boards, np.int32) for held in masks]
    signs = np.empty((len(boards), *compatible.shape), compatible.dtype)
    for runout, (first, second) in enumerate(zip(*strengths, strict=True)):
        np.sign(first[:, None] - second, out=signs[runout], casting="unsafe")
        signs[runout] *= compatible
    return signs
