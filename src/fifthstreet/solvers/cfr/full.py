"""CFR that visits the whole game at every iteration."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr.game_tree import Float64Array, GameTree
from fifthstreet.solvers.cfr.sequences import native_form
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.solvers.cfr.tree_solver import TreeSolver
from fifthstreet.solvers.common import Schedule, Vanilla, in_turn
from fifthstreet.solvers.games import Game

UPDATES = ("alternating", "simultaneous")
_VANILLA = Vanilla()


class FullSolver(TreeSolver):
    """Counterfactual regret minimisation (Zinkevich et al. 2007) with any schedule.

    With alternating updates, players are updated one after the other, each against the new
    strategies of the players before them. The strategy of iteration t, which has had t - 1
    updates, enters the average with the schedule's weight for t times its player's own reach.

    Threads may share a solver: iterations, strategies and states wait for each other. The arrays
    themselves change while another thread iterates.
    """

    def __init__(
        self,
        game: Game[Any] | GameTree,
        *,
        schedule: Schedule = _VANILLA,
        updates: str = "alternating",
    ) -> None:
        if updates not in UPDATES:
            raise InputError(f"updates must be one of {', '.join(UPDATES)}, got {updates!r}")
        super().__init__(game)
        self.schedule = schedule
        self.updates = updates
        actions = int(self.tree.first_action[-1])
        self.regrets: Float64Array = np.zeros(actions)  # [A]
        self.averages: Float64Array = np.zeros(actions)  # [A]  weights, not normalised
        # [A]  the regrets of the last iteration, if the schedule is predictive
        self.predictions: Float64Array | None = (
            np.zeros(actions) if schedule.is_predictive else None
        )
        self._native = native_form(self.tree)

    def _iterate(self, count: int) -> None:
        discounts = self.schedule.discounts(self.iteration + count, first=self.iteration + 1)
        self._native.iterate(
            discounts.positive,
            discounts.negative,
            discounts.keep,
            self.regrets,
            self.averages,
            self.predictions,
            self.updates == "simultaneous",
        )
        self.iteration += count

    @property
    def visits(self) -> NDArray[np.int64]:
        """How often each information set was visited, [I]: once per iteration."""
        return np.full(len(self.tree.keys), self.iteration)

    @in_turn
    def average(self) -> Strategy:
        """Return the average of all strategies so far, which converges to an equilibrium."""
        return Strategy.from_weights(self.tree, self.averages)

    @in_turn
    def current(self) -> Strategy:
        """Return the strategy of the next iteration."""
        weights = np.maximum(self.regrets, 0)
        if self.predictions is not None:
            weights = np.maximum(weights + self.predictions, 0)
        return Strategy.from_weights(self.tree, weights)

    def _options(self) -> dict[str, str | int]:
        return {"schedule": repr(self.schedule), "updates": self.updates}

    def _tables(self) -> dict[str, NDArray[Any]]:
        tables = {"regrets": self.regrets, "averages": self.averages}
        return tables if self.predictions is None else tables | {"predictions": self.predictions}
