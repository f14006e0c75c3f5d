"""Runs that save periodic checkpoints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Reporter
from fifthstreet.solvers.postflop.solving.solver import Solver


def run_with_checkpoints(
    solver: Solver,
    *,
    target_pot_percent: float,
    max_iterations: int,
    seconds: float,
    checkpoint: Path | None,
    every: float,
    progress: Reporter,
    stepped: Callable[[int], object],
    failed: Callable[[Exception], object],
) -> None:
    """Run a solver to its target or a limit, and save periodic checkpoints if requested.

    Args:
        solver: It is run; iterations that it already has count.
        target_pot_percent: Exploitability to stop at, in percent of the starting pot.
        max_iterations: Maximum number of iterations, counted from the solver's first.
        seconds: Maximum duration of the run.
        checkpoint: File of the checkpoints; None to save none.
        every: Time between checkpoints in seconds.
        progress: Called with a `Progress` after each exploitability check.
        stepped: Called with the iteration several times a second between checks.
        failed: Called with the error of a checkpoint that could not be saved, such as a full disk;
            the run continues.
    """
    start = perf_counter()
    while True:
        left = max(seconds - (perf_counter() - start), 0.0)
        solver.run(
            target_pot_percent=target_pot_percent,
            max_iterations=max_iterations,
            seconds=left if checkpoint is None else min(left, every),
            progress=progress,
            stepped=stepped,
        )
        is_done = (
            solver.exploitability().pot_percent <= target_pot_percent
            or solver.iteration >= max_iterations
            or perf_counter() - start >= seconds
            or solver.has_stalled
        )
        if is_done or checkpoint is None:
            return
        try:
            solver.save(checkpoint)
        except (OSError, InputError) as error:
            failed(error)
