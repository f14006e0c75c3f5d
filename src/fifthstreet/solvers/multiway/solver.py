"""The multiway solver: discounted CFR by vectors with three ranges.

Rivers are solved whole in each iteration. On flops and turns, an iteration plays some of the turns
and rivers to come, in turn, with all hands of all players: public chance sampling (Johanson, Bard,
Lanctot, Gibson & Bowling 2012, "Efficient Nash equilibrium approximation through Monte Carlo
counterfactual regret minimization"), here without replacement.

With three players no algorithm is known to reach an equilibrium, and CFR has no guarantee that its
average is one. So what each player could gain is measured exactly, by a best response against the
two others; the result is an answer with an error, not an equilibrium.
"""

from __future__ import annotations

import time
from math import inf
from typing import Any

from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.common import (
    DEFAULT_SCHEDULE,
    Reporter,
    Schedule,
    TableSolver,
    available_bytes,
    bytes_text,
    in_turn,
    run_shown,
    schedule_of,
    schedule_to_dict,
)
from fifthstreet.solvers.multiway.river_game import RiverGame, Rows
from fifthstreet.solvers.multiway.runout_game import RunoutGame
from fifthstreet.solvers.multiway.runouts import RunoutSampler
from fifthstreet.solvers.multiway.solution import MultiwaySolution, multiway_game
from fifthstreet.solvers.multiway.spot import VECTOR_PLAYERS, MultiwaySpot
from fifthstreet.solvers.postflop import RIVER, SolveRecord
from fifthstreet.support.threads import thread_count
from fifthstreet.support.whole_numbers import whole
from fifthstreet.tree.strategy import Exploitability

_TURNS, _RIVERS = 49, 48  # cards to come
_FLOP_RUNOUTS = 7, 8  # turns of an iteration, and rivers after each
_CYCLES_BETWEEN_CHECKS = 3


def _sampler(
    spot: MultiwaySpot, seed: int, runouts: tuple[int, int] | None
) -> RunoutSampler | None:
    """Return what deals the runouts of a flop or turn; None for a river."""
    if spot.street == RIVER:
        if runouts is not None:
            raise InputError(f"runouts must be omitted on a river, got {runouts}")
        return None
    turns = _TURNS if spot.street == RIVER - 2 else 1
    default = _FLOP_RUNOUTS if turns > 1 else (1, _RIVERS)
    dealt = default if runouts is None else runouts
    for name, count, cards in zip(("turns", "rivers"), dealt, (turns, _RIVERS), strict=True):
        if count < 1 or cards % count:
            raise InputError(f"runouts: {name} must divide {cards}, got {count}")
    return RunoutSampler(seed, turns, _RIVERS, *dealt)


class MultiwaySolver(TableSolver):
    """A solver for a spot with three ranges, which can be run, inspected and run again.

    Cards on the turn and river are exact: each hand has a strategy of its own on each runout.

    >>> spot = MultiwaySpot.of("QsJh2h7c4d", 90, 200, ["AA,KQs", "QQ,AJs", "88+"], bets="50%")
    >>> solver = MultiwaySolver(spot)
    >>> progress = solver.run(target_pot_percent=0.1)
    >>> max(solver.exploitability().gains) < 0.003 * spot.pot
    True
    """

    _first_check: int = 20
    _sparsest = 4  # a check costs two iterations
    _least_spacing: int = 10

    def __init__(
        self,
        spot: MultiwaySpot,
        *,
        schedule: Schedule | str = DEFAULT_SCHEDULE,
        threads: int | None = None,
        seed: int = 0,
        runouts: tuple[int, int] | None = None,
    ) -> None:
        """Prepare to solve.

        Args:
            spot: Three ranges; stacks may differ.
            schedule: How iterations are weighted; not a predictive one.
            threads: Number of threads; by default one per core.
            seed: Seed of the order in which runouts are played.
            runouts: Number of turns that an iteration plays, and of rivers after each: divisors of
                49 and 48 for a flop, of 1 and 48 for a turn. By default a part of a flop's runouts,
                and all rivers of a turn.

        Raises:
            InputError: If the schedule, a lock, the seed or the runouts do not fit.
            NotEnoughMemoryError: If the tables do not fit into memory.
        """
        super().__init__()
        started, self._cpu_started = time.perf_counter(), time.process_time()
        self.schedule = schedule_of(schedule)
        if self.schedule.is_predictive:
            raise InputError("schedule must not be predictive with three ranges")
        self.spot, self.threads = spot, thread_count(threads)
        if spot.players != VECTOR_PLAYERS:
            raise InputError(f"ranges must be {VECTOR_PLAYERS} for vectors, got {spot.players}")
        self.sampler = _sampler(spot, whole("seed", seed, minimum=0), runouts)
        self.game = multiway_game(spot)
        if self.sampler is not None:  # a measurement costs as much as a cycle
            between = _CYCLES_BETWEEN_CHECKS * self.sampler.cycle
            self._first_check = max(self._first_check, between)
            self._least_spacing = max(self._least_spacing, between)
        needed, free = self.memory_bytes, available_bytes()
        if free is not None and needed > free:
            raise NotEnoughMemoryError(
                f"not enough memory: needs {bytes_text(needed)}, {bytes_text(free)} available. "
                "Use fewer bet sizes, a smaller tree.max_raises, smaller ranges, or a later street."
            )
        self._first_values: tuple[int, list[Rows]] | None = None  # and their iteration
        self._are_averages_shared = False  # with a solution
        self._regrets: list[Rows] = self.game.empty_tables()
        self._averages: list[Rows] = self.game.empty_tables()
        self._discounts = self.schedule.discounts(self._first_check).single()
        self.preparing_seconds = time.perf_counter() - started

    def __repr__(self) -> str:
        return f"<MultiwaySolver for {self.game_name}: {self.iteration:,} iterations>"

    @property
    def game_name(self) -> str:
        """The spot in one line."""
        return repr(self.spot)

    @property
    def memory_bytes(self) -> int:
        """Memory of the tables, and of the values and the reach of a pass."""
        copies = 3 if isinstance(self.game, RiverGame) else 2 + bool(self.spot.locks)
        return copies * self.game.table_bytes + self.game.value_bytes

    def average(self) -> MultiwaySolution:
        """Return the current average strategies; the same as `solution`."""
        return self.solution()

    @in_turn
    def solution(self) -> MultiwaySolution:
        """Return the current average strategies; later iterations do not change them."""
        self.exploitability()
        self._are_averages_shared = True
        known = self._first_values
        return MultiwaySolution(
            self.game,
            self._averages,
            self._record(),
            threads=self.threads,
            first_values=known[1] if known and known[0] == self.iteration else None,
        )

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
            method=self._method,
        )

    @property
    def _method(self) -> str:
        """What an iteration plays, in words."""
        if self.sampler is None:
            return "vectors of all hands"
        turns, rivers = self.sampler.turns_dealt, self.sampler.rivers_dealt
        dealt = f"{rivers} of {_RIVERS} rivers"
        if self.sampler.turns > 1:
            dealt = f"{turns} of {_TURNS} turns, {dealt} after each"
        return f"vectors of all hands, exact cards; an iteration plays {dealt}"

    def _iterate(self, count: int) -> None:
        last = self.iteration + count
        if len(self._discounts.keep) <= last:
            self._discounts = self.schedule.discounts(2 * last).single()
        self._keep_shared()
        if isinstance(self.game, RiverGame):
            self._play_rivers(self.game, last)
        else:
            self._play_streets(self.game, last)

    def _keep_shared(self) -> None:
        """Leave the averages to the solution that has them, and continue with copies."""
        if self._are_averages_shared:
            self._averages = [table.copy() for table in self._averages]
            self._are_averages_shared = False

    def _play_rivers(self, game: RiverGame, last: int) -> None:
        """Iterate until an iteration on a river."""
        part, discounts = slice(self.iteration + 1, last + 1), self._discounts
        game.native.iterate(
            self._regrets,
            self._averages,
            game.locks,
            game.weights,
            discounts.positive[part],
            discounts.negative[part],
            discounts.keep[part],
            self.threads,
        )
        self.iteration = last

    def _play_streets(self, game: RunoutGame, last: int) -> None:
        """Iterate until an iteration on some of the runouts of a flop or turn."""
        assert self.sampler is not None
        discounts = self._discounts
        # Averages are updated before regrets, with one update less.
        factors = discounts.positive[1:], discounts.negative[1:], discounts.keep[:-1]
        for iteration in range(self.iteration, last):
            dealt = self.sampler.dealt(iteration)
            game.iterate(self._regrets, self._averages, factors, iteration, dealt, self.threads)
            self.iteration = iteration + 1

    def _measure(self) -> Exploitability:
        chips: tuple[list[float], list[float]] = ([], [])  # of averages, and of best responses
        first_values = []
        for player in range(VECTOR_PLAYERS):
            values = self.game.first_values(self._averages, player, self.threads)
            for of_players, rows in zip(chips, values, strict=True):
                of_players.append(self.game.chips(player, rows[0]))
            first_values.append(values[0].copy())
        self._first_values = self.iteration, first_values
        return Exploitability(tuple(chips[1]), tuple(chips[0]), self.spot.pot)

    def _facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = {"spot": self.spot.to_dict()}
        if self.sampler is not None:
            facts["runouts"] = repr(self.sampler)
        return {**facts, "schedule": schedule_to_dict(self.schedule)}

    def _arrays(self) -> dict[str, Rows]:
        self._keep_shared()  # a restored state replaces them
        tables = (("regrets", self._regrets), ("averages", self._averages))
        return {
            f"{name}/{player}": table
            for name, of_players in tables
            for player, table in enumerate(of_players)
        }


def solve_multiway(
    spot: MultiwaySpot,
    *,
    target_pot_percent: float = 0.3,
    max_iterations: int = 1_000,
    seconds: float = inf,
    schedule: Schedule | str = DEFAULT_SCHEDULE,
    threads: int | None = None,
    progress: Reporter | bool | None = None,
) -> MultiwaySolution:
    """Solve a spot with three ranges until its exploitability reaches the target.

    Args:
        spot: The board, the ranges and the betting to solve.
        target_pot_percent: Mean exploitability per player to stop at, in percent of the starting
            pot.
        max_iterations: Maximum number of iterations.
        seconds: Maximum duration; by default there is no limit.
        schedule: A schedule, or its name, like `cfr+`; not a predictive one.
        threads: Number of threads; by default one per core.
        progress: A function that is called with a `Progress` after each exploitability check, and
            stops the solve by returning False. By default, terminals and notebooks show a
            progress bar, in the main thread; False shows none.

    Returns:
        The solution with the exploitability of each player, which is above the target if a limit
        stopped the solve.

    Raises:
        InputError: If an option or a lock of the spot is invalid.
        NotEnoughMemoryError: If the tables do not fit into memory.

    >>> spot = MultiwaySpot.of("QsJh2h7c4d", 90, 200, ["AA,KQs", "QQ,AJs", "88+"], bets="50%")
    >>> solve_multiway(spot, target_pot_percent=0.1).exploitability.pot_percent < 0.1
    True
    """
    solver = MultiwaySolver(spot, schedule=schedule, threads=threads)
    run_shown(
        solver,
        progress,
        target_pot_percent=target_pot_percent,
        max_iterations=max_iterations,
        seconds=seconds,
    )
    return solver.solution()
