"""Jobs that solve a spot and save the solution."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import DEFAULT_SCHEDULE
from fifthstreet.solvers.postflop import (
    RIVER,
    Solver,
    check_precision,
    file_bytes,
    load_checkpoint,
    make_spot,
    plan_solve,
)
from fifthstreet.support.storage import check_target
from fifthstreet.web.jobs.control import Control
from fifthstreet.web.jobs.solving import run_solver, save_solution


def run(spec: Mapping[str, Any], control: Control) -> Mapping[str, Any]:
    """Solve the `spot`, from its checkpoint if there is one, and save it as `file`."""
    checkpoint = control.file(".checkpoint")
    solver = _resumed(checkpoint, spec, control) or _new_solver(spec, control)
    path = Path(spec["file"])
    precision = check_precision(solver.precision)
    check_target(path, file_bytes(solver.spot, solver.plan, RIVER, precision))
    run_solver(
        solver,
        control,
        target=spec["target"],
        max_iterations=spec["max_iterations"],
        seconds=spec["seconds"],
        checkpoint=checkpoint,
    )
    return save_solution(control, solver.solution, path, spec["name"])


def _new_solver(spec: Mapping[str, Any], control: Control) -> Solver:
    control.report(phase="dealing the runouts")
    spot = make_spot(spec["spot"])
    plan, buckets = None, spec.get("river_buckets")
    if buckets is None:
        plan = plan_solve(spot, DEFAULT_SCHEDULE, check_precision(spec["precision"]))
        control.check()
    control.report(phase="allocating the tables")
    return Solver(
        spot,
        precision=spec["precision"],
        threads=spec["threads"],
        backend=spec["backend"],
        river_buckets=buckets,
        plan=plan,
    )


def _resumed(checkpoint: Path, spec: Mapping[str, Any], control: Control) -> Solver | None:
    """Return the solver of the checkpoint; None if there is none, or if it is damaged."""
    if not checkpoint.is_file():
        return None
    control.report(phase="reading the checkpoint")
    try:
        return load_checkpoint(checkpoint, threads=spec["threads"])
    except InputError as error:
        control.report(warning=f"the solve starts from the beginning: {error}")
        return None
