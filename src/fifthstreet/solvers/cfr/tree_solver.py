"""What all solvers of game trees have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.cfr.best_response import exploitability
from fifthstreet.solvers.cfr.flatten import flatten
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.strategy import Strategy
from fifthstreet.solvers.common.run import IterativeSolver
from fifthstreet.solvers.games.game import Game
from fifthstreet.strategy import Exploitability


class TreeSolver(IterativeSolver):
    """A solver over a game's whole tree, which is judged by exact best responses."""

    def __init__(self, game: Game[Any] | GameTree) -> None:
        """Take a game, or its tree if that is there already."""
        super().__init__()
        self.tree = game if isinstance(game, GameTree) else flatten(game)

    @property
    def game_name(self) -> str:
        """The tree's game."""
        return self.tree.name

    @abstractmethod
    def average(self) -> Strategy:
        """The strategies so far, averaged: what converges to an equilibrium."""

    @abstractmethod
    def current(self) -> Strategy:
        """The strategies of the next iteration."""

    @abstractmethod
    def _options(self) -> dict[str, str | int]:
        """What has to be equal for tables to mean the same, besides the game."""

    @abstractmethod
    def _tables(self) -> dict[str, NDArray[Any]]:
        """All that iterations change."""

    def state(self) -> dict[str, Any]:
        """All that is needed to go on later: copies of the tables, and what they belong to."""
        return {
            "game": self.tree.name,
            **self._options(),
            "iteration": self.iteration,
            "curve": np.array(self.curve, np.float64).reshape(-1, 2),
            **{name: table.copy() for name, table in self._tables().items()},
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a state, to the same bits as if there had been no break."""
        for name, own in {"game": self.tree.name, **self._options()}.items():
            if state.get(name) != own:
                raise ValueError(f"the state is of {name} {state.get(name)}; want {own}")
        if missing := self.state().keys() - state.keys():
            raise ValueError(f"the state has no {', '.join(sorted(missing))}")
        for name, table in self._tables().items():
            found = np.asarray(state[name])
            if found.shape != table.shape or found.dtype != table.dtype:
                raise ValueError(
                    f"{name} of shape {found.shape} and {found.dtype}; "
                    f"want {table.shape} and {table.dtype}"
                )
        for name, table in self._tables().items():
            table[...] = state[name]
        self._restart_at(int(state["iteration"]), state["curve"])

    def _measure(self) -> Exploitability:
        return exploitability(self.tree, self.average())
