"""The speed of this machine, measured on a small spot."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from fifthstreet.cards import cards_text
from fifthstreet.solvers.postflop.solving.solver import Solver
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.tree.strategy import Exploitability

TARGET_POT_PERCENT = 0.5
_MAX_SECONDS = 0.7  # of the solve
_SAMPLE_SECONDS = 0.2  # of the iterations that are timed after it


@dataclass(frozen=True)
class Speed:
    """A solve of the small spot, and the time of an iteration."""

    board: str
    backend: str
    threads: int
    iterations: int
    exploitability: Exploitability
    seconds: float  # of these iterations and the exploitability checks between them
    seconds_per_iteration: float  # without checks


def small_spot() -> Spot:
    """Return the spot that is solved: a turn with a bet and a raise per street."""
    return Spot.of(
        "Td9d6hQc",
        200,
        500,
        oop="66+,A8s+,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s",
        ip="QQ-22,AQs-A2s,ATo+,K9s+,KJo+,Q9s+,J8s+,T8s+,97s+,86s+,75s+,65s",
        bets="60%",
        raises="2.5x",
        max_raises=2,
    )


def measure_speed(*, backend: str = "native", threads: int | None = None) -> Speed:
    """Solve a small spot for about a second, and time its iterations.

    The solve stops at an exploitability of 0.5% of the pot, or after a time limit.

    Args:
        backend: `native`, `cuda`, `reference`, or `auto`, which uses a GPU if there is one.
        threads: Number of threads; by default one per core.

    Returns:
        The seconds of the solve and of one iteration.

    >>> speed = measure_speed()
    >>> speed.iterations > 0 and speed.seconds_per_iteration > 0
    True
    """
    spot = small_spot()
    solver = Solver(spot, backend=backend, threads=threads)
    solver.run(target_pot_percent=TARGET_POT_PERCENT, seconds=_MAX_SECONDS)
    iterations, exploitability = solver.iteration, solver.exploitability()
    seconds = solver.seconds
    count = max(1, int(_SAMPLE_SECONDS * iterations / seconds))
    start = perf_counter()
    solver.iterate(count)
    return Speed(
        board=cards_text(spot.board),
        backend=solver.backend_name,
        threads=solver.backend.threads,
        iterations=iterations,
        exploitability=exploitability,
        seconds=seconds,
        seconds_per_iteration=(perf_counter() - start) / count,
    )
