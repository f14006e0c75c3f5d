"""Common parts of jobs that solve: progress, pauses, and a file at the end."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from pathlib import Path
from time import monotonic

from fifthstreet.solvers.common import Progress
from fifthstreet.solvers.postflop import Solution, Solver, expected_run, run_with_checkpoints
from fifthstreet.web.jobs.control import Control, StoppedError

_EVERY = 30.0  # seconds between checkpoints
_REPORT_SECONDS = 0.2  # between reports of iterations


class SolveReports:
    """Reports the iterations of a solver, its exploitability, and the time left."""

    def __init__(self, control: Control, solver: Solver, target: float, most: int) -> None:
        self._control = control
        self._solver = solver
        self._target = target
        self._most = most
        self._next = 0.0
        self._percent: float | None = None
        expected = expected_run(solver, target)
        left = max(min(expected.iterations, most) - solver.iteration, 1)
        self._expected_end = monotonic() + expected.pace * left

    def checked(self, state: Progress) -> None:
        """Report a check of exploitability."""
        self._percent = state.exploitability.pot_percent
        if isfinite(state.seconds_left):
            self._expected_end = monotonic() + state.seconds_left
        self._control.point(state.iteration, self._percent)
        self._next = 0.0
        self.stepped(state.iteration)

    def stepped(self, iteration: int) -> None:
        """Report an iteration, wait while the job is paused, and end it if it is stopped."""
        now = monotonic()
        if now >= self._next:
            self._next = now + _REPORT_SECONDS
            left = self._expected_end - now
            self._control.report(
                phase="solving",
                iteration=iteration,
                max_iterations=self._most,
                exploitability_pot_percent=self._percent,
                target_pot_percent=self._target,
                seconds_left=max(left, 0.0) if isfinite(left) else None,
                backend=self._solver.backend_name,
            )
        self._control.check()
        self._expected_end += monotonic() - now  # time spent paused


def run_solver(
    solver: Solver,
    control: Control,
    *,
    target: float,
    max_iterations: int,
    seconds: float,
    checkpoint: Path | None,
) -> None:
    """Run a solver to its target, or until it is stopped.

    If the server ends meanwhile, the checkpoint is saved and StoppedError raised.
    """
    reports = SolveReports(control, solver, target, max_iterations)
    try:
        run_with_checkpoints(
            solver,
            target_pot_percent=target,
            max_iterations=max_iterations,
            seconds=seconds,
            checkpoint=checkpoint,
            every=_EVERY,
            progress=reports.checked,
            stepped=reports.stepped,
            failed=lambda error: control.report(warning=f"no checkpoint: {error}"),
        )
    except StoppedError:
        if control.is_orphaned and checkpoint is not None and solver.iteration:
            solver.save(checkpoint)
        if control.is_orphaned or not solver.iteration:
            raise


def save_solution(
    control: Control, make: Callable[[], Solution], path: Path, name: str
) -> dict[str, object]:
    """Save a solution and return the result of the job."""
    control.report(phase="saving", seconds_left=None)
    solution = make()
    size = solution.save(path)
    known = solution.exploitability
    return {
        "solution": name,
        "bytes": size.bytes,
        "iterations": solution.record.iterations,
        "exploitability": known.chips,
        "exploitability_pot_percent": known.pot_percent,
        "stopped_early": solution.record.is_stopped_early,
        "seconds": solution.record.seconds,
    }
