"""Open solutions and load checkpoints."""

from __future__ import annotations

import os
from typing import Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.common import schedule_from_dict
from fifthstreet.solvers.postflop.backends import BACKENDS, ByteError, Tables, check_precision
from fifthstreet.solvers.postflop.solution import Solution, SolveRecord, Verifier, sections
from fifthstreet.solvers.postflop.solving.river_buckets import read_buckets
from fifthstreet.solvers.postflop.solving.solver import CHECKPOINT_FILE, Solver
from fifthstreet.solvers.postflop.solving.subgames import TruncatedSolution
from fifthstreet.solvers.postflop.spot import RIVER, SEATS, Plan, Spot, make_plan
from fifthstreet.support.storage import (
    Container,
    checked_types,
    open_container,
    reading,
    whole_number,
)
from fifthstreet.support.threads import thread_count


def open_solution(
    path: str | os.PathLike[str], *, threads: int | None = None, verify: bool = False
) -> Solution:
    """Open a saved solution; its tables are read, and verified, when they are used.

    Streets that are not in the file are re-solved when one of their nodes is requested.

    Args:
        path: A file written by `Solution.save`.
        threads: Number of threads; by default one per core.
        verify: Whether to read and verify the whole file immediately.

    Returns:
        The solution.

    Raises:
        InputError: If the file cannot be read.
        DamagedFileError: If the file is damaged, here or when the damaged part is read.

    >>> from tempfile import TemporaryDirectory
    >>> from fifthstreet.solvers.postflop import solve
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> solution = solve(spot, target_pot_percent=0.1)
    >>> with TemporaryDirectory() as folder:
    ...     size = solution.save(f"{folder}/river.solution")
    ...     open_solution(f"{folder}/river.solution").ev == solution.ev
    True
    """
    container = open_container(path, sections.SOLUTION_FILE)
    if verify:
        container.verify()
    thread_count(threads)  # outside `reading`: not an error of the file
    with reading(path):
        return _solution(container, threads)


def _solution(container: Container, threads: int | None) -> Solution:
    facts = container.facts
    spot = Spot.from_dict(facts["spot"])
    record = SolveRecord.from_dict(facts["record"])
    last_street = whole_number(
        "last_street", facts["last_street"], minimum=spot.street, maximum=RIVER
    )
    _check_sections(container, spot, last_street)
    options: dict[str, Any] = {
        "threads": threads,
        "byte_error": _byte_error(facts["byte_error"]),
        "file": container.path,
        "verifier": Verifier(container, spot),
    }
    if spot.street < RIVER:  # values are stored for the streets before the river
        options["values"] = (_values(container, spot, 0), _values(container, spot, 1))
    if last_street < RIVER:
        options["last_street"] = last_street
    solution_type = TruncatedSolution if last_street < RIVER else Solution
    return solution_type(
        spot,
        # The plan is made only when needed: it takes longer than everything else here.
        lambda: _plan(container, spot),
        (_tables(container, 0), _tables(container, 1)),
        record,
        **options,
    )


def _check_sections(container: Container, spot: Spot, last_street: int) -> None:
    """Raise InputError unless a solution has all sections, with the right types."""
    wanted: dict[str, tuple[str, ...]] = {}
    for player in range(len(SEATS)):
        averages = sections.section_name(player, "averages")
        wanted[averages] = ("<f4", "<u2", "|u1")
        if averages in container.sections and container.sections[averages].dtype == "<u2":
            wanted[sections.section_name(player, "average_scales")] = ("<f4",)
        for street in sections.valued_streets(spot, last_street):
            wanted[sections.values_name(player, street)] = ("<f4",)
    for name, dtypes in wanted.items():
        if name not in container.sections:
            raise InputError(f"section {name!r} is missing")
        section = container.sections[name]
        if section.dtype not in dtypes or len(section.shape) != 1:
            raise InputError(f"section {name!r} is {section.dtype} of shape {section.shape}")


def load_checkpoint(
    path: str | os.PathLike[str],
    *,
    threads: int | None = None,
    table_folder: str | os.PathLike[str] | None = None,
) -> Solver:
    """Load the solver of a checkpoint; later iterations match an uninterrupted run bit for bit.

    The whole file is read and verified.

    Args:
        path: A file written by `Solver.save`.
        threads: Number of threads; by default one per core.
        table_folder: Folder for the tables as mapped files; by default they are in memory.

    Returns:
        The solver, with the iterations of the checkpoint.

    Raises:
        InputError: If the file cannot be read, or if its backend is not available here.
        DamagedFileError: If the file is damaged or of another kind.
        NotEnoughMemoryError: If the tables do not fit into memory, or on the disk.

    >>> from tempfile import TemporaryDirectory
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> solver = Solver(spot)
    >>> solver.iterate(10)
    >>> with TemporaryDirectory() as folder:
    ...     solver.save(f"{folder}/river.checkpoint")
    ...     load_checkpoint(f"{folder}/river.checkpoint").iteration
    10
    """
    container = open_container(path, CHECKPOINT_FILE)
    facts = container.facts
    thread_count(threads)
    with reading(path):
        checked_types({"isomorphism": facts["isomorphism"]}, {"isomorphism": bool})
        spot, schedule = Spot.from_dict(facts["spot"]), schedule_from_dict(facts["schedule"])
        precision, backend = check_precision(facts["precision"]), facts["backend"]
        if backend not in tuple(BACKENDS):
            raise InputError(f"backend must be one of {', '.join(BACKENDS)}, got {backend!r}")
        plan = None
        if facts.get("river_buckets") is not None:
            exact = make_plan(spot, isomorphism=facts["isomorphism"])
            plan = read_buckets(container, exact, facts.get("river_buckets"))
    # Outside `reading`: errors about memory or a missing GPU are not errors of the file.
    solver = Solver(
        spot,
        schedule=schedule,
        precision=precision,
        threads=threads,
        isomorphism=facts["isomorphism"],
        backend=backend,
        table_folder=table_folder,
        plan=plan,
    )
    with reading(path):
        for seat, tables in zip(SEATS, solver.tables, strict=True):
            for name, array in tables.arrays.items():
                container.read_into(f"{seat}/{name}", array)
        solver.resume_tables(facts)
    return solver


def _plan(container: Container, spot: Spot) -> Plan:
    """Return the plan of a file's spot; DamagedFileError if it was saved with a different plan."""
    record = container.facts["record"]
    plan = make_plan(spot, isomorphism=record["isomorphism"])
    if sections.section_name(0, sections.BUCKETS) in container.sections:
        plan = read_buckets(container, plan, record["river_buckets"])
    for name, size in sections.section_sizes(spot, plan, container.facts["last_street"]).items():
        if name in container.sections and container.sections[name].shape != (size,):
            raise DamagedFileError(
                f"{container.path} must be saved by this version: it was saved by fifthstreet "
                f"{container.package}, whose tables have a different layout"
            )
    return plan


def _tables(container: Container, player: int) -> Tables:
    names = {name: sections.section_name(player, name) for name in sections.STRATEGY_TABLES}
    stored = {name: section for name, section in names.items() if section in container.sections}
    return Tables({name: container.lazy_array(section) for name, section in stored.items()})


def _values(container: Container, spot: Spot, player: int) -> list[NDArray[np.float32]]:
    names = [sections.values_name(player, street) for street in range(spot.street, RIVER)]
    return [container.lazy_array(name) for name in names if name in container.sections]


def _byte_error(data: dict[str, Any] | None) -> ByteError | None:
    if data is None:
        return None
    return ByteError(**checked_types(data, get_type_hints(ByteError)))
