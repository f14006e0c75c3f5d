"""Jobs that solve a solution of the library further."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import open_solution
from fifthstreet.web.jobs.control import Control
from fifthstreet.web.jobs.lock_job import resolved
from fifthstreet.web.jobs.solving import save_solution


def run(spec: Mapping[str, Any], control: Control) -> Mapping[str, Any]:
    """Solve the solution of `file` to the target, and replace it if it got better."""
    control.report(phase="reading the solution")
    path = Path(spec["file"])
    old = open_solution(path, threads=spec["threads"])
    before = old.exploitability.pot_percent
    control.check()
    found = resolved(old, old.spot, spec, control)
    after = found.exploitability.pot_percent
    if after >= before:
        raise InputError(
            f"after these iterations the exploitability is {after:.3g}% of the pot, and "
            f"{before:.3g}% before: the solution stays as it was"
        )
    return save_solution(control, lambda: found, path, spec["name"])
