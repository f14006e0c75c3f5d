"""Jobs that lock decisions of a solution and re-solve the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from fifthstreet.solvers.postflop import Solution, open_solution, start_resolve
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
    started = start_resolve(old, spot, target_pot_percent=spec["target"], threads=spec["threads"])
    path = Path(spec["file"])
    if isinstance(started, Solution):
        return save_solution(control, lambda: started, path, spec["name"])
    first = started.iteration
    run_solver(
        started,
        control,
        target=spec["target"],
        max_iterations=first + spec["max_iterations"],
        seconds=spec["seconds"],
        checkpoint=None,
    )
    return save_solution(
        control,
        lambda: started.solution(iterations=started.iteration - first),
        path,
        spec["name"],
    )
