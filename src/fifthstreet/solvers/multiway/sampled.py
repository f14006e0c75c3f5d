"""Spots of three to six players by sampled deals: external sampling with exact cards.

See `BlueprintSolver` for the algorithm. With more than two players its averages often come close
to an equilibrium, but without a guarantee.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from math import inf
from typing import Any

from fifthstreet.cards import Range, cards_text
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import BlueprintOptions, BlueprintSolver, SeatGains, seat_gains
from fifthstreet.solvers.common import IterativeSolver, Progress, Reporter, in_turn
from fifthstreet.solvers.multiway.spot import MultiwaySpot
from fifthstreet.solvers.postflop import SolveRecord
from fifthstreet.support.threads import thread_count
from fifthstreet.support.whole_numbers import whole
from fifthstreet.tree import BettingTree, Rake
from fifthstreet.tree.strategy import (
    BOARD_CARDS,
    Exploitability,
    HoleArray,
    NodeStrategy,
    TreeStrategy,
)

TRAVERSALS = 16_384  # of an iteration
_DEALS = 100  # of a measurement, by default


class SampledSolution(TreeStrategy):
    """Strategies of three to six players by sampled deals.

    There is no guarantee that they are near an equilibrium. `gains` has what a local best response
    gained from each seat in sampled deals: lower bounds on what a best response gains, with their
    intervals.
    """

    kind = "sampled multiway solve"

    def __init__(
        self, spot: MultiwaySpot, strategy: TreeStrategy, record: SolveRecord, gains: SeatGains
    ) -> None:
        """Wrap the average strategy of a solver.

        Args:
            spot: The spot.
            strategy: The strategy, which changes if its solver continues.
            record: How it was computed.
            gains: What local best responses gain from each seat.
        """
        self.spot, self.record, self.gains, self._strategy = spot, record, gains, strategy

    def __repr__(self) -> str:
        return (
            f"<SampledSolution on {cards_text(self.board)}: {self.spot.players} players, "
            f"{self.record.iterations:,} iterations, exploitability {self.exploitability}>"
        )

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return self.spot.tree

    @property
    def ranges(self) -> tuple[Range, ...]:
        """Hands that each player starts with."""
        return self.spot.ranges

    @property
    def board(self) -> tuple[int, ...]:
        """The board at the start."""
        return self.spot.board

    @property
    def rake(self) -> Rake:
        """The rake."""
        return self.spot.rake

    @property
    def exploitability(self) -> Exploitability:
        """The mean gain of local best responses: a lower bound, with its interval."""
        return self.record.exploitability

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return the probability of each action for each hand at a decision.  [A, 1326]"""
        return self._strategy.probabilities(node, board)

    def node(self, path: str) -> NodeStrategy:
        """Return the strategy and reach of the player who acts at a path.

        Args:
            path: Steps from the root to a decision, with the card of each deal.

        Raises:
            InputError: If the tree has no such decision, or if a deal has no card.
        """
        node, cards = self.tree.find(path)
        if len(cards) + len(self.board) != BOARD_CARDS[int(self.tree.street[node])]:
            raise InputError(f"path must name the card of each deal, like n8c, got {path!r}")
        return self.at(node, (*self.board, *cards))


class SampledSolver(IterativeSolver):
    """A solver for three to six ranges, which can be run, inspected and run again.

    An iteration is 16,384 traversals. A run with a target stops when the upper end of the interval
    of the mean gain is below it; this gain is a lower bound.

    >>> ranges = ["AA,KQs", "QQ,AJs", "88+", "TT,JTs"]
    >>> solver = SampledSolver(MultiwaySpot.of("QsJh2h7c4d", 90, 200, ranges, bets="50%"), deals=20)
    >>> solver.iterate(1)
    >>> len(solver.solution().gains.errors)
    4
    """

    def __init__(
        self,
        spot: MultiwaySpot,
        *,
        threads: int | None = None,
        seed: int = 0,
        deals: int = _DEALS,
    ) -> None:
        """Prepare to solve.

        Args:
            spot: Three to six ranges; stacks may differ.
            threads: Number of threads; by default one per core. Results are the same for any
                number.
            seed: Seed of the deals.
            deals: Number of deals of a measurement, at least 2.

        Raises:
            InputError: If the spot has locks, or if hands of the ranges almost always share a card.
        """
        super().__init__()
        self._started, self._cpu_started = time.perf_counter(), time.process_time()
        if spot.locks:
            raise InputError("locks require three ranges, which are solved with vectors")
        self.spot, self.deals = spot, whole("deals", deals, minimum=2)
        self.seed, self.threads = seed, thread_count(threads)
        self._blueprint = BlueprintSolver(
            spot.tree,
            spot.live_ranges,
            BlueprintOptions(seed=seed, threads=self.threads),
            board=spot.board,
            rake=spot.rake,
        )
        self._gains: SeatGains | None = None
        self._target_pot_percent: float | None = None
        self._first_check = self._least_spacing = 20

    def __repr__(self) -> str:
        return f"<SampledSolver for {self.game_name}: {self.iteration:,} iterations>"

    @property
    def game_name(self) -> str:
        """The spot in one line."""
        return repr(self.spot)

    def _iterate(self, count: int) -> None:
        self._blueprint.iterate(count * TRAVERSALS)
        self.iteration = self._blueprint.iteration // TRAVERSALS

    def average(self) -> SampledSolution:
        """Return the current average strategies; the same as `solution`."""
        return self.solution()

    def _measure(self) -> Exploitability:
        # Other deals in each measurement, so that a run does not stop at lucky ones twice.
        found = seat_gains(
            self._blueprint.average(),
            deals=self.deals,
            seed=self.seed + self.iteration,
            threads=self.threads,
        )
        self._gains = found
        return Exploitability(
            found.responses, found.values, self.spot.pot, found.error, is_lower_bound=True
        )

    def run_to(
        self,
        *,
        target_pot_percent: float,
        max_iterations: int,
        seconds: float = inf,
        progress: Reporter | None = None,
    ) -> Progress:
        """Run until the upper end of the interval of the mean gain is below a target.

        Args:
            target_pot_percent: The target, in percent of the starting pot.
            max_iterations: Maximum number of iterations.
            seconds: Maximum duration; by default there is no limit.
            progress: Called after each measurement; stops the run by returning False.

        Returns:
            The progress at the end.
        """
        self._target_pot_percent = target_pot_percent

        def wants_more(state: Progress) -> bool:
            goes_on = progress is None or progress(state) is not False
            return goes_on and not self._is_met(state.exploitability)

        return self.run(max_iterations=max_iterations, seconds=seconds, progress=wants_more)

    def _is_met(self, known: Exploitability) -> bool:
        target = self._target_pot_percent
        if target is None:
            return True
        return 100 * (known.chips + known.error) <= target * self.spot.pot

    @in_turn
    def solution(self) -> SampledSolution:
        """Return the average strategies, which change if the solver continues."""
        known = self.exploitability()
        assert self._gains is not None
        target = self._target_pot_percent
        record = SolveRecord(
            iterations=self.iteration,
            exploitability=known,
            seconds=time.perf_counter() - self._started,
            cpu_seconds=time.process_time() - self._cpu_started,
            memory_bytes=self._blueprint.memory_bytes,
            schedule="linear",
            precision="float32",
            isomorphism=True,
            target=None if target is None else target / 100 * self.spot.pot,
            is_stopped_early=not self._is_met(known),
            method=(
                f"external sampling of deals, exact cards, {TRAVERSALS:,} traversals per "
                f"iteration; gains are lower bounds, from local best responses in "
                f"{self.deals:,} deals"
            ),
        )
        return SampledSolution(self.spot, self._blueprint.average(), record, self._gains)

    def state(self) -> dict[str, Any]:
        """Return everything needed to resume later: copies of arrays, and plain values."""
        return self._blueprint.state()

    @in_turn
    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from a state; later iterations match an uninterrupted run bit for bit."""
        self._blueprint.restore(state)
        self._restart_at(self._blueprint.iteration // TRAVERSALS)


def solve_sampled(
    spot: MultiwaySpot,
    *,
    target_pot_percent: float = 0.3,
    max_iterations: int = 1_000,
    seconds: float = inf,
    seed: int = 0,
    threads: int | None = None,
    deals: int = _DEALS,
    progress: Reporter | bool | None = None,
) -> SampledSolution:
    """Solve a spot of three to six players by sampled deals.

    Args:
        spot: The board, the ranges and the betting to solve.
        target_pot_percent: Mean gain per player to stop at, in percent of the starting pot: the
            upper end of its interval. Local best responses in some hundred deals cannot show small
            gains, so small targets end at a limit.
        max_iterations: Maximum number of iterations, of 16,384 traversals each.
        seconds: Maximum duration; by default there is no limit.
        seed: Seed of the deals.
        threads: Number of threads; by default one per core.
        deals: Number of deals of a measurement, at least 2.
        progress: A function that is called with a `Progress` after each measurement, and stops
            the solve by returning False.

    Returns:
        The solution, with lower bounds on what each player could gain.

    Raises:
        InputError: If an option is invalid, or if the spot has locks.
    """
    solver = SampledSolver(spot, seed=seed, threads=threads, deals=deals)
    solver.run_to(
        target_pot_percent=target_pot_percent,
        max_iterations=max_iterations,
        seconds=seconds,
        progress=progress if callable(progress) else None,
    )
    return solver.solution()
