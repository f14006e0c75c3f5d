"""The first street of a solved spot: strategies there, and values there and after its deal.

Play needs no more until the next card is dealt. Reading one street from a GPU's tables is fast;
copying and evaluating all tables would take longer than solving.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, compatible_weight
from fifthstreet.solvers.postflop.backends import ValueMode, normalised
from fifthstreet.solvers.postflop.spot import (
    ACTION,
    EXIT,
    IDENTITY,
    Place,
    Plan,
    find_runout,
    spread,
)
from fifthstreet.tree.strategy import HoleArray

Rows = NDArray[np.float32]
# Values where the next street begins, for a player and a mode: [runouts, entries, row].
EnteredValues = Callable[[int, ValueMode], Rows]
# A part of a player's averages.
ReadAverages = Callable[[int, slice], NDArray[np.float32]]


@dataclass(frozen=True, eq=False)
class FirstStreet:
    """The decisions of a street by their index, and the values after each of its ends."""

    plan: Plan
    shares: Mapping[int, Rows]  # [A, hands] of each decision
    reach: tuple[Rows, Rows]  # [hands] of both players at the root
    entered: Mapping[tuple[int, ValueMode], Rows]  # see `EnteredValues`

    @classmethod
    def of(
        cls,
        plan: Plan,
        read_averages: ReadAverages,
        entered_values: EnteredValues,
        entering: Rows | None,
    ) -> FirstStreet:
        """Read the street from a backend; `entering` is the reach of the gadget's hands."""
        betting, shares = plan.betting[0], {}
        for at in np.flatnonzero(betting.kind == ACTION).tolist():
            player, actions = int(betting.player[at]), int(betting.n_children[at])
            part = plan.layouts[player].rows(0, 0, betting, at)
            hands = int(plan.runouts[0].seats[player].count[0])
            weights = read_averages(player, part).reshape(actions, -1)[:, :hands]
            shares[at] = normalised(weights, np.float32)
        reach = [plan.first_row(player) for player in (0, 1)]
        if plan.gadget is not None and entering is not None:
            reach[plan.gadget.player] = entering
        entered = {key: entered_values(*key) for key in product((0, 1), ValueMode)}
        return cls(plan, shares, (reach[0], reach[1]), entered)

    def spread(self, player: int, at: int, rows: Rows) -> HoleArray:
        """Return rows of the street as numbers of the 1,326 hands, NaN for missing hands."""
        return spread(self.plan, player, Place(0, 0, at, IDENTITY), rows)

    def values(self, player: int, mode: ValueMode, at: int) -> HoleArray:
        """Return the counterfactual value of each hand at a node of the street.  [1326]"""
        return self.spread(player, at, self._values[player, mode][at])

    def values_after(
        self, player: int, mode: ValueMode, exit_number: int, cards: tuple[int, ...]
    ) -> HoleArray:
        """Return the counterfactual value of each hand where the next street begins.  [1326]"""
        runout, perm = find_runout(self.plan, cards)
        row = self.entered[player, mode][runout, exit_number]
        return spread(self.plan, player, Place(1, runout, 0, perm), row)

    @cached_property
    def _values(self) -> dict[tuple[int, ValueMode], Rows]:
        return {key: self._from_below(*key) for key in self.entered}

    def _from_below(self, player: int, mode: ValueMode) -> Rows:
        """Return a player's values at all nodes, from the ends up.  [nodes, hands]"""
        plan, betting = self.plan, self.plan.betting[0]
        opposing = self._opposing(player)
        hands = len(self.reach[player])
        values = np.zeros((len(betting.kind), hands), np.float32)
        exits = {int(node): number for number, node in enumerate(betting.exit_node)}
        for at in reversed(range(len(betting.kind))):
            if int(betting.kind[at]) == ACTION:
                first = int(betting.first_child[at])
                below = values[first : first + int(betting.n_children[at])]
                if int(betting.player[at]) != player:
                    values[at] = below.sum(axis=0)
                elif mode == ValueMode.BEST_RESPONSE:
                    values[at] = below.max(axis=0)
                else:
                    values[at] = (self.shares[at] * below).sum(axis=0)
            elif int(betting.kind[at]) == EXIT:
                values[at] = self._dealt(player, mode, exits[at])
            else:
                values[at] = plan.payoffs[0][1][player, at] * self._met(player, opposing[at])
        return values

    def _opposing(self, player: int) -> list[Rows]:
        """Return the opponent's reach at all nodes of the street."""
        betting = self.plan.betting[0]
        reach = [self.reach[1 - player]] * len(betting.kind)
        for at in range(len(betting.kind)):
            if int(betting.kind[at]) != ACTION:
                continue
            first = int(betting.first_child[at])
            for action in range(int(betting.n_children[at])):
                is_own = int(betting.player[at]) == player
                share = np.float32(1) if is_own else self.shares[at][action]
                reach[first + action] = reach[at] * share
        return reach

    def _met(self, player: int, opposing: Rows) -> Rows:
        """Return the weight of the opponent's hands that share no card with each hand."""
        seats = self.plan.runouts[0].seats
        weights = np.zeros(HOLE_COUNT)
        weights[seats[1 - player].hands(0)] = opposing
        return compatible_weight(weights)[seats[player].hands(0)].astype(np.float32)

    def _dealt(self, player: int, mode: ValueMode, exit_number: int) -> Rows:
        """Sum the values after all cards, for each hand before the deal."""
        runouts, hands = self.plan.runouts[1], len(self.reach[player])
        seat = runouts.seats[player]
        members = np.repeat(np.arange(runouts.count), np.diff(runouts.member_start))
        rows = self.entered[player, mode][:, exit_number]
        inverse = seat.inverse[:, :hands].astype(np.intp)
        is_left = inverse < seat.count[members][:, None]
        picked = rows[members[:, None], np.where(is_left, inverse, 0)]
        total: Rows = np.where(is_left, picked, 0).sum(axis=0, dtype=np.float32)
        return total
