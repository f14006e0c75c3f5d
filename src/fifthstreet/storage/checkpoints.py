"""Solves that can be gone on with after the process has ended."""

from __future__ import annotations

import os
from dataclasses import asdict, is_dataclass
from typing import Any

from fifthstreet.solvers.common import SCHEDULES, Schedule
from fifthstreet.solvers.postflop import Solver, Spot
from fifthstreet.solvers.postflop.spot import SEATS
from fifthstreet.storage.atomic import replacing
from fifthstreet.storage.container import open_container, write_container

_KIND = "checkpoint"


def save_checkpoint(solver: Solver, path: str | os.PathLike[str]) -> None:
    """Write all that a solve is made of; what was at `path` stays until this is complete."""
    facts = {
        "spot": solver.spot.to_dict(),
        "schedule": _schedule_data(solver.schedule),
        "precision": solver.precision,
        "isomorphism": solver.isomorphism,
        "backend": solver.backend_name,
        "iteration": solver.iteration,
        "seconds": solver.seconds,
        "cpu_seconds": solver.cpu_seconds,
    }
    arrays = {
        f"{seat}/{name}": array
        for seat, tables in zip(SEATS, solver.tables, strict=True)
        for name, array in tables.arrays.items()
    }
    with replacing(path) as file:
        write_container(file, _KIND, facts, arrays)


def load_checkpoint(path: str | os.PathLike[str], *, threads: int | None = None) -> Solver:
    """The solver of a checkpoint: its next iterations are, to the bit, those it would have had.

    All of the file is read and checked.

    >>> from tempfile import TemporaryDirectory
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> solver = Solver(spot)
    >>> solver.iterate(10)
    >>> with TemporaryDirectory() as folder:
    ...     save_checkpoint(solver, f"{folder}/river.checkpoint")
    ...     load_checkpoint(f"{folder}/river.checkpoint").iteration
    10
    """
    container = open_container(path, _KIND)
    facts = container.facts
    solver = Solver(
        Spot.from_dict(facts["spot"]),
        schedule=_schedule(facts["schedule"]),
        precision=facts["precision"],
        threads=threads,
        isomorphism=facts["isomorphism"],
        backend=facts["backend"],
    )
    for seat, tables in zip(SEATS, solver.tables, strict=True):
        for name, array in tables.arrays.items():
            container.read_into(f"{seat}/{name}", array)
    solver.restore(facts["iteration"], facts["seconds"], facts["cpu_seconds"])
    return solver


def _schedule_data(schedule: Schedule) -> dict[str, Any]:
    for name, known in SCHEDULES.items():
        if type(schedule) is type(known) and is_dataclass(schedule):
            return {"name": name, "fields": asdict(schedule)}
    raise ValueError(f"schedule {schedule!r} cannot be stored; want one of {', '.join(SCHEDULES)}")


def _schedule(data: dict[str, Any]) -> Schedule:
    known = SCHEDULES.get(data["name"])
    # A field that this version lacks or knows in addition would change what comes next.
    if known is None or set(data["fields"]) != set(_schedule_data(known)["fields"]):
        raise ValueError(
            f"schedule {data['name']} with {data['fields']} is of another version of fifthstreet; "
            "want the one that saved it"
        )
    return type(known)(**data["fields"])
