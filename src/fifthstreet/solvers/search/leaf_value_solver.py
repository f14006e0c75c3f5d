"""Solve the first street of a spot with values of hands where it ends.

As in DeepStack (Moravcik et al. 2017), both players' strategies on the street are found together,
and where the next card is dealt, the values of all hands come from `LeafValues`, given both
players' reach at this iteration. No strategy for later streets is needed.

The players' strategies are updated in turn, each after an evaluation of all leaves. Updating both
after one evaluation takes half the time for an iteration, and many times as many iterations.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import (
    DEFAULT_SCHEDULE,
    Reporter,
    Schedule,
    TableSolver,
    in_turn,
    schedule_of,
    schedule_to_dict,
)
from fifthstreet.solvers.postflop import SolveRecord, Spot
from fifthstreet.solvers.search.gpu_street import GpuStreet
from fifthstreet.solvers.search.leaf_value_solution import LeafValueSolution
from fifthstreet.solvers.search.native_street import (
    NativeStreet,
    StreetEnds,
    UpdateFactors,
    Values,
)
from fifthstreet.solvers.search.street_game import PairRows, StreetGame, matched
from fifthstreet.solvers.search.subgame import check_player
from fifthstreet.solvers.values import GpuFlopLeaves, LeafValues, leaf_error
from fifthstreet.support.threads import thread_count
from fifthstreet.tree.strategy import Exploitability

Rows = NDArray[np.float32]  # [A, 1326]

GADGET = -1  # the decision before the first node, in tables by node


class LeafValueSolver(TableSolver):
    """Solves the first street of a flop or turn for both players.

    Exploitability is for the street with the values that its leaves have in the average strategy:
    how much a player could win by other actions on the street. The error of the values themselves
    is not part of it.

    >>> from fifthstreet.solvers.values import FunctionLeaves
    >>> spot = Spot.of("QsJh2h7c", 100, 200, oop="AA,KQs,T9s", ip="QQ,AJs,88", bets="50%")
    >>> halves = FunctionLeaves(lambda board, pot, stack, ranges: np.full((2, 1326), 0.5))
    >>> solver = LeafValueSolver(spot, halves)
    >>> solver.run(target_pot_percent=1).exploitability.pot_percent < 1
    True
    >>> solver.solution().root.actions
    ('k', 'b50')
    """

    _first_check = 20
    _sparsest = 4  # a check costs an iteration
    _least_spacing = 5

    def __init__(
        self,
        spot: Spot,
        values: LeafValues | Sequence[LeafValues],
        *,
        chooser: int = 0,
        schedule: Schedule | str = DEFAULT_SCHEDULE,
        threads: int | None = None,
    ) -> None:
        """Prepare to solve.

        Args:
            spot: A flop or turn without rake and locks; it may have a root gadget.
            values: What hands are worth at the end of the street. With `GpuFlopLeaves`, iterations
                run on the GPU. With several, a player chooses one of them for each of their hands
                (Brown, Sandholm & Amos 2018).
            chooser: The player who chooses, 0 for OOP and 1 for IP.
            schedule: How iterations are weighted; not a predictive one.
            threads: Number of threads; by default one per core.

        Raises:
            InputError: If the spot or the schedule does not fit.
        """
        super().__init__()
        started, self._cpu_started = time.perf_counter(), time.process_time()
        self.schedule = schedule_of(schedule)
        if self.schedule.is_predictive:
            raise InputError("a depth-limited search does not support predictive schedules")
        self.spot = spot
        self.choices = tuple(values) if isinstance(values, Sequence) else (values,)
        if not self.choices:
            raise InputError("values must be at least one LeafValues, got none")
        only = self.choices[0] if len(self.choices) == 1 else None
        gpu = only if isinstance(only, GpuFlopLeaves) else None
        self.game = StreetGame(
            spot,
            thread_count(threads),
            None if gpu is None else gpu.showdowns(spot.board),
            choices=len(self.choices),
            chooser=check_player(chooser),
        )
        self._ends = StreetEnds(self.game, self.choices)
        self._deciders, self._children = self.game.deciders, self.game.children
        self._street = NativeStreet(self._ends) if gpu is None else GpuStreet(self.game, gpu)
        self._regrets, self._averages = self._street.regrets, self._street.averages
        if self.game.gadget is not None:
            for tables in (self._regrets, self._averages):
                tables[GADGET] = np.zeros((2, HOLE_COUNT), np.float32)
        self._discounts = self.schedule.discounts(self._first_check)
        self.preparing_seconds = time.perf_counter() - started

    def __repr__(self) -> str:
        return f"<LeafValueSolver for {self.game_name}: {self.iteration:,} iterations>"

    @property
    def game_name(self) -> str:
        """The spot and the name of the leaf values in one line."""
        return f"{self.spot!r}, then {self.values_name}"

    @property
    def values_name(self) -> str:
        """The name of the leaf values, or their names if there are several."""
        return " or ".join(each.name for each in self.choices)

    @property
    def values_error(self) -> float | None:
        """The largest error of the leaf values in percent of the pot; None if one is unknown."""
        errors = [leaf_error(each) for each in self.choices]
        known = [error for error in errors if error is not None]
        return max(known) if len(known) == len(errors) else None

    @property
    def memory_bytes(self) -> int:
        """Memory of the tables."""
        return sum(array.nbytes for array in self._arrays().values())

    def average(self) -> LeafValueSolution:
        """Return the current average strategies; the same as `solution`."""
        return self.solution()

    @in_turn
    def solution(self) -> LeafValueSolution:
        """Return the current average strategies; later iterations do not change them."""
        return LeafValueSolution(self.game, self.choices, **self._found())

    def _found(self) -> dict[str, Any]:
        """Return what a solution has of the average strategies, by name."""
        strategies = self._average_strategies()
        reach = self._down(self._average_start(), strategies)
        values, responses = self._up(reach, strategies)
        return {
            "strategies": strategies,
            "reach": reach,
            "values": values,
            "responses": responses,
            "record": self._record(),
        }

    def _record(self) -> SolveRecord:
        known, target = self.exploitability(), self.target()
        return SolveRecord(
            iterations=self.iteration,
            exploitability=known,
            seconds=self.preparing_seconds + self.iterating_seconds,
            cpu_seconds=time.process_time() - self._cpu_started,
            memory_bytes=self.memory_bytes,
            schedule=repr(self.schedule),
            precision="float32",
            isomorphism=False,
            target=target,
            is_stopped_early=target is not None and known.chips > target,
            leaf_values=self.values_name,
            leaf_error_pot_percent=self.values_error,
        )

    def _iterate(self, count: int) -> None:
        if len(self._discounts.keep) <= self.iteration + count:
            self._discounts = self.schedule.discounts(2 * (self.iteration + count))
        for _ in range(count):
            self.iteration += 1
            for player in (0, 1):
                self._update(player)
        self._street.finish()

    def _update(self, player: int) -> None:
        """Run a player's pass: reach of both players down, values of the player's hands up."""
        at, gadget = self.iteration, self.game.gadget
        discounts = self._discounts
        chosen = discounts.keep[at - 1], discounts.positive[at], discounts.negative[at]
        factors = UpdateFactors(*map(float, chosen))
        start = self.game.weights
        if gadget is not None:
            start = start.copy()
            chances = gadget.chances(self._regrets[GADGET])
            start[gadget.player] = chances * gadget.reach_factor
            if gadget.player == player:
                gadget.enter(self._regrets[GADGET], self._averages[GADGET], factors.keep)
        self._street.update(start, factors, player, at)
        if gadget is not None and gadget.player == player:
            won, regrets = self._street.won(), self._regrets[GADGET]
            gadget.update(regrets, won, factors.positive, factors.negative)

    def _measure(self) -> Exploitability:
        strategies = self._average_strategies()
        reach = self._down(self._average_start(), strategies)
        best = self._up(reach, strategies)[1][0].astype(np.float64)
        chips = [self._best_chips(player, best[player]) for player in (0, 1)]
        return Exploitability((chips[0], chips[1]), pot=self.spot.pot)

    def _best_chips(self, player: int, values: NDArray[np.float64]) -> float:
        """Return the chips that a best response of a player's range wins."""
        gadget, won = self.game.gadget, float(np.dot(values, self.game.weights[player]))
        if gadget is None:
            return won / self.game.matchups
        averages = self._averages[GADGET]
        if gadget.player == player:
            return gadget.own_chips(values, averages, best=True) / gadget.weight
        return (won - gadget.declined_chips(averages)) / gadget.weight

    def _average_strategies(self) -> dict[int, Rows]:
        self._street.fetch()
        return {node: matched(self._averages[node]) for node in self._children}

    def _average_start(self) -> PairRows:
        """Return the reach of both players' hands at the root by the average strategies."""
        start, gadget = self.game.weights.copy(), self.game.gadget
        if gadget is not None:
            start[gadget.player] = gadget.entering(self._averages[GADGET])
        return start

    def _down(self, start: PairRows, strategies: Mapping[int, Rows]) -> Values:
        """Return both players' reach at all nodes."""
        reach = {0: start}
        for node, who in self._deciders.items():
            for child, shares in zip(self._children[node], strategies[node], strict=True):
                reach[child] = _pair(who, reach[node][who] * shares, reach[node][1 - who])
        return reach

    def _up(self, reach: Values, strategies: Mapping[int, Rows]) -> tuple[Values, Values]:
        """Return the values of all nodes by the strategies, and the values of best responses."""
        means = self._ends.values(reach)
        best = dict(means)
        for node, who in reversed(self._deciders.items()):
            own, other = (
                np.array([rows[child][who] for child in self._children[node]])
                for rows in (means, best)
            )
            mean = (strategies[node] * own).sum(axis=0)
            for rows, joined in ((means, mean), (best, other.max(axis=0))):
                opposing = sum(rows[child][1 - who] for child in self._children[node])
                rows[node] = _pair(who, joined, opposing)
        return means, best

    def _facts(self) -> dict[str, Any]:
        return {
            "spot": self.spot.to_dict(),
            "schedule": schedule_to_dict(self.schedule),
            "values": self.values_name,
        }

    @in_turn
    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from a state; later iterations match an uninterrupted run bit for bit."""
        super().restore(state)
        self._street.push()

    def _arrays(self) -> dict[str, Rows]:
        self._street.fetch()
        tables = (("regrets", self._regrets), ("averages", self._averages))
        return {f"{name}/{node}": rows for name, both in tables for node, rows in both.items()}


def solve_with_leaf_values(
    spot: Spot,
    values: LeafValues | Sequence[LeafValues],
    *,
    target_pot_percent: float = 0.3,
    max_iterations: int = 1_000,
    seconds: float = inf,
    progress: Reporter | None = None,
    **options: Any,
) -> LeafValueSolution:
    """Solve the first street of a spot, with values of hands where it ends.

    Args:
        spot: A spot on the flop or turn.
        values: What hands are worth at the end of the street, as for `LeafValueSolver`.
        target_pot_percent: Exploitability on the street to stop at, in percent of the starting pot.
        max_iterations: Maximum number of iterations.
        seconds: Maximum duration.
        progress: Called with a `Progress` after each exploitability check; stops the solve by
            returning False.
        **options: Options of `LeafValueSolver`.

    Returns:
        The solution of the first street.

    Raises:
        InputError: If the spot has no later street, or if an option is invalid.
    """
    if not seconds > 0:
        raise InputError(f"seconds must be more than 0, got {seconds:g}")
    solver = LeafValueSolver(spot, values, **options)
    solver.run(
        target_pot_percent=target_pot_percent,
        max_iterations=max_iterations,
        seconds=max(seconds - solver.preparing_seconds, 0.0),
        progress=progress,
    )
    return solver.solution()


def _pair(who: int, own: Any, other: Any) -> PairRows:
    """Return rows of both players, given one player's and the other's."""
    return np.array((own, other) if who == 0 else (other, own), np.float32)
