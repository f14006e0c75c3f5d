"""The base class of solvers that work on a whole game tree."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr.best_responses import exploitability
from fifthstreet.solvers.cfr.flattening import flatten
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.solvers.common import IterativeSolver, in_turn
from fifthstreet.solvers.games import Game
from fifthstreet.tree.strategy import Exploitability

_DEFAULT_TARGET = 0.001  # of the range of payoffs


class TreeSolver(IterativeSolver):
    """A solver that works on a game's whole tree; exact best responses measure exploitability."""

    def __init__(self, game: Game[Any] | GameTree) -> None:
        super().__init__()
        self.tree = game if isinstance(game, GameTree) else flatten(game)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game_name}: {self.iteration:,} iterations>"

    @property
    def game_name(self) -> str:
        """The name of the tree's game."""
        return self.tree.name

    @property
    def default_target(self) -> float | None:
        """One thousandth of the difference between the highest and the lowest payoff, in chips."""
        return _DEFAULT_TARGET * float(np.ptp(self.tree.payoffs))

    @property
    @abstractmethod
    def visits(self) -> NDArray[np.int64]:
        """How often each information set was visited, [I]."""

    def visit_counts(self) -> dict[str, int]:
        """Return how often each information set was visited, by key."""
        return dict(zip(self.tree.keys, self.visits.tolist(), strict=True))

    @abstractmethod
    def average(self) -> Strategy:
        """Return the average of all strategies so far, which converges to an equilibrium."""

    @abstractmethod
    def current(self) -> Strategy:
        """Return the strategy of the next iteration."""

    @abstractmethod
    def _options(self) -> dict[str, str | int]:
        """Return the options that, besides the game, must match to resume from a state."""

    @abstractmethod
    def _tables(self) -> dict[str, NDArray[Any]]:
        """Return all tables that iterations change."""

    @in_turn
    def state(self) -> dict[str, Any]:
        """Return everything needed to resume later: copies of the tables, game and options."""
        return {
            "game": self.tree.name,
            **self._options(),
            "iteration": self.iteration,
            "curve": np.array(self.curve, np.float64).reshape(-1, 2),
            **{name: table.copy() for name, table in self._tables().items()},
        }

    @in_turn
    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from a state; later iterations match an uninterrupted run bit for bit."""
        for name, own in {"game": self.tree.name, **self._options()}.items():
            if state.get(name) != own:
                raise InputError(
                    f"the state does not fit this solver: {name} must be {own}, "
                    f"got {state.get(name)}"
                )
        if missing := self.state().keys() - state.keys():
            raise InputError(f"the state has no {', '.join(sorted(missing))}")
        for name, table in self._tables().items():
            saved = np.asarray(state[name])
            if saved.shape != table.shape or saved.dtype != table.dtype:
                raise InputError(
                    f"{name} must be {table.dtype} of shape {table.shape}, "
                    f"got {saved.dtype} of shape {saved.shape}"
                )
        for name, table in self._tables().items():
            table[...] = state[name]
        self._restart_at(int(state["iteration"]), state["curve"])

    def _measure(self) -> Exploitability:
        return exploitability(self.tree, self.average())
