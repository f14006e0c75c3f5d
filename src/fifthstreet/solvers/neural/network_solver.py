"""What solvers with networks share: tables, measuring a strategy, states to resume from."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import GameTree, Strategy, exploitability, sampled_response
from fifthstreet.solvers.common import DenseNetwork, IterativeSolver, in_turn
from fifthstreet.solvers.games import Game, check_end, checked_game
from fifthstreet.solvers.neural.game_tables import StateTables, TreeTables, tables_of
from fifthstreet.solvers.neural.playing import Policy
from fifthstreet.solvers.postflop import SpotTables
from fifthstreet.support.blas_threads import one_blas_thread
from fifthstreet.support.options import option
from fifthstreet.tree.strategy import Exploitability

_DEFAULT_TARGET = 0.01  # of the largest payoff
_MAX_KEPT = 1 << 20  # information sets whose probabilities a strategy keeps


@dataclass(frozen=True, kw_only=True)
class NetworkOptions:
    """Options of all solvers with networks."""

    seed: int = option(0, "seed of sampling and networks")
    layers: int = option(2, "hidden layers of each network")
    units: int = option(64, "units of each hidden layer")
    response_traversals: int = option(
        1_000, "large games: traversals in which a player learns to exploit the strategy"
    )
    response_deals: int = option(3_000, "large games: deals that measure what this player wins")

    def __post_init__(self) -> None:
        if not 0 <= self.seed < 1 << 64:
            raise InputError(f"seed must be from 0 to 2^64 - 1, got {self.seed}")
        if not 0 <= self.layers <= 16:
            raise InputError(f"layers must be from 0 to 16, got {self.layers}")
        check_positive(
            units=self.units,
            response_traversals=self.response_traversals,
            response_deals=self.response_deals,
        )


def check_positive(**values: float) -> None:
    """Raise InputError for a value that is not a positive number."""
    for name, value in values.items():
        if not value > 0 or not isfinite(value):
            raise InputError(f"{name} must be positive, got {value:g}")


class NetworkStrategy:
    """A strategy of a game of any size: what a network plays at any state."""

    def __init__(self, name: str, tables: StateTables | SpotTables, policy: Policy) -> None:
        """Play the game of these tables by a policy."""
        self.name = name
        self._tables = tables
        self._policy = policy
        self._kept: dict[str, list[float]] = {}

    def __repr__(self) -> str:
        return f"NetworkStrategy({self.name!r})"

    def at(self, state: Any, key: str, count: int) -> list[float]:
        """Return the probability of each action.

        Args:
            state: A state at which a player acts.
            key: Its information set.
            count: Number of its actions.
        """
        shares = self._kept.get(key)
        if shares is None:
            handles = self._tables.handles_of([state])
            shares = self._policy(*self._tables.observe(handles))[0, :count].tolist()
            if len(self._kept) < _MAX_KEPT:
                self._kept[key] = shares
        return shares


class NetworkSolver(IterativeSolver):
    """A solver whose strategy is a network; a subclass trains it.

    Where the tree of the game is small, exact best responses measure exploitability; elsewhere a
    learning player gives a lower bound.

    The same seed gives the same bits on the same machine and NumPy.
    """

    _least_spacing = 4

    def __init__(self, game: Game[Any] | GameTree, options: NetworkOptions) -> None:
        super().__init__()
        if not isinstance(game, GameTree):
            if checked_game(game).players < 2:
                raise InputError(f"{game.name} must have at least 2 players, got {game.players}")
            check_end(game)
        self.game = game
        self.options = options
        self.tables = tables_of(game)
        self._average: tuple[int, Strategy | NetworkStrategy] | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game_name}: {self.iteration:,} iterations>"

    @property
    def game_name(self) -> str:
        """The name of the game."""
        return self.game.name

    @property
    def default_target(self) -> float | None:
        """One hundredth of the largest payoff, in chips; none if exploitability is a bound."""
        return _DEFAULT_TARGET * self.tables.scale if isinstance(self.tables, TreeTables) else None

    @in_turn
    def average(self) -> Strategy | NetworkStrategy:
        """Return the strategy learnt so far, which approaches an equilibrium.

        It is a `Strategy` on the tree of a small game, and plays any state of other games.
        """
        if self._average is None or self._average[0] != self.iteration:
            with one_blas_thread():
                policy = self._average_policy()
                if isinstance(self.tables, TreeTables):
                    strategy: Strategy | NetworkStrategy = tree_strategy(self.tables, policy)
                else:
                    strategy = NetworkStrategy(self.game_name, self.tables, policy)
            self._average = (self.iteration, strategy)
        return self._average[1]

    def _iterate(self, count: int) -> None:
        with one_blas_thread():
            for _ in range(count):
                self._iterate_once()
                self.iteration += 1

    @abstractmethod
    def _iterate_once(self) -> None:
        """Run one iteration: sample, and train."""

    @abstractmethod
    def _average_policy(self) -> Policy:
        """Return the policy of all players that is the result so far."""

    def _measure(self) -> Exploitability:
        strategy = self.average()
        if isinstance(strategy, Strategy):
            return exploitability(strategy.tree, strategy)
        assert not isinstance(self.game, GameTree)
        return sampled_response(
            self.game,
            strategy,
            traversals=self.options.response_traversals,
            deals=self.options.response_deals,
            seed=self.options.seed,
        )

    def _network(self, outputs: int, random: np.random.Generator) -> DenseNetwork:
        """Return a new network for this game."""
        hidden = [self.options.units] * self.options.layers
        return DenseNetwork([self.tables.features, *hidden, outputs], random)

    def _random(self, *purpose: int) -> np.random.Generator:
        """Return random numbers for one purpose at the current iteration."""
        return np.random.default_rng([self.options.seed, self.iteration, *purpose])

    # States.

    @abstractmethod
    def _tables_state(self) -> dict[str, Any]:
        """Return copies of everything that iterations change: arrays, and plain values."""

    @abstractmethod
    def _restore_tables(self, state: Mapping[str, Any]) -> None:
        """Take everything from `state`; InputError if it does not fit."""

    def _facts(self) -> dict[str, Any]:
        return {"game": self.game_name, "solver": type(self).__name__, **asdict(self.options)}

    @in_turn
    def state(self) -> dict[str, Any]:
        """Return everything needed to resume later, and the strategy so far in small games.

        `averages` has the probabilities that `load_strategy` reads. They take as long to compute as
        a check of the exploitability; resuming does not need them.
        """
        strategy = self.average()
        shares = (
            {"averages": strategy.probabilities.copy()} if isinstance(strategy, Strategy) else {}
        )
        return {
            **self._facts(),
            "iteration": self.iteration,
            "curve": np.array(self.curve, np.float64).reshape(-1, 2),
            **shares,
            **self._tables_state(),
        }

    @in_turn
    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from a state; later iterations match an uninterrupted run bit for bit."""
        for name, own in self._facts().items():
            if state.get(name) != own:
                raise InputError(
                    f"the state does not fit this solver: {name} must be {own}, "
                    f"got {state.get(name)}"
                )
        if "iteration" not in state or "curve" not in state:
            raise InputError("the state must have an iteration and a curve")
        self._restore_tables(state)
        self._average = None
        self._restart_at(int(state["iteration"]), state["curve"])


def tree_strategy(tables: TreeTables, policy: Policy) -> Strategy:
    """Return what a policy plays at all information sets of a tree.

    Args:
        tables: Tables on the tree.
        policy: What all players play.
    """
    rows = np.arange(len(tables.tree.keys))
    shares = policy(rows, tables.counts)
    return Strategy(tables.tree, shares[np.arange(tables.actions) < tables.counts[:, None]])


def restored_array(name: str, array: NDArray[Any], state: Mapping[str, Any]) -> NDArray[Any]:
    """Return an array of a state; InputError unless it has the type and shape of `array`.

    Args:
        name: Of the array in the state.
        array: The solver's own.
        state: A saved state.
    """
    saved = np.asarray(state.get(name))
    if saved.shape != array.shape or saved.dtype != array.dtype:
        raise InputError(
            f"{name} must be {array.dtype} of shape {array.shape}, got {saved.dtype} of shape "
            f"{saved.shape}"
        )
    return saved
