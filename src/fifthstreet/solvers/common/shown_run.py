"""Run a solver with a progress bar where it is watched, in terminals and notebooks."""

from __future__ import annotations

from functools import partial

from fifthstreet.solvers.common.run import IterativeSolver, Reporter, RunGoal
from fifthstreet.support.watched import is_watched


def run_shown(
    solver: IterativeSolver,
    progress: Reporter | bool | None,
    *,
    iterations: int | None = None,
    max_iterations: int | None = None,
    seconds: float | None = None,
    target: float | None = None,
    target_pot_percent: float | None = None,
) -> None:
    """Run a solver, with a progress bar unless a function receives the progress.

    Args:
        solver: Its run has the limits below.
        progress: A function that is called after each exploitability check; False: no bar. Bars
            are shown in the main thread of terminals and notebooks only.
        iterations: Maximum number of iterations from now.
        max_iterations: Maximum number of all iterations.
        seconds: Maximum duration.
        target: Exploitability to stop at, in chips per player.
        target_pot_percent: The same in percent of the pot, which the bar then shows.
    """
    run = partial(
        solver.run,
        iterations,
        max_iterations=max_iterations,
        seconds=seconds,
        target=target,
        target_pot_percent=target_pot_percent,
    )
    if callable(progress):
        run(progress=progress)
        return
    if progress is False or not is_watched():
        run()
        return
    from fifthstreet.solvers.common import run_progress  # imports Rich

    limits = RunGoal.of(solver.iteration, iterations=iterations, **run.keywords)
    kind: type[run_progress.SolveProgress | run_progress.TrainingProgress]
    if target_pot_percent is None:
        kind, goal = run_progress.TrainingProgress, target or 0.0
    else:
        kind, goal = run_progress.SolveProgress, target_pot_percent
    with kind(goal, limits.last, limits.seconds) as bar:
        bar.begin(solver.iteration)
        run(progress=bar.update, stepped=bar.stepped)
