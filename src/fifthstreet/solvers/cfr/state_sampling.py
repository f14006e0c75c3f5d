"""Monte Carlo CFR on games of any size: walk over states, and keep the information sets met.

A game whose tree is too large for memory is never flattened. A traversal calls the game's methods
and adds the information sets it meets to a table. Draws and sums are the same as in
`SamplingSolver` with float64, so both solvers give the same numbers on small games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from sys import getrecursionlimit
from typing import Any

import numpy as np

from fifthstreet._native import RandomStream
from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import schemes
from fifthstreet.solvers.cfr.sampled_responses import sampled_response
from fifthstreet.solvers.cfr.state_table import StateTable
from fifthstreet.solvers.cfr.state_walk import checked_payoffs, drawn_index, drawn_outcome
from fifthstreet.solvers.common import IterativeSolver, Turns, available_bytes, bytes_text, in_turn
from fifthstreet.solvers.games import CHANCE, TERMINAL, Game, check_end, checked_game
from fifthstreet.support.interrupts import held_interrupts
from fifthstreet.tree.strategy import Exploitability

_UNIFORM = schemes.Uniform()
_NO_LIMIT = 1 << 62


class StateStrategy(Mapping[str, dict[str, float]]):
    """The average strategy at the information sets met so far; others are played uniformly."""

    def __init__(self, name: str, table: StateTable, turns: Turns | None = None) -> None:
        """Read a table live: the strategy changes as the training continues.

        `turns` is the lock of the solver that changes the table, if another thread may run it.
        """
        self.name = name
        self.turns = Turns() if turns is None else turns
        self._table = table

    @in_turn
    def __getitem__(self, key: str) -> dict[str, float]:
        """Return the probability of each action of an information set that was met."""
        row = self._table.rows[key]
        actions = self._table.action_sets[self._table.action_set[row]]
        return dict(zip(actions, self._table.average(row), strict=True))

    @in_turn
    def __iter__(self) -> Iterator[str]:
        """Iterate over the information sets met so far, in the order they were met."""
        return iter(list(self._table.rows))

    def __len__(self) -> int:
        """Return the number of information sets met."""
        return len(self._table)

    def __repr__(self) -> str:
        return f"StateStrategy({self.name!r}, {len(self):,} information sets met)"

    @in_turn
    def probabilities(self, key: str, count: int) -> list[float]:
        """Return how often each of `count` actions is taken, uniform if the key was never met."""
        row = self._table.rows.get(key)
        return [1.0 / count] * count if row is None else self._table.average(row)

    def at(self, state: Any, key: str, count: int) -> list[float]:
        """Return `probabilities`; all states of an information set are played alike."""
        return self.probabilities(key, count)


class StateSamplingSolver(IterativeSolver):
    """A solver that samples a game of any size by walking over its states.

    It takes the schemes that draw all chance events: outcome, external and chance sampling.
    Exploitability is a lower bound: the winnings, over `response_deals` deals, of a player who has
    learnt against the strategy for `response_traversals` traversals. `memory_limit` is in bytes, by
    default the available memory.

    Threads may share a solver and its strategy: iterations, reads and states wait for each other.

    >>> from fifthstreet.solvers.games.kuhn import Kuhn
    >>> solver = StateSamplingSolver(Kuhn(), schemes.ExternalSampling(), seed=1)
    >>> solver.iterate(5_000)
    >>> round(solver.average()["J|b"]["f"], 2), solver.visit_counts()["J|b"] > 1_000
    (1.0, True)
    """

    # An iteration of a large game takes milliseconds; a check takes as long as thousands of them.
    _first_check = 1_000

    def __init__(
        self,
        game: Game[Any],
        scheme: schemes.Scheme,
        *,
        seed: int = 0,
        weighting: schemes.Weighting = _UNIFORM,
        memory_limit: int | None = None,
        response_traversals: int = 3_000,
        response_deals: int = 3_000,
    ) -> None:
        """Validate the options and the game; only one random line of it is visited yet."""
        super().__init__()
        schemes.check_combination(scheme, weighting, None, "float64")
        if not isinstance(
            scheme, schemes.OutcomeSampling | schemes.ExternalSampling | schemes.ChanceSampling
        ):
            raise InputError(
                "scheme must be outcome, external or chance sampling for a game of this size, got "
                f"{type(scheme).__name__}, which needs the whole tree"
            )
        if getattr(scheme, "baseline", None) is not None:
            raise InputError(f"scheme must have no baseline on states, got {scheme}")
        if not 0 <= seed < 1 << 64:
            raise InputError(f"seed must be from 0 to 2^64 - 1, got {seed}")
        for name, value in (
            ("memory_limit", 1 if memory_limit is None else memory_limit),
            ("response_traversals", response_traversals),
            ("response_deals", response_deals),
        ):
            if value < 1:
                raise InputError(f"{name} must be at least 1, got {value}")
        if checked_game(game).players < 2:
            raise InputError(f"{game.name} must have at least 2 players, got {game.players}")
        check_end(game)
        self.game = game
        self.scheme: schemes.Scheme = scheme
        self.seed = seed
        self.weighting: schemes.Weighting = weighting
        self.table = StateTable()
        self._memory_limit = memory_limit or available_bytes() or _NO_LIMIT
        self._response_traversals = response_traversals
        self._response_deals = response_deals
        # Between two checks, iterations run for longer than a check takes.
        self._least_spacing = 2 * response_traversals + response_deals
        # Of the current traversal.
        self._random = RandomStream(seed, 0)
        self._traverser = 0
        self._averaged = 0
        self._weight = 1.0
        self._kept: dict[int, list[float]] = {}

    def __repr__(self) -> str:
        return (
            f"<StateSamplingSolver of {self.game_name}: {self.iteration:,} iterations, "
            f"{self.information_sets:,} information sets>"
        )

    @property
    def game_name(self) -> str:
        """The name of the game."""
        return self.game.name

    @property
    def information_sets(self) -> int:
        """Number of information sets met so far."""
        return len(self.table)

    @property
    def memory_bytes(self) -> int:
        """Memory of the table, estimated."""
        return self.table.memory_bytes

    @in_turn
    def average(self) -> StateStrategy:
        """Return the average strategy, a live view of the table."""
        return StateStrategy(self.game_name, self.table, self.turns)

    @in_turn
    def visit_counts(self) -> dict[str, int]:
        """Return how often each information set was visited, by key."""
        return dict(zip(self.table.rows, self.table.visits, strict=True))

    def _iterate(self, count: int) -> None:
        """Run iterations, each one traversal per player.

        Raise MemoryError, between two iterations, if the table has reached the memory limit.
        """
        with held_interrupts() as interrupts:
            for _ in range(count):
                if self.memory_bytes > self._memory_limit:
                    raise MemoryError(
                        f"not enough memory: {self.information_sets:,} information sets need "
                        f"{bytes_text(self.memory_bytes)}, {bytes_text(self._memory_limit)} "
                        "available. Use a higher memory_limit or a smaller game."
                    )
                for player in range(self.game.players):
                    self._traverse(player)
                self.iteration += 1
                if isinstance(self.weighting, schemes.DiscountedWeights):
                    period, rest = divmod(self.iteration, self.weighting.every)
                    if rest == 0:
                        self.table.discount(*self.weighting.factors(period))
                if interrupts.pending:
                    return

    def _traverse(self, player: int) -> None:
        players = self.game.players
        self._random = RandomStream(self.seed, self.iteration * players + player)
        self._traverser, self._averaged = player, (player + 1) % players
        is_linear = isinstance(self.weighting, schemes.LinearWeights)
        self._weight = float(self.iteration + 1) if is_linear else 1.0
        root = self.game.root()
        try:
            if isinstance(self.scheme, schemes.ExternalSampling):
                self._external(root)
            elif isinstance(self.scheme, schemes.OutcomeSampling):
                self._outcome(root, 1.0, self.scheme.epsilon)
            else:
                self._kept.clear()
                self._every_action(root, 1.0, 1.0)
        except RecursionError:
            raise InputError(
                f"{self.game.name}: lines must have fewer decisions than Python's recursion limit, "
                f"{getrecursionlimit():,}, got one with more, or without an end"
            ) from None

    def _external(self, state: Any) -> float:
        """Return the value of a state to the traverser by external sampling."""
        game, table = self.game, self.table
        while (player := game.player(state)) != TERMINAL:
            if player == CHANCE:
                state = drawn_outcome(game, state, self._random)
                continue
            row = self._row(state, player)
            strategy = table.strategy(row)
            if player == self._traverser:
                values = [self._external(game.child(state, a)) for a in range(len(strategy))]
                value = 0.0
                for share, after in zip(strategy, values, strict=True):
                    value += share * after
                weight = self._weight
                table.add_regrets(row, [weight * (after - value) for after in values])
                return value
            action = drawn_index(strategy, self._random)
            if player == self._averaged:
                table.add_averages(row, strategy, self._weight)
            state = game.child(state, action)
        return checked_payoffs(game, state)[self._traverser]

    def _outcome(self, state: Any, sampled: float, epsilon: float) -> float:
        """Estimate the value of a state by outcome sampling.

        `sampled` is the probability of having drawn the traverser's actions.
        """
        game, table = self.game, self.table
        while (player := game.player(state)) != TERMINAL:
            if player == CHANCE:
                state = drawn_outcome(game, state, self._random)
                continue
            row = self._row(state, player)
            strategy = table.strategy(row)
            if player != self._traverser:
                action = drawn_index(strategy, self._random)
                if player == self._averaged:
                    table.add_averages(row, strategy, self._weight / sampled)
                state = game.child(state, action)
                continue
            floor, follow = epsilon / len(strategy), 1.0 - epsilon
            explored = [floor + follow * share for share in strategy]
            action = drawn_index(explored, self._random)
            drawn = explored[action]
            after = self._outcome(game.child(state, action), sampled * drawn, epsilon) / drawn
            value = strategy[action] * after
            step = self._weight / sampled
            gains = [-value] * len(strategy)
            gains[action] = after - value
            table.add_regrets(row, [step * gain for gain in gains])
            return value
        return checked_payoffs(game, state)[self._traverser]

    def _every_action(self, state: Any, others: float, averaged: float) -> float:
        """Return the value of a state to the traverser by chance sampling.

        `others` is the reach of all players except the traverser, `averaged` the reach of the
        player whose average is updated.
        """
        game, table = self.game, self.table
        while (player := game.player(state)) == CHANCE:
            state = drawn_outcome(game, state, self._random)
        if player == TERMINAL:
            return checked_payoffs(game, state)[self._traverser]
        row = self._row(state, player)
        # The strategy at the first visit: chance may lead to an information set more than once.
        if row not in self._kept:
            self._kept[row] = table.strategy(row)
        strategy = self._kept[row]
        value = 0.0
        if player == self._traverser:
            values = []
            for action, share in enumerate(strategy):
                values.append(self._every_action(game.child(state, action), others, averaged))
                value += share * values[-1]
            step = self._weight * others
            table.add_regrets(row, [step * (after - value) for after in values])
            return value
        is_averaged = player == self._averaged
        if is_averaged:
            table.add_averages(row, strategy, self._weight * averaged)
        for action, share in enumerate(strategy):
            reach, own = others * share, averaged * share if is_averaged else averaged
            if reach != 0 or own != 0:
                value += share * self._every_action(game.child(state, action), reach, own)
        return value

    def _row(self, state: Any, player: int) -> int:
        game = self.game
        if not 0 <= player < game.players:
            raise InputError(
                f"{game.name}: player must be below {game.players}, got {player} at {state!r}"
            )
        return self.table.row(game.information_set(state), player, game.actions(state))

    def _measure(self) -> Exploitability:
        return sampled_response(
            self.game,
            self.average(),
            traversals=self._response_traversals,
            deals=self._response_deals,
            seed=self.seed,
        )

    @in_turn
    def state(self) -> dict[str, Any]:
        """Return everything needed to resume later: copies of arrays, and plain values."""
        return {
            **self._options(),
            "iteration": self.iteration,
            "curve": np.array(self.curve, np.float64).reshape(-1, 2),
            **self.table.state(),
        }

    @in_turn
    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from a state; later iterations match an uninterrupted run bit for bit."""
        for name, own in self._options().items():
            if state.get(name) != own:
                raise InputError(
                    f"the state does not fit this solver: {name} must be {own}, "
                    f"got {state.get(name)}"
                )
        self.table = StateTable.restored(state)
        self._restart_at(int(state["iteration"]), state["curve"])

    def _options(self) -> dict[str, str | int]:
        return {
            "game": self.game_name,
            "scheme": repr(self.scheme),
            "weighting": repr(self.weighting),
            "seed": self.seed,
        }
