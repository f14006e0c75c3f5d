"""`fifthstreet solve --depth street`: the first street only, with a value network after it."""

from __future__ import annotations

from dataclasses import fields

from fifthstreet import solvers
from fifthstreet.cli.command import Command
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Schedule, SolveProgress
from fifthstreet.solvers.postflop import Spot
from fifthstreet.solvers.search import LeafValueSolution

# Fields of the command `solve`.
_WHOLE_HAND_ONLY = (
    *("precision", "abstraction", "memory", "table_folder", "isomorphism", "dry_run"),
    *("save", "save_streets", "save_bytes", "checkpoint", "checkpoint_every", "export"),
)


def check_options(command: Command, backend: str) -> None:
    """Raise InputError for options of the command `solve` that do not apply to one street."""
    for each in fields(command):
        if each.name in _WHOLE_HAND_ONLY and getattr(command, each.name) != each.default:
            prefix = "no-" if each.default is True else ""
            raise InputError(f"--{prefix}{each.name.replace('_', '-')} requires --depth hand")
    if backend not in solvers.STREET_BACKENDS:
        raise InputError(f"--backend {backend} requires --depth hand")


def solve_street(
    spot: Spot,
    schedule: Schedule,
    *,
    target_pot_percent: float,
    max_iterations: int,
    seconds: float,
    threads: int | None,
    backend: str,
) -> tuple[LeafValueSolution, bool]:
    """Solve the first street of a spot; return whether it was interrupted, too."""
    with SolveProgress(target_pot_percent, max_iterations, seconds) as progress:
        progress.prepare("reading the network")
        solver = solvers.street_solver(
            spot, schedule=schedule, threads=threads, backend=backend, option="--depth {}"
        )
        progress.begin(0)
        try:
            solver.run(
                target_pot_percent=target_pot_percent,
                max_iterations=max_iterations,
                seconds=seconds,
                progress=progress.update,
                stepped=progress.stepped,
            )
        except KeyboardInterrupt:
            if solver.iteration == 0:
                raise
            return solver.solution(), True
    return solver.solution(), False
