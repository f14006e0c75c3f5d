"""`fifthstreet solve` with a spot of three players."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from fifthstreet.cli.command import Command
from fifthstreet.cli.spot_options import overlaid_sizes
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import Schedule, SolveProgress
from fifthstreet.solvers.multiway import (
    MultiwaySolution,
    MultiwaySolver,
    MultiwaySpot,
    make_multiway_spot,
)

# Fields of the command `solve`.
_TWO_PLAYERS_ONLY = (
    *("oop", "ip", "donk", "depth", "precision", "abstraction", "memory", "table_folder"),
    *("isomorphism", "dry_run", "save_streets", "save_bytes", "checkpoint", "checkpoint_every"),
    "export",
)
_BACKENDS = ("auto", "native")


def check_options(command: Command) -> None:
    """Raise InputError for options of the command `solve` that do not apply to three players."""
    for each in fields(command):
        given = getattr(command, each.name)
        is_refused = each.name in _TWO_PLAYERS_ONLY and given != each.default
        if is_refused or (each.name == "backend" and given not in _BACKENDS):
            prefix = "no-" if each.default is True else ""
            option = f"--{prefix}{each.name.replace('_', '-')}"
            raise InputError(f"{option} does not apply to three ranges: omit it")


def spot_of(fields: dict[str, Any], bets: str | None, raises: str | None) -> MultiwaySpot:
    """Return the spot of the fields of a file, with other bet sizes if they are given."""
    spot = make_multiway_spot(fields)
    sizes = overlaid_sizes(spot.rules.sizes, bets, raises, None)
    return replace(spot, rules=replace(spot.rules, sizes=sizes))


def solve_multiway(
    spot: MultiwaySpot,
    schedule: Schedule,
    *,
    target_pot_percent: float,
    max_iterations: int,
    seconds: float,
    threads: int | None,
) -> tuple[MultiwaySolution, bool]:
    """Solve a spot; return whether the solve was interrupted, too."""
    with SolveProgress(target_pot_percent, max_iterations, seconds) as progress:
        solver = MultiwaySolver(spot, schedule=schedule, threads=threads)
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
