"""The flops after a line, each with tables of its own, as parts of one larger game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS
from fifthstreet.search.preflop.game import PreflopGame
from fifthstreet.solvers.common.schedules import Schedule, SingleDiscounts
from fifthstreet.solvers.postflop.backends import BACKENDS, Backend
from fifthstreet.solvers.postflop.exploitability import Mode
from fifthstreet.solvers.postflop.plan import make_plan
from fifthstreet.solvers.postflop.tables import Precision, Tables, make_tables

ClassRow = NDArray[np.float64]  # [169]


class FlopPart:
    """One flop after one line."""

    def __init__(
        self,
        game: PreflopGame,
        line: int,
        flop: int,
        *,
        schedule: Schedule,
        precision: Precision,
        threads: int,
        backend: str,
    ) -> None:
        """Make the plan and tables of zeros."""
        plan = make_plan(game.spot(line, flop))
        first, second = (
            make_tables(layout, precision, predictive=schedule.is_predictive)
            for layout in plan.layouts
        )
        self.plan = plan
        self.tables: tuple[Tables, Tables] = (first, second)
        self.backend: Backend = BACKENDS[backend](plan, self.tables, threads)
        seats = plan.runouts[0].seats
        self._classes = [HOLE_CLASS[seat.holes[0, : seat.count[0]]] for seat in seats]

    def update(
        self, player: int, iteration: int, discounts: SingleDiscounts, reach: ClassRow
    ) -> ClassRow:
        """Run a player's pass of an iteration and return the values of their hand classes.

        The value of a class is the sum over its hands that the flop leaves.
        """
        values = self.backend.update_through(player, iteration, discounts, self._row(player, reach))
        return self._by_class(player, values)

    def values(self, player: int, mode: Mode, reach: ClassRow) -> ClassRow:
        """Return the values of a player's hand classes with the average strategies."""
        values = self.backend.values_through(player, mode, self._row(player, reach))
        return self._by_class(player, values)

    def _row(self, player: int, reach: ClassRow) -> NDArray[np.float32]:
        row: NDArray[np.float32] = reach[self._classes[1 - player]].astype(np.float32)
        return row

    def _by_class(self, player: int, values: NDArray[np.float32]) -> ClassRow:
        classes, weights = self._classes[player], values.astype(np.float64)
        return np.asarray(np.bincount(classes, weights, CLASS_COUNT), np.float64)
