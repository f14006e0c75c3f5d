"""Jobs that lock decisions of a solution and re-solve the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from fifthstreet.solvers.postflop import Solution, Spot, open_solution, start_resolve
from fifthstreet.tree.strategy import Lock
from fifthstreet.web.jobs.control import Control
from fifthstreet.web.jobs.solving import run_solver, save_solution


def run(spec: Mapping[str, Any], control: Control) -> Mapping[str, Any]:
    """Re-solve the `source` with all of the given `locks`, and save it as `file`."""
    control.report(phase="reading the solution")
    old = open_solution(spec["source"], threads=spec["threads"])
    locks = tuple(Lock.from_dict(lock) for lock in spec["locks"])
    spot = replace(old.spot, locks=locks)
    control.check()
    found = resolved(old, spot, spec, control)
    return save_solution(control, lambda: found, Path(spec["file"]), spec["name"])


def resolved(old: Solution, spot: Spot, spec: Mapping[str, Any], control: Control) -> Solution:
    """Return the solution of a spot, solved to the target of a job from an old solution."""
    started = start_resolve(old, spot, target_pot_percent=spec["target"], threads=spec["threads"])
    if isinstance(started, Solution):
        return started
    first = started.iteration
    run_solver(
        started,
        control,
        target=spec["target"],
        max_iterations=first + spec["max_iterations"],
        seconds=spec["seconds"],
        checkpoint=None,
    )
    return started.solution(iterations=started.iteration - first)
