"""The multiway solver: discounted CFR by vectors on a river with three ranges.

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
from fifthstreet.solvers.multiway.solution import MultiwaySolution
from fifthstreet.solvers.multiway.spot import PLAYERS, MultiwaySpot
from fifthstreet.solvers.postflop import SolveRecord
from fifthstreet.support.threads import thread_count
from fifthstreet.tree.strategy import Exploitability


class MultiwaySolver(TableSolver):
    """A solver for a river with three ranges, which can be run, inspected and run again.

    >>> spot = MultiwaySpot.of("QsJh2h7c4d", 90, 200, ["AA,KQs", "QQ,AJs", "88+"], bets="50%")
    >>> solver = MultiwaySolver(spot)
    >>> progress = solver.run(target_pot_percent=0.1)
    >>> max(solver.exploitability().gains) < 0.003 * spot.pot
    True
    """

    _first_check = 20
    _sparsest = 4  # a check costs two iterations
    _least_spacing = 10

    def __init__(
        self,
        spot: MultiwaySpot,
        *,
        schedule: Schedule | str = DEFAULT_SCHEDULE,
        threads: int | None = None,
    ) -> None:
        """Prepare to solve.

        Args:
            spot: Three ranges on a river; stacks may differ.
            schedule: How iterations are weighted; not a predictive one.
            threads: Number of threads; by default one per core.

        Raises:
            InputError: If the schedule or a lock does not fit.
            NotEnoughMemoryError: If the tables do not fit into memory.
        """
        super().__init__()
        started, self._cpu_started = time.perf_counter(), time.process_time()
        self.schedule = schedule_of(schedule)
        if self.schedule.is_predictive:
            raise InputError("schedule must not be predictive with three ranges")
        self.spot, self.threads = spot, thread_count(threads)
        self.game = RiverGame(spot)
        needed, free = self.memory_bytes, available_bytes()
        if free is not None and needed > free:
            raise NotEnoughMemoryError(
                f"not enough memory: needs {bytes_text(needed)}, {bytes_text(free)} available"
            )
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
        return 3 * self.game.table_bytes + self.game.value_bytes

    def average(self) -> MultiwaySolution:
        """Return the current average strategies; the same as `solution`."""
        return self.solution()

    @in_turn
    def solution(self) -> MultiwaySolution:
        """Return the current average strategies; later iterations do not change them."""
        averages = [table.copy() for table in self._averages]
        return MultiwaySolution(self.game, averages, self._record(), threads=self.threads)

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
        )

    def _iterate(self, count: int) -> None:
        last = self.iteration + count
        if len(self._discounts.keep) <= last:
            self._discounts = self.schedule.discounts(2 * last).single()
        part, discounts = slice(self.iteration + 1, last + 1), self._discounts
        self.game.native.iterate(
            self._regrets,
            self._averages,
            self.game.locks,
            self.game.weights,
            discounts.positive[part],
            discounts.negative[part],
            discounts.keep[part],
            self.threads,
        )
        self.iteration = last

    def _measure(self) -> Exploitability:
        chips: dict[bool, list[float]] = {False: [], True: []}
        for is_best, of_players in chips.items():
            for player in range(PLAYERS):
                values = self.game.values(
                    self._averages, player, is_best=is_best, threads=self.threads
                )
                of_players.append(self.game.chips(player, values[0]))
        return Exploitability(tuple(chips[True]), tuple(chips[False]), self.spot.pot)

    def _facts(self) -> dict[str, Any]:
        return {"spot": self.spot.to_dict(), "schedule": schedule_to_dict(self.schedule)}

    def _arrays(self) -> dict[str, Rows]:
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
