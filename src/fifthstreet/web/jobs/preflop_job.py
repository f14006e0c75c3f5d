"""Jobs that solve heads-up hold'em from the blinds and save the strategy."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from time import monotonic
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Progress
from fifthstreet.solvers.search.preflop import PreflopSolver, game_of, open_preflop
from fifthstreet.web.jobs.control import Control, StoppedError

_EVERY = 30.0  # seconds between checkpoints


def run(spec: Mapping[str, Any], control: Control) -> Mapping[str, Any]:
    """Solve the `recipe`, from its checkpoint if there is one, and save it as `file`."""
    control.report(phase="allocating the tables")
    solver = PreflopSolver(
        game_of(spec["recipe"]),
        precision=spec["precision"],
        threads=spec["threads"],
        backend=spec["backend"],
    )
    control.check()
    checkpoint = control.file(".checkpoint")
    _resume(solver, checkpoint, control)
    try:
        _solve(solver, spec, control, checkpoint)
    except StoppedError:
        if control.is_orphaned and solver.iteration:
            solver.strategy().save(checkpoint)
        if control.is_orphaned or not solver.iteration:
            raise
    control.report(phase="saving", seconds_left=None)
    strategy = solver.strategy()
    strategy.save(Path(spec["file"]))
    record = strategy.record
    return {
        "preflop": spec["name"],
        "iterations": record.iteration,
        "exploitability_pot_percent": record.exploitability.pot_percent,
        "seconds": record.seconds,
    }


def _resume(solver: PreflopSolver, checkpoint: Path, control: Control) -> None:
    """Resume from a checkpoint; from the beginning if it is damaged."""
    if not checkpoint.is_file():
        return
    control.report(phase="reading the checkpoint")
    try:
        solver.resume(open_preflop(checkpoint))
    except InputError as error:
        control.report(warning=f"the solve starts from the beginning: {error}")


def _solve(
    solver: PreflopSolver, spec: Mapping[str, Any], control: Control, checkpoint: Path
) -> None:
    """Iterate to the target or until time is over, and save checkpoints."""
    end = monotonic() + spec["seconds"]
    before = solver.iterations_before
    most = max(spec["max_iterations"] - before, 1)

    def checked(state: Progress) -> None:
        percent = state.exploitability.pot_percent
        left = min(state.seconds_left, end - monotonic())
        control.point(before + state.iteration, percent)
        control.report(
            exploitability_pot_percent=percent, seconds_left=left if isfinite(left) else None
        )
        stepped(state.iteration)

    def stepped(iteration: int) -> None:
        nonlocal end
        control.report(
            phase="solving",
            iteration=before + iteration,
            max_iterations=spec["max_iterations"],
            target_pot_percent=spec["target"],
        )
        paused = monotonic()
        control.check()
        end += monotonic() - paused

    while True:
        state = solver.run(
            target_pot_percent=spec["target"],
            max_iterations=most,
            seconds=max(min(end - monotonic(), _EVERY), 0.0),
            progress=checked,
            stepped=stepped,
        )
        is_over = monotonic() >= end or state.iteration >= most
        if state.exploitability.pot_percent <= spec["target"] or is_over:
            return
        solver.strategy().save(checkpoint)
